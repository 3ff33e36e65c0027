"""Links that follow their files: the edits after which each leads where it led before."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from vaulttool.checks.base import Context
from vaulttool.checks.statuses import claims
from vaulttool.edits.bytes import apply_edits
from vaulttool.edits.links import redisplayed, repath, resubpath, retarget, retarget_as_obsidian
from vaulttool.errors import VaulttoolError
from vaulttool.model.change import Edit
from vaulttool.model.page import Form, Heading, Link, Page, RepoPath, VaultPath
from vaulttool.model.resolution import Resolution, Status
from vaulttool.moves.after import Moves, after
from vaulttool.resolve.repository import relative_target, standing
from vaulttool.resolve.shorten import heading_subpath
from vaulttool.text.source import Source


class Style(StrEnum):
    """How a link is written when it must be."""

    FOUND = "found"
    """In the form that it has, and only where it would lead elsewhere (Link rules 9.5, 9.6)."""
    OBSIDIAN = "obsidian"
    """As the application does: every link to a moved file, in the vault's own form (Link rules 9.2)."""


@dataclass(frozen=True, slots=True)
class Lost:
    """A link that would not lead where it led."""

    path: RepoPath
    line: int
    link: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.link} leads to {self.before} now, and would to {self.after}"


@dataclass(frozen=True)
class _Place:
    """A page, or a Markdown file outside the vault, with the links of one state."""

    path: RepoPath
    inside: VaultPath | None
    page: Page


@dataclass(frozen=True, slots=True)
class _Pair:
    """One link before and after, and the file (or folder) to which it must lead."""

    place: _Place
    link: Link
    before: Resolution
    now: Resolution
    old: RepoPath
    wanted: RepoPath


def relinked(
    before: Context,
    changes: Mapping[RepoPath, bytes],
    moves: Moves,
    *,
    style: Style = Style.FOUND,
    follow_display: bool = True,
) -> tuple[Context, dict[RepoPath, bytes]]:
    """The state after changes and moves with every link mended, and all changes by their old paths.

    A link that led to a file leads to the same file afterwards, and to the same heading or block.
    Raises VaulttoolError where a page would not have the same links any more.
    """
    changes = dict(changes)
    now = after(before, changes, moves)
    old_paths = {new: old for old, new in moves.items()}
    edits: dict[RepoPath, list[Edit]] = {}
    for pair in _pairs(before, now, moves):
        for edit in _mended(pair, before, now, moves, style, follow_display=follow_display):
            edits.setdefault(edit.path, []).append(edit)
    for path, group in edits.items():
        changes[old_paths.get(path, path)] = apply_edits(now.tree.read(path), group)
    return (after(before, changes, moves) if edits else now), changes


def lost(before: Context, now: Context, moves: Moves) -> list[Lost]:
    """Every link that does not lead to the same file, heading or block as before."""
    found = []
    for pair in _pairs(before, now, moves):
        if not _holds(pair):
            target = str(pair.now.target or pair.now.status) + (pair.now.subpath or "")
            was = f"{pair.old}{pair.before.subpath or ''}"
            found.append(Lost(pair.place.path, pair.link.place.line, pair.link.raw, was, target))
    return found


def _holds(pair: _Pair) -> bool:
    same = pair.now.status is Status.RESOLVED and pair.now.target == pair.wanted
    return same and (pair.before.subpath_ok is not True or pair.now.subpath_ok is not False)


def _pairs(before: Context, now: Context, moves: Moves) -> Iterator[_Pair]:
    """Links that led somewhere, with what they are in the state afterwards."""
    places = {place.path: place for place in _places(now)}
    folders: dict[RepoPath, RepoPath] = {}
    for place in _places(before):
        other = places.get(moves.get(place.path, place.path))
        if other is None:
            continue
        links, later = place.page.links, other.page.links
        if len(links) != len(later):
            raise VaulttoolError(
                f"the page would have {len(later)} links instead of {len(links)}",
                place=place.path,
                remedy="look at what the new name does to the syntax there",
            )
        for link, new in zip(links, later, strict=True):
            if link.target.external:
                continue
            found = _resolved(link, place, before)
            if found.status is not Status.RESOLVED or found.target is None:
                continue
            wanted = _moved(found, moves, folders, before)
            yield _Pair(other, new, found, _resolved(new, other, now), found.target, wanted)


def _places(ctx: Context) -> Iterator[_Place]:
    for page in ctx.vault.pages():
        yield _Place(ctx.vault.repo_path(page.path), page.path, page)
    for document in claims(ctx).outside:
        yield _Place(document.path, None, document.page)


