"""Link that several files answer alike (obsidian-links §4.9, §4.10)."""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.checks.base import Context, Judged, Rule, Verdict
from vaulttool.model.finding import Finding
from vaulttool.model.page import Page
from vaulttool.model.resolution import Status

RULE = Rule("link-ambiguous", "links", "several files answer alike", verdict=Verdict.OBSIDIAN)


def check(page: Page, judged: Judged, ctx: Context) -> Iterator[Finding]:
    """One finding for each tie: which file opens depends on Obsidian's index."""
    found, link = judged.found, judged.link
    if found.status is not Status.AMBIGUOUS:
        return
    paths = [candidate.path for candidate in found.candidates]
    listed = ", ".join(f"`{path}`" for path in paths[:3]) + (" and others" if len(paths) > 3 else "")
    texts = tuple(path.removeprefix(f"{ctx.vault.folder}/").removesuffix(".md") for path in paths[:3])
    remedy = (
        "rename one, since their names differ in case only"
        if found.rule == "4.10"
        else "write the path of one"
    )
    texts = () if found.rule == "4.10" else texts
    message = f"`{link.target.linkpath}` is answered alike by {listed}; {remedy}"
    yield RULE.on_link(page, link, ctx, message, suggestions=texts)
