"""Rows against frontmatter: what differs, and the edits after which nothing does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

from vaulttool.model.change import Edit
from vaulttool.model.page import Form, Page, VaultPath
from vaulttool.model.span import ByteSpan, Span
from vaulttool.model.tree import Tree
from vaulttool.parse.rows import Row, same_order
from vaulttool.resolve.resolver import Resolver
from vaulttool.resolve.shorten import encoded_like, relative_path, shortest_linkpath
from vaulttool.rows.index import Index, IndexRow, IndexSpec, values_of, with_link
from vaulttool.rows.template import LINK, Template
from vaulttool.vault.vault import Vault


class Kind(StrEnum):
    """What can be wrong with an index."""

    DRIFT = "drift"
    SHAPE = "shape"
    MISSING = "missing"
    GONE = "gone"
    OUTSIDE = "outside"
    DUPLICATE = "duplicate"
    NO_FILE = "no-file"
    NO_HEADING = "no-heading"
    NO_PAGE = "no-page"
    NO_PROPERTY = "no-property"


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong: where it stands, which page it is about, what would mend it."""

    kind: Kind
    index: Index
    span: Span
    page: Page | None = None
    field: str = ""
    row: str = ""
    wanted: str = ""
    other_line: int | None = None
    edit: Edit | None = None


def faults(index: Index, siblings: Sequence[Index] = ()) -> Iterator[Fault]:
    """Everything that is wrong with an index; `siblings` are other indexes in the same file."""
    if not index.there:
        yield Fault(Kind.NO_FILE, index, Span(0, 0))
        return
    if index.heading_missing:
        yield Fault(Kind.NO_HEADING, index, Span(0, 0))
        return
    yield from _idle(index)
    seen: dict[VaultPath, IndexRow] = {}
    for found in index.rows:
        yield from _row_faults(found, index, seen, siblings)
    for page in index.wanted():
        if page.path not in seen:
            yield _missing(page, index)


def _idle(index: Index) -> Iterator[Fault]:
    """What the declaration asks for and no page could ever give: it would hold nothing true."""
    if not index.has_scope:
        yield Fault(Kind.NO_PAGE, index, Span(0, 0), row=", ".join(index.spec.scope.patterns))
        return
    for name in index.unknown_properties():
        yield Fault(Kind.NO_PROPERTY, index, Span(0, 0), field=name)


def _row_faults(
    found: IndexRow, index: Index, seen: dict[VaultPath, IndexRow], siblings: Sequence[Index]
) -> Iterator[Fault]:
    page, span = found.page, found.link.span
    if page is None:
        yield Fault(Kind.GONE, index, span, row=found.link.text)
    elif not index.in_scope(page):
        if not any(other.in_scope(page) for other in siblings):
            yield Fault(Kind.OUTSIDE, index, span, page)
    elif page.path in seen:
        yield Fault(Kind.DUPLICATE, index, span, page, other_line=seen[page.path].row.line)
    else:
        seen[page.path] = found
        yield from _drifts(found, page, index)


def _drifts(found: IndexRow, page: Page, index: Index) -> Iterator[Fault]:
    values = values_of(page)
    if found.row.cells:
        yield from _cell_drifts(found, page, values, index)
        return
    template = index.spec.row
    assert template is not None
    drifts = template.drifts(with_link(found.row, found.link), values)
    if drifts is None:
        yield _shape_fault(found, page, template, values, index)
        return
    for drift in drifts:
        start, end = (_unlinked(found, at) for at in (drift.start, drift.end))
        span = Span(found.row.place(start), found.row.place(end))
        edit = _edit(index, span, drift.page)
        yield Fault(Kind.DRIFT, index, span, page, drift.field, drift.row, drift.page, edit=edit)


def _unlinked(found: IndexRow, at: int) -> int:
    """A place in the text with LINK as a place in the text with the link itself."""
    longer = len(found.row.text) - len(with_link(found.row, found.link))
    return at if at <= found.row.places.index(found.link.span.start) else at + longer


