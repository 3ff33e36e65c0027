"""Index of the configuration that could never find anything: a file, heading, page or property is missing."""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.checks.base import Context, Rule, Scope
from vaulttool.checks.rowfaults import faults_of
from vaulttool.model.finding import Finding
from vaulttool.model.span import Place
from vaulttool.rows.sync import Fault, Kind

RULE = Rule(
    "index-unreachable",
    "index",
    "the index's file, heading, pages or properties are not there",
    scope=Scope.VAULT,
)


def check(ctx: Context) -> Iterator[Finding]:
    """One finding for each index that cannot be looked at: never a silent pass."""
    for fault in faults_of(ctx, Kind.NO_FILE, Kind.NO_HEADING, Kind.NO_PAGE, Kind.NO_PROPERTY):
        spec = fault.index.spec
        content = f"{fault.kind} {spec.under}{fault.field}"
        yield RULE.at(spec.path, Place(1, 1), Place(1, 1), _message(fault), content=content)


def _message(fault: Fault) -> str:
    match fault.kind:
        case Kind.NO_FILE:
            return "the configuration names this index, and there is no such file"
        case Kind.NO_HEADING:
            return f"the configuration names the heading `{fault.index.spec.under}`, and it is not there"
        case Kind.NO_PAGE:
            return f"the scope of this index in the configuration, `{fault.row}`, holds no page"
        case _:
            return f"the configuration of this index names the property `{fault.field}`, and no page has it"
