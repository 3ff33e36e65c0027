"""`vaulttool status` and `vaulttool status set`."""

from __future__ import annotations

import datetime as dt
import sys
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path

import click

from vaulttool.checks.base import Context
from vaulttool.checks.statuses import statuses
from vaulttool.cli.main import CLEAN
from vaulttool.cli.options import complete_page, config_option, format_option, named_page, open_workspace
from vaulttool.errors import VaulttoolError
from vaulttool.model.page import Page, VaultPath
from vaulttool.report.patch import write_patch
from vaulttool.report.status import COLUMNS, Span, StatusRow, write_gantt, write_table, write_timeline
from vaulttool.resolve.shorten import shortest_linkpath
from vaulttool.status.era import parse_era
from vaulttool.status.eras import era_rows
from vaulttool.status.flip import Flip
from vaulttool.status.pages import StatusPages, property_of
from vaulttool.status.vocabulary import Role
from vaulttool.workspace import Workspace


class DefaultGroup(click.Group):
    """A group whose first word may be left out: `status PAGE` is `status show PAGE`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put `show` in front of anything that is no command of the group."""
        if not args or (args[0] not in self.commands and args[0] not in ("-h", "--help")):
            self._demand_one_word(ctx, args)
            args = ["show", *args]
        return super().parse_args(ctx, args)

    def _demand_one_word(self, ctx: click.Context, args: list[str]) -> None:
        """Two words of which the first is nearly a command are that command, misspelt."""
        if len(args) < 2 or any(arg.startswith("-") for arg in args[:2]):
            return
        near = get_close_matches(args[0], self.commands, n=1)
        if near:
            raise click.UsageError(f"no such command `{args[0]}`; did you mean `{near[0]}`?", ctx)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options of the list, which is what the bare command prints, then the commands."""
        listing = self.commands["show"]
        records = [record for param in listing.get_params(ctx) if (record := param.get_help_record(ctx))]
        with formatter.section("Options"):
            formatter.write_dl(records)
        self.format_commands(ctx, formatter)

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Both ways to call it."""
        formatter.write_usage(ctx.command_path, "[OPTIONS] [PAGE]")
        formatter.write_usage(ctx.command_path, "set [OPTIONS] PAGE WORD")


@click.group(cls=DefaultGroup)
def status() -> None:
    """List the pages with their status, or set a page's status everywhere."""


@status.command(short_help="List pages with their status.")
@click.argument("page", required=False, shell_complete=complete_page)
@click.option("--word", metavar="WORD", help="Only pages with this status word.")
@click.option("--service", metavar="NAME", help="Only pages of this service.")
@click.option(
    "--sort", type=click.Choice(COLUMNS), default="page", show_default=True, help="Column to sort by."
)
@click.option("--timeline", is_flag=True, help="Draw the eras of each service along a line of time.")
@click.option("--mermaid", is_flag=True, help="Write the eras as a Mermaid diagram, for a page.")
@format_option("text", "json", "csv")
@config_option
def show(
    page: str | None,
    word: str | None,
    service: str | None,
    sort: str,
    timeline: bool,
    mermaid: bool,
    fmt: str,
    config: Path | None,
) -> int:
    """List pages with status, era, successor, service, and where the word was found."""
    workspace = open_workspace(config)
    with workspace.context() as ctx:
        wanted = named_page(page, workspace, ctx.resolver) if page else None
        found = statuses(ctx)
        pages = [p for p in _with_status(found) if wanted is None or p.path == wanted]
        rows = [row for row in (_row(p, ctx) for p in pages) if _fits(row, word, service, found)]
        rows.sort(key=lambda row: (getattr(row, sort).casefold(), row.page))
        if timeline or mermaid:
            kept = {row.page for row in rows}
            spans = [span for p in pages for span in _spans(p, ctx) if span.page in kept]
            draw = write_gantt if mermaid else write_timeline
            draw(spans, dt.datetime.now(tz=dt.UTC).date(), sys.stdout)
        else:
            write_table(rows, fmt, sys.stdout)
    return CLEAN


def _with_status(found: StatusPages) -> Iterator[Page]:
    for path in found.words:
        page = found.vault.page(path)
        if page is not None:
            yield page


def _fits(row: StatusRow, word: str | None, service: str | None, found: StatusPages) -> bool:
    if word is not None and row.status != found.vocabulary.word(word):
        return False
    return service is None or row.service.casefold() == service.casefold()


