"""Second row of one page in one index."""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.checks.base import Context, Rule, Scope
from vaulttool.checks.rowfaults import at_fault, faults_of
from vaulttool.model.finding import Finding
from vaulttool.rows.sync import Kind

RULE = Rule("index-row-duplicate", "index", "a page has two rows", scope=Scope.VAULT)


def check(ctx: Context) -> Iterator[Finding]:
    """One finding for each row after the first."""
    for fault in faults_of(ctx, Kind.DUPLICATE):
        assert fault.page is not None
        page = ctx.vault.repo_path(fault.page.path)
        yield at_fault(RULE, fault, f"`{page}` has a row on line {fault.other_line} already", ctx)
