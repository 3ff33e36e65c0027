"""Link to a view that its base does not have (obsidian-links §7.2)."""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.checks.base import Context, Judged, Rule, Verdict
from vaulttool.model.finding import Finding, Severity
from vaulttool.model.page import Page

RULE = Rule(
    "link-view-missing", "links", "the base has no such view", Severity.WARNING, verdict=Verdict.OBSIDIAN
)


def check(page: Page, judged: Judged, ctx: Context) -> Iterator[Finding]:
    """One finding for each view that is not there: the base opens at its first."""
    found = judged.found
    if found.subpath_ok is not False or found.subpath_rule != "7.2" or found.subpath is None:
        return
    base = ctx.vault.page(found.vault_path) if found.vault_path else None
    views = tuple(f"#{view}" for view in base.views) if base else ()
    message = f"`{found.target}` has no view `{found.subpath[1:]}`; its first one is shown"
    yield RULE.on_link(page, judged.link, ctx, message, suggestions=views[:3])
