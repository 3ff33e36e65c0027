"""Base whose YAML does not parse; none of its links are checked."""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.checks.base import Context, Rule, Scope
from vaulttool.model.finding import Finding
from vaulttool.model.page import Page

RULE = Rule("base-unparsed", "pages", "the base is no YAML", scope=Scope.PAGE)


def check(page: Page, ctx: Context) -> Iterator[Finding]:
    """What the reader noted."""
    return (RULE.on_problem(page, problem, ctx) for problem in page.problems if problem.rule == RULE.id)
