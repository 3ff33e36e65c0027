"""What a check has to say."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from vaulttool.model.change import Fix
from vaulttool.model.page import RepoPath
from vaulttool.model.span import Place


class Severity(StrEnum):
    """How sure and how bad."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Related:
    """Another place that belongs to a finding."""

    path: RepoPath
    line: int
    message: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault at one place. Lines and columns are 1-based, columns count characters.

    `content` is what the finding is about, independent of where it stands: findings of two
    states of a tree are the same fault when path, rule and content agree.
    """

    rule: str
    family: str
    severity: Severity
    path: RepoPath
    place: Place
    end: Place
    message: str
    content: str
    suggestions: tuple[str, ...] = ()
    related: tuple[Related, ...] = ()
    fix: Fix | None = None
    nth: int = 0

    def numbered(self, nth: int) -> Finding:
        """The same finding, as the nth of its kind on its page."""
        return replace(self, nth=nth)

    @property
    def sort_key(self) -> tuple[str, Place, str, str]:
        """Order of a report: by path, place, rule, message."""
        return (self.path, self.place, self.rule, self.message)
