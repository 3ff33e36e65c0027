"""Past page whose era is no row of its owner's table of eras."""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.checks.base import Context, Rule, Scope
from vaulttool.checks.statuses import at_property, statuses
from vaulttool.model.finding import Finding, Related
from vaulttool.model.page import Page
from vaulttool.status.era import Era, parse_era
from vaulttool.status.eras import EraRow, era_rows, owner_of
from vaulttool.status.pages import property_of
from vaulttool.status.vocabulary import Role

RULE = Rule("status-era-unlisted", "status", "the owner's table does not list the era", scope=Scope.VAULT)


def check(ctx: Context) -> Iterator[Finding]:
    """One finding for each past page whose owner has a table of eras without this page's."""
    found = statuses(ctx)
    for page in found.pages(Role.PAST):
        owner = owner_of(page, found)
        if owner is None:
            if found.vocabulary.owner_required:
                word = found.words[page.path]
                message = f"`{word}` asks for a page that owns the history; name it as `owner`"
                yield at_property(RULE, page, "owner", message, ctx)
            continue
        yield from _unlisted(page, owner, ctx)


def _unlisted(page: Page, owner: Page, ctx: Context) -> Iterator[Finding]:
    found = statuses(ctx)
    prop = property_of(page, found.vocabulary.era)
    era = parse_era(prop.value) if prop and prop.value else None
    rows = era_rows(owner, found)
    if era is None or not era.ordered or rows is None:
        return
    own = [row for row in rows if page.path in row.pages]
    # A table without links lists eras alone: the range is all that can agree.
    if any(row.era == era for row in own) or any(row.era == era and not row.pages for row in rows):
        return
    name = ctx.vault.repo_path(owner.path)
    related = tuple(Related(name, row.line, f"the row says `{row.text}`") for row in own)
    yield at_property(RULE, page, found.vocabulary.era, _message(era, own, name), ctx, related=related)


def _message(era: Era, own: list[EraRow], owner: str) -> str:
    if own:
        return f"the era is `{era.start} -> {era.end}` here and `{own[0].text}` on `{owner}`"
    return f"`{owner}` owns this page's history, and its table of eras has no row for the page"
