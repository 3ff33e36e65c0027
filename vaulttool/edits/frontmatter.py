"""Change single properties of a page's frontmatter; all else stays byte for byte.

Nothing is trusted: each change is read back by the reader, and one after which the property does not
hold the value, or another property holds another, is not offered.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from vaulttool.edits.bytes import apply_edits
from vaulttool.model.change import Edit
from vaulttool.model.page import Property, RepoPath
from vaulttool.model.span import Span
from vaulttool.parse.frontmatter import Frontmatter, read_frontmatter
from vaulttool.text.source import BOM, Source

_LINE_END = re.compile(r"\r\n|\n|\r")
_BLOCK_HEADER = re.compile(r"[|>][-+0-9]*")

_Change = list[tuple[Span, str]]
_Values = list[tuple[tuple[str, ...], str | None]]


class _State(NamedTuple):
    """A page's text with its frontmatter as read."""

    source: Source
    front: Frontmatter

    @property
    def text(self) -> str:
        return self.source.text

    def top(self, key: str) -> Property | None:
        """The property of that name that stands at the top."""
        return next((prop for prop in self.front.properties if prop.keys == (key,)), None)


def set_property(
    path: RepoPath, source: Source, key: str, value: str, *, after: str | None = None
) -> list[Edit] | None:
    """The edits after which the property `key` is the text `value`.

    A scalar is replaced in its quotes where they can hold the text; a missing key comes after the
    key `after`, else to the end of the block; a page without a block gets one. None where that
    cannot be done in place: the block is no YAML, or the value is a list or map over several lines.
    """
    front = read_frontmatter(source.text, source.line_starts)
    if front is None:
        return _verified(path, source, _created(source.text, key, value), [], ((key,), value))
    if not _is_editable(front, key):
        return None
    state = _State(source, front)
    prop = state.top(key)
    if prop is None:
        return _verified(path, source, _inserted(state, key, value, after), _values(front), ((key,), value))
    if prop.value == value and prop.style not in ("|", ">", "*"):
        return []
    return _verified(
        path, source, _replaced(state, prop, value), _values(front, without=key), ((key,), value)
    )


def remove_property(path: RepoPath, source: Source, key: str) -> list[Edit] | None:
    """The edits that take a property out with its lines; none where it is not there.

    None where that cannot be done in place, as in a block that does not parse.
    """
    front = read_frontmatter(source.text, source.line_starts)
    if front is None:
        return []
    if not _is_editable(front, key):
        return None
    state = _State(source, front)
    prop = state.top(key)
    if prop is None:
        return []
    return _verified(path, source, _removed(state, prop), _values(front, without=key), None)


def _is_editable(front: Frontmatter, key: str) -> bool:
    return not front.unparsed and sum(prop.keys == (key,) for prop in front.properties) < 2


def _values(front: Frontmatter, without: str | None = None) -> _Values:
    return [(prop.keys, prop.value) for prop in front.properties if prop.keys[0] != without]


def _verified(
    path: RepoPath,
    source: Source,
    changes: Iterator[_Change],
    others: _Values,
    wanted: tuple[tuple[str, ...], str] | None,
) -> list[Edit] | None:
    """The first of the changes after which exactly these properties are read."""
    for change in changes:
        edits = [
            Edit(path, source.bytes_of(span), new.encode("utf-8", "surrogateescape")) for span, new in change
        ]
        after = Source(apply_edits(source.data, edits))
        front = read_frontmatter(after.text, after.line_starts)
        if front is None or front.unparsed:
            continue
        got = _values(front)
        if wanted is not None:
            if got.count(wanted) != 1:
                continue
            got.remove(wanted)
        if got == others:
            return edits
    return None


def _created(text: str, key: str, value: str) -> Iterator[_Change]:
    """A block of its own at the very beginning."""
    at = len(BOM) if text.startswith(BOM) else 0
    end = _line_end(text)
    for line in _lines_for(key, value):
        yield [(Span(at, at), f"---{end}{line}{end}---{end}")]