def _shape_fault(
    found: IndexRow, page: Page, template: Template, values: dict[str, str], index: Index
) -> Fault:
    """A row about the page that has not the template's shape: what follows its link is written anew."""
    wanted = template.rendered(values, LINK)
    before, _, after = wanted.partition(LINK)
    whole = with_link(found.row, found.link)
    span = Span(found.link.span.end, found.row.span.end)
    edit = _edit(index, span, after.rstrip()) if whole.partition(LINK)[0] == before else None
    row = index.source.text[span.start : span.end]
    return Fault(Kind.SHAPE, index, found.row.span, page, row=row.strip(), wanted=after.strip(), edit=edit)


def _cell_drifts(found: IndexRow, page: Page, values: dict[str, str], index: Index) -> Iterator[Fault]:
    for heading, template in index.spec.columns.items():
        at = found.row.header.index(heading)
        if template.has_link or at >= len(found.row.cells):
            continue
        cell = found.row.cells[at]
        text = cell.text.replace("\\|", "|")
        drifts = template.drifts(text, values)
        if drifts == []:
            continue
        if not all(field in values for field in template.fields):
            continue
        rendered = template.rendered(values, "")
        edit = _edit(index, cell.span, _cell_text(rendered, empty=not cell.text))
        if drifts is None or not cell.text:
            yield Fault(
                Kind.DRIFT, index, cell.span, page, ", ".join(template.fields), text, rendered, edit=edit
            )
            continue
        field = ", ".join(drift.field for drift in drifts)
        yield Fault(Kind.DRIFT, index, cell.span, page, field, text, rendered, edit=edit)


def _cell_text(text: str, *, empty: bool) -> str:
    """A value as a table cell holds it; an empty cell gets its spaces."""
    escaped = escaped_cell(text)
    return f" {escaped} " if empty else escaped


def escaped_cell(text: str) -> str:
    """Text whose bars are escaped, so that it stays one cell."""
    return text.replace("\\|", "|").replace("|", "\\|")


def _edit(index: Index, span: Span, new: str) -> Edit:
    data = new.encode("utf-8", "surrogateescape")
    return Edit(index.spec.path, index.source.bytes_of(span), data)


def _missing(page: Page, index: Index) -> Fault:
    at = index.source.line_starts[index.line - 1]
    edit = Placement(index).insertion(page)
    return Fault(Kind.MISSING, index, Span(at, at), page, edit=edit)


