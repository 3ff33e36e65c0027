"""The configuration against its JSON Schema; each fault worded as one line with a remedy."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from vaulttool.errors import ConfigError

_NEAR = 0.6
"""Share of letters that a name must have in common with an unknown key to be offered for it."""

_WORDS = {"string": "a text", "integer": "a whole number", "boolean": "true or false", "object": "a table"}

_Steps = Sequence[str | int]


@cache
def schema() -> dict[str, Any]:
    """The JSON Schema of the configuration, which ships with the package."""
    loaded: dict[str, Any] = json.loads((Path(__file__).parent / "schema.json").read_bytes())
    return loaded


def validate(data: Mapping[str, Any], place: str) -> None:
    """Raise ConfigError for the outermost fault: what lies below an unknown key means nothing."""
    import jsonschema_rs

    errors = jsonschema_rs.validator_for(schema(), validate_formats=True).iter_errors(data)
    first = min(errors, key=lambda error: len(error.instance_path), default=None)
    if first is not None:
        message, remedy = _worded(list(first.instance_path), str(first.schema_path[-1]), data)
        raise ConfigError(message, place=place, remedy=remedy)


def _worded(path: _Steps, keyword: str, data: Mapping[str, Any]) -> tuple[str, str]:
    """Message and remedy for the value at `path`, which breaks `keyword` of the schema."""
    value, subschema = _value(path, data), _subschema(path)
    if keyword == "additionalProperties":
        key = next(key for key in value if key not in subschema["properties"])
        where = f" in {_table(path)}" if path else ""
        return f"unknown key `{key}`{where}", _instead(key, path)
    if keyword == "required":
        missing = next(key for key in subschema["required"] if key not in value)
        return f"{_table(path)} lacks `{missing}`", "add it"
    shown = f"`{value}`" if isinstance(value, str) else json.dumps(value, ensure_ascii=False)[:80]
    return f"{_named(path)} is {shown}", _allowed(keyword, subschema, str(path[-1]))


def _allowed(keyword: str, subschema: Mapping[str, Any], key: str) -> str:
    if "enum" in subschema:
        return f"allowed are {_listed(subschema['enum'])}"
    if keyword == "minLength":
        return "it must not be empty"
    if keyword == "minimum":
        return f"it must be {subschema['minimum']} or more"
    if "format" in subschema:
        return f"it must be {subschema['description'].rstrip('.').lower()}"
    if subschema["type"] == "array":
        tables = subschema["items"]["type"] == "object"
        return f"it must be a list of {f'tables, each headed [[{key}]]' if tables else 'texts'}"
    return f"it must be {_WORDS[subschema['type']]}"


def _instead(key: str, path: _Steps) -> str:
    """What to write for an unknown key: the name that is near, or the table where it is at home."""
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    known = list(_subschema(path)["properties"])
    found = process.extractOne(key, known, scorer=OSA.normalized_similarity, score_cutoff=_NEAR)
    if found:
        return f"did you mean `{found[0]}`?"
    if path and key in schema()["properties"]:
        return "it belongs at the top, before the first table"
    homes = list(_homes(key))
    if homes:
        return f"it belongs in {' or '.join(homes)}"
    return f"known are {_listed(known)}"


def _homes(key: str) -> Iterator[str]:
    for name, subschema in schema()["properties"].items():
        if key in subschema.get("properties", {}):
            yield f"[{name}]"
        elif key in subschema.get("items", {}).get("properties", {}):
            yield f"[[{name}]]"


def _subschema(path: _Steps) -> dict[str, Any]:
    node = schema()
    for step in path:
        if isinstance(step, int):
            node = node["items"]
        else:
            node = node.get("properties", {}).get(step) or node["additionalProperties"]
        if "$ref" in node:
            node = schema()["$defs"][node["$ref"].rpartition("/")[2]]
    return node


def _value(path: _Steps, data: Any) -> Any:  # noqa: ANN401 - whatever TOML holds
    for step in path:
        data = data[step]
    return data


def _named(path: _Steps) -> str:
    """A value as the reader finds it: its key, or the item of a list, and the table."""
    *outer, last = path
    name = f"`{last}`"
    if isinstance(last, int):
        *outer, key = outer
        name = f"item {last + 1} of [[{key}]]" if not outer and _is_tables(key) else f"an item of `{key}`"
    return f"{name} in {_table(outer)}" if outer else name


def _is_tables(key: str | int) -> bool:
    return bool(_subschema([key])["items"].get("type") == "object")


def _table(path: _Steps) -> str:
    """A table as the file writes it: `[links]`, `[[index]] 2`."""
    match path:
        case [str(name), int(number)]:
            return f"[[{name}]] {number + 1}"
        case [str(name), int(number), key]:
            return f"`{key}` of [[{name}]] {number + 1}"
        case _:
            return f"[{'.'.join(str(step) for step in path)}]"


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
