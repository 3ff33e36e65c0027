"""Two live pages for one service."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from vaulttool.checks.base import Context, Rule, Scope
from vaulttool.checks.statuses import at_property, status_place, statuses
from vaulttool.model.finding import Finding
from vaulttool.model.page import Page
from vaulttool.status.pages import property_of
from vaulttool.status.vocabulary import Role

RULE = Rule("status-two-live", "status", "two live pages for one service", scope=Scope.VAULT)


def check(ctx: Context) -> Iterator[Finding]:
    """One finding for each live page of a service after the first."""
    found = statuses(ctx)
    key = found.vocabulary.service
    by_service: dict[str, list[Page]] = defaultdict(list)
    for page in found.pages(Role.LIVE):
        prop = property_of(page, key)
        if prop and prop.value:
            by_service[prop.value.casefold()].append(page)
    for pages in by_service.values():
        for page in pages[1:]:
            first = ctx.vault.repo_path(pages[0].path)
            prop = property_of(page, key)
            message = f"`{first}` is the live page of `{prop.value if prop else ''}` already"
            yield at_property(RULE, page, key, message, ctx, related=(status_place(pages[0].path, ctx),))
