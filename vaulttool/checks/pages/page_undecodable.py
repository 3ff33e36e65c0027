"""Page with bytes that are no UTF-8: Obsidian would lose them on saving."""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.checks.base import Context, Rule, Scope
from vaulttool.model.finding import Finding
from vaulttool.model.page import Page

RULE = Rule("page-undecodable", "pages", "the page is no UTF-8", scope=Scope.PAGE)


def check(page: Page, ctx: Context) -> Iterator[Finding]:
    """What the reader noted."""
    return (RULE.on_problem(page, problem, ctx) for problem in page.problems if problem.rule == RULE.id)
