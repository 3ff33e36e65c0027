"""Block structure by markdown-it, with the exact place of every block's content.

markdown-it gives line ranges only. Each block rule is therefore wrapped: as soon as it has
matched, while the parser's own line marks still hold, the place of each content line is noted.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.common.utils import isStrSpace, mdTrim, normalizeReference
from markdown_it.helpers import parseLinkDestination
from markdown_it.rules_block import StateBlock
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin

from vaulttool.parse.lines import Content, Piece

MAX_NESTING = 2000
"""Containers inside each other that are read; what lies deeper is reported, not dropped."""

_FRAMES_A_LEVEL = 5

BlockRule = Callable[[StateBlock, int, int, bool], bool]


@cache
def block_parser() -> MarkdownIt:
    """CommonMark with tables, footnote definitions and `$$` blocks; block level only."""
    md = MarkdownIt("commonmark", {"html": True, "maxNesting": MAX_NESTING})
    md.enable("table")
    md.use(footnote_plugin, inline=False, move_to_end=False)
    md.use(dollarmath_plugin, allow_labels=False, double_inline=True)
    for name, note in _NOTES.items():
        md.block.ruler.at(name, _noted(_rule(md, name), note), _options(md, name))
    md.block.ruler.at("math_block", _bounded_math(_rule(md, "math_block")), _options(md, "math_block"))
    return md


def parse_blocks(text: str, env: dict[str, Any]) -> list[Token]:
    """Block tokens of a text whose lines end with LF; inline tokens carry their `Content` in `meta`.

    `env` receives `references` (CommonMark's), `reference_spans` (label to the destination's
    positions) and `footnotes`.
    """
    tokens: list[Token] = []
    md = block_parser()
    with _deep_recursion():
        md.block.parse(text, md, env, tokens)
    return tokens


@contextmanager
def _deep_recursion() -> Iterator[None]:
    """Room for nested containers; Python's own calls do not use the C stack since 3.11."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, 1000 + _FRAMES_A_LEVEL * MAX_NESTING))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


def _rule(md: MarkdownIt, name: str) -> BlockRule:
    return next(rule.fn for rule in md.block.ruler.__rules__ if rule.name == name)


def _options(md: MarkdownIt, name: str) -> Any:
    return {"alt": next(rule.alt for rule in md.block.ruler.__rules__ if rule.name == name)}


