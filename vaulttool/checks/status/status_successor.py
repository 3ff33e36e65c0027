"""Replaced page whose successor is missing, is not there, or leads nowhere."""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.checks.base import Context, Rule, Scope
from vaulttool.checks.statuses import at_property, status_place, statuses
from vaulttool.model.finding import Finding
from vaulttool.model.page import Page, VaultPath
from vaulttool.status.pages import property_of
from vaulttool.status.vocabulary import Role

RULE = Rule("status-successor", "status", "the successor is missing or leads nowhere", scope=Scope.VAULT)


def check(ctx: Context) -> Iterator[Finding]:
    """One finding for each replaced page whose chain of successors does not end on a live or past page."""
    found = statuses(ctx)
    for page in found.pages(Role.REPLACED):
        message = _fault(page, ctx)
        if message:
            yield at_property(RULE, page, found.vocabulary.successor, message, ctx)
            continue
        ended, path = _chain(page, ctx)
        if not ended and path is not None:
            key = found.vocabulary.successor
            message = f"the chain of successors comes back to `{ctx.vault.repo_path(path)}`"
            if path not in _visited(page, ctx)[:-1]:
                message = (
                    f"the chain of successors ends on `{ctx.vault.repo_path(path)}`, which is no live page"
                )
            yield at_property(RULE, page, key, message, ctx, related=(status_place(path, ctx),))


def _fault(page: Page, ctx: Context) -> str | None:
    found = statuses(ctx)
    key = found.vocabulary.successor
    prop = property_of(page, key)
    word = found.words[page.path]
    if prop is None or not prop.value:
        return f"`{word}` asks for `{key}`, and the page names no successor"
    if found.target(page, key) is None:
        return f"the successor `{prop.value}` leads to no page"
    return None


def _visited(page: Page, ctx: Context) -> list[VaultPath]:
    """The pages of the chain, up to the first that comes twice or has no successor."""
    found = statuses(ctx)
    chain = [page.path]
    current: Page | None = page
    while current is not None and found.role_of(current.path) is Role.REPLACED:
        path = found.target(current, found.vocabulary.successor)
        if path is None:
            break
        chain.append(path)
        if path in chain[:-1]:
            break
        current = ctx.vault.page(path)
    return chain


def _chain(page: Page, ctx: Context) -> tuple[bool, VaultPath | None]:
    """Whether the chain ends well, and its last page. A link that breaks is the next page's fault."""
    chain = _visited(page, ctx)
    last = chain[-1]
    if last in chain[:-1]:
        # Reported once, on the page that the chain comes back to.
        return last != page.path, last
    role = statuses(ctx).role_of(last)
    return role is not Role.DRAFT, last
