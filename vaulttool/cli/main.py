"""The group of commands, and the one place where an error becomes a line and an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click

from vaulttool import __version__
from vaulttool.errors import VaulttoolError

CLEAN, FINDINGS, FAILED, INTERRUPTED = 0, 1, 2, 130
BROKEN_PIPE = 141

COMMANDS = {
    "check": "vaulttool.cli.check:check",
    "resolve": "vaulttool.cli.resolve:resolve",
    "links": "vaulttool.cli.links:links",
    "status": "vaulttool.cli.status:status",
    "index": "vaulttool.cli.index:index",
    "residue": "vaulttool.cli.residue:residue",
    "explain": "vaulttool.cli.explain:explain",
    "completion": "vaulttool.cli.completion:completion",
}


class LazyGroup(click.Group):
    """A group that imports a command when it is called, and only then."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Names of the commands, in the order of the manual."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command of that name."""
        if cmd_name not in COMMANDS:
            return None
        module, name = COMMANDS[cmd_name].split(":")
        command: click.Command = getattr(import_module(module), name)
        return command


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="vaulttool")
@click.option("--debug", is_flag=True, help="Show a traceback where vaulttool itself fails.")
def cli(debug: bool) -> None:
    """Keep an Obsidian vault in a git repository true."""


def run(argv: Sequence[str]) -> int:
    """Run a command line; print to standard output and error; return the exit code."""
    _speak_utf8()
    try:
        with cli.make_context("vaulttool", list(argv)) as ctx:
            code = cli.invoke(ctx)
        sys.stdout.flush()
    except BrokenPipeError:
        return _pipe_closed()
    except Exception as error:
        if "--debug" in argv and not isinstance(error, click.exceptions.Exit | click.ClickException):
            raise
        return _exit_code(error)
    except KeyboardInterrupt:
        return _failed("interrupted", INTERRUPTED)
    return code if isinstance(code, int) else CLEAN


def _exit_code(error: Exception) -> int:
    """The one place where an error becomes a line on standard error and an exit code."""
    if isinstance(error, click.exceptions.Exit):
        return error.exit_code
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        click.echo(error.format_message())
        return FAILED
    if isinstance(error, click.Abort):
        return _failed("interrupted", INTERRUPTED)
    if isinstance(error, click.ClickException):
        return _failed(error.format_message())
    if isinstance(error, VaulttoolError):
        return _failed(str(error))
    what = f"{type(error).__name__}: {error}"
    return _failed(f"version {__version__} has a fault ({what}); run with --debug and report what it says")


def _pipe_closed() -> int:
    """Whoever read has had enough: no complaint, and none from Python when it flushes at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return BROKEN_PIPE


def _failed(message: str, code: int = FAILED) -> int:
    line = " ".join(message.split())
    click.echo(f"vaulttool: {line}", err=True)
    return code


def _speak_utf8() -> None:
    """Names of files are bytes: what was read with surrogates goes out as it came in."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure: Any = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="surrogateescape")


def main() -> None:
    """Entry point of the command."""
    if "_VAULTTOOL_COMPLETE" in os.environ:
        cli.main(prog_name="vaulttool")
    sys.exit(run(sys.argv[1:]))
