"""Page or repository file that gives a page a status word which it does not have."""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.checks.base import Context, Rule, Scope
from vaulttool.checks.statuses import claims, index_rows, status_place, statuses
from vaulttool.model.finding import Finding
from vaulttool.status.claims import distinct

RULE = Rule("status-contradicted", "status", "another place gives the page another status", scope=Scope.VAULT)


def check(ctx: Context) -> Iterator[Finding]:
    """One finding for each link beside which another word stands than its page's.

    Rows of a configured index are left to the index rules.
    """
    words = statuses(ctx).words
    for claim in distinct(claims(ctx).all):
        if claim.word == words[claim.about] or (claim.path, claim.link.place.line) in index_rows(ctx):
            continue
        page = ctx.vault.repo_path(claim.about)
        message = f"`{page}` is called `{claim.word}` here, its status is `{words[claim.about]}`"
        yield RULE.at(
            claim.path,
            claim.link.place,
            claim.link.end,
            message,
            content=f"{claim.about} {claim.word}",
            related=(status_place(claim.about, ctx),),
        )
