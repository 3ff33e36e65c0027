"""Change a page's status in every place on the page that says it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from vaulttool.edits.bytes import apply_edits
from vaulttool.edits.frontmatter import remove_property, set_property
from vaulttool.errors import VaulttoolError
from vaulttool.model.change import Edit
from vaulttool.model.page import Page, RepoPath
from vaulttool.model.span import Span
from vaulttool.parse.opening import Passage, read_opening
from vaulttool.parse.read import read_page
from vaulttool.status.pages import StatusPages, Where, property_of
from vaulttool.status.vocabulary import Role
from vaulttool.text.source import Source


@dataclass(frozen=True, slots=True)
class Flip:
    """What is to be said: the word, and what goes with it. Links are written as wikilinks."""

    word: str
    successor: str | None = None
    era: str | None = None
    owner: str | None = None


def flipped(page: Page, source: Source, flip: Flip, pages: StatusPages) -> Source:
    """The page with its new status in frontmatter, description, banner and opening sentence.

    Raises VaulttoolError where a place cannot be rewritten by rule: nothing is invented.
    """
    path = pages.vault.repo_path(page.path)
    source = _with_properties(path, page, source, flip, pages)
    source = _with_banner(page, source, flip, pages)
    return _with_opening(page, source, flip, pages)


def _with_properties(path: RepoPath, page: Page, source: Source, flip: Flip, pages: StatusPages) -> Source:
    vocabulary = pages.vocabulary
    description = property_of(page, "description")
    leading = vocabulary.leading(description.value or "") if description else None
    wanted: list[tuple[str, str | None, str | None]] = [(vocabulary.key, flip.word, "description")]
    if description and description.value and leading:
        wanted.append(("description", description.value.replace(leading, flip.word, 1), None))
    if flip.successor is not None:
        wanted.append((vocabulary.successor, flip.successor, vocabulary.key))
    elif vocabulary.role(flip.word) is not Role.REPLACED:
        wanted.append((vocabulary.successor, None, None))
    if flip.era is not None:
        wanted.append((vocabulary.era, flip.era, vocabulary.key))
    if flip.owner is not None:
        wanted.append(("owner", flip.owner, vocabulary.era))
    for key, value, after in wanted:
        source = _with_property(path, source, key, value, after)
    return source


def _with_property(path: RepoPath, source: Source, key: str, value: str | None, after: str | None) -> Source:
    if value is None:
        edits = remove_property(path, source, key)
    else:
        edits = set_property(path, source, key, value, after=after)
    if edits is None:
        raise VaulttoolError(
            f"`{key}` cannot be changed in place", place=path, remedy="mend the frontmatter by hand first"
        )
    return Source(apply_edits(source.data, edits))


def _with_banner(page: Page, source: Source, flip: Flip, pages: StatusPages) -> Source:
    replaced = pages.vocabulary.role(flip.word) is Role.REPLACED
    said = next(((s, b) for b in read_opening(source).banners if (s := pages.banner_word(b))), None)
    if said is None:
        return _new_banner(page, source, flip, pages) if replaced else source
    old, banner = said
    if pages.vocabulary.role(old.word) is Role.REPLACED and not replaced:
        return _without(source, banner)
    edits = [_edit(page, source, old.span, flip.word, pages)]
    if replaced and flip.successor is not None:
        edits += _successor_edits(page, source, old.span, banner, flip.successor, pages)
    return Source(apply_edits(source.data, edits))


def _successor_edits(
    page: Page, source: Source, word: Span, banner: Passage, successor: str, pages: StatusPages
) -> list[Edit]:
    """The banner's first link becomes the successor's; a banner without one gets it behind the word."""
    now = read_page(page.path, source.data)
    inside = now.links_in(banner.span)
    wanted = pages.resolver.choice(successor.strip("[]").partition("|")[0], page.path).chosen
    if any(pages.resolver.resolve(link.target, page.path).vault_path in wanted for link in inside):
        return []
    if inside:
        return [_edit(page, source, inside[0].span, successor, pages)]
    marks = re.compile(r"[*_]*").match(source.text, word.end)
    at = marks.end() if marks else word.end
    return [_edit(page, source, Span(at, at), f" by {successor}", pages)]


def _new_banner(page: Page, source: Source, flip: Flip, pages: StatusPages) -> Source:
    at = read_opening(source).body
    end = "\r\n" if "\r\n" in source.text else "\n"
    lead = end if at and not source.text[:at].endswith(("\n", "\r")) else ""
    text = f"{lead}> [!warning] {flip.word} by {flip.successor}{end}{end}"
    return Source(apply_edits(source.data, [_edit(page, source, Span(at, at), text, pages)]))


def _without(source: Source, banner: Passage) -> Source:
    """The text without a quote's lines and the empty line behind it."""
    starts = [*source.line_starts, len(source.text)]
    first, last = source.place(banner.span.start).line, source.place(banner.span.end).line
    lines = [source.text[start:end] for start, end in pairwise(starts)]
    while first > 1 and lines[first - 2].lstrip().startswith(">"):
        first -= 1
    if last < len(lines) and not lines[last].strip():
        last += 1
    return Source.of("".join([*lines[: first - 1], *lines[last:]]))


def _with_opening(page: Page, source: Source, flip: Flip, pages: StatusPages) -> Source:
    sentence = read_opening(source).sentence
    said = pages.opening_word(sentence, page) if sentence else None
    if said is None or said.where is not Where.OPENING:
        return source
    return Source(apply_edits(source.data, [_edit(page, source, said.span, flip.word, pages)]))


def _edit(page: Page, source: Source, span: Span, new: str, pages: StatusPages) -> Edit:
    path = pages.vault.repo_path(page.path)
    return Edit(path, source.bytes_of(span), new.encode("utf-8", "surrogateescape"))
