"""One file or folder under another path, and one heading or block under another name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from vaulttool.checks.base import Context
from vaulttool.edits.bytes import apply_edits
from vaulttool.errors import VaulttoolError
from vaulttool.model.change import Edit, Plan
from vaulttool.model.page import Page, RepoPath
from vaulttool.model.span import Span
from vaulttool.moves.after import Moves, plan_of
from vaulttool.moves.relink import Lost, Style, lost, relinked
from vaulttool.parse.read import is_page, read_page
from vaulttool.text.fold import fold_heading

_UNLINKABLE = re.compile(r"[#|^\[\]]|%%")
_BLOCK_ID = re.compile(r"[A-Za-z0-9-]+")


@dataclass(frozen=True, slots=True)
class Moved:
    """What a move comes to: the plan, and what a person should know of it."""

    plan: Plan
    warnings: tuple[str, ...] = ()


def moves_of(ctx: Context, source: RepoPath, target: RepoPath) -> dict[RepoPath, RepoPath]:
    """The moves of one file, or of each file of a folder. Raises VaulttoolError where it cannot be."""
    tree = ctx.tree
    if tree.is_file(source):
        moves = {source: target}
    elif tree.is_folder(source):
        if f"{target}/".startswith(f"{source}/"):
            raise VaulttoolError("a folder cannot move into itself", place=source, remedy="name another path")
        files = sorted({*tree.paths(source), *(f for f in tree.files() if f.startswith(f"{source}/"))})
        moves = {path: RepoPath(target + path.removeprefix(source)) for path in files}
    else:
        raise VaulttoolError("there is no such file or folder", place=source, remedy="check the spelling")
    for old, new in moves.items():
        _demand_free(ctx, old, new, moves)
    return moves


def _demand_free(ctx: Context, old: RepoPath, new: RepoPath, moves: Moves) -> None:
    if new in moves:
        return
    if ctx.tree.is_file(new) or ctx.tree.is_folder(new):
        raise VaulttoolError("there is such a file already", place=new, remedy="name another path")
    if is_page(old) != is_page(new):
        raise VaulttoolError(
            "a page stays a page, and no other file becomes one", place=new, remedy="keep the extension"
        )


def move_plan(
    ctx: Context, moves: Moves, *, style: Style = Style.FOUND, changes: Mapping[RepoPath, bytes] | None = None
) -> Moved:
    """The plan that moves files and lets every link follow.

    Raises VaulttoolError, with the links, where one would lead elsewhere: then nothing may be written.
    """
    now, changed = relinked(ctx, changes or {}, moves, style=style)
    demand_none_lost(lost(ctx, now, moves))
    return Moved(plan_of(ctx, changed, moves), tuple(_unlinkable(moves)))


def demand_none_lost(found: list[Lost]) -> None:
    """Raise VaulttoolError with the links that would lead elsewhere, where there are any."""
    if found:
        listed = "; ".join(map(str, found[:5])) + ("; …" if len(found) > 5 else "")
        raise VaulttoolError(
            f"{len(found)} of the links would lead elsewhere: {listed}",
            remedy="nothing was changed; choose another name, or mend these links first",
        )


def _unlinkable(moves: Moves) -> Iterator[str]:
    for new in moves.values():
        name = new.rpartition("/")[2]
        if _UNLINKABLE.search(name):
            yield f"{new}: no wikilink can name a file with `#`, `|`, `^`, `[`, `]` or `%%` in its name"


def heading_plan(ctx: Context, page: Page, old: str, new: str) -> Moved:
    """The plan that gives a heading another text, or a block another id (`^old`), links included.

    Raises VaulttoolError where the page has no such heading or several, or where a link could not follow.
    """
    span, text = _block(page, old, new) if old.startswith("^") else _heading(page, old, new)
    source = ctx.source(page)
    path = ctx.vault.repo_path(page.path)
    data = apply_edits(source.data, [Edit(path, source.bytes_of(span), text.encode())])
    _demand_one_change(page, read_page(page.path, data), old, new)
    return move_plan(ctx, {}, changes={path: data})


def _block(page: Page, old: str, new: str) -> tuple[Span, str]:
    name, wanted = old[1:], new.removeprefix("^")
    if not _BLOCK_ID.fullmatch(wanted):
        raise VaulttoolError(f"`{wanted}` is no block id", remedy="use letters, digits and hyphens")
    if any(block.name.lower() == wanted.lower() for block in page.block_ids):
        raise VaulttoolError(f"the page has a block `^{wanted}` already", remedy="choose another id")
    found = [block for block in page.block_ids if block.name.lower() == name.lower()]
    if len(found) != 1:
        raise VaulttoolError(
            f"the page has {len(found) or 'no'} blocks `{old}`", remedy="name one that it has once"
        )
    span = found[0].span
    return Span(span.end - len(found[0].name), span.end), wanted


def _heading(page: Page, old: str, new: str) -> tuple[Span, str]:
    old, new = old.lstrip("#").strip(), " ".join(new.lstrip("#").split())
    if not new:
        raise VaulttoolError("a heading needs a text", remedy="give the new one")
    found = [h for h in page.headings if h.counts and fold_heading(h.text) == fold_heading(old)]
    if len(found) != 1:
        many = f"{len(found)} headings" if found else "no heading"
        raise VaulttoolError(f"the page has {many} `{old}`", remedy="name one that it has once")
    same = fold_heading(new) != fold_heading(old)
    if same and any(h.counts and fold_heading(h.text) == fold_heading(new) for h in page.headings):
        raise VaulttoolError(f"the page has a heading `{new}` already", remedy="choose another text")
    return found[0].span, new


def _demand_one_change(before: Page, now: Page, old: str, new: str) -> None:
    shape = [(h.level, h.counts) for h in before.headings]
    if shape != [(h.level, h.counts) for h in now.headings] or len(before.links) != len(now.links):
        raise VaulttoolError(
            f"`{new}` in place of `{old}` would change what else is on the page", remedy="choose another text"
        )
