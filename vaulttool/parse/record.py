"""The grammar of record: a Markdown page's facts by markdown-it, exact to the character."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from markdown_it.token import Token

from vaulttool.model.page import (
    BlockId,
    Heading,
    Kind,
    Link,
    Page,
    Problem,
    Property,
    Region,
    RegionKind,
    VaultPath,
)
from vaulttool.model.span import Span
from vaulttool.parse import comments
from vaulttool.parse.blocks import MAX_NESTING, parse_blocks
from vaulttool.parse.destination import read_destination
from vaulttool.parse.frontmatter import Frontmatter, read_frontmatter
from vaulttool.parse.inline import Note, rendered_text, scan_inline
from vaulttool.parse.lines import Body, Content
from vaulttool.parse.links import property_link, wikilink
from vaulttool.text.source import BOM, Source

_BLOCK_ID = re.compile(r"(?:^|\s)\^([A-Za-z0-9-]+)[ \t]*$")
_ANCHOR = re.compile(r"""<[a-z][^>]*?\s(?:id|name)\s*=\s*["']?([^"'\s>]+)""", re.IGNORECASE)
_HEADING_ANCHOR = re.compile(r"\s*\{#([^\s{}]+)\}\s*$")
_TASK = re.compile(r"\[.\]")
_CALLOUT = re.compile(r"\[![\w-]+\]")
_LIST_MARKER = re.compile(r"(?:[-*+]|\d+[.)])\s+$")
_HTML_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)

_BLOCK_REGIONS = {
    "fence": RegionKind.CODE,
    "code_block": RegionKind.CODE,
    "math_block": RegionKind.MATH,
    "html_block": RegionKind.HTML,
}
_INLINE_REGIONS = {
    "backticks": RegionKind.CODE_SPAN,
    "math_inline": RegionKind.MATH,
    "html_inline": RegionKind.HTML,
}


def read_markdown(path: VaultPath, source: Source, digest: bytes) -> Page:
    """Facts of a Markdown page."""
    front = read_frontmatter(source.text, source.line_starts)
    start = front.body if front else int(source.text.startswith(BOM))
    reading = _Reading(source, Body(source.text, start))
    if front:
        reading.take_frontmatter(front)
    reading.take_body()
    return reading.page(path, digest)


def markdown_links(text: str, references: dict[str, Any] | None = None) -> list[Link]:
    """Links of a stretch of Markdown that has no frontmatter (a canvas card, a typed link).

    `references` are the definitions of the page that it stands on.
    """
    reading = _Reading(Source.of(text), Body(text))
    reading.env["references"] = dict(references or {})
    reading.take_body()
    return sorted(reading.links, key=lambda link: link.span)


def definitions(text: str) -> dict[str, Any]:
    """Reference definitions of a page, as markdown-it keeps them."""
    source = Source.of(text)
    front = read_frontmatter(text, source.line_starts)
    env: dict[str, Any] = {}
    parse_blocks(Body(text, front.body if front else 0).text, env)
    return env.get("references") or {}


