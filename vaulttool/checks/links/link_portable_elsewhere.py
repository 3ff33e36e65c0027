"""Markdown link that leads to one file in Obsidian and to another on a forge (obsidian-links §10.2)."""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.checks.base import Context, Judged, Rule, Verdict
from vaulttool.model.finding import Finding
from vaulttool.model.page import Page
from vaulttool.model.resolution import Status

RULE = Rule(
    "link-portable-elsewhere", "links", "Obsidian and a forge open different files", verdict=Verdict.PORTABLE
)


def check(page: Page, judged: Judged, ctx: Context) -> Iterator[Finding]:
    """One finding for each link that is good by both verdicts and means two files."""
    found, portable = judged.found, judged.portable
    if portable is None or portable.status is not Status.RESOLVED or found.status is not Status.RESOLVED:
        return
    if found.target != portable.target:
        message = f"Obsidian opens `{found.target}`, a forge opens `{portable.target}`"
        yield RULE.on_link(page, judged.link, ctx, message)
