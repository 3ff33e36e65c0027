"""Link whose target is found by chance of spelling (obsidian-links §4.8)."""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.checks.base import Context, Judged, Rule, Verdict
from vaulttool.model.finding import Finding, Severity
from vaulttool.model.page import Page
from vaulttool.model.resolution import Status

RULE = Rule(
    "link-suffix-accident",
    "links",
    "the target is found only because the names end or begin alike",
    Severity.WARNING,
    verdict=Verdict.OBSIDIAN,
)


def check(page: Page, judged: Judged, ctx: Context) -> Iterator[Finding]:
    """One finding for each target that whole folder names would not have chosen."""
    found, link = judged.found, judged.link
    if found.status is not Status.RESOLVED or found.rule != "4.8" or found.vault_path is None:
        return
    full = found.vault_path.removesuffix(".md")
    message = f"`{link.target.linkpath}` reaches `{found.target}` only by chance of spelling; write its path"
    yield RULE.on_link(page, link, ctx, message, suggestions=(full,))
