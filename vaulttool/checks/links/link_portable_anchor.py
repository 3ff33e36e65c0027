"""Markdown link to an anchor that a forge does not make (obsidian-links §10.3)."""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.checks.base import Context, Judged, Rule, Verdict
from vaulttool.model.finding import Finding
from vaulttool.model.page import Page
from vaulttool.resolve.portable import anchors
from vaulttool.text.fold import letters_of

RULE = Rule(
    "link-portable-anchor", "links", "a forge has no such anchor on the page", verdict=Verdict.PORTABLE
)


def check(page: Page, judged: Judged, ctx: Context) -> Iterator[Finding]:
    """One finding for each anchor that is no slug of a heading and no explicit anchor."""
    portable = judged.portable
    if portable is None or portable.subpath_ok is not False or portable.subpath is None:
        return
    if ctx.verdict == "both" and judged.found.subpath_ok is False:
        return  # link-heading-missing says it already
    target = ctx.vault.page(portable.vault_path) if portable.vault_path else None
    wanted = letters_of(portable.subpath[1:])
    near = sorted(anchor for anchor in anchors(target) if letters_of(anchor) == wanted) if target else []
    message = f"a forge makes no anchor `{portable.subpath}` on `{portable.target}`"
    yield RULE.on_link(
        page, judged.link, ctx, message, suggestions=tuple(f"#{anchor}" for anchor in near[:3])
    )
