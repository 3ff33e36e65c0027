"""The trees that can be checked: the files on disk, git's index, a revision."""

from __future__ import annotations

import os
import posixpath
import stat
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path

from vaulttool.errors import Unreadable
from vaulttool.load.git import BlobReader, tag_names, tracked_files
from vaulttool.model.page import RepoPath


class WorkingTree:
    """The files below the repository's root as they lie on disk.

    Symlinks are followed as long as they stay in the repository; a link to somewhere else is a
    file that exists and that nobody reads. Devices, pipes and sockets do not exist.
    """

    def __init__(self, root: Path, *, git: bool) -> None:
        self.root = root
        self._git = git
        self._real_root = os.path.realpath(root)
        self._outside: set[str] = set()
        self._listings: dict[str, frozenset[str]] = {}
        self._plain_folders: dict[str, bool] = {}

    def paths(self, folder: str = "") -> Iterator[RepoPath]:
        """Regular files below a folder; folders whose names begin with a dot are left out."""
        pending: list[tuple[str, tuple[str, ...]]] = [(folder, (os.path.realpath(self.root / folder),))]
        while pending:
            here, chain = pending.pop()
            prefix = f"{here}/" if here else ""
            try:
                entries = list(os.scandir(self.root / here))
            except NotADirectoryError:
                continue
            except FileNotFoundError:  # vanished since its parent was listed
                continue
            except OSError as error:
                raise Unreadable(
                    f"the folder cannot be listed: {error.strerror}",
                    place=here or ".",
                    remedy="check its permissions",
                ) from error
            for entry in entries:
                path = prefix + entry.name
                if self._is_folder(entry):
                    real = self._followed(entry, chain)
                    if real is not None and not entry.name.startswith("."):
                        pending.append((path, (*chain, real)))
                elif self._is_file(entry, path):
                    yield RepoPath(path)

    def files(self) -> Iterator[RepoPath]:
        """Regular files that git tracks and that are there; without git, all but hidden ones."""
        for path in sorted(self._tracked_files if self._git else self.paths()):
            try:
                if stat.S_ISREG(os.lstat(f"{self.root}/{path}").st_mode) and self._is_plain(path):
                    yield RepoPath(path)
            except OSError:  # deleted, and git has not been told
                continue

    def tags(self) -> Sequence[str]:
        """Names of the git tags."""
        return tag_names(self.root) if self._git else ()

    def _is_plain(self, path: str) -> bool:
        """Whether no folder above is a symlink: behind one lies another place."""
        folder = path.rpartition("/")[0]
        known = self._plain_folders.get(folder)
        if known is None:
            real = os.path.realpath(self.root / folder)
            known = self._plain_folders[folder] = real == os.path.join(self._real_root, folder).rstrip(os.sep)
        return known

    def _is_folder(self, entry: os.DirEntry[str]) -> bool:
        try:
            return entry.is_dir()
        except OSError:  # a symlink in a loop
            return False

    def _is_file(self, entry: os.DirEntry[str], path: str) -> bool:
        try:
            if not entry.is_file():
                return False
        except OSError:
            return False
        if entry.is_symlink() and not self._within(os.path.realpath(entry.path)):
            self._outside.add(path)
        return True

    def _followed(self, entry: os.DirEntry[str], chain: tuple[str, ...]) -> str | None:
        """Real path of a folder to go into; None for a link out of the repository or back up."""
        if not entry.is_symlink():
            return os.path.join(chain[-1], entry.name)
        real = os.path.realpath(entry.path)
        return real if self._within(real) and real not in chain else None

    def _within(self, real: str) -> bool:
        return real == self._real_root or real.startswith(self._real_root + os.sep)

    def readable(self, path: RepoPath) -> bool:
        """Whether the file's content belongs to the repository."""
        return path not in self._outside

    def read(self, path: RepoPath) -> bytes:
        """Content of a file."""
        try:
            return (self.root / path).read_bytes()
        except OSError as error:
            remedy = "check its permissions, or exclude it"
            raise Unreadable(
                f"the file cannot be read: {error.strerror}", place=path, remedy=remedy
            ) from error

    def is_file(self, path: RepoPath) -> bool:
        """Whether a file stands there, under exactly this spelling, whatever the disk folds."""
        return self._spelled(path) and (self.root / path).is_file()

    def is_folder(self, path: RepoPath) -> bool:
        """Whether a folder stands there, under exactly this spelling."""
        return self._spelled(path) and (self.root / path).is_dir()

    def _spelled(self, path: str) -> bool:
        if "\0" in path:
            return False
        parent = ""
        for name in path.split("/"):
            if name not in self._listing(parent):
                return False
            parent = f"{parent}/{name}" if parent else name
        return True

    def _listing(self, folder: str) -> frozenset[str]:
        known = self._listings.get(folder)
        if known is None:
            try:
                known = frozenset(os.listdir(self.root / folder))
            except OSError:
                known = frozenset()
            self._listings[folder] = known
        return known

    def tracked(self, path: RepoPath) -> bool | None:
        """Whether git tracks the file, or a file below the folder; None without git."""
        if not self._git:
            return None
        if path in self._tracked_files or path in self._tracked_folders:
            return True
        # Below a submodule git tracks one entry; behind a symlink the file is tracked elsewhere.
        parents = [path[:at] for at, char in enumerate(path) if char == "/"]
        if not any(parent in self._tracked_files for parent in parents):
            return False
        real = os.path.relpath(os.path.realpath(self.root / path), self._real_root).replace(os.sep, "/")
        return real == path or self.tracked(RepoPath(real))

    @cached_property
    def _tracked_files(self) -> frozenset[str]:
        return tracked_files(self.root)

    @cached_property
    def _tracked_folders(self) -> frozenset[str]:
        return frozenset(folders_of(self._tracked_files)) | {"."}


