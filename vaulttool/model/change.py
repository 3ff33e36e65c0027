"""Changes to files, as values: nothing here touches a disk."""

from __future__ import annotations

from dataclasses import dataclass

from vaulttool.model.page import RepoPath
from vaulttool.model.span import ByteSpan


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """Replace the bytes of one span of one file."""

    path: RepoPath
    span: ByteSpan
    new: bytes


@dataclass(frozen=True, slots=True)
class Fix:
    """One right repair. `safe` ones are applied by `--fix`, the others are only shown."""

    edits: tuple[Edit, ...]
    safe: bool = True


@dataclass(frozen=True, slots=True)
class FileChange:
    """A file before and after. `before` binds the change to the state that it was made for."""

    path: RepoPath
    before: bytes
    after: bytes


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """A file that gets another path. Moves of a plan happen at once, so that two files can swap names."""

    old: RepoPath
    new: RepoPath


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that a command would change, and nothing else.

    Changes name files by the path before the moves.
    """

    changes: tuple[FileChange, ...] = ()
    moves: tuple[Move, ...] = ()
