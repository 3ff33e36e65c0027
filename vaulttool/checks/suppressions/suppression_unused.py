"""Suppression that suppresses nothing. The engine makes these findings, since only it knows."""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.checks.base import Context, Rule, Scope
from vaulttool.model.finding import Finding, Severity
from vaulttool.model.page import Page

RULE = Rule(
    "suppression-unused", "suppressions", "the comment silences nothing", Severity.WARNING, scope=Scope.PAGE
)


def check(page: Page, ctx: Context) -> Iterator[Finding]:  # noqa: ARG001 - the shape of every rule
    """Nothing on its own; see `vaulttool.engine.suppress`."""
    return iter(())
