"""`vaulttool check`."""

from __future__ import annotations

from pathlib import Path

import click

from vaulttool.cli.options import (
    complete_rule,
    config_option,
    format_option,
    no_collector,
    open_workspace,
    progress_bar,
)
from vaulttool.cli.output import finish
from vaulttool.workspace import CheckRequest


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(), metavar="[PATH]...")
@click.option(
    "--select",
    multiple=True,
    metavar="RULES",
    shell_complete=complete_rule,
    help="Only these rules or families (comma between them, or the option again).",
)
@click.option(
    "--ignore",
    multiple=True,
    metavar="RULES",
    shell_complete=complete_rule,
    help="Not these rules or families.",
)
@click.option("--fix", is_flag=True, help="Repair what has one right repair.")
@click.option("--diff", is_flag=True, help="Show what --fix would change; write nothing.")
@format_option("text", "json", "github")
@click.option("--staged", is_flag=True, help="Check what git's index holds: what will be committed.")
@click.option("--since", metavar="REV", help="Report only what the change since REV broke or brought.")
@click.option(
    "--baseline",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Known findings, instead of the file that the configuration names.",
)
@click.option("--write-baseline", is_flag=True, help="Record today's findings as known.")
@click.option(
    "--verdict",
    type=click.Choice(["obsidian", "portable", "both"]),
    help="Whose reading of links counts, instead of the configuration's.",
)
@config_option
@click.option("--no-progress", is_flag=True, help="Show no progress on the terminal.")
def check(
    paths: tuple[str, ...],
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    fix: bool,
    diff: bool,
    fmt: str,
    staged: bool,
    since: str | None,
    baseline: Path | None,
    write_baseline: bool,
    verdict: str | None,
    config: Path | None,
    no_progress: bool,
) -> int:
    """Check the vault, or the pages at PATH.

    Prints one line a finding and a closing line that counts what was looked at. Exit code 0: clean;
    1: findings; 2: the check could not be made.
    """
    partly = bool(paths or select or ignore or since or fix or diff)
    _demand_sense(fix=fix, diff=diff, staged=staged, since=since, whole=not (write_baseline and partly))
    folder = Path(paths[0]) if len(paths) == 1 and Path(paths[0]).is_dir() else None
    workspace = open_workspace(config, folder)
    request = CheckRequest(
        workspace.paths_of(paths, Path.cwd()),
        _words(select),
        _words(ignore),
        verdict,
        staged,
        since,
        baseline,
        write_baseline,
        fix or diff,
    )
    with no_collector():
        checked = workspace.check(request, progress_bar(wanted=not no_progress))
    return finish(workspace, checked, fmt, diff=diff)


def _words(given: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word.strip() for text in given for word in text.split(",") if word.strip())


def _demand_sense(*, fix: bool, diff: bool, staged: bool, since: str | None, whole: bool) -> None:
    if (fix or diff) and staged:
        raise click.UsageError("--fix and --diff change files on disk and cannot be used with --staged")
    if (fix or diff) and since:
        raise click.UsageError("--fix and --diff cannot be used with --since; name the pages instead")
    if not whole:
        raise click.UsageError(
            "--write-baseline records the whole vault; leave out PATH, --select, --ignore, --since and --fix"
        )
