"""What several commands share: options, completion of pages, progress, colour."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from vaulttool.errors import VaulttoolError
from vaulttool.load.vault import Progress
from vaulttool.model.page import VaultPath
from vaulttool.resolve.resolver import Resolver
from vaulttool.resolve.suggest import Suggester
from vaulttool.workspace import Workspace

PROGRESS_FROM = 300
"""Pages below which no progress is shown: it would only flicker."""

config_option = click.option(
    "--config",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Configuration to use instead of the nearest vaulttool.toml or pyproject.toml.",
)


def format_option(*formats: str) -> Callable[[Any], Any]:
    """The option `--format`, with text as default."""
    choice = click.Choice(formats)
    return click.option(
        "--format", "fmt", type=choice, default="text", show_default=True, help="How to print."
    )


def open_workspace(config: Path | None, folder: Path | None = None) -> Workspace:
    """The workspace of the working directory."""
    return Workspace.open(Path.cwd(), config=config, folder=folder)


def named_page(given: str, workspace: Workspace, resolver: Resolver) -> VaultPath:
    """A page by its path, or by its name as a wikilink would give it.

    Raises VaulttoolError where it names no page or several, with the nearest name.
    """
    return _named(given, workspace, resolver, lambda path: resolver.vault.page(path) is not None)


def named_file(given: str, workspace: Workspace, resolver: Resolver) -> VaultPath:
    """The same for any file of the vault, attachments included."""
    return _named(given, workspace, resolver, resolver.vault.names.at_exactly)


def _named(
    given: str, workspace: Workspace, resolver: Resolver, fits: Callable[[VaultPath], bool]
) -> VaultPath:
    vault = resolver.vault
    name = given.removeprefix("[[").removesuffix("]]")
    path = workspace.source_path(name, vault, Path.cwd())
    if fits(path):
        return path
    chosen = [path for path in resolver.choice(name, VaultPath("")).chosen if fits(path)]
    if len(chosen) == 1:
        return chosen[0]
    if chosen:
        listed = ", ".join(vault.repo_path(path) for path in chosen)
        raise VaulttoolError(f"`{given}` names several pages", remedy=f"give the path: {listed}")
    near = next((path for path in Suggester(vault).nearest(name, VaultPath("")) if fits(path)), None)
    remedy = f"did you mean `{vault.repo_path(near)}`?" if near else "give its path"
    raise VaulttoolError(f"`{given}` names no page", remedy=remedy)


def wants_colour() -> bool:
    """Whether to colour: on a terminal, unless NO_COLOR says otherwise."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def progress_bar(*, wanted: bool) -> Progress | None:
    """A bar on standard error while pages are read, only where a person looks."""
    if not wanted or not sys.stderr.isatty():
        return None

    def show(paths: list[VaultPath]) -> Iterable[VaultPath]:
        if len(paths) < PROGRESS_FROM:
            yield from paths
            return
        with click.progressbar(paths, label="reading", file=sys.stderr, show_pos=True) as bar:
            yield from bar

    return show


@contextmanager
def no_collector() -> Iterator[None]:
    """No garbage collection meanwhile: facts live to the end, and looking through them costs a quarter."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def complete_page(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:  # noqa: ARG001
    """Pages of the vault that begin with what was typed."""
    try:
        with open_workspace(None).vault() as (vault, _):
            paths = [vault.repo_path(path) for path in vault.facts]
    except Exception:  # noqa: BLE001 - a shell that completes must never see an error
        return []
    return sorted(path for path in paths if path.startswith(incomplete))


def complete_rule(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:  # noqa: ARG001
    """Rules and families that begin with what was typed."""
    from vaulttool.registry import families, rule_modules

    return sorted(word for word in [*families(), *rule_modules()] if word.startswith(incomplete))
