"""Row of a page that is not there, or that is not in the index's scope."""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.checks.base import Context, Rule, Scope
from vaulttool.checks.rowfaults import at_fault, faults_of
from vaulttool.model.finding import Finding
from vaulttool.rows.sync import Kind

RULE = Rule("index-row-gone", "index", "the row's page is gone or not in the scope", scope=Scope.VAULT)


def check(ctx: Context) -> Iterator[Finding]:
    """One finding for each such row; a person decides whether row or page was wrong."""
    for fault in faults_of(ctx, Kind.GONE):
        yield at_fault(RULE, fault, f"the row's page `{fault.row}` is not there; remove the row", ctx)
    for fault in faults_of(ctx, Kind.OUTSIDE):
        assert fault.page is not None
        page = ctx.vault.repo_path(fault.page.path)
        yield at_fault(
            RULE, fault, f"`{page}` is not in the scope of this index; remove the row, or widen it", ctx
        )
