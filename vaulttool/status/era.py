"""Eras: ranges of dates, as people write them."""

from __future__ import annotations

import datetime as dt
import re
from typing import NamedTuple

_ARROW = r"(?:->|→|–|—|\.\.\.?|\bto\b|\buntil\b|\s-\s)"
_RANGE = re.compile(rf"^\s*(?P<start>[\d-]+?)\s*{_ARROW}\s*(?P<end>[\d-]+)\s*$")
_OPEN = re.compile(rf"^\s*(?:since\s+(?P<since>[\d-]+)|(?P<start>[\d-]+?)\s*{_ARROW})\s*$")
_DATE = re.compile(r"\d{4}(?:-\d{2}(?:-\d{2})?)?")


class Era(NamedTuple):
    """A completed range; `end` is None for one that goes on. Dates are ISO text, as exact as written."""

    start: str
    end: str | None

    @property
    def ordered(self) -> bool:
        """Whether it does not end before it starts."""
        return self.end is None or self.end[: len(self.start)] >= self.start[: len(self.end)]


def parse_era(text: str) -> Era | None:
    """The era that a text is, or None. The end may leave out what it shares with the start."""
    found = _RANGE.match(text)
    if found:
        start = found["start"]
        end = _completed(start, found["end"])
        return Era(start, end) if _is_date(start) and _is_date(end) else None
    found = _OPEN.match(text)
    if found:
        start = found["since"] or found["start"]
        return Era(start, None) if _is_date(start) else None
    return None


def _completed(start: str, end: str) -> str:
    """`10-10` after `2026-09-21` is `2026-10-10`."""
    if len(end) < len(start) and not re.match(r"\d{4}", end):
        return start[: len(start) - len(end)] + end
    return end


def _is_date(text: str) -> bool:
    if not _DATE.fullmatch(text):
        return False
    try:
        dt.date.fromisoformat((text + "-01-01")[:10])
    except ValueError:
        return False
    return True
