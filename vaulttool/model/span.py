"""Stretches of a text, and places as a reader counts them."""

from __future__ import annotations

from typing import NamedTuple


class Span(NamedTuple):
    """Half-open stretch of a decoded text, in characters."""

    start: int
    end: int

    def shifted(self, by: int) -> Span:
        """The same stretch in a text that has `by` more characters in front."""
        return Span(self.start + by, self.end + by)

    def covers(self, other: Span) -> bool:
        """Whether another stretch lies inside, or is the same."""
        return self.start <= other.start and other.end <= self.end

    def holds(self, offset: int) -> bool:
        """Whether the character at `offset` lies inside."""
        return self.start <= offset < self.end


class ByteSpan(NamedTuple):
    """Half-open stretch of a file, in bytes."""

    start: int
    end: int


class Place(NamedTuple):
    """A position as people count it: 1-based line and column, columns in characters."""

    line: int
    column: int
