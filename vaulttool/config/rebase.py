"""A configuration below the repository's root, read from the root."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from vaulttool.config.settings import PerPath, Settings

_TABLES = ("index", "schema")


def rebased(settings: Settings, base: str) -> Settings:
    """Settings whose files and globs, written from the folder `base`, are written from the root."""
    if not base:
        return settings

    def below(patterns: Sequence[str]) -> tuple[str, ...]:
        return tuple(f"{base}/{pattern.lstrip('/')}" for pattern in patterns)

    tables = tuple(
        PerPath(paths=below(table.paths), select=table.select, ignore=table.ignore)
        for table in settings.per_path
    )
    links = replace(settings.links, generated=below(settings.links.generated))
    rest = {
        key: [_rebased_table(table, below) for table in value] if key in _TABLES else value
        for key, value in settings.rest.items()
    }
    return replace(settings, exclude=below(settings.exclude), per_path=tables, links=links, rest=rest)


def _rebased_table(
    table: Mapping[str, Any], below: Callable[[Sequence[str]], tuple[str, ...]]
) -> dict[str, Any]:
    """An `[[index]]` or `[[schema]]` table whose files and globs are read from the root."""
    out = dict(table)
    for key in ("path", "file"):
        if key in out:
            (out[key],) = below((out[key],))
    for key in ("scope", "not", "paths"):
        if key in out:
            out[key] = list(below(out[key]))
    return out