def _row(page: Page, ctx: Context) -> StatusRow:
    found = statuses(ctx)
    vocabulary = found.vocabulary
    successor = found.target(page, vocabulary.successor)
    place = vocabulary.key if property_of(page, vocabulary.key) else "description"
    return StatusRow(
        ctx.vault.repo_path(page.path),
        found.words[page.path],
        _value(page, vocabulary.era),
        ctx.vault.repo_path(successor) if successor else "",
        _value(page, vocabulary.service),
        f"{place}, line {found.line_of(page)}",
    )


def _value(page: Page, key: str) -> str:
    prop = property_of(page, key)
    return (prop.value or "") if prop else ""


def _spans(page: Page, ctx: Context) -> Iterator[Span]:
    """The era that a page states; a live page's is the open row of its own table."""
    found = statuses(ctx)
    era = parse_era(_value(page, found.vocabulary.era))
    if era is None and found.role_of(page.path) is Role.LIVE:
        rows = era_rows(page, found) or []
        era = next((row.era for row in rows if row.era and row.era.end is None), None)
    if era is not None and era.ordered:
        path = ctx.vault.repo_path(page.path)
        service = _value(page, found.vocabulary.service) or _value(page, "owner").strip("[]") or "—"
        yield Span(service, path, found.words[page.path], era.start, era.end)


@status.command("set", short_help="Set a page's status in every place that says it.")
@click.argument("page", shell_complete=complete_page)
@click.argument("word")
@click.option("--by", metavar="OTHER", shell_complete=complete_page, help="The page that took its place.")
@click.option("--era", metavar="RANGE", help="When it ran: 2026-09-21 -> 2026-10-10.")
@click.option("--owner", metavar="PAGE", shell_complete=complete_page, help="The page that owns its history.")
@click.option("--dry-run", is_flag=True, help="Say which files would change; write nothing.")
@click.option("--diff", is_flag=True, help="Show what would change; write nothing.")
@config_option
def set_status(
    page: str,
    word: str,
    by: str | None,
    era: str | None,
    owner: str | None,
    dry_run: bool,
    diff: bool,
    config: Path | None,
) -> int:
    """Set the status of PAGE to WORD in every place that says it, or in none."""
    workspace = open_workspace(config)
    with workspace.context() as ctx:
        path = named_page(page, workspace, ctx.resolver)
        found = statuses(ctx)
        known = found.vocabulary.word(word)
        if known is None:
            words = ", ".join(found.vocabulary.words)
            raise VaulttoolError(f"`{word}` is no status", place=page, remedy=f"the words are {words}")
        flip = Flip(known, _link(by, path, workspace, ctx), era, _link(owner, path, workspace, ctx))
        _demand_complete(ctx.vault.page(path), flip, found, page)
        plan, sentences = workspace.flip_plan(ctx, path, flip)
    if diff:
        write_patch(plan.changes, sys.stdout)
    elif not dry_run:
        workspace.apply(plan)
    for change in plan.changes if not diff else ():
        click.echo(f"{change.path}: {'would change' if dry_run else 'changed'}")
    for finding in sentences:
        click.echo(f"{finding.path}:{finding.place.line}: look at this sentence: {finding.message}", err=True)
    if not plan.changes:
        click.echo(f"{page}: is {known} already", err=True)
    return CLEAN


def _link(given: str | None, source: VaultPath, workspace: Workspace, ctx: Context) -> str | None:
    if given is None:
        return None
    target = named_page(given, workspace, ctx.resolver)
    return f"[[{shortest_linkpath(target, source, ctx.vault)}]]"


def _demand_complete(page: Page | None, flip: Flip, found: StatusPages, given: str) -> None:
    """What a word asks for must be given, or stand on the page already."""
    role = found.vocabulary.role(flip.word)
    if page is None:
        return
    if role is Role.REPLACED and flip.successor is None and not _value(page, found.vocabulary.successor):
        raise VaulttoolError(f"`{flip.word}` asks for a successor", place=given, remedy="name it: --by OTHER")
    if (
        role is Role.PAST
        and found.vocabulary.past_needs_era
        and not (flip.era or _value(page, found.vocabulary.era))
    ):
        remedy = "say when it ran: --era '2026-09-21 -> 2026-10-10'"
        raise VaulttoolError(f"`{flip.word}` asks for an era", place=given, remedy=remedy)
