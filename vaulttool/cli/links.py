"""`vaulttool links`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from vaulttool.cli.main import CLEAN
from vaulttool.cli.options import complete_page, config_option, format_option, named_file, open_workspace
from vaulttool.model.page import VaultPath
from vaulttool.model.resolution import Status
from vaulttool.report.json_report import dumps
from vaulttool.report.resolution import link_object
from vaulttool.report.summary import counted
from vaulttool.resolve.graph import Arrow, Graph
from vaulttool.resolve.resolver import Resolver
from vaulttool.vault.vault import Vault


@click.command()
@click.argument("page", required=False, shell_complete=complete_page)
@click.option("--outgoing", is_flag=True, help="Links that stand on PAGE (what is shown without an option).")
@click.option("--backlinks", is_flag=True, help="Links of other pages that lead to PAGE.")
@click.option("--unresolved", is_flag=True, help="Links that lead nowhere, of PAGE or of the vault.")
@click.option("--orphans", is_flag=True, help="Pages to which no other page links.")
@click.option("--dead-ends", is_flag=True, help="Pages that link to no other file.")
@click.option("--external", is_flag=True, help="List links with a scheme too.")
@format_option("text", "json")
@config_option
def links(
    page: str | None,
    outgoing: bool,
    backlinks: bool,
    unresolved: bool,
    orphans: bool,
    dead_ends: bool,
    external: bool,
    fmt: str,
    config: Path | None,
) -> int:
    """List the links of PAGE, or count those of the whole vault.

    With JSON: one object a line, the answer of `resolve` and the place of the link.
    """
    if (outgoing or backlinks or external) and page is None:
        raise click.UsageError("--outgoing, --backlinks and --external are about one page; name a PAGE")
    if (orphans or dead_ends) and page is not None:
        raise click.UsageError("--orphans and --dead-ends are about the vault; leave out PAGE")
    workspace = open_workspace(config)
    with workspace.vault() as (vault, tree):
        graph = Graph(Resolver(vault, tree))
        if orphans or dead_ends:
            paths = [*(graph.orphans() if orphans else ()), *(graph.dead_ends() if dead_ends else ())]
            _print_paths(paths, vault, fmt)
        elif page is None:
            _print_vault(graph, fmt, unresolved=unresolved)
        else:
            path = named_file(page, workspace, graph.resolver)
            arrows = _of_page(graph, path, backlinks=backlinks, external=external)
            shown = [a for a in arrows if not unresolved or a.found.status is not Status.RESOLVED]
            _print_arrows(shown, vault, fmt)
    return CLEAN


def _of_page(graph: Graph, path: VaultPath, *, backlinks: bool, external: bool) -> Iterable[Arrow]:
    if backlinks:
        return graph.backlinks(path)
    facts = graph.resolver.vault.page(path)
    return graph.outgoing(facts, external=external) if facts else ()


def _print_vault(graph: Graph, fmt: str, *, unresolved: bool) -> None:
    if fmt == "json" or unresolved:
        _print_arrows(graph.unresolved() if unresolved else graph.arrows, graph.resolver.vault, fmt)
        return
    pages = sum(1 for _ in graph.resolver.vault.markdown_pages())
    counts = [
        counted(pages, "page"),
        counted(len(graph.arrows), "link"),
        f"{len(graph.unresolved()):,} unresolved",
        counted(len(graph.orphans()), "orphan"),
        counted(len(graph.dead_ends()), "dead end"),
    ]
    click.echo(", ".join(counts))


def _print_paths(paths: Iterable[VaultPath], vault: Vault, fmt: str) -> None:
    for path in dict.fromkeys(paths):
        click.echo(dumps({"path": vault.repo_path(path)}) if fmt == "json" else vault.repo_path(path))


def _print_arrows(arrows: Iterable[Arrow], vault: Vault, fmt: str) -> None:
    for page, link, found in arrows:
        path = vault.repo_path(page.path)
        if fmt == "json":
            click.echo(dumps(link_object(link, path, found)))
        else:
            missing = " (missing)" if found.subpath_ok is False else ""
            target = f"{found.target}{found.subpath or ''}{missing}" if found.target else str(found.status)
            click.echo(f"{path}:{link.place.line}:{link.place.column}: {link.raw} → {target}")