def _inserted(state: _State, key: str, value: str, after: str | None) -> Iterator[_Change]:
    """A line for the key; in a block that is one map in brackets, an item after the last."""
    text, front = state.text, state.front
    first = next(iter(front.properties), None)
    neighbour = state.top(after) if after is not None else None
    if text[front.span.start : front.span.end].strip().startswith("{"):
        yield from _inserted_in_brackets(state, key, value, neighbour)
        return
    at = _end_of_lines(state, neighbour) if neighbour else front.span.end
    indent = ""
    if first is not None:
        line = state.source.line_starts[first.line - 1]
        indent = text[line : first.key_span.start]
    for line_text in _lines_for(key, value):
        yield [(Span(at, at), f"{indent}{line_text}{_line_end(text)}")]


def _inserted_in_brackets(
    state: _State, key: str, value: str, neighbour: Property | None
) -> Iterator[_Change]:
    props = state.front.properties
    last = neighbour or next((prop for prop in reversed(props) if len(prop.keys) == 1), None)
    if last is None:
        at = state.text.index("{", state.front.span.start) + 1
        yield [(Span(at, at), f"{_double(key)}: {_double(value)}")]
    else:
        at = last.value_span.end
        yield [(Span(at, at), f", {_double(key)}: {_double(value)}")]


def _replaced(state: _State, prop: Property, value: str) -> Iterator[_Change]:
    """The value anew, in its own quotes first."""
    text, span = state.text, prop.value_span
    if prop.style in ("|", ">"):
        header = _BLOCK_HEADER.match(text, span.start, span.end)
        assert header is not None
        line = _LINE_END.search(text, header.end(), span.end)
        rest = [(Span(line.start(), _end_of_block(state, prop)), "")] if line else []
        for new in _written(value, ""):
            yield [(Span(*header.span()), new), *rest]
        return
    if prop.value is None and prop.style not in ("[", "{", "*"):
        return
    gap = "" if span.start < span.end or text[span.start - 1 : span.start].isspace() else " "
    for new in _written(value, prop.style):
        yield [(span, gap + new)]


def _removed(state: _State, prop: Property) -> Iterator[_Change]:
    text = state.text
    start, end = state.source.line_starts[prop.line - 1], _end_of_lines(state, prop)
    yield [(Span(start, end), "")]
    # In a map in brackets: with the comma behind it, or with the one before it.
    comma = re.compile(r"\s*,\s*").match(text, prop.value_span.end)
    if comma:
        yield [(Span(prop.key_span.start, comma.end()), "")]
    before = re.compile(r"\s*,\s*\Z").search(text[: prop.key_span.start])
    yield [(Span(before.start() if before else prop.key_span.start, prop.value_span.end), "")]


def _end_of_lines(state: _State, prop: Property) -> int:
    """Where the line after a property begins."""
    inside = [inner for inner in state.front.properties if inner.keys[:1] == prop.keys]
    leaves = [inner for inner in inside if inner.value is not None or inner.style]
    last = max(leaves or inside, key=lambda inner: inner.value_span.end)
    trims = last.style in ("|", ">") and not _keeps_blank_lines(state, last)
    end = _end_of_block(state, last) if trims else last.value_span.end
    starts = state.source.line_starts
    at = bisect_left(starts, max(end, last.key_span.end))
    return starts[at] if at < len(starts) else len(state.text)


def _end_of_block(state: _State, prop: Property) -> int:
    """Where the last line of a block scalar ends that is not blank."""
    start, end = prop.value_span
    written = state.text[start:end]
    line = _LINE_END.search(written, len(written.rstrip()))
    return start + line.start() if line else end


def _keeps_blank_lines(state: _State, prop: Property) -> bool:
    """Whether the blank lines behind a block scalar belong to it."""
    header = _BLOCK_HEADER.match(state.text, prop.value_span.start)
    return header is not None and "+" in header[0]


def _lines_for(key: str, value: str) -> Iterator[str]:
    return (f"{name}: {text}" for name, text in product(_written(key, ""), _written(value, "")))


def _written(text: str, style: str) -> Iterator[str]:
    """A text as YAML: in the style that stands there, then in others that hold more."""
    single = "'{}'".format(text.replace("'", "''"))
    if style == "'":
        yield single
    elif style != '"' and text:
        yield text
    yield _double(text)


def _double(text: str) -> str:
    """A text in double quotes; what no one can see is escaped."""
    quoted = json.dumps(text, ensure_ascii=False)
    return "".join(char if char.isprintable() else _escape(ord(char)) for char in quoted)


def _escape(code: int) -> str:
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _line_end(text: str) -> str:
    found = _LINE_END.search(text)
    return found[0] if found else "\n"
