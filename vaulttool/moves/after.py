"""The repository as it will be: moved files under their new paths, changed contents on top."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property

from vaulttool.checks.base import Context
from vaulttool.engine.fix import Overlay
from vaulttool.engine.run import make_context
from vaulttool.errors import Unreadable
from vaulttool.model.change import FileChange, Move, Plan
from vaulttool.model.page import Page, RepoPath, VaultPath
from vaulttool.model.tree import Tree
from vaulttool.parse.read import is_readable, read_page
from vaulttool.vault.vault import Vault

Moves = Mapping[RepoPath, RepoPath]
"""Old path to new path of each file that moves; all at once."""


class MovedTree:
    """A tree whose files stand at other paths."""

    def __init__(self, below: Tree, moves: Moves) -> None:
        self.below = below
        self._new = dict(moves)
        self._old = {new: old for old, new in moves.items()}

    def old(self, path: RepoPath) -> RepoPath | None:
        """Where a file stood before; None where no file is now."""
        known = self._old.get(path)
        if known is not None:
            return known
        return None if path in self._new else path

    def _moved(self, paths: Iterable[RepoPath]) -> Iterator[RepoPath]:
        return (self._new.get(path, path) for path in paths)

    def paths(self, folder: str = "") -> Iterator[RepoPath]:
        """Files below a folder, by their new paths."""
        prefix = f"{folder}/" if folder else ""
        return (path for path in self._moved(self.below.paths()) if path.startswith(prefix))

    def files(self) -> Iterator[RepoPath]:
        """Every regular file, by its new path."""
        return iter(sorted(self._moved(self.below.files())))

    def tags(self) -> Iterable[str]:
        """As in the tree below."""
        return self.below.tags()

    def readable(self, path: RepoPath) -> bool:
        """As for the file in the tree below."""
        old = self.old(path)
        return old is not None and self.below.readable(old)

    def read(self, path: RepoPath) -> bytes:
        """Content of a file. Raises Unreadable."""
        old = self.old(path)
        if old is None:
            raise Unreadable("there is no such file", place=path)
        return self.below.read(old)

    def is_file(self, path: RepoPath) -> bool:
        """Whether a file stands there now."""
        old = self.old(path)
        return old is not None and self.below.is_file(old)

    def is_folder(self, path: RepoPath) -> bool:
        """Whether a folder stands there now: one that new paths need, or an old one that is not emptied."""
        if path in self._arriving:
            return True
        return self.below.is_folder(path) and (path not in self._leaving or self._keeps(path))

    def _keeps(self, folder: RepoPath) -> bool:
        return any(file not in self._new for file in self.below.paths(folder))

    @cached_property
    def _arriving(self) -> frozenset[str]:
        return frozenset(folder for new in self._new.values() for folder in _folders(new))

    @cached_property
    def _leaving(self) -> frozenset[str]:
        return frozenset(folder for old in self._new for folder in _folders(old))

    def tracked(self, path: RepoPath) -> bool | None:
        """Whether git tracks the file, or tracked it at its old path."""
        if path in self._arriving:
            return self.below.tracked(RepoPath(".")) is not None or None
        old = self.old(path)
        return self.below.tracked(old if old is not None else path)


def _folders(path: str) -> Iterator[str]:
    at = path.rfind("/")
    while at > 0:
        yield path[:at]
        at = path.rfind("/", 0, at)


def after(ctx: Context, changes: Mapping[RepoPath, bytes], moves: Moves) -> Context:
    """The context as it will be. `changes` are contents by the path before the moves.

    Pages that neither move nor change are not read again.
    """
    overlay = Overlay(MovedTree(ctx.tree, moves))
    overlay.changed = {moves.get(path, path): data for path, data in changes.items()}
    vault = ctx.vault
    touched = {path for path in (*changes, *moves) if vault.vault_path(path) is not None}
    facts = {path: page for path, page in vault.facts.items() if vault.repo_path(path) not in touched}
    for old in touched:
        new = moves.get(old, old)
        inside = vault.vault_path(new)
        if inside is not None and is_readable(inside):
            facts[inside] = _facts(vault.page(vault.vault_path(old) or VaultPath("")), inside, new, overlay)
    files = [inside for file in vault.files if (inside := _inside(vault.repo_path(file), moves, vault))]
    arriving = (vault.vault_path(new) for old, new in moves.items() if vault.vault_path(old) is None)
    files += [path for path in arriving if path is not None]
    return make_context(Vault(vault.folder, files, facts), overlay, ctx.settings, ctx.verdict)


def _inside(path: RepoPath, moves: Moves, vault: Vault) -> VaultPath | None:
    return vault.vault_path(moves.get(path, path))


def _facts(known: Page | None, path: VaultPath, place: RepoPath, overlay: Overlay) -> Page:
    """Facts under the new path; a page whose content stays is not read again."""
    same_kind = known is not None and known.path.rpartition(".")[2] == path.rpartition(".")[2]
    if known is not None and same_kind and place not in overlay.changed:
        return replace(known, path=path)
    return read_page(path, overlay.read(place))


def plan_of(ctx: Context, changes: Mapping[RepoPath, bytes], moves: Moves) -> Plan:
    """The plan that makes the repository so: changes by the path before the moves."""
    changed = [
        FileChange(path, before, data)
        for path, data in sorted(changes.items())
        if (before := ctx.tree.read(path)) != data
    ]
    return Plan(tuple(changed), tuple(Move(old, new) for old, new in sorted(moves.items()) if old != new))
