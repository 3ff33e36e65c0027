"""Live page that supersedes another which still is live."""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.checks.base import Context, Rule, Scope
from vaulttool.checks.statuses import at_property, status_place, statuses
from vaulttool.model.finding import Finding
from vaulttool.status.vocabulary import Role

RULE = Rule("status-supersedes", "status", "a page that was superseded is still live", scope=Scope.VAULT)

KEY = "supersedes"


def check(ctx: Context) -> Iterator[Finding]:
    """One finding for each page that a live page supersedes and that still says it is live.

    Direction counts: the successor is healthy, and a draft retires nothing.
    """
    found = statuses(ctx)
    for page in found.pages(Role.LIVE):
        for path in found.targets(page, KEY):
            if found.role_of(path) is Role.LIVE and path != page.path:
                other, word = ctx.vault.repo_path(path), found.words[path]
                message = f"the page supersedes `{other}`, whose status is still `{word}`"
                yield at_property(RULE, page, KEY, message, ctx, related=(status_place(path, ctx),))
