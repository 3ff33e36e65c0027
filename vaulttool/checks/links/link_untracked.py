"""Link to a file that exists on this disk and that git does not track."""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.checks.base import Context, Judged, Rule
from vaulttool.model.finding import Finding
from vaulttool.model.page import Page, RepoPath

RULE = Rule("link-untracked", "links", "the target exists here, but git does not track it")


def check(page: Page, judged: Judged, ctx: Context) -> Iterator[Finding]:
    """One finding for each target that the next clone would lack; none without git."""
    target = _target(judged, ctx)
    if target is None or target == ctx.vault.repo_path(page.path):
        return
    if ctx.tree.tracked(target) is False and not ctx.generated.match(target):
        message = f"`{target}` exists here, but git does not track it; add it"
        yield RULE.on_link(page, judged.link, ctx, message)


def _target(judged: Judged, ctx: Context) -> RepoPath | None:
    if ctx.verdict == "portable":
        return judged.portable.target if judged.portable else None
    return judged.found.target
