"""The configuration file: the nearest one upward, read and validated."""

from __future__ import annotations

import os
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vaulttool.config.settings import Settings, parse_settings
from vaulttool.errors import ConfigError

OWN, SHARED = "vaulttool.toml", "pyproject.toml"

_PLACE = re.compile(r" \(at line (\d+), column (\d+)\)$")


@dataclass(frozen=True, slots=True)
class LoadedConfig:
    """Settings with the file that they come from; `folder` is that of the file, or where the search began."""

    settings: Settings
    file: Path | None
    folder: Path


def load_settings(start: Path, explicit: Path | None = None) -> LoadedConfig:
    """Settings for a folder: of the file named, else of the nearest upward, else the defaults.

    Raises ConfigError with file, place and remedy.
    """
    start = Path(os.path.realpath(start))
    found = _named(explicit) if explicit is not None else _nearest(start)
    if found is None:
        return LoadedConfig(Settings(), None, start)
    file, data = found
    return LoadedConfig(parse_settings(data, str(file)), file, file.parent)


def _named(file: Path) -> tuple[Path, dict[str, Any]]:
    file = Path(os.path.realpath(file))
    data = _parsed(file)
    if file.name != SHARED:
        return file, data
    table = _own_table(data, file)
    if table is None:
        raise ConfigError(
            "there is no [tool.vaulttool]", place=str(file), remedy="add the table, or name another file"
        )
    return file, table


def _nearest(start: Path) -> tuple[Path, dict[str, Any]] | None:
    for folder in (start, *start.parents):
        own, shared = folder / OWN, folder / SHARED
        if _is_file(own):
            return own, _parsed(own)
        if _is_file(shared) and b"vaulttool" in _bytes(shared):
            table = _own_table(_parsed(shared), shared)
            if table is not None:
                return shared, table
    return None


def _is_file(file: Path) -> bool:
    try:
        return file.is_file()
    except OSError:
        # A folder further up that may not be searched is none of ours.
        return False


def _own_table(data: dict[str, Any], file: Path) -> dict[str, Any] | None:
    tool = data.get("tool")
    table = tool.get("vaulttool") if isinstance(tool, dict) else None
    if table is None or isinstance(table, dict):
        return table
    raise ConfigError("`tool.vaulttool` is no table", place=str(file), remedy="head it [tool.vaulttool]")


def _parsed(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(_bytes(file).decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise ConfigError(
            f"byte {error.start} is no UTF-8", place=str(file), remedy="save the file as UTF-8"
        ) from error
    except RecursionError as error:
        raise ConfigError(
            "lists stand too deep in each other", place=str(file), remedy="no key needs that; take them out"
        ) from error
    except tomllib.TOMLDecodeError as error:
        text = str(error)
        found = _PLACE.search(text)
        place = f"{file}:{found[1]}:{found[2]}" if found else str(file)
        raise ConfigError(f"not TOML: {_PLACE.sub('', text)}", place=place, remedy="mend the line") from error


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise ConfigError(
            f"the file cannot be read: {error.strerror}", place=str(file), remedy="check the path"
        ) from error