def _resolved(link: Link, place: _Place, ctx: Context) -> Resolution:
    if place.inside is not None:
        return ctx.resolver.resolve(link.target, place.inside)
    if link.target.form is not Form.MARKDOWN:
        return ctx.resolver.resolve(link.target, VaultPath(""))
    path = relative_target(link.target.destination or "", place.path.rpartition("/")[0])
    found = standing(ctx.tree, path) if path else place.path if path == "" else None
    if found is None:
        return Resolution(Status.UNRESOLVED, "10.4")
    inside = ctx.vault.vault_path(found)
    page = ctx.vault.page(inside) if inside is not None else None
    answer = ctx.resolver.subpaths.answer(page, link.target.subpath)
    return Resolution(Status.RESOLVED, "10.4", found, inside, link.target.subpath, answer.ok)


def _moved(found: Resolution, moves: Moves, folders: dict[RepoPath, RepoPath], ctx: Context) -> RepoPath:
    """Where the target of a link is afterwards; a folder is where its files went."""
    target = found.target
    assert target is not None
    if not found.folder and not ctx.tree.is_folder(target):
        return moves.get(target, target)
    if target not in folders:
        folders[target] = _moved_folder(target, moves, ctx)
    return folders[target]


def _moved_folder(folder: RepoPath, moves: Moves, ctx: Context) -> RepoPath:
    for old, new in moves.items():
        rest = old.removeprefix(folder)
        if rest != old and new.endswith(rest) and all(path in moves for path in ctx.tree.paths(folder)):
            return RepoPath(new.removesuffix(rest))
    return folder


def _mended(
    pair: _Pair, before: Context, now: Context, moves: Moves, style: Style, *, follow_display: bool
) -> Iterator[Edit]:
    source = _source(pair.place, now)
    written = _retargeted(pair, now, moves, style, source)
    if written is not None:
        yield written
    elif pair.before.subpath_ok is True and pair.now.subpath_ok is False:
        subpath = _new_subpath(pair, before, now)
        if subpath is not None:
            edit = resubpath(pair.link, subpath, pair.place.path, source)
            if edit is not None:
                yield edit
    if follow_display and pair.old != pair.wanted and pair.link.display == _name(pair.old):
        shown = redisplayed(pair.link, _name(pair.wanted), pair.place.path, source)
        if shown is not None:
            yield shown


def _retargeted(pair: _Pair, now: Context, moves: Moves, style: Style, source: Source) -> Edit | None:
    leads = pair.now.status is Status.RESOLVED and pair.now.target == pair.wanted
    as_obsidian = style is Style.OBSIDIAN and pair.old in moves
    if leads and not as_obsidian:
        return None
    inside = now.vault.vault_path(pair.wanted)
    if pair.place.inside is None or inside is None or not now.vault.names.at_exactly(inside):
        return repath(pair.link, pair.wanted, pair.place.path, source)
    if as_obsidian:
        form = link_format(now)
        return retarget_as_obsidian(pair.link, inside, pair.place.inside, now.vault, source, form)
    old = now.vault.vault_path(pair.old)
    return retarget(pair.link, inside, pair.place.inside, now.vault, source, old=old)


def link_format(ctx: Context) -> str:
    """The vault's setting `newLinkFormat` in `.obsidian/app.json`; without it `shortest`, as there."""
    path = ctx.vault.repo_path(VaultPath(".obsidian/app.json"))
    try:
        settings = json.loads(ctx.tree.read(path))
    except (VaulttoolError, ValueError):
        return "shortest"
    form = settings.get("newLinkFormat") if isinstance(settings, dict) else None
    return form if form in ("absolute", "relative") else "shortest"


def _source(place: _Place, ctx: Context) -> Source:
    if place.inside is not None:
        return ctx.source(place.page)
    known = ctx.sources.get(place.path)
    if known is None:
        known = ctx.sources[place.path] = Source(ctx.tree.read(place.path))
    return known


def _new_subpath(pair: _Pair, before: Context, now: Context) -> str | None:
    """The subpath that names the same headings, or the same block, by their new texts."""
    pages = (_page(before, pair.old), _page(now, pair.wanted))
    subpath = pair.link.target.subpath
    was = pair.before.subpath
    if pages[0] is None or pages[1] is None or was is None or subpath is None:
        return None
    if was.startswith("#^"):
        return _new_block(pages[0], pages[1], was[2:])
    old, new = _counting(pages[0]), _counting(pages[1])
    chain = before.resolver.subpaths.chain(pages[0], was)
    if len(old) != len(new) or not chain:
        return None
    return "".join(heading_subpath(new[at].text) for at in chain)


def _new_block(before: Page, now: Page, name: str) -> str | None:
    if len(before.block_ids) != len(now.block_ids):
        return None
    both = zip(before.block_ids, now.block_ids, strict=True)
    return next((f"#^{new.name}" for old, new in both if old.name.lower() == name.lower()), None)


def _counting(page: Page) -> list[Heading]:
    return [heading for heading in page.headings if heading.counts]


def _page(ctx: Context, path: RepoPath) -> Page | None:
    inside = ctx.vault.vault_path(path)
    return ctx.vault.page(inside) if inside is not None else None


def _name(path: str) -> str:
    """A file's name as links show it: a page's without extension."""
    return re.sub(r"\.md\Z", "", path.rpartition("/")[2], flags=re.IGNORECASE)
