"""Page whose quotes or lists are nested so deep that a part is not read."""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.checks.base import Context, Rule, Scope
from vaulttool.model.finding import Finding
from vaulttool.model.page import Page

RULE = Rule("page-too-deep", "pages", "containers are nested too deep to be read", scope=Scope.PAGE)


def check(page: Page, ctx: Context) -> Iterator[Finding]:
    """What the reader noted."""
    return (RULE.on_problem(page, problem, ctx) for problem in page.problems if problem.rule == RULE.id)
