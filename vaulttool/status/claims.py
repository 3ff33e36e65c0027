"""What other pages, and files of the repository, say of a page's status."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from vaulttool.config.globs import Globs
from vaulttool.model.page import Form, Kind, Link, Page, RepoPath, VaultPath
from vaulttool.model.span import Span
from vaulttool.model.tree import Tree
from vaulttool.parse.read import is_page, read_page
from vaulttool.parse.rows import Row, read_outline
from vaulttool.resolve.repository import relative_target
from vaulttool.status.pages import StatusPages
from vaulttool.status.vocabulary import NOT_OF_A_PAGE
from vaulttool.text.source import Source

_MARKS = r"[*_`]*"
_ITEM = re.compile(r"[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+(?:\[.\][ \t]+)?|.*\|[ \t]*)[*_]*")


@dataclass(frozen=True, slots=True)
class Claim:
    """A file that gives a page a status word, right beside a link to it."""

    about: VaultPath
    word: str
    path: RepoPath
    link: Link
    span: Span


@dataclass(frozen=True)
class Document:
    """A Markdown file whose links are looked at: a page, or a file outside the vault."""

    path: RepoPath
    page: Page
    source: Source
    inside: VaultPath | None


class Claims:
    """Looks through the vault's pages and the repository's Markdown files.

    What is kept by path (a work log) says what was true on its day, and is let be.
    """

    def __init__(self, pages: StatusPages, tree: Tree, kept: Globs) -> None:
        self.pages = pages
        self.tree = tree
        self.kept = kept

    @cached_property
    def all(self) -> list[Claim]:
        """Every claim, by file and place."""
        if not self.pages.words:
            return []
        documents = (document for document in self.documents if not self.kept.match(document.path))
        return [claim for document in documents for claim in self._of(document)]

    @cached_property
    def documents(self) -> list[Document]:
        """Pages of the vault, then Markdown files outside of it."""
        vault = self.pages.vault
        inside = [
            Document(vault.repo_path(page.path), page, self.pages.source(page), page.path)
            for page in vault.markdown_pages()
        ]
        return [*inside, *self.outside]

    @cached_property
    def outside(self) -> list[Document]:
        """Markdown files of the repository that are no pages of the vault."""
        return list(self._outside())

    def _outside(self) -> Iterator[Document]:
        vault = self.pages.vault
        for path in sorted(self.tree.paths()):
            outside = vault.vault_path(path) is None and is_page(path)
            if outside and self.tree.readable(path) and self.tree.tracked(path) is not False:
                source = Source(self.tree.read(path))
                yield Document(path, read_page(VaultPath(path), source.data), source, None)

    def target(self, link: Link, document: Document) -> VaultPath | None:
        """The page of the vault that a link of a document leads to."""
        if link.target.external:
            return None
        if document.inside is not None:
            return self.pages.resolver.resolve(link.target, document.inside).vault_path
        if link.target.form is Form.MARKDOWN:
            found = relative_target(link.target.destination or "", document.path.rpartition("/")[0])
            return self.pages.vault.vault_path(RepoPath(found)) if found else None
        return self.pages.resolver.resolve(link.target, VaultPath("")).vault_path

    def _of(self, document: Document) -> Iterator[Claim]:
        if not self._word.search(document.source.text):
            return
        for link in document.page.links:
            if link.kind in (Kind.PROPERTY, Kind.EMBED, Kind.IMAGE):
                continue
            begins = self._begins_item(link, document)
            pattern = self._behind_in_item if begins else self._behind
            found = pattern.match(document.source.text, link.span.end)
            if found and self._claims(link, document):
                about = self.target(link, document)
                assert about is not None
                yield Claim(about, found[1], document.path, link, Span(*found.span(1)))
        if self._in_cell.search(document.source.text):
            yield from self._in_tables(document)

    def _claims(self, link: Link, document: Document) -> bool:
        about = self.target(link, document)
        return about is not None and about != document.inside and about in self.pages.words

    def _in_tables(self, document: Document) -> Iterator[Claim]:
        """A cell that is just a status word speaks of the page that the row begins with."""
        starts = [link.span.start for link in document.page.links]
        for row in read_outline(document.source).rows:
            cell = next((c for c in row.cells if self.pages.vocabulary.word(c.text.strip("*_` "))), None)
            link = _first(document.page.links, starts, row)
            if cell is not None and link is not None and self._claims(link, document):
                about = self.target(link, document)
                word = self.pages.vocabulary.word(cell.text.strip("*_` "))
                assert about is not None
                assert word is not None
                yield Claim(about, word, document.path, link, cell.span)

    @cached_property
    def _word(self) -> re.Pattern[str]:
        return re.compile(rf"\b(?:{self.pages.vocabulary.pattern})\b", re.IGNORECASE)

    @cached_property
    def _in_cell(self) -> re.Pattern[str]:
        """What every table has that may claim something; most pages are done without reading their tables."""
        return re.compile(rf"\|[\s*_`]*(?:{self.pages.vocabulary.pattern})", re.IGNORECASE)

    @cached_property
    def _behind(self) -> re.Pattern[str]:
        """A word right behind a link in running text: `(WORD)`, `is WORD`.

        Words that are plain English count only in parentheses.
        """
        words = self.pages.vocabulary.pattern
        if not self.pages.vocabulary.in_prose:
            return re.compile(rf"[ \t]*\({_MARKS}({words}){_MARKS}\)")
        between = r"\(|(?:is|is now|stays|remains)[ \t]+(?:the[ \t]+|an?[ \t]+)?"
        return re.compile(rf"{_MARKS}[ \t]*(?:{between}){_MARKS}({words})\b{NOT_OF_A_PAGE}")

    @cached_property
    def _behind_in_item(self) -> re.Pattern[str]:
        """The same behind a link with which a list item or cell begins: also `— WORD` and `: WORD`."""
        if not self.pages.vocabulary.in_prose:
            return self._behind
        between = r"(?:\(|—|–|--?|:)?[ \t]*|(?:is|is now|stays|remains)[ \t]+(?:the[ \t]+|an?[ \t]+)?"
        words = self.pages.vocabulary.pattern
        return re.compile(rf"{_MARKS}[ \t]*(?:{between}){_MARKS}({words})\b{NOT_OF_A_PAGE}")

    def _begins_item(self, link: Link, document: Document) -> bool:
        start = document.page.line_starts[link.place.line - 1]
        return _ITEM.fullmatch(document.source.text, start, link.span.start) is not None


def _first(links: tuple[Link, ...], starts: list[int], row: Row) -> Link | None:
    """The link with which a table row begins."""
    if not row.cells:
        return None
    span = row.cells[0].span
    at = bisect_left(starts, span.start)
    return links[at] if at < len(links) and links[at].span.end <= span.end else None


def distinct(claims: Iterable[Claim]) -> list[Claim]:
    """One claim a link: what stands behind it counts before what stands in another cell."""
    seen: dict[tuple[RepoPath, Span], Claim] = {}
    for claim in claims:
        seen.setdefault((claim.path, claim.link.span), claim)
    return list(seen.values())