def _noted(rule: BlockRule, note: Callable[[StateBlock, int, list[Token]], None]) -> BlockRule:
    def wrapped(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        known = len(state.tokens)
        if not rule(state, start, end, silent):
            return False
        if not silent:
            note(state, start, state.tokens[known:])
        return True

    return wrapped


def _bounded_math(rule: BlockRule) -> BlockRule:
    """The same rule, refused at once below the last line that could close a block.

    Without it each unclosed `$$` looks at every line that follows.
    """

    def wrapped(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        at = state.bMarks[start] + state.tShift[start]
        if not state.src.startswith("$$", at):
            return False
        last = state.env.get("last_math_close")
        if last is None:
            last = state.env["last_math_close"] = _last_math_close(state.src)
        return at < last and rule(state, start, end, silent)

    return wrapped


def _last_math_close(src: str) -> int:
    at = len(src)
    while (at := src.rfind("$$", 0, at)) >= 0:
        line_end = src.find("\n", at)
        if not src[at + 2 : line_end if line_end >= 0 else len(src)].strip():
            return at
    return -1


def _note_lines(state: StateBlock, start: int, tokens: list[Token]) -> None:
    """Paragraphs and underlined headings: the lines as `getLines` cut them, trimmed together."""
    inline = tokens[1]
    assert inline.map is not None
    pieces: list[Piece] = []
    length = 0
    for line in range(start, inline.map[1]):
        padding, first = _cut_indent(state, line, state.blkIndent)
        pieces.append(Piece(length, first - padding))
        length += padding + state.eMarks[line] + 1 - first
    whole = state.getLines(start, inline.map[1], state.blkIndent, False)
    trimmed = whole.index(inline.content) if inline.content else 0
    inline.meta["content"] = Content(inline.content, [Piece(at - trimmed, source) for at, source in pieces])


def _cut_indent(state: StateBlock, line: int, indent: int) -> tuple[int, int]:
    """Spaces that stand for a split tab, and where a line's content begins; as `getLines` does it."""
    width, first, begin = 0, state.bMarks[line], state.bMarks[line]
    while first < state.eMarks[line] and width < indent:
        char = state.src[first]
        if isStrSpace(char):
            width += 4 - (width + state.bsCount[line]) % 4 if char == "\t" else 1
        elif first - begin < state.tShift[line]:
            width += 1
        else:
            break
        first += 1
    return max(width - indent, 0), first


def _note_heading(state: StateBlock, start: int, tokens: list[Token]) -> None:
    """`## Text ##`: one line, its text behind the marks."""
    at = state.bMarks[start] + state.tShift[start]
    end = state.eMarks[start]
    while at < end and state.src[at] == "#":
        at += 1
    # Found by its text: the parser also trims spaces of other scripts.
    at = state.src.index(tokens[1].content, at, end + 1) if tokens[1].content else at
    tokens[1].meta["content"] = Content(tokens[1].content, [Piece(0, at)])


def _note_table(state: StateBlock, _start: int, tokens: list[Token]) -> None:
    """Cells as they stand in the source: markdown-it takes the backslash of an escaped bar away."""
    cells: Iterator[Content] = iter(())
    for token in tokens:
        if token.type == "tr_open" and token.map:
            cells = iter(_cells(state, token.map[0]))
        elif token.type == "inline":
            cell = next(cells, None)
            token.meta["content"] = cell or Content("", [Piece(0, 0)])
            token.meta["cell"] = True


def _cells(state: StateBlock, line: int) -> list[Content]:
    begin, end = state.bMarks[line] + state.tShift[line], state.eMarks[line]
    line_text = state.src[begin:end]
    row = mdTrim(line_text)
    begin += line_text.index(row) if row else 0
    bounds, at, escaped = [], 0, False
    for i, char in enumerate(row):
        if char == "|" and not escaped:
            bounds.append((at, i))
            at = i + 1
        escaped = char == "\\"
    bounds.append((at, len(row)))
    if bounds and bounds[0][0] == bounds[0][1]:
        bounds.pop(0)
    if bounds and bounds[-1][0] == bounds[-1][1]:
        bounds.pop()
    return [_trimmed(row, begin, first, last) for first, last in bounds]


def _trimmed(row: str, begin: int, first: int, last: int) -> Content:
    cell = row[first:last]
    trimmed = mdTrim(cell)
    lead = cell.index(trimmed) if trimmed else 0
    return Content(trimmed, [Piece(0, begin + first + lead)])


def _note_reference(state: StateBlock, start: int, _tokens: list[Token]) -> None:
    """Where the destination of a definition stands; the first of equal labels counts."""
    pieces, text = [], ""
    for line in range(start, state.line):
        begin = state.bMarks[line] + state.tShift[line]
        pieces.append(Piece(len(text), begin))
        text += state.src[begin : state.eMarks[line]] + "\n"
    content = Content(text, pieces)
    close = _label_end(text)
    label = normalizeReference(text[1:close])
    at = close + 2
    while at < len(text) and (isStrSpace(text[at]) or text[at] == "\n"):
        at += 1
    found = parseLinkDestination(text, at, len(text))
    if found.ok and found.pos > at:
        spans = state.env.setdefault("reference_spans", {})
        spans.setdefault(label, content.stretch(at, found.pos))


def _label_end(text: str) -> int:
    at = 1
    while text[at] != "]":
        at += 2 if text[at] == "\\" else 1
    return at


_NOTES: dict[str, Callable[[StateBlock, int, list[Token]], None]] = {
    "paragraph": _note_lines,
    "lheading": _note_lines,
    "heading": _note_heading,
    "table": _note_table,
    "reference": _note_reference,
}
