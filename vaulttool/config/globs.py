"""Patterns of paths, as the configuration writes them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property

_CLASS = r"\[(!?)([^/][^\]/]*)\]"
_TOKEN = re.compile(rf"(?:(?<=/)|^)\*\*/|\*\*|\*|\?|{_CLASS}|.", re.DOTALL)
_SPANS = {"**/": "(?:[^/]+/)*?", "**": ".*?"}
_MEMBERS = re.compile("(.)-(.)|(.)", re.DOTALL)


class Globs:
    """A list of patterns over paths relative to the repository's root.

    `**` spans folders, none included; `*` and `?` stay within one; `[abc]`, `[a-c]` and `[!abc]` are
    one character of a name. A pattern that names a folder covers everything below it. No pattern is
    an error, and none takes long: a bracket that nothing closes stands for itself.
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
    """A regular expression that matches the front of each path that fits.

    What follows a star is taken where it first fits and never tried again (`(?>…)`): a later fit
    would only leave less of the path to the rest. So many stars cost no more than a few.
    """
    body, end = _trimmed(pattern)
    chunks, spans = [""], [""]
    parts: list[str] = []
    for sign in (found.group() for found in _TOKEN.finditer(body)):
        if sign in _SPANS:
            chunks[-1] = _chunk(parts, last=False)
            chunks.append("")
            spans.append(_SPANS[sign])
            parts = []
        else:
            parts.append(sign)
    chunks[-1] = _chunk(parts, last=True)
    pieces = [f"{span}{chunk}" for span, chunk in zip(spans, chunks, strict=True)]
    return "".join(f"(?>{piece})" for piece in pieces[:-1]) + pieces[-1] + end


def _trimmed(pattern: str) -> tuple[str, str]:
    """The pattern without steps that go nowhere, and the regular expression for what follows it."""
    steps: list[str] = []
    for step in pattern.split("/"):
        if step not in ("", ".") and not (step == "**" and steps[-1:] == ["**"]):
            steps.append(step)
    if len(steps) > 1 and steps[-1] == "**":
        return "/".join(steps[:-1]), "/."
    return "/".join(steps), r"(?=/|\Z)"


def _chunk(signs: list[str], *, last: bool) -> str:
    """What stands between two `**`; after the last star of the last chunk the end decides where it fits."""
    runs = [""]
    for sign in signs:
        if sign == "*":
            runs.append("")
        else:
            runs[-1] += _one(sign)
    starred = [f"(?>[^/]*?{run})" for run in runs[1:]]
    if last and starred:
        starred[-1] = f"[^/]*{runs[-1]}"
    return runs[0] + "".join(starred)


def _one(sign: str) -> str:
    if sign == "?":
        return "[^/]"
    found = re.fullmatch(_CLASS, sign, re.DOTALL)
    return _character_class(found[2], negated=bool(found[1])) if found else re.escape(sign)


def _character_class(members: str, *, negated: bool) -> str:
    ranges = [(low or single, high or single) for low, high, single in _MEMBERS.findall(members)]
    inner = "".join(f"{re.escape(low)}-{re.escape(high)}" for low, high in ranges if low <= high)
    if negated:
        return f"[^/{inner}]"
    return f"(?!/)[{inner}]" if inner else "(?!)"
