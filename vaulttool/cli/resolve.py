"""`vaulttool resolve`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from vaulttool.cli.main import CLEAN, FINDINGS
from vaulttool.cli.options import complete_page, config_option, format_option, open_workspace
from vaulttool.errors import VaulttoolError
from vaulttool.model.page import Link, VaultPath
from vaulttool.model.resolution import Resolution, Status
from vaulttool.parse.record import definitions, markdown_links
from vaulttool.report.json_report import dumps
from vaulttool.report.resolution import resolution_object, resolution_text
from vaulttool.resolve.portable import Forge
from vaulttool.resolve.resolver import Resolver
from vaulttool.text.source import Source
from vaulttool.vault.vault import Vault
from vaulttool.workspace import Workspace

_BROKEN = (Status.UNRESOLVED, Status.AMBIGUOUS, Status.NOT_A_LINK, Status.NOT_PORTABLE)


@click.command()
@click.argument("link", required=False)
@click.option(
    "--from",
    "source",
    metavar="PAGE",
    shell_complete=complete_page,
    help="The page on which the link stands; it need not exist.",
)
@click.option(
    "--stdin", "many", is_flag=True, help="Read objects with `from` and `link`, one a line; answer in order."
)
@click.option(
    "--verdict",
    type=click.Choice(["obsidian", "portable"]),
    default="obsidian",
    show_default=True,
    help="Whose answer: Obsidian's, or that of a Git forge.",
)
@format_option("text", "json")
@config_option
def resolve(
    link: str | None, source: str | None, many: bool, verdict: str, fmt: str, config: Path | None
) -> int:
    """Show where LINK leads from a page, and why, candidate by candidate.

    LINK is written as it would stand on the page: '[[Name#Heading]]', '[text](path.md)'.
    """
    if many == (link is not None):
        raise click.UsageError("give a LINK, or --stdin, and not both")
    if link is not None and source is None:
        raise click.UsageError("--from PAGE says on which page the link stands; give it")
    questions = _questions() if many else iter([(source or "", link or "")])
    workspace = open_workspace(config)
    broken = False
    with workspace.vault() as (vault, tree):
        desk = _Desk(
            workspace, vault, Resolver(vault, tree), Forge(vault, tree), portable=verdict == "portable"
        )
        for given, text in questions:
            page, found = desk.answer(given, text)
            broken = broken or found.status in _BROKEN or found.subpath_ok is False
            answer = resolution_object(text, vault.repo_path(page), found, portable=desk.portable)
            click.echo(dumps(answer) if many or fmt == "json" else resolution_text(answer))
    return FINDINGS if broken and not many else CLEAN


class _Desk:
    """Answers questions about one vault."""

    def __init__(
        self, workspace: Workspace, vault: Vault, resolver: Resolver, forge: Forge, *, portable: bool
    ) -> None:
        self.workspace, self.vault, self.resolver, self.forge = workspace, vault, resolver, forge
        self.portable = portable
        self._definitions: dict[VaultPath, dict[str, Any]] = {}

    def answer(self, given: str, text: str) -> tuple[VaultPath, Resolution]:
        page = self.workspace.source_path(given, self.vault, Path.cwd())
        link = self._link(text, page)
        if link is None:
            return page, Resolution(Status.NOT_A_LINK, "1")
        if self.portable:
            return page, self.forge.resolve(link.target, page)
        return page, self.resolver.resolve(link.target, page, explain=True)

    def _link(self, text: str, page: VaultPath) -> Link | None:
        """The link that the text is, read with the definitions of its page; else the first in it."""
        links = markdown_links(text.strip(), self._references(page) if text.rstrip().endswith("]") else None)
        whole = [link for link in links if link.raw == text.strip()]
        return next(iter([*whole, *links]), None)

    def _references(self, page: VaultPath) -> dict[str, Any]:
        known = self._definitions.get(page)
        if known is None:
            path = self.vault.repo_path(page)
            there = self.vault.page(page) is not None
            known = definitions(Source(self.resolver.tree.read(path)).text) if there else {}
            self._definitions[page] = known
        return known


def _questions() -> Iterator[tuple[str, str]]:
    for number, line in enumerate(sys.stdin.buffer, 1):
        if not line.strip():
            continue
        try:
            question = json.loads(line)
            yield str(question["from"]), str(question["link"])
        except (ValueError, KeyError, TypeError) as error:
            remedy = 'write {"from": "page.md", "link": "[[Name]]"}'
            raise VaulttoolError(
                "no object with `from` and `link`", place=f"standard input:{number}", remedy=remedy
            ) from error
