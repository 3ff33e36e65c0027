"""Past page whose era is missing, does not parse, or ends before it starts."""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.checks.base import Context, Rule, Scope
from vaulttool.checks.statuses import at_property, statuses
from vaulttool.model.finding import Finding
from vaulttool.model.page import Page
from vaulttool.status.era import parse_era
from vaulttool.status.pages import property_of
from vaulttool.status.vocabulary import Role

RULE = Rule("status-era", "status", "the era is missing or no range of dates", scope=Scope.VAULT)


def check(ctx: Context) -> Iterator[Finding]:
    """One finding for each past page without an era, and for each era of any page that is none."""
    found = statuses(ctx)
    for path in found.words:
        page = ctx.vault.page(path)
        message = _fault(page, ctx) if page else None
        if page and message:
            yield at_property(RULE, page, found.vocabulary.era, message, ctx)


def _fault(page: Page, ctx: Context) -> str | None:
    found = statuses(ctx)
    vocabulary = found.vocabulary
    prop = property_of(page, vocabulary.era)
    if prop is None or not prop.value:
        if found.role_of(page.path) is Role.PAST and vocabulary.past_needs_era:
            return f"`{found.words[page.path]}` asks for `{vocabulary.era}`, and the page has none"
        return None
    era = parse_era(prop.value)
    if era is None:
        return f"`{prop.value}` is no range of dates; write `2026-09-21 -> 2026-10-10`"
    if not era.ordered:
        return f"the era ends ({era.end}) before it starts ({era.start})"
    return None
