"""The one family of errors that a user may see: a message, a place, a remedy."""

from __future__ import annotations


class VaulttoolError(Exception):
    """The command could not do its work; shown as one line, exit code 2.

    `place` is a file (with line where known), `remedy` an imperative clause.
    """

    def __init__(self, message: str, *, place: str | None = None, remedy: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.place = place
        self.remedy = remedy

    def __str__(self) -> str:
        place = f"{self.place}: " if self.place else ""
        remedy = f"; {self.remedy}" if self.remedy else ""
        return f"{place}{self.message}{remedy}".replace("\n", " ")


class ConfigError(VaulttoolError):
    """The configuration file cannot be used."""


class NotAVault(VaulttoolError):
    """There is no vault where one was asked for, or nothing in it."""


class Unreadable(VaulttoolError):
    """A file is there and cannot be read."""


class TreeChanged(VaulttoolError):
    """A file is not what it was when the plan was made; nothing was written to it."""


class GitError(VaulttoolError):
    """Git refused, or is not there though the command needs it."""