@dataclass
class Placement:
    """Where a missing row goes, and how it is written: as its neighbours are."""

    index: Index

    def insertion(self, page: Page) -> Edit | None:
        """The edit that adds the page's row; None where there is no list or table to add it to."""
        block = self._block(page)
        if block:
            return self._beside(page, block)
        return self._first_row(page)

    @cached_property
    def _blocks(self) -> list[list[IndexRow]]:
        blocks: dict[int, list[IndexRow]] = {}
        for row in self.index.rows:
            if row.page is not None:
                blocks.setdefault(row.row.block, []).append(row)
        return list(blocks.values())

    def _block(self, page: Page) -> list[IndexRow]:
        """The list or table whose pages are most like this one: status first, then folder."""
        folder, status = page.path.rpartition("/")[0], values_of(page).get("status")

        def likeness(rows: list[IndexRow]) -> tuple[float, float]:
            pages = [row.page for row in rows if row.page is not None]
            same_status = sum(values_of(other).get("status") == status for other in pages)
            same_folder = sum(other.path.rpartition("/")[0] == folder for other in pages)
            return same_folder / len(pages), same_status / len(pages)

        return max(self._blocks, key=likeness, default=[])

    def _beside(self, page: Page, block: list[IndexRow]) -> Edit:
        names = [_name(row.page) for row in block if row.page is not None]
        before = block[-1]
        if same_order(names):
            earlier = [
                row for row in block if row.page and _name(row.page).casefold() <= _name(page).casefold()
            ]
            if not earlier:
                return self._line(self._row_text(page, block[0].row), block[0].row.line)
            before = earlier[-1]
        return self._line(self._row_text(page, before.row), _last_line(before.row, self.index) + 1)

    def _first_row(self, page: Page) -> Edit | None:
        """A row where there is none yet: below a table's head, or a list below the heading."""
        section = self.index.section
        for _, header, line in self.index.outline.tables:
            inside = section is None or section.line <= line <= section.end
            if (
                inside
                and all(heading in header for heading in self.index.spec.columns)
                and self.index.spec.columns
            ):
                return self._line(self._table_row(page, header, wiki=self._writes_wikilinks()), line)
        if self.index.spec.row is None or section is None:
            return None
        template = self.index.spec.row
        text = (template.marker or "- ") + template.rendered(values_of(page), self._link(page, wiki=True))
        return self._line(text, section.line + 1, blank=True)

    def _row_text(self, page: Page, neighbour: Row) -> str:
        wiki = self._writes_wikilinks()
        if neighbour.cells:
            return neighbour.lead + self._table_row(page, neighbour.header, wiki=wiki)
        assert self.index.spec.row is not None
        return neighbour.lead + self.index.spec.row.rendered(values_of(page), self._link(page, wiki=wiki))

    def _table_row(self, page: Page, header: Sequence[str], *, wiki: bool) -> str:
        link = self._link(page, wiki=wiki)
        values = values_of(page)
        cells = []
        for heading in header:
            template = self.index.spec.columns.get(heading)
            text = template.rendered(values, link) if template else ""
            cells.append(escaped_cell(text))
        return "| " + " | ".join(cells) + " |"

    def _writes_wikilinks(self) -> bool:
        forms = Counter(row.link.target.form is Form.MARKDOWN for row in self.index.rows)
        if not forms:
            return self.index.inside is not None
        return forms[False] >= forms[True]

    def _link(self, page: Page, *, wiki: bool) -> str:
        source = self.index.inside if self.index.inside is not None else VaultPath("")
        if wiki:
            return f"[[{shortest_linkpath(page.path, source, self.index.vault)}]]"
        path = relative_path(self.index.vault.repo_path(page.path), self.index.spec.path).removeprefix("./")
        return f"[{_name(page)}]({encoded_like(path, '')})"

    def _line(self, text: str, line: int, *, blank: bool = False) -> Edit:
        """Insert a line before the given 1-based line; `blank` puts an empty one in front."""
        source = self.index.source
        end = "\r\n" if "\r\n" in source.text else "\n"
        starts = source.line_starts
        at = starts[line - 1] if line <= len(starts) else len(source.text)
        lead = (
            end if at == len(source.text) and source.text and not source.text.endswith(("\n", "\r")) else ""
        )
        new = f"{lead}{end if blank else ''}{text}{end}"
        start = source.bytes_of(Span(at, at)).start
        return Edit(self.index.spec.path, ByteSpan(start, start), new.encode("utf-8", "surrogateescape"))


def _name(page: Page | None) -> str:
    return page.path.rpartition("/")[2].removesuffix(".md") if page else ""


def _last_line(row: Row, index: Index) -> int:
    return index.source.place(max(row.span.end - 1, row.span.start)).line


@dataclass(frozen=True, slots=True)
class Audit:
    """Everything that is wrong with the indexes of a configuration, and how much was looked at."""

    faults: tuple[Fault, ...]
    indexes: int
    rows: int


def audit(tables: Sequence[Mapping[str, Any]], vault: Vault, tree: Tree, resolver: Resolver) -> Audit:
    """Hold every index of a configuration against its pages."""
    indexes = [Index(IndexSpec.of(table), vault, tree, resolver) for table in tables]
    found: list[Fault] = []
    for index in indexes:
        siblings = [other for other in indexes if other is not index and other.spec.path == index.spec.path]
        found += faults(index, siblings)
    return Audit(tuple(found), len(indexes), sum(len(index.rows) for index in indexes if index.there))
