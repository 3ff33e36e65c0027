"""Index of the configuration whose file or heading is not there."""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.checks.base import Context, Rule, Scope
from vaulttool.checks.rowfaults import faults_of
from vaulttool.model.finding import Finding
from vaulttool.model.span import Place
from vaulttool.rows.sync import Kind

RULE = Rule("index-unreachable", "index", "the index's file or heading is not there", scope=Scope.VAULT)


def check(ctx: Context) -> Iterator[Finding]:
    """One finding for each index that cannot be looked at: never a silent pass."""
    for fault in faults_of(ctx, Kind.NO_FILE, Kind.NO_HEADING):
        spec = fault.index.spec
        message = "the configuration names this index, and there is no such file"
        if fault.kind is Kind.NO_HEADING:
            message = f"the configuration names the heading `{spec.under}`, and it is not there"
        yield RULE.at(spec.path, Place(1, 1), Place(1, 1), message, content=f"{fault.kind} {spec.under}")
