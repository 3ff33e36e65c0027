"""`%% comments %%`: where they are, what they hide, and what they ask of the tool."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from vaulttool.model.page import BlockId, Heading, Link, Region, RegionKind, Suppression
from vaulttool.model.span import Span
from vaulttool.text.source import Source

# Exactly two signs fence a comment (obsidian-links §1.6).
_FENCE = re.compile(r"(?<!%)%%(?!%)")
_REQUEST = re.compile(
    r"(?:%%|<!--)\s*vaulttool:\s*(?P<what>ignore-file|ignore)\s+(?P<rules>[\w, -]*?)\s*(?:%%|-->)"
)
_COMMENT_KINDS = (RegionKind.COMMENT, RegionKind.HTML_COMMENT)


def comment_regions(text: str, start: int, regions: Sequence[Region], links: Sequence[Link]) -> list[Region]:
    """Comments of a page's body; signs in code, math, HTML and links open and close none.

    One that begins a line runs to the next pair of signs or to the end; one inside a line
    ends on that line, or is none (§1.6).
    """
    if "%%" not in text:
        return []
    taken = sorted([r.span for r in regions] + [link.span for link in links if link.kind != "property"])
    signs = list(_outside([m.start() for m in _FENCE.finditer(text, start)], taken))
    out, i = [], 0
    while i < len(signs):
        at = signs[i]
        close = signs[i + 1] if i + 1 < len(signs) else None
        if _begins_line(text, at):
            end = close + 2 if close is not None else len(text)
        elif close is not None and not _line_break(text, at, close):
            end = close + 2
        else:
            i += 1
            continue
        out.append(Region(RegionKind.COMMENT, Span(at, end)))
        i += 2
    return out


def _outside(offsets: Iterable[int], spans: Sequence[Span]) -> Iterator[int]:
    """Offsets in none of the spans; both in order."""
    reach, i = -1, 0
    for offset in offsets:
        while i < len(spans) and spans[i].start <= offset:
            reach = max(reach, spans[i].end)
            i += 1
        if offset >= reach:
            yield offset


def _begins_line(text: str, at: int) -> bool:
    return at == 0 or text[at - 1] in "\r\n\ufeff"


def _line_break(text: str, start: int, end: int) -> bool:
    return "\n" in text[start:end] or "\r" in text[start:end]


def uncounted(headings: Iterable[Heading], hidden: Sequence[Region]) -> Iterator[Heading]:
    """The headings, those inside comments marked as reached by no link (§5.6, §11)."""
    for heading in headings:
        if heading.counts and any(region.span.holds(heading.span.start) for region in hidden):
            yield Heading(
                heading.level, heading.text, heading.rendered, heading.span, heading.line, counts=False
            )
        else:
            yield heading


def outside(block_ids: Iterable[BlockId], hidden: Sequence[Region]) -> Iterator[BlockId]:
    """The block ids that do not stand inside comments."""
    for block_id in block_ids:
        if not any(region.span.holds(block_id.span.start) for region in hidden):
            yield block_id


def suppressions(source: Source, regions: Iterable[Region], body: int) -> Iterator[Suppression]:
    """Requests for silence in the page's comments; a whole file can ask only at its top."""
    if "vaulttool:" not in source.text:
        return
    spans = [region.span for region in regions if region.kind in _COMMENT_KINDS]
    for found in _REQUEST.finditer(source.text):
        if not any(span.start <= found.start() and found.end() <= span.end for span in spans):
            continue
        rules = tuple(re.split(r"[\s,]+", found["rules"])) if found["rules"] else ()
        whole = found["what"] == "ignore-file"
        line = source.place(found.start()).line
        at_top = not _prose_before(source.text[body : found.start()], spans, body)
        yield Suppression(rules, Span(*found.span()), line, whole and at_top)


def _prose_before(text: str, spans: Iterable[Span], shift: int) -> bool:
    """Whether anything but comments and white space stands in front."""
    rest = list(text)
    for span in spans:
        for i in range(max(span.start - shift, 0), min(span.end - shift, len(rest))):
            rest[i] = " "
    return bool("".join(rest).strip())
