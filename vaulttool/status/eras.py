"""Who owns a page's history, and the table in which the owner lists it."""

from __future__ import annotations

from dataclasses import dataclass

from vaulttool.model.page import Page, VaultPath
from vaulttool.parse.rows import Row, read_outline
from vaulttool.status.era import Era, parse_era
from vaulttool.status.pages import StatusPages, property_of
from vaulttool.status.vocabulary import Role


@dataclass(frozen=True, slots=True)
class EraRow:
    """A row of a table of eras: its range as written and completed, and the pages that it links to."""

    line: int
    text: str
    era: Era | None
    pages: frozenset[VaultPath]


def owner_of(page: Page, statuses: StatusPages) -> Page | None:
    """The page that owns a past page's history: its `owner`, else the live page of the same service."""
    path = statuses.target(page, "owner")
    if path is not None:
        return statuses.vault.page(path)
    service = property_of(page, statuses.vocabulary.service)
    if service is None or not service.value:
        return None
    for live in statuses.pages(Role.LIVE):
        prop = property_of(live, statuses.vocabulary.service)
        if prop and prop.value == service.value:
            return live
    return None


def era_rows(owner: Page, statuses: StatusPages) -> list[EraRow] | None:
    """Rows of the owner's table of eras; None where it has none."""
    heading = statuses.vocabulary.owner_heading
    outline = read_outline(statuses.source(owner))
    section = outline.section(heading) if heading else None
    if section is None:
        return None
    rows = [row for row in outline.rows if row.cells and section.line <= row.line < section.end]
    column = _era_column(rows)
    return [_era_row(row, column, owner, statuses) for row in rows] if column is not None else None


def _era_column(rows: list[Row]) -> int | None:
    """The column headed Era, or the first that holds ranges."""
    for row in rows:
        if "era" in row.header:
            return row.header.index("era")
        for at, cell in enumerate(row.cells):
            if parse_era(cell.text):
                return at
    return None


def _era_row(row: Row, column: int, owner: Page, statuses: StatusPages) -> EraRow:
    text = row.cells[column].text if column < len(row.cells) else ""
    links = owner.links_in(row.span)
    paths = (statuses.resolver.resolve(link.target, owner.path).vault_path for link in links)
    return EraRow(row.line, text, parse_era(text.strip("*_` ")), frozenset(p for p in paths if p is not None))
