"""Comments that silence rules, and those that silence nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vaulttool.checks.base import Context
from vaulttool.model.finding import Finding
from vaulttool.model.page import Page, Suppression
from vaulttool.registry import families, load, rule_modules
from vaulttool.text.source import place_of

if TYPE_CHECKING:
    from vaulttool.engine.run import Selection

_UNUSED = "suppression-unused"


def without_suppressed(
    page: Page, ctx: Context, findings: list[Finding], selection: Selection
) -> tuple[list[Finding], int]:
    """The findings that no comment silences, plus one for each comment that silences nothing.

    A comment is not called unused while a rule that it names was not run.
    """
    if not page.suppressions:
        return findings, 0
    used: set[Suppression] = set()
    kept = []
    for finding in findings:
        by = [request for request in page.suppressions if _silences(request, finding)]
        used.update(by)
        if not by:
            kept.append(finding)
    silenced = len(findings) - len(kept)
    running = selection.at(ctx.vault.repo_path(page.path))
    if _UNUSED in running:
        kept += [
            _unused(request, page, ctx)
            for request in page.suppressions
            if request not in used and _was_run(request, running)
        ]
    return kept, silenced


def _silences(request: Suppression, finding: Finding) -> bool:
    if request.idle or not _names(request, finding.rule, finding.family):
        return False
    near = request.line <= finding.end.line and finding.place.line <= request.last_line + 1
    return request.whole_file or near


def _names(request: Suppression, rule: str, family: str) -> bool:
    return not request.rules or rule in request.rules or family in request.rules


def _was_run(request: Suppression, running: frozenset[str]) -> bool:
    known = rule_modules()
    if request.idle:
        return True
    if not request.rules:
        return running >= set(known)
    for word in request.rules:
        if word not in known and word not in families():
            return True  # a name that no rule has silences nothing, whatever runs
        if not any(rule == word or known[rule].split(".")[-2] == word for rule in running):
            return False
    return True


def _unused(request: Suppression, page: Page, ctx: Context) -> Finding:
    rule = load(_UNUSED).rule
    named = ", ".join(f"`{word}`" for word in request.rules) or "any rule"
    unknown = [word for word in request.rules if word not in rule_modules() and word not in families()]
    why = f"; there is no rule `{unknown[0]}`" if unknown else ""
    if request.idle:
        why = "; `ignore-file` stands above all text" if request.whole_file else "; write `ignore RULE`"
    start = place_of(page.line_starts, request.span.start)
    end = place_of(page.line_starts, request.span.end)
    path = ctx.vault.repo_path(page.path)
    message = f"the comment silences nothing of {named}{why}; remove it"
    return Finding(rule.id, rule.family, rule.severity, path, start, end, message, " ".join(request.rules))
