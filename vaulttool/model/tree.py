"""A state of the files: the disk, git's index, a revision, or one held in memory."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from vaulttool.model.page import RepoPath


class Tree(Protocol):
    """What can be asked of a state of the repository. Paths are relative to its root."""

    def paths(self, folder: str = "") -> Iterable[RepoPath]:
        """Regular files below a folder, in no particular order."""
        ...

    def files(self) -> Iterable[RepoPath]:
        """Every regular file that belongs to the repository, hidden folders included, by path.

        With git, what it tracks; no symlinks, no submodules.
        """
        ...

    def tags(self) -> Iterable[str]:
        """Names of the repository's git tags; none without git, and none in a revision."""
        ...

    def readable(self, path: RepoPath) -> bool:
        """Whether a file's content belongs to the repository: no symlink to somewhere else."""
        ...

    def read(self, path: RepoPath) -> bytes:
        """Content of a file. Raises Unreadable when it is not there or cannot be read."""
        ...

    def is_file(self, path: RepoPath) -> bool:
        """Whether a file stands there, under exactly this spelling."""
        ...

    def is_folder(self, path: RepoPath) -> bool:
        """Whether a folder stands there, under exactly this spelling."""
        ...

    def tracked(self, path: RepoPath) -> bool | None:
        """Whether git tracks the file (or a file below the folder); None without git."""
        ...
