"""The answer of the resolver, with its reasons."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from vaulttool.model.page import RepoPath, VaultPath


class Status(StrEnum):
    """What became of a link."""

    RESOLVED = "resolved"
    UNRESOLVED = "unresolved"
    AMBIGUOUS = "ambiguous"
    EXTERNAL = "external"
    NOT_A_LINK = "not-a-link"
    NOT_PORTABLE = "not-portable"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A file that was considered, and what spoke for or against it."""

    path: RepoPath
    why: str


@dataclass(frozen=True, slots=True)
class Resolution:
    """Where a link leads. `rule` is the section of the law that decided (`"4.7"`).

    `vault_path` is set when the target is a file of the vault. `subpath_ok` is None where
    nothing is to be checked. For an ambiguous link the candidates are the tied files.
    """

    status: Status
    rule: str
    target: RepoPath | None = None
    vault_path: VaultPath | None = None
    subpath: str | None = None
    subpath_ok: bool | None = None
    subpath_rule: str | None = None
    candidates: tuple[Candidate, ...] = field(default=())
    folder: bool = False
