"""The status of each page, and what its own words say of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from vaulttool.model.page import Page, Property, RegionKind, VaultPath
from vaulttool.model.span import Span
from vaulttool.parse.opening import Opening, Passage, read_opening
from vaulttool.resolve.resolver import Resolver
from vaulttool.status.vocabulary import NOT_OF_A_PAGE, Role, Vocabulary
from vaulttool.text.source import Source
from vaulttool.vault.vault import Vault


class Where(StrEnum):
    """A place on a page that says its status."""

    STATUS = "status"
    DESCRIPTION = "description"
    BANNER = "banner"
    OPENING = "opening"


@dataclass(frozen=True, slots=True)
class Said:
    """A status word that a page says of itself, with the span of the word."""

    where: Where
    word: str
    span: Span


class StatusPages:
    """The pages of a vault with their status; texts are read only of pages that have one."""

    def __init__(
        self, vault: Vault, resolver: Resolver, vocabulary: Vocabulary, source: Callable[[Page], Source]
    ) -> None:
        self.vault = vault
        self.resolver = resolver
        self.vocabulary = vocabulary
        self.source = source
        self._openings: dict[VaultPath, Opening] = {}

    @cached_property
    def words(self) -> dict[VaultPath, str]:
        """The status word of each page that has one."""
        found = ((page.path, self.word_of(page)) for page in self.vault.markdown_pages())
        return {path: word for path, word in found if word is not None}

    def pages(self, role: Role) -> Iterator[Page]:
        """Pages with a role, by path."""
        for path, word in self.words.items():
            page = self.vault.page(path)
            if page is not None and self.vocabulary.role(word) is role:
                yield page

    def role_of(self, path: VaultPath) -> Role | None:
        """The role of a page, or None where it has no status."""
        return self.vocabulary.role(self.words.get(path))

    def word_of(self, page: Page) -> str | None:
        """The word of the `status` property; where that is missing, the description's leading one."""
        prop = property_of(page, self.vocabulary.key)
        if prop is not None and prop.value:
            return self.vocabulary.word(prop.value)
        description = property_of(page, "description")
        return self.vocabulary.leading(description.value or "") if description else None

    def line_of(self, page: Page) -> int:
        """The line on which a page's status stands."""
        prop = property_of(page, self.vocabulary.key) or property_of(page, "description")
        return prop.line if prop else 1

    def target(self, page: Page, key: str) -> VaultPath | None:
        """The page that a property links to, or None."""
        prop = property_of(page, key)
        links = page.links_in(prop.value_span) if prop is not None else []
        return self.resolver.resolve(links[0].target, page.path).vault_path if links else None

    def targets(self, page: Page, key: str) -> list[VaultPath]:
        """The pages that a property links to: one, or those of a list."""
        spans = [prop.value_span for prop in page.properties if prop.keys[0] == key]
        links = [link for span in spans for link in page.links_in(span)]
        found = (self.resolver.resolve(link.target, page.path).vault_path for link in links)
        return list(dict.fromkeys(path for path in found if path is not None))

    def opening(self, page: Page) -> Opening:
        """How a page opens."""
        known = self._openings.get(page.path)
        if known is None:
            known = self._openings[page.path] = read_opening(self.source(page))
        return known

    def said(self, page: Page) -> Iterator[Said]:
        """Every place on the page that says its status: property, description, banner, opening sentence."""
        status = property_of(page, self.vocabulary.key)
        if status is not None and status.value and (word := self.vocabulary.word(status.value)):
            yield Said(Where.STATUS, word, status.value_span)
        description = property_of(page, "description")
        if description is not None and (word := self.vocabulary.leading(description.value or "")):
            text = self.source(page).text
            start = text.index(word, description.value_span.start)
            yield Said(Where.DESCRIPTION, word, Span(start, start + len(word)))
        if not self._anywhere.search(self.source(page).text, body_of(page)):
            return
        opening = self.opening(page)
        for banner in opening.banners:
            if found := self.banner_word(banner):
                yield found
                break
        if opening.sentence and (found := self.opening_word(opening.sentence, page)):
            yield found

    @cached_property
    def _anywhere(self) -> re.Pattern[str]:
        """What a page must have below its frontmatter before its opening is worth reading."""
        return re.compile(self.vocabulary.pattern, re.IGNORECASE)

    def banner_word(self, banner: Passage) -> Said | None:
        """The word that a banner begins with; what it says later is about other pages."""
        pattern = rf"[\s*_]*({self.vocabulary.pattern})\b{NOT_OF_A_PAGE}"
        if not self.vocabulary.in_prose:  # plain English words: only where nothing but a successor follows
            pattern += r"(?=[*_]*\s*(?:$|[.,;:!(]|by\b|on\b|since\b|\d))"
        found = re.match(pattern, banner.text, re.NOFLAG if self.vocabulary.in_prose else re.IGNORECASE)
        word = self.vocabulary.word(found[1]) if found else None
        return _said(Where.BANNER, word, banner, found.span(1)) if found and word else None

    def opening_word(self, sentence: Passage, page: Page) -> Said | None:
        """The word by which the first sentence calls the page or its subject (`The ACTIVE deployment …`)."""
        if not self.vocabulary.in_prose:
            return None
        name = re.escape(page.path.rpartition("/")[2].removesuffix(".md"))
        subject = rf"(?:(?:This|The)\s+(?:page|runbook|document|note)|{name})"
        subject += r"\s+(?:is|stays|remains)\s+(?:the\s+|an?\s+)?"
        opening = rf"[\s*_]*(?:(?:The|This|An?|Our)\s+|{subject})?[*_]*"
        pattern = rf"{opening}({self.vocabulary.pattern})\b{NOT_OF_A_PAGE}"
        found = re.match(pattern, sentence.text)
        return _said(Where.OPENING, found[1], sentence, found.span(1)) if found else None


def _said(where: Where, word: str, passage: Passage, span: tuple[int, int]) -> Said:
    return Said(where, word, Span(passage.places[span[0]], passage.places[span[1] - 1] + 1))


def body_of(page: Page) -> int:
    """Offset at which the text below a page's frontmatter begins."""
    return next((r.span.end for r in page.regions if r.kind is RegionKind.FRONTMATTER), 0)


def property_of(page: Page, key: str) -> Property | None:
    """The first top-level property of that name."""
    return next((prop for prop in page.properties if prop.keys == (key,)), None)
