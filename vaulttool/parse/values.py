"""Frontmatter as JSON, and what a plain value is: number, truth value, date, text (YAML 1.2, core schema)."""

from __future__ import annotations

import datetime as dt
import math
import re
from collections.abc import Iterator
from typing import TypeAlias

import yaml

from vaulttool.parse.frontmatter import AliasNode

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"

MAX_NODES = 100_000
"""Values that the aliases of one block may expand to; more is an attack, not a page."""

MAX_LEVELS = 200
"""Lists and maps inside each other; a value that holds itself has no end."""

MAX_DIGITS = 4000
"""Digits of a whole number; Python refuses to read much longer ones."""

_WORDS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_INTEGER = re.compile(r"[-+]?[0-9]+", re.ASCII)
_OTHER_BASE = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?", re.ASCII)
_DATE = re.compile(r"[12]\d{3}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?)?", re.ASCII)
_PLACEHOLDER = re.compile(r"\{\{[^{}]*\}\}|<%")


class TooMuch(ValueError):
    """The aliases of a block expand to more values than MAX_NODES, or deeper than MAX_LEVELS."""


def plain_value(text: str) -> str | float | bool | None:
    """What an unquoted scalar is. Dates stay the text that stands there."""
    if text in _WORDS:
        return _WORDS[text]
    if len(text) <= MAX_DIGITS:
        if _INTEGER.fullmatch(text):
            return int(text)
        if _OTHER_BASE.fullmatch(text):
            return int(text, 0)
        if _FLOAT.fullmatch(text) and math.isfinite(float(text)):
            return float(text)
    return text


def has_date_shape(text: str) -> bool:
    """Whether a text is written as a date, or a date with a time."""
    return _DATE.fullmatch(text) is not None


def is_date(text: str) -> bool:
    """Whether a text that has the shape is in the calendar and on the clock."""
    try:
        dt.datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def has_placeholder(text: str) -> bool:
    """Whether a template fills something in: `{{…}}`, or Templater's `<% … %>`."""
    return _PLACEHOLDER.search(text) is not None


def as_json(root: yaml.Node | None) -> dict[str, Json]:
    """The properties of a block; of a key that stands twice, the first. Raises TooMuch."""
    if not isinstance(root, yaml.MappingNode):
        return {}
    value = _json(root, iter(range(MAX_NODES)), 0)
    assert isinstance(value, dict)
    return value


def _json(node: yaml.Node, budget: Iterator[int], level: int) -> Json:
    if next(budget, None) is None or level > MAX_LEVELS:
        raise TooMuch
    if isinstance(node, AliasNode):
        return _json(node.target, budget, level + 1)
    if isinstance(node, yaml.ScalarNode):
        return _readable(node.value) if node.style else plain_value(_readable(node.value))
    if isinstance(node, yaml.SequenceNode):
        return [_json(item, budget, level + 1) for item in node.value]
    pairs = [(_key(key), _json(value, budget, level + 1)) for key, value in node.value]
    return dict(reversed(pairs))


def _key(node: yaml.Node) -> str:
    return _readable(node.value or "") if isinstance(node, yaml.ScalarNode) else ""


def _readable(text: str) -> str:
    """A text without the lone surrogates that an escape can bring in; no JSON can hold them."""
    return text.encode("utf-8", "replace").decode()
