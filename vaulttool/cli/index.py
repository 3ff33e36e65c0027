"""`vaulttool index`."""

from __future__ import annotations

from pathlib import Path

import click

from vaulttool.cli.main import CLEAN
from vaulttool.cli.options import complete_page, config_option, format_option, open_workspace
from vaulttool.cli.output import finish
from vaulttool.errors import VaulttoolError
from vaulttool.model.page import RepoPath
from vaulttool.resolve.resolver import Resolver
from vaulttool.rows.index import Index
from vaulttool.rows.learn import bare_spec, learn
from vaulttool.workspace import CheckRequest


@click.group(invoke_without_command=True)
@click.option("--fix", is_flag=True, help="Rewrite the drifted part of each row, and add missing rows.")
@click.option("--diff", is_flag=True, help="Show what --fix would change; write nothing.")
@format_option("text", "json", "github")
@config_option
@click.pass_context
def index(ctx: click.Context, fix: bool, diff: bool, fmt: str, config: Path | None) -> int:
    """Check that every row of the configured indexes says what its page's frontmatter says."""
    if ctx.invoked_subcommand is not None:
        return CLEAN
    workspace = open_workspace(config)
    checked = workspace.check(CheckRequest(select=("index",), fix=fix or diff))
    if checked.audit is not None and checked.audit.indexes == 0:
        click.echo("no index is configured; `vaulttool index learn PAGE` proposes one", err=True)
    return finish(workspace, checked, fmt, diff=diff, rows=True)


@index.command("learn")
@click.argument("page", shell_complete=complete_page)
@config_option
def learn_command(page: str, config: Path | None) -> int:
    """Propose the [[index]] tables that explain the rows of PAGE."""
    workspace = open_workspace(config)
    with workspace.vault() as (vault, tree):
        (path,) = workspace.paths_of((page,), Path.cwd())
        if not tree.is_file(RepoPath(path)):
            path = vault.repo_path(workspace.source_path(page, vault, Path.cwd()))
        if not tree.is_file(RepoPath(path)):
            raise VaulttoolError(
                "there is no such file", place=page, remedy="name a page or a file with rows"
            )
        proposals = list(learn(Index(bare_spec(RepoPath(path)), vault, tree, Resolver(vault, tree))))
    if not proposals:
        click.echo(f"{path}: no list or table of links repeats what its pages say")
        return CLEAN
    for proposal in proposals:
        share = f"{proposal.explained} of {proposal.rows} rows"
        rest = (
            f"; these lines do not fit: {', '.join(map(str, proposal.misfits))}" if proposal.misfits else ""
        )
        click.echo(f"# explains {share}{rest}\n{proposal.toml}\n")
    return CLEAN
