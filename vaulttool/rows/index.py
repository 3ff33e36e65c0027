"""An index: its declaration, its rows, the pages that they are about."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from vaulttool.config.globs import Globs
from vaulttool.model.page import Form, Link, Page, RepoPath, VaultPath
from vaulttool.model.tree import Tree
from vaulttool.parse.read import is_page, read_page
from vaulttool.parse.rows import Outline, Row, Section, read_outline
from vaulttool.resolve.repository import relative_target
from vaulttool.resolve.resolver import Resolver
from vaulttool.rows.template import LINK, Template
from vaulttool.text.fold import fold_heading
from vaulttool.text.source import Source
from vaulttool.vault.vault import Vault


@dataclass(frozen=True)
class IndexSpec:
    """One `[[index]]` table of the configuration."""

    path: RepoPath
    under: str | None
    scope: Globs
    left_out: Globs
    row: Template | None
    columns: Mapping[str, Template]
    where: Mapping[str, str]

    @classmethod
    def of(cls, table: Mapping[str, Any]) -> IndexSpec:
        """A table that the schema has validated. Column headings compare as headings do."""
        columns = {
            fold_heading(heading): Template(text) for heading, text in table.get("columns", {}).items()
        }
        return cls(
            RepoPath(table["path"]),
            table.get("under"),
            Globs(table["scope"]),
            Globs(table.get("not", ())),
            Template(table["row"]) if "row" in table else None,
            columns,
            dict(table.get("where", {})),
        )

    @property
    def fields(self) -> set[str]:
        """Keys of the frontmatter that its rows repeat."""
        templates = [*self.columns.values(), *([self.row] if self.row else ())]
        return {field for template in templates for field in template.fields}


@dataclass(frozen=True, slots=True)
class IndexRow:
    """A row with its link and the page that it leads to; `page` is None where there is none."""

    row: Row
    link: Link
    page: Page | None
    shaped: bool


class Index:
    """An index as it stands in a state of the vault."""

    def __init__(self, spec: IndexSpec, vault: Vault, tree: Tree, resolver: Resolver) -> None:
        self.spec = spec
        self.vault = vault
        self.tree = tree
        self.resolver = resolver
        self.inside = vault.vault_path(spec.path)

    @property
    def there(self) -> bool:
        """Whether the file exists and can be read."""
        return self.tree.is_file(self.spec.path) and self.tree.readable(self.spec.path)

    @cached_property
    def source(self) -> Source:
        """Text of the index."""
        return Source(self.tree.read(self.spec.path))

    @cached_property
    def facts(self) -> Page:
        """Facts of the index, be it a page or a file of the repository."""
        page = self.vault.page(self.inside) if self.inside is not None else None
        return page or read_page(VaultPath(self.spec.path), self.source.data)

    @cached_property
    def outline(self) -> Outline:
        """Its list items, table rows and sections."""
        return read_outline(self.source)

    @cached_property
    def section(self) -> Section | None:
        """The part under the heading; None for the whole, or where the heading is missing."""
        return self.outline.section(self.spec.under) if self.spec.under else None

    @property
    def heading_missing(self) -> bool:
        """Whether the declaration names a heading that is not there."""
        return self.spec.under is not None and self.section is None

    @property
    def line(self) -> int:
        """Where a finding about the index as a whole stands: its heading."""
        first = self.section or next(iter(self.outline.sections), None)
        return first.line if first else 1

    @cached_property
    def rows(self) -> list[IndexRow]:
        """Rows of the index's part: of the template's shape, or about a page of the scope."""
        if self.heading_missing:
            return []
        part = self.section
        inside = (row for row in self.outline.rows if part is None or part.line <= row.line < part.end)
        return [found for row in inside if (found := self._read(row)) is not None]

    def _read(self, row: Row) -> IndexRow | None:
        shaped = self._columns_of(row) if row.cells else self.spec.row is not None
        if not shaped:
            return None
        link = self._first_link(row)
        if link is None:
            return None
        page = self.target(link)
        fits = bool(row.cells) or (self.spec.row is not None and self.spec.row.fits(with_link(row, link)))
        begins = bool(row.cells) or link.span.start == row.span.start
        if not fits and not (begins and page is not None and self.in_scope(page)):
            return None
        return IndexRow(row, link, page, fits)

    def _columns_of(self, row: Row) -> bool:
        return bool(self.spec.columns) and all(heading in row.header for heading in self.spec.columns)

    def _first_link(self, row: Row) -> Link | None:
        """The row's link: in the column of `{page}`, or the first of the item."""
        span = row.span
        if row.cells:
            column = next((h for h, template in self.spec.columns.items() if template.has_link), None)
            if column is None or row.header.index(column) >= len(row.cells):
                return None
            span = row.cells[row.header.index(column)].span
        at = bisect_left(self._starts, span.start)
        inside = at < len(self._links) and self._links[at].span.end <= span.end
        return self._links[at] if inside else None

    @cached_property
    def _links(self) -> Sequence[Link]:
        return [link for link in self.facts.links if not link.target.external]

    @cached_property
    def _starts(self) -> Sequence[int]:
        return [link.span.start for link in self._links]

    def target(self, link: Link) -> Page | None:
        """The page that a link of the index leads to."""
        if self.inside is not None:
            path = self.resolver.resolve(link.target, self.inside).vault_path
        elif link.target.form is Form.MARKDOWN:
            found = relative_target(link.target.destination or "", self.spec.path.rpartition("/")[0])
            path = self.vault.vault_path(RepoPath(found)) if found else None
        else:
            path = self.resolver.resolve(link.target, VaultPath("")).vault_path
        page = self.vault.page(path) if path is not None else None
        return page if page is not None and is_page(page.path) else None

    def in_scope(self, page: Page) -> bool:
        """Whether a page belongs to the index; the index itself never does."""
        path = self.vault.repo_path(page.path)
        return path != self.spec.path and self.spec.scope.match(path) and not self.spec.left_out.match(path)

    @property
    def has_scope(self) -> bool:
        """Whether any page is in the scope."""
        return any(self.in_scope(page) for page in self.vault.markdown_pages())

    def unknown_properties(self) -> list[str]:
        """Properties that templates or `where` name and no page of the vault has: misspelt, or gone."""
        unknown = {*self.spec.fields, *self.spec.where}
        for page in self.vault.markdown_pages():
            unknown.difference_update(prop.keys[0] for prop in page.properties)
            if not unknown:
                break
        return sorted(unknown)

    def needs_row(self, page: Page) -> bool:
        """Whether a page must have a row: in scope, and with the values that `where` names."""
        if not self.in_scope(page):  # most pages, so it goes before anything is read of them
            return False
        values = values_of(page) if self.spec.where else {}
        return all(values.get(key) == value for key, value in self.spec.where.items())

    def wanted(self) -> Iterator[Page]:
        """Pages that must have a row, by path."""
        return (page for page in self.vault.markdown_pages() if self.needs_row(page))


def values_of(page: Page) -> dict[str, str]:
    """Top-level properties as text; the items of a list with commas between them."""
    values: dict[str, str] = {}
    lists: dict[str, list[str]] = {}
    for prop in page.properties:
        if len(prop.keys) == 1 and prop.value is not None:
            values.setdefault(prop.keys[0], " ".join(prop.value.split()))
        elif len(prop.keys) == 2 and prop.keys[1].isdigit() and prop.value is not None:
            lists.setdefault(prop.keys[0], []).append(prop.value)
    return values | {key: ", ".join(items) for key, items in lists.items() if key not in values}


def with_link(row: Row, link: Link) -> str:
    """A list item's text with its link as LINK."""
    start = row.places.index(link.span.start)
    end = row.places.index(link.span.end) if link.span.end in row.places else len(row.text)
    return f"{row.text[:start]}{LINK}{row.text[end:]}"
