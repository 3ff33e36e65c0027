"""Page that says two things of its own status."""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.checks.base import Context, Rule, Scope
from vaulttool.checks.statuses import at_span, status_place, statuses
from vaulttool.model.finding import Finding
from vaulttool.status.pages import Where

RULE = Rule("status-inconsistent", "status", "the page contradicts its own status", scope=Scope.VAULT)

_WORDS = {Where.DESCRIPTION: "description", Where.BANNER: "banner", Where.OPENING: "opening sentence"}


def check(ctx: Context) -> Iterator[Finding]:
    """One finding for each place on the page whose word is not that of its status."""
    found = statuses(ctx)
    for path, word in found.words.items():
        page = ctx.vault.page(path)
        for said in found.said(page) if page else ():
            if page and said.where is not Where.STATUS and said.word != word:
                message = f"the {_WORDS[said.where]} says `{said.word}`, the page's status is `{word}`"
                yield at_span(RULE, page, said.span, message, ctx, related=(status_place(path, ctx),))
