"""What the index rules share: the audit of all indexes, once a run, and a fault as a finding."""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.checks.base import Context, Rule
from vaulttool.model.change import Fix
from vaulttool.model.finding import Finding, Related
from vaulttool.rows.sync import Audit, Fault, Kind, audit


def faults_of(ctx: Context, *kinds: Kind) -> Iterator[Fault]:
    """The faults of these kinds, over all `[[index]]` tables."""
    return (fault for fault in audited(ctx).faults if fault.kind in kinds)


def audited(ctx: Context) -> Audit:
    """The audit of all indexes, made once a run."""
    tables = ctx.settings.rest.get("index", ())
    return ctx.once("index audit", lambda: audit(tables, ctx.vault, ctx.tree, ctx.resolver))


def at_fault(
    rule: Rule, fault: Fault, message: str, ctx: Context, *, suggestions: tuple[str, ...] = (), line: int = 1
) -> Finding:
    """A finding where the fault stands; related: the page's own line, or the other row."""
    source, path = fault.index.source, fault.index.spec.path
    related = []
    if fault.other_line is not None:
        related.append(Related(path, fault.other_line, "the first row of the page"))
    elif fault.page is not None:
        lines = [prop.line for prop in fault.page.properties if prop.keys[0] in fault.field.split(", ")]
        related.append(Related(ctx.vault.repo_path(fault.page.path), lines[0] if lines else line, "the page"))
    fix = Fix((fault.edit,)) if fault.edit is not None else None
    name = fault.page.path if fault.page else fault.row
    content = f"{fault.kind} {name} {fault.field} {fault.row}"
    start, end = source.place(fault.span.start), source.place(fault.span.end)
    return rule.at(
        path, start, end, message, content=content, suggestions=suggestions, related=tuple(related), fix=fix
    )
