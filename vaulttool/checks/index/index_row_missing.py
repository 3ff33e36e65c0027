"""Page of the scope that has no row in the index."""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.checks.base import Context, Rule, Scope
from vaulttool.checks.rowfaults import at_fault, faults_of
from vaulttool.model.finding import Finding
from vaulttool.rows.sync import Kind

RULE = Rule("index-row-missing", "index", "a page of the scope has no row", scope=Scope.VAULT)


def check(ctx: Context) -> Iterator[Finding]:
    """One finding for each page, at the heading under which its row belongs."""
    for fault in faults_of(ctx, Kind.MISSING):
        assert fault.page is not None
        page = ctx.vault.repo_path(fault.page.path)
        yield at_fault(RULE, fault, f"there is no row for `{page}`", ctx)
