"""From places in what the Markdown parser saw back to places in the file."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple

from vaulttool.text.source import line_starts

_CARRIAGE = re.compile(r"\r\n?")


class Body:
    """The part of a text that is Markdown, its line ends all LF, and the way back.

    `start` is the offset in the file's text at which the Markdown begins: after a byte order
    mark and the frontmatter. It must be the beginning of a line, the mark aside.
    """

    def __init__(self, text: str, start: int = 0) -> None:
        part = text[start:]
        self.start = start
        self._has_carriage = "\r" in part
        self.text = (
            _CARRIAGE.sub("\n", part).replace("\0", "\ufffd")
            if self._has_carriage
            else part.replace("\0", "\ufffd")
        )
        self._there = line_starts(part) if self._has_carriage else ()
        self._here = line_starts(self.text) if self._has_carriage else ()

    def offset(self, position: int) -> int:
        """Offset in the file's text of a position in `text`."""
        if not self._has_carriage:
            return self.start + position
        line = bisect_right(self._here, position) - 1
        return self.start + self._there[line] + position - self._here[line]


class Piece(NamedTuple):
    """From `at` on, the content of a block stands at `source` in the body, character by character."""

    at: int
    source: int


class Content:
    """The content of one block (a paragraph, a heading, a cell) and where each character stands.

    The parser takes container prefixes and indentation off each line, so content and body
    agree only line by line.
    """

    def __init__(self, text: str, pieces: list[Piece]) -> None:
        self.text = text
        self._at = [piece.at for piece in pieces]
        self._source = [piece.source for piece in pieces]

    def position(self, index: int) -> int:
        """Position in the body of the character at `index` of the content."""
        i = max(bisect_right(self._at, index) - 1, 0)
        return self._source[i] + index - self._at[i]

    def stretch(self, start: int, end: int) -> tuple[int, int]:
        """Positions in the body of a non-empty stretch of the content."""
        return self.position(start), self.position(end - 1) + 1