class _Reading:
    """One page while it is read."""

    def __init__(self, source: Source, body: Body) -> None:
        self.source, self.body = source, body
        self.env: dict[str, Any] = {"references": {}}
        self.links: list[Link] = []
        self.headings: list[Heading] = []
        self.block_ids: list[BlockId] = []
        self.anchors: list[str] = []
        self.regions: list[Region] = []
        self.problems: list[Problem] = []
        self.too_deep = False
        self.properties: tuple[Property, ...] = ()

    def page(self, path: VaultPath, digest: bytes) -> Page:
        regions = sorted(self.regions, key=lambda region: region.span)
        links = sorted(self.links, key=lambda link: (link.span.start, -link.span.end))
        hidden = comments.comment_regions(self.source.text, self.body.start, regions, links)
        regions = sorted([*regions, *hidden], key=lambda region: region.span)
        return Page(
            path,
            digest,
            self.source.line_starts,
            links=tuple(links),
            headings=tuple(comments.uncounted(self.headings, hidden)),
            block_ids=tuple(comments.outside(self.block_ids, hidden)),
            footnotes=tuple(key[1:] for key in self.env.get("footnotes", {}).get("refs", {})),
            anchors=tuple(self.anchors),
            properties=self.properties,
            aliases=tuple(_aliases(self.properties)),
            regions=tuple(regions),
            suppressions=tuple(comments.suppressions(self.source, regions, self.body.start)),
            problems=tuple(self.problems),
        )

    def take_frontmatter(self, front: Frontmatter) -> None:
        self.properties = front.properties
        self.regions.append(Region(RegionKind.FRONTMATTER, Span(0, self.body.start)))
        self.problems.extend(front.problems)
        self.links.extend(filter(None, (property_link(p, self.source) for p in front.properties)))

    def take_body(self) -> None:
        tokens = parse_blocks(self.body.text, self.env)
        heading: Token | None = None
        for token in tokens:
            if token.type in _BLOCK_REGIONS:
                self._take_block(token)
            elif token.type == "heading_open":
                heading = token
            elif token.type == "inline":
                content: Content = token.meta["content"]
                self._take_inline(content, in_table="cell" in token.meta)
                if heading is not None:
                    self._take_heading(heading, content)
                    heading = None
                if "cell" not in token.meta:
                    self._take_block_id(content)
            if token.level >= MAX_NESTING - 1 and not self.too_deep:
                self._too_deep(token)

    def _take_block(self, token: Token) -> None:
        if token.map is None:
            return
        span = self._lines(*token.map)
        self.regions.append(Region(_BLOCK_REGIONS[token.type], span))
        if token.type == "html_block":
            self._take_html(span)

    def _take_html(self, span: Span) -> None:
        text = self.source.text[span.start : span.end]
        self.anchors.extend(_ANCHOR.findall(text))
        for found in _HTML_COMMENT.finditer(text):
            self.regions.append(Region(RegionKind.HTML_COMMENT, Span(*found.span()).shifted(span.start)))

    def _take_heading(self, token: Token, content: Content) -> None:
        text = content.text
        anchor = _HEADING_ANCHOR.search(text)
        if anchor:
            self.anchors.append(anchor[1])
        assert token.map is not None
        span = self._lines(*token.map)
        rendered = rendered_text(text[: anchor.start()] if anchor else text)
        counts = token.level == 0
        line = self.source.place(span.start).line
        self.headings.append(Heading(int(token.tag[1]), text, rendered, span, line, counts))

    def _take_block_id(self, content: Content) -> None:
        last = content.text.rfind("\n") + 1
        found = _BLOCK_ID.search(content.text, last)
        if found:
            span = self._stretch(content, found.start(1) - 1, found.end(1))
            self.block_ids.append(BlockId(found[1], span, self.source.place(span.start).line))

    def _take_inline(self, content: Content, *, in_table: bool) -> None:
        for note in scan_inline(content.text, self.env["references"]):
            span = self._stretch(content, note.start, note.end)
            if note.kind in _INLINE_REGIONS:
                self.regions.append(Region(_INLINE_REGIONS[note.kind], span))
                if note.kind == "html_inline":
                    self._take_html(span)
                continue
            link = self._link(note, span, content, in_table=in_table)
            if link:
                self.links.append(link)

    def _link(self, note: Note, span: Span, content: Content, *, in_table: bool) -> Link | None:
        raw = self.source.text[span.start : span.end]
        start, end = self.source.place(span.start), self.source.place(span.end)
        part = self._stretch(content, *note.part) if note.part and note.part[1] > note.part[0] else None
        if note.kind in ("wikilink", "embed"):
            return wikilink(Kind(note.kind), raw, span, start, end, in_table=in_table)
        target = read_destination(note.text)
        if target is None:
            return None
        if note.label is not None and self._is_mark(raw, span):
            return None
        kind = Kind.REFERENCE if note.label is not None and note.kind == "markdown" else Kind(note.kind)
        if note.label is not None:
            positions = self.env.get("reference_spans", {}).get(note.label)
            part = self._span(*positions) if positions else None
        return Link(kind, span, raw, raw, target, start, end, note.shown, part, in_table=in_table)

    def _is_mark(self, raw: str, span: Span) -> bool:
        """Whether a reference is the mark of a task or callout (obsidian-links §1.7)."""
        line = self.source.place(span.start).line
        before = self.source.text[self.source.line_starts[line - 1] : span.start]
        task = _TASK.fullmatch(raw) and _LIST_MARKER.search(before)
        return bool(task) or bool(_CALLOUT.fullmatch(raw) and before.rstrip().endswith(">"))

    def _too_deep(self, token: Token) -> None:
        span = self._lines(*token.map) if token.map else Span(self.body.start, self.body.start)
        message = f"containers are nested deeper than {MAX_NESTING}; what stands deeper is not read"
        line = self.source.place(span.start).line
        self.problems.append(Problem("page-too-deep", message, span, line))
        self.too_deep = True

    def _stretch(self, content: Content, start: int, end: int) -> Span:
        return self._span(*content.stretch(start, end))

    def _span(self, start: int, end: int) -> Span:
        return Span(self.body.offset(start), self.body.offset(end))

    def _lines(self, first: int, end: int) -> Span:
        """Lines of the body, 0-based and half-open, as a span of the file's text."""
        starts = self.source.line_starts
        before = self.source.place(self.body.start).line - 1
        stop = starts[before + end] if before + end < len(starts) else len(self.source.text)
        return Span(max(starts[before + first], self.body.start), stop)


def _aliases(properties: Iterable[Property]) -> Iterator[str]:
    """Values of `aliases` (or `alias`): one text, a list, or texts with commas between them."""
    for prop in properties:
        if prop.keys[0].lower() not in ("aliases", "alias") or not prop.value:
            continue
        yield from (prop.value.split(",") if len(prop.keys) == 1 else [prop.value])
