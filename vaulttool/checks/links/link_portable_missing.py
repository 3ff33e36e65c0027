"""Markdown link that a forge cannot follow (obsidian-links §10.2)."""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.checks.base import Context, Judged, Rule, Verdict
from vaulttool.model.finding import Finding
from vaulttool.model.page import Page
from vaulttool.model.resolution import Status
from vaulttool.resolve.repository import relative_target
from vaulttool.resolve.shorten import encoded_like, relative_path

RULE = Rule("link-portable-missing", "links", "a forge does not find the target", verdict=Verdict.PORTABLE)


def check(page: Page, judged: Judged, ctx: Context) -> Iterator[Finding]:
    """One finding for each destination that, read beside the page, names nothing exactly."""
    link, portable, found = judged.link, judged.portable, judged.found
    if portable is None or portable.status is not Status.UNRESOLVED:
        return
    if ctx.verdict == "both" and found.status is not Status.RESOLVED:
        return  # its first fault is said already
    folder = ctx.vault.repo_path(page.path).rpartition("/")[0]
    path = relative_target(link.target.destination or "", folder)
    if path and ctx.generated.match(path):
        return
    message = f"a forge finds nothing at `{link.target.destination}`"
    if path is None:
        message += "; it leads above the repository"
    elif found.target is not None:
        message += f"; the file is `{found.target}`"
    yield RULE.on_link(page, link, ctx, message, suggestions=_suggestions(page, judged))


def _suggestions(page: Page, judged: Judged) -> tuple[str, ...]:
    if judged.found.vault_path is None:
        return ()
    path = relative_path(judged.found.vault_path, page.path).removeprefix("./")
    return (encoded_like(path, judged.link.target.destination or ""),)
