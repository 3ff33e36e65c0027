"""Frontmatter that is no YAML: Obsidian shows no properties at all."""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.checks.base import Context, Rule, Scope
from vaulttool.model.finding import Finding
from vaulttool.model.page import Page, Problem
from vaulttool.parse.values import has_placeholder

RULE = Rule("frontmatter-unparsed", "frontmatter", "the frontmatter is no YAML", scope=Scope.PAGE)


def check(page: Page, ctx: Context) -> Iterator[Finding]:
    """What the reader noted, unless a template's placeholder is what does not parse."""
    for problem in page.problems:
        if problem.rule == RULE.id and not _is_template(page, problem, ctx):
            yield RULE.on_problem(page, problem, ctx)


def _is_template(page: Page, problem: Problem, ctx: Context) -> bool:
    """Whether a placeholder stands on the line of the problem or before it."""
    source = ctx.source(page)
    end = source.line_starts[problem.line - 1] + len(source.line_text(problem.line))
    return has_placeholder(source.text[:end])
