"""Key that stands twice in a map: YAML forbids it, and one of the values is lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from vaulttool.checks.base import Context, Rule, Scope
from vaulttool.model.finding import Finding, Related
from vaulttool.model.page import Page

RULE = Rule("frontmatter-duplicate-key", "frontmatter", "the key stands twice", scope=Scope.PAGE)


def check(page: Page, ctx: Context) -> Iterator[Finding]:
    """What the reader noted, at the second key; related: the first."""
    path = ctx.vault.repo_path(page.path)
    for problem in page.problems:
        if problem.rule == RULE.id:
            related = tuple(Related(path, line, "the first") for line in [problem.other_line] if line)
            yield replace(RULE.on_problem(page, problem, ctx), related=related)
