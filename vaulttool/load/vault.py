"""From a tree to a vault: list the files, read pages when they are asked for."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping

from vaulttool.errors import NotAVault, Unreadable
from vaulttool.load.trees import BlobTree, WorkingTree
from vaulttool.model.page import Page, RepoPath, VaultPath
from vaulttool.parse.read import is_page, is_readable, read_page
from vaulttool.vault.names import is_hidden
from vaulttool.vault.vault import Vault

AnyTree = WorkingTree | BlobTree
Progress = Callable[[list[VaultPath]], Iterable[VaultPath]]
"""Wraps the list of files to be read, to show how far it has come."""


class Facts(Mapping[VaultPath, Page]):
    """Facts of a tree's pages, each read at the first question.

    Files that vanish after they were listed have none; one that is there and cannot be read
    raises Unreadable.
    """

    def __init__(self, tree: AnyTree, prefix: str, paths: Iterable[VaultPath]) -> None:
        self._tree = tree
        self._prefix = prefix
        self._known: dict[VaultPath, Page | None] = dict.fromkeys(sorted(paths))
        self._read: set[VaultPath] = set()

    def __getitem__(self, path: VaultPath) -> Page:
        if path not in self._read:
            if path not in self._known:
                raise KeyError(path)
            self._known[path] = self._load(path)
            self._read.add(path)
        page = self._known[path]
        if page is None:
            raise KeyError(path)
        return page

    def __iter__(self) -> Iterator[VaultPath]:
        return (path for path in self._known if self.get(path) is not None)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _load(self, path: VaultPath) -> Page | None:
        place = RepoPath(self._prefix + path)
        try:
            return read_page(path, self._tree.read(place))
        except Unreadable:
            if isinstance(self._tree, WorkingTree) and not os.path.lexists(self._tree.root / place):
                return None  # vanished since it was listed: as if it had never been there
            raise


def load_vault(tree: AnyTree, folder: str, progress: Progress | None = None, *, whole: bool = True) -> Vault:
    """The vault in `folder` of a tree; with `whole`, all its pages are read at once.

    Raises NotAVault when there is no page, Unreadable when one cannot be read.
    """
    prefix = f"{folder}/" if folder else ""
    files = [VaultPath(path[len(prefix) :]) for path in tree.paths(folder)]
    readable = [path for path in files if is_readable(path) and not is_hidden(path)]
    if not any(map(is_page, readable)):
        remedy = "set `vault` to a folder with Markdown pages, or name such a folder"
        raise NotAVault("there is no page in the vault", place=folder or ".", remedy=remedy)
    facts = Facts(tree, prefix, (path for path in readable if tree.readable(RepoPath(prefix + path))))
    gone: set[VaultPath] = set()
    if whole:
        for path in progress(sorted(readable)) if progress else readable:
            if facts.get(path) is None and tree.readable(RepoPath(prefix + path)):
                gone.add(path)
    return Vault(folder, (path for path in files if path not in gone), facts)
