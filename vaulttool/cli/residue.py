"""`vaulttool residue`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from vaulttool.cli.main import CLEAN, FINDINGS
from vaulttool.cli.options import config_option, format_option, open_workspace, wants_colour
from vaulttool.report import write_report
from vaulttool.report.patch import write_patch
from vaulttool.report.summary import Summary


@click.command()
@click.option("--fix", is_flag=True, help="Write the successor in every place that is found.")
@click.option("--diff", is_flag=True, help="Show what --fix would change; write nothing.")
@click.option("--staged", is_flag=True, help="Look at what will be committed.")
@format_option("text", "json", "github")
@config_option
def residue(fix: bool, diff: bool, staged: bool, fmt: str, config: Path | None) -> int:
    """Find what is left of retired names in tracked files, their names, and tags."""
    if staged and (fix or diff):
        raise click.UsageError("--fix and --diff look at the files on disk; leave out --staged")
    workspace = open_workspace(config)
    left = workspace.residue(staged=staged, fix=fix or diff)
    if diff:
        write_patch(left.plan.changes, sys.stdout)
        return FINDINGS if left.plan.changes else CLEAN
    workspace.apply(left.plan)
    summary = Summary(
        0,
        0,
        None,
        len(left.findings),
        fixed=left.fixed,
        residue=len(left.findings),
        names=left.names,
        files=left.files,
        kept=left.kept,
    )
    write_report(fmt, left.findings, summary, sys.stdout, colour=wants_colour())
    return FINDINGS if left.findings else CLEAN
