"""Settings: what the configuration says, or the defaults."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from vaulttool.errors import ConfigError

BASELINE = ".vaulttool-baseline.json"


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


@cache
def schema() -> dict[str, Any]:
    """The JSON Schema of the configuration, which ships with the package."""
    loaded: dict[str, Any] = json.loads((Path(__file__).parent / "schema.json").read_bytes())
    return loaded


def parse_settings(data: Mapping[str, Any], place: str) -> Settings:
    """Settings from a parsed file. Raises ConfigError naming `place`, the key and the remedy."""
    plain = _plain(data)
    _validate(plain, place)
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


def _plain(value: Any) -> Any:  # noqa: ANN401 - whatever TOML holds
    """TOML's values as JSON's: dates are the text that stands for them."""
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, dt.date | dt.time):
        return value.isoformat()
    return value


def _validate(data: Mapping[str, Any], place: str) -> None:
    import jsonschema_rs

    errors = list(jsonschema_rs.validator_for(schema()).iter_errors(data))
    if errors:
        # The outermost fault first: what lies below an unknown key means nothing.
        error = min(errors, key=lambda error: len(error.instance_path))
        raise _worded(error, data, place)


def _worded(error: Any, data: Mapping[str, Any], place: str) -> ConfigError:  # noqa: ANN401 - the library's type
    path = list(error.instance_path)
    rule = list(error.schema_path)[-1] if error.schema_path else ""
    if rule == "additionalProperties":
        return _unknown_key(path, data, place)
    if rule == "required":
        message = error.message.split(" is a required")[0].strip("\"'")
        return ConfigError(f"{_table(path, plain=True)} lacks `{message}`", place=place, remedy="add it")
    key = f"`{path[-1]}`" if path and isinstance(path[-1], str) else f"an item of `{_last_key(path)}`"
    where = f" in {_table(path[:-1])}" if len([part for part in path if isinstance(part, str)]) > 1 else ""
    found = json.dumps(error.instance, ensure_ascii=False)
    shown = f"`{error.instance}`" if isinstance(error.instance, str) else found[:80]
    subschema = _subschema(path)
    if "enum" in subschema:
        allowed = ", ".join(f"`{value}`" for value in subschema["enum"])
        return ConfigError(f"{key}{where} is {shown}", place=place, remedy=f"allowed are {allowed}")
    wanted = _wanted(subschema)
    return ConfigError(f"{key}{where} is {shown}", place=place, remedy=f"it must be {wanted}")


def _unknown_key(path: list[str | int], data: Mapping[str, Any], place: str) -> ConfigError:
    table: Any = data
    for part in path:
        table = table[part]
    allowed = _subschema(path).get("properties", {})
    key = next(key for key in table if key not in allowed)
    where = f" in {_table(path)}" if path else ""
    return ConfigError(
        f"unknown key `{key}`{where}", place=place, remedy=_did_you_mean(key, list(allowed), at_top=not path)
    )


def _did_you_mean(key: str, allowed: list[str], *, at_top: bool) -> str:
    from rapidfuzz import process

    found = process.extractOne(key, allowed, score_cutoff=70)
    if found:
        return f"did you mean `{found[0]}`?"
    if at_top:
        for table, inner in schema()["properties"].items():
            if key in inner.get("properties", {}):
                return f"it belongs in [{table}]"
    return "known are " + ", ".join(f"`{name}`" for name in allowed)


def _subschema(path: list[str | int]) -> dict[str, Any]:
    node = schema()
    for part in path:
        if isinstance(part, int):
            node = node.get("items", {})
        else:
            extra = node.get("additionalProperties")
            node = node.get("properties", {}).get(part) or (extra if isinstance(extra, dict) else {})
        if "$ref" in node:
            node = schema()["$defs"][node["$ref"].rpartition("/")[2]]
    return node


def _wanted(subschema: Mapping[str, Any]) -> str:
    kind = subschema.get("type")
    items = subschema.get("items", {}).get("type")
    words = {"string": "a text", "integer": "a whole number", "boolean": "true or false", "object": "a table"}
    if kind == "array":
        return {"object": "a list of tables"}.get(items, "a list of texts")
    if "pattern" in subschema and "description" in subschema:
        return str(subschema["description"]).rstrip(".").lower()
    return words.get(str(kind), "of another kind")


def _last_key(path: list[str | int]) -> str:
    return next((str(part) for part in reversed(path) if isinstance(part, str)), "")


def _table(path: list[str | int], *, plain: bool = False) -> str:
    """A table as the file writes it: `[links]`, `[[index]] 2`."""
    if not path:
        return "the file" if plain else "the file's top"
    if isinstance(path[-1], int):
        return f"[[{'.'.join(str(part) for part in path[:-1])}]] {path[-1] + 1}"
    if len(path) > 1 and isinstance(path[1], int):
        return f"`{path[-1]}` of {_table(path[:2])}"
    return f"[{'.'.join(str(part) for part in path)}]"
