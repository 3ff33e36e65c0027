"""Settings: what the configuration says, or the defaults."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from vaulttool.config.validate import validate
from vaulttool.errors import ConfigError

BASELINE = ".vaulttool-baseline.json"

_DEEPEST = 100
"""Levels of nesting that are read; the schema knows five."""


@dataclass(frozen=True, slots=True)
class LinkSettings:
    """`[links]`: whose reading counts, and which targets a build makes."""

    verdict: str = "obsidian"
    generated: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PerPath:
    """One `[[per-path]]` table: for these paths only `select`, or all but `ignore`."""

    paths: tuple[str, ...]
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Settings:
    """The configuration. `vault` is relative to its file, None where it says nothing.

    `rest` are the tables of other commands, validated and not yet read.
    """

    vault: str | None = None
    exclude: tuple[str, ...] = ()
    select: tuple[str, ...] = ("all",)
    ignore: tuple[str, ...] = ()
    per_path: tuple[PerPath, ...] = ()
    baseline: str = BASELINE
    links: LinkSettings = field(default_factory=LinkSettings)
    rest: Mapping[str, Any] = field(default_factory=dict)


def parse_settings(data: Mapping[str, Any], place: str) -> Settings:
    """Settings from a parsed file. Raises ConfigError naming `place`, the key and the remedy."""
    plain = _plain(data, place)
    validate(plain, place)
    links = plain.get("links", {})
    known = {"vault", "exclude", "select", "ignore", "per-path", "baseline", "links"}
    return Settings(
        vault=plain.get("vault"),
        exclude=tuple(plain.get("exclude", ())),
        select=tuple(plain.get("select", ("all",))),
        ignore=tuple(plain.get("ignore", ())),
        per_path=tuple(_per_path(table) for table in plain.get("per-path", ())),
        baseline=plain.get("baseline", BASELINE),
        links=LinkSettings(links.get("verdict", "obsidian"), tuple(links.get("generated", ()))),
        rest={key: value for key, value in plain.items() if key not in known},
    )


def _per_path(table: Mapping[str, Any]) -> PerPath:
    return PerPath(tuple(table["paths"]), tuple(table.get("select", ())), tuple(table.get("ignore", ())))


def _plain(value: Any, place: str, levels: int = _DEEPEST) -> Any:  # noqa: ANN401 - whatever TOML holds
    """TOML's values as JSON's: dates are the text that stands for them."""
    if levels == 0:
        message = f"tables or lists stand more than {_DEEPEST} deep in each other"
        raise ConfigError(message, place=place, remedy="no key needs that; take them out")
    if isinstance(value, Mapping):
        return {key: _plain(item, place, levels - 1) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item, place, levels - 1) for item in value]
    if isinstance(value, dt.date | dt.time):
        return value.isoformat()
    return value
