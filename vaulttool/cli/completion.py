"""`vaulttool completion`."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from vaulttool.cli.main import CLEAN, cli
from vaulttool.errors import VaulttoolError


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> int:
    """Print the script that lets SHELL complete commands, options, pages and rules."""
    kind = get_completion_class(shell)
    if kind is None:
        raise VaulttoolError(f"no completion for `{shell}`", remedy="use bash, zsh or fish")
    click.echo(kind(cli, {}, "vaulttool", "_VAULTTOOL_COMPLETE").source())
    return CLEAN
