"""Patterns of paths, as the configuration writes them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property

_TOKEN = re.compile(r"\*\*/|/\*\*$|\*\*|\*|\?|\[!?[^\]/]+\]|.", re.DOTALL)
_TRANSLATED = {"/**": "/.+", "**/": "(?:[^/]+/)*", "**": ".*", "*": "[^/]*", "?": "[^/]"}


class Globs:
    """A list of patterns over paths relative to the repository's root.

    `**` spans folders, none included; `*` and `?` stay within one; `[abc]` is one character of
    them. A pattern that names a folder covers everything below it.
    """

    def __init__(self, patterns: Iterable[str]) -> None:
        self.patterns = tuple(patterns)

    def match(self, path: str) -> bool:
        """Whether a path fits one of the patterns."""
        return self._pattern is not None and self._pattern.match(path) is not None

    @cached_property
    def _pattern(self) -> re.Pattern[str] | None:
        if not self.patterns:
            return None
        return re.compile("|".join(f"(?:{_translate(pattern)})" for pattern in self.patterns), re.DOTALL)


def _translate(pattern: str) -> str:
    """A regular expression for the whole path; linear, since its parts cannot overlap in a folder's name."""
    body = "".join(_one(part) for part in _TOKEN.findall(pattern.strip("/")))
    return f"{body}(?:/.*)?\\Z"


def _one(part: str) -> str:
    if part in _TRANSLATED:
        return _TRANSLATED[part]
    if part.startswith("[") and part.endswith("]"):
        inner = "".join(char if char == "-" else re.escape(char) for char in part.strip("[]!"))
        return f"[{'^' if part.startswith('[!') else ''}{inner}]"
    return re.escape(part)
