"""List items and table rows of a Markdown text, each with the exact place of its content."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from markdown_it.token import Token

from vaulttool.model.span import Span
from vaulttool.parse.blocks import parse_blocks
from vaulttool.parse.frontmatter import body_start
from vaulttool.parse.lines import Body, Content
from vaulttool.text.fold import fold_heading
from vaulttool.text.source import Source


@dataclass(frozen=True, slots=True)
class Cell:
    """A table cell: its trimmed text as it stands in the source, and the span of that text.

    The span of an empty cell is all that stands between its bars.
    """

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Row:
    """A list item (its first paragraph) or a table row.

    `line` is 1-based; `block` numbers the list or table; `lead` is what stands on the line
    before the content (indentation, quote signs, list marker). `cells` and `header` are empty
    for list items; `titles` are the headings of the table's columns, `header` the same folded.
    """

    line: int
    span: Span
    text: str
    block: int
    lead: str
    cells: tuple[Cell, ...] = ()
    header: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    places: tuple[int, ...] = ()

    def place(self, index: int) -> int:
        """Offset in the file of the character at `index` of a list item's text."""
        return self.places[index]


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with the lines that belong to it: up to the next heading that is not deeper."""

    heading: str
    level: int
    line: int
    end: int


@dataclass(frozen=True, slots=True)
class Outline:
    """Rows and sections of a text, in order; `tables` maps a block to the line below its head."""

    rows: tuple[Row, ...]
    sections: tuple[Section, ...]
    tables: tuple[tuple[int, tuple[str, ...], int], ...]

    def section(self, heading: str) -> Section | None:
        """The first section with this heading; headings compare as links compare them."""
        wanted = fold_heading(heading)
        return next((section for section in self.sections if fold_heading(section.heading) == wanted), None)


def read_outline(source: Source) -> Outline:
    """Rows and sections of a Markdown text."""
    return _Outliner(source).outline()


class _Outliner:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.body = Body(source.text, body_start(source.text))
        self.first = source.place(self.body.start).line
        self.rows: list[Row] = []
        self.headings: list[tuple[str, int, int]] = []
        self.tables: list[tuple[int, tuple[str, ...], int]] = []
        self.block = 0

    def outline(self) -> Outline:
        env: dict[str, Any] = {}
        tokens = parse_blocks(self.body.text, env)
        lists: list[int] = []
        for at, token in enumerate(tokens):
            if token.type in ("bullet_list_open", "ordered_list_open"):
                self.block += 1
                lists.append(self.block)
            elif token.type in ("bullet_list_close", "ordered_list_close"):
                lists.pop()
            elif token.type == "list_item_open":
                self._take_item(tokens[at + 1 : at + 3], lists[-1])
            elif token.type == "table_open":
                self.block += 1
                self._take_table(tokens, at)
            elif token.type == "heading_open" and token.level == 0 and token.map:
                self.headings.append((tokens[at + 1].content, int(token.tag[1]), self.first + token.map[0]))
        return Outline(tuple(self.rows), tuple(self._sections()), tuple(self.tables))

    def _take_item(self, tokens: list[Token], block: int) -> None:
        if len(tokens) < 2 or tokens[0].type != "paragraph_open":
            return
        content: Content = tokens[1].meta["content"]
        if not content.text:
            return
        places = tuple(self.body.offset(content.position(i)) for i in range(len(content.text)))
        span = Span(places[0], places[-1] + 1)
        line = self.source.place(span.start).line
        lead = self.source.text[self.source.line_starts[line - 1] : span.start]
        self.rows.append(Row(line, span, content.text, block, lead, places=(*places, span.end)))

    def _take_table(self, tokens: list[Token], at: int) -> None:
        titles: tuple[str, ...] = ()
        cells: list[Cell] = []
        line = 0
        for token in tokens[at + 1 :]:
            if token.type == "table_close":
                return
            if token.type == "tr_open" and token.map:
                cells, line = [], self.first + token.map[0]
            elif token.type == "inline":
                cells.append(self._cell(token.meta["content"], line))
            elif token.type == "tr_close" and not titles:
                titles = tuple(cell.text for cell in cells)
                self.tables.append((self.block, _folded(titles), line + 2))
            elif token.type == "tr_close":
                self.rows.append(self._table_row(cells, titles, line))

    def _cell(self, content: Content, line: int) -> Cell:
        if content.text:
            start, end = content.stretch(0, len(content.text))
            return Cell(content.text, Span(self.body.offset(start), self.body.offset(end)))
        at = self.body.offset(content.position(0))
        if self.source.place(at).line != line:  # a cell that the row does not have
            return Cell("", Span(0, 0))
        start = end = at
        text = self.source.text
        while text[start - 1 : start] in (" ", "\t"):
            start -= 1
        while text[end : end + 1] in (" ", "\t"):
            end += 1
        return Cell("", Span(start, end))

    def _table_row(self, cells: list[Cell], titles: tuple[str, ...], line: int) -> Row:
        text = self.source.line_text(line)
        start = self.source.line_starts[line - 1]
        lead = text[: len(text) - len(text.lstrip(" \t>"))]
        span = Span(start + len(lead), start + len(text.rstrip()))
        return Row(line, span, text.strip(), self.block, lead, tuple(cells), _folded(titles), titles)

    def _sections(self) -> Iterator[Section]:
        last = len(self.source.line_starts) + 1
        for i, (heading, level, line) in enumerate(self.headings):
            later = (start for _, depth, start in self.headings[i + 1 :] if depth <= level)
            yield Section(heading, level, line, next(later, last))


def _folded(titles: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(fold_heading, titles))


def same_order(names: list[str]) -> bool:
    """Whether names stand in the order of their letters, without case."""
    folded = [name.casefold() for name in names]
    return all(one <= other for one, other in pairwise(folded))
