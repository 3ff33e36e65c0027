"""Replaced page without a banner that leads to its successor."""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.checks.base import Context, Rule, Scope
from vaulttool.checks.statuses import at_property, statuses
from vaulttool.model.finding import Finding
from vaulttool.model.page import Page, VaultPath
from vaulttool.model.span import Span
from vaulttool.status.vocabulary import Role

RULE = Rule("status-banner-missing", "status", "no banner leads to the successor", scope=Scope.VAULT)


def check(ctx: Context) -> Iterator[Finding]:
    """One finding for each replaced page whose top does not send the reader on."""
    found = statuses(ctx)
    for page in found.pages(Role.REPLACED):
        successor = found.target(page, found.vocabulary.successor)
        if successor is None:
            continue  # status-successor says it already
        banners = found.opening(page).banners
        if not any(_leads(page, banner.span, successor, ctx) for banner in banners):
            name = ctx.vault.repo_path(successor)
            message = f"no banner near the top says `{found.words[page.path]}` and links to `{name}`"
            yield at_property(RULE, page, found.vocabulary.key, message, ctx)


def _leads(page: Page, span: Span, successor: VaultPath, ctx: Context) -> bool:
    found = (ctx.resolver.resolve(link.target, page.path) for link in page.links_in(span))
    return any(resolution.vault_path == successor for resolution in found)
