"""`%% comments %%`: where they are, what they hide, and what they ask of the tool."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from vaulttool.model.page import BlockId, Heading, Link, Region, RegionKind, Suppression
from vaulttool.model.span import Span
from vaulttool.text.source import Source

# Exactly two signs fence a comment (obsidian-links §1.6).
_FENCE = re.compile(r"(?<!%)%%(?!%)")
_REQUEST = re.compile(
    r"(?:%%|<!--)\s*vaulttool:\s*(?P<what>[\w-]*)(?P<rules>(?:[ \t,]+[a-z][\w-]*)*)\s*"
    r"(?:(?::|--+ |—)[^%>]*)?"  # a reason
    r"(?:%%|-->)"
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
    spans = [region.span for region in hidden]
    for heading in headings:
        yield replace(heading, counts=heading.counts and not _in_one(heading.span.start, spans))


def outside(block_ids: Iterable[BlockId], hidden: Sequence[Region]) -> Iterator[BlockId]:
    """The block ids that do not stand inside comments."""
    spans = [region.span for region in hidden]
    return (block_id for block_id in block_ids if not _in_one(block_id.span.start, spans))


def _in_one(offset: int, spans: Sequence[Span]) -> bool:
    """Whether an offset lies in one of the spans, which are in order and apart."""
    at = bisect_right(spans, (offset, len(spans) and spans[-1].end)) - 1
    return at >= 0 and spans[at].holds(offset)


def suppressions(source: Source, regions: Iterable[Region], body: int) -> Iterator[Suppression]:
    """Requests for silence in the page's comments; a whole file can ask only at its top.

    A request that asks for nothing we know is kept as one without effect, so that it is reported.
    """
    if "vaulttool:" not in source.text:
        return
    spans = sorted(region.span for region in regions if region.kind in _COMMENT_KINDS)
    top = _first_prose(source.text, spans, body)
    for found in _REQUEST.finditer(source.text):
        if not any(span.holds(found.start()) for span in _around(spans, found.start())):
            continue
        rules = tuple(re.split(r"[\s,]+", found["rules"].strip())) if found["rules"].strip() else ()
        whole = found["what"] == "ignore-file"
        idle = found["what"] not in ("ignore", "ignore-file") or (whole and found.start() > top)
        first, last = source.place(found.start()).line, source.place(found.end()).line
        yield Suppression(rules, Span(*found.span()), first, last, whole, idle)


def _around(spans: Sequence[Span], offset: int) -> Sequence[Span]:
    at = bisect_right(spans, (offset + 1,))
    return spans[max(at - 2, 0) : at]


def _first_prose(text: str, spans: Sequence[Span], body: int) -> int:
    """Offset of the first character of the body that is neither comment nor white space."""
    at = body
    for span in [*spans, Span(len(text), len(text))]:
        between = text[at : span.start]
        if between.strip():
            return at + len(between) - len(between.lstrip())
        at = max(at, span.end)
    return len(text)
