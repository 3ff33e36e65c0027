"""How commands that check end: the patch, or the repairs and the report."""

from __future__ import annotations

import sys

import click

from vaulttool.cli.main import CLEAN, FINDINGS
from vaulttool.cli.options import wants_colour
from vaulttool.report import write_report
from vaulttool.report.patch import write_patch
from vaulttool.report.summary import Summary
from vaulttool.workspace import Checked, Workspace


def finish(workspace: Workspace, checked: Checked, fmt: str, *, diff: bool, rows: bool = False) -> int:
    """Show the patch, or write the repairs and report what is left; the exit code.

    With `rows`, the closing line counts indexes and their rows.
    """
    if diff:
        write_patch(checked.plan.changes, sys.stdout)
        return FINDINGS if checked.plan.changes else CLEAN
    workspace.apply(checked.plan)
    if checked.baseline_written:
        name = checked.baseline_written.name
        noun = "finding" if checked.baselined == 1 else "findings"
        click.echo(f"{name}: {checked.baselined} {noun} recorded as known", err=True)
    write_report(fmt, checked.findings, _summary(checked, rows=rows), sys.stdout, colour=wants_colour())
    return FINDINGS if checked.findings else CLEAN


def _summary(checked: Checked, *, rows: bool) -> Summary:
    audit = checked.audit if rows else None
    return Summary(
        pages=checked.pages,
        links=checked.links,
        unresolved=checked.unresolved,
        findings=len(checked.findings),
        fixed=checked.fixed,
        suppressed=checked.suppressed,
        baselined=checked.baselined,
        stale_baseline=checked.stale,
        indexes=audit.indexes if audit else None,
        rows=audit.rows if audit else None,
    )
