"""Row that no longer says what its page's frontmatter says."""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.checks.base import Context, Rule, Scope
from vaulttool.checks.rowfaults import at_fault, faults_of
from vaulttool.model.finding import Finding
from vaulttool.rows.sync import Fault, Kind

RULE = Rule("index-row-drift", "index", "the row does not say what its page says", scope=Scope.VAULT)


def check(ctx: Context) -> Iterator[Finding]:
    """One finding for each field of a row, or for a row of another shape than its template's."""
    for fault in faults_of(ctx, Kind.DRIFT, Kind.SHAPE):
        yield at_fault(RULE, fault, _message(fault, ctx), ctx)


def _message(fault: Fault, ctx: Context) -> str:
    assert fault.page is not None
    page = ctx.vault.repo_path(fault.page.path)
    if fault.kind is Kind.SHAPE:
        return f"the row of `{page}` reads `{fault.row}`, its template asks for `{fault.wanted}`"
    return f"`{fault.field}` is `{fault.row}` in the row and `{fault.wanted}` on `{page}`"
