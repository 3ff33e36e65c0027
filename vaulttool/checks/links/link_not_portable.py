"""Wikilink where links must also work on a forge (obsidian-links §10.1)."""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.checks.base import Context, Judged, Rule, Verdict
from vaulttool.model.finding import Finding
from vaulttool.model.page import Kind, Page
from vaulttool.model.resolution import Status

RULE = Rule("link-not-portable", "links", "a forge shows wikilinks as text", verdict=Verdict.PORTABLE)


def check(page: Page, judged: Judged, ctx: Context) -> Iterator[Finding]:
    """One finding for each wikilink and embed in prose; properties and canvases are no links there."""
    link, portable = judged.link, judged.portable
    if portable is None or portable.status is not Status.NOT_PORTABLE:
        return
    if link.kind not in (Kind.WIKILINK, Kind.EMBED):
        return
    if ctx.verdict == "both" and judged.found.status is not Status.RESOLVED:
        return  # its first fault is said already
    word = "embed" if link.kind is Kind.EMBED else "wikilink"
    yield RULE.on_link(
        page, link, ctx, f"the {word} `{link.text}` is plain text on a forge; write a Markdown link"
    )