class BlobTree:
    """The files of git's index or of a revision: what is committed, or will be.

    Symlinks that stay in the tree are followed, as on disk; the files of a submodule are those
    that its checkout holds now, and are not read.
    """

    def __init__(self, root: Path, entries: Iterable[tuple[str, str, str]]) -> None:
        self.root = root
        self._blobs: dict[str, str] = {}
        self._unread: set[str] = set()
        self._reader = BlobReader(root)
        links: dict[str, str] = {}
        modules: list[str] = []
        for mode, oid, path in entries:
            if mode == "160000":
                modules.append(path)
            elif mode == "120000":
                links[path] = oid
            else:
                self._blobs[path] = oid
        self._regular = frozenset(self._blobs)
        self._folders = {".", *modules, *folders_of([*self._blobs, *links])}
        for path, oid in sorted(links.items()):
            self._follow(path, self._reader.read(oid))
        for path in modules:
            self._take_module(path)

    def _follow(self, path: str, data: bytes) -> None:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(path), os.fsdecode(data)))
        if target in self._blobs:
            self._blobs[path] = self._blobs[target]
        elif target in self._folders and not path.startswith(target + "/") and target != ".":
            inside = {p: oid for p, oid in self._blobs.items() if p.startswith(target + "/")}
            self._blobs.update({path + p.removeprefix(target): oid for p, oid in inside.items()})
            self._folders.update(folders_of(path + p.removeprefix(target) for p in inside))
        else:
            self._blobs[path] = ""
            self._unread.add(path)

    def _take_module(self, path: str) -> None:
        for file in WorkingTree(self.root, git=False).paths(path):
            self._blobs[file] = ""
            self._unread.add(file)
            self._folders.update(folders_of([file]))

    def files(self) -> Iterator[RepoPath]:
        """Regular files of this state, by path."""
        return (RepoPath(path) for path in sorted(self._blobs) if path in self._regular)

    def tags(self) -> Sequence[str]:
        """None: tags belong to the repository, not to one of its states."""
        return ()

    def paths(self, folder: str = "") -> Iterator[RepoPath]:
        """Files below a folder."""
        prefix = f"{folder}/" if folder else ""
        return (RepoPath(path) for path in self._blobs if path.startswith(prefix))

    def readable(self, path: RepoPath) -> bool:
        """Whether the entry has content here: not a symlink to elsewhere, not a submodule's file."""
        return path not in self._unread

    def read(self, path: RepoPath) -> bytes:
        """Content of a file."""
        oid = self._blobs.get(path)
        if oid is None:
            raise Unreadable("there is no such file", place=path, remedy="name a file of this state")
        return self._reader.read(oid)

    def is_file(self, path: RepoPath) -> bool:
        """Whether a file stands there."""
        return path in self._blobs

    def is_folder(self, path: RepoPath) -> bool:
        """Whether a folder stands there."""
        return path in self._folders

    def tracked(self, path: RepoPath) -> bool:
        """Everything here is tracked, and nothing else is."""
        return path in self._blobs or path in self._folders

    def close(self) -> None:
        """End the process that reads."""
        self._reader.close()


def folders_of(paths: Iterable[str]) -> set[str]:
    """Every folder that holds one of the paths, at any depth."""
    folders: set[str] = set()
    for path in paths:
        at = path.rfind("/")
        while at > 0 and path[:at] not in folders:
            folders.add(path[:at])
            at = path.rfind("/", 0, at)
    return folders
