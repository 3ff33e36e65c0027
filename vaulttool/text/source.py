"""One file's bytes as text: every conversion between bytes, characters and lines."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property

from vaulttool.model.span import ByteSpan, Place, Span

BOM = "\ufeff"

# str.splitlines would also split at U+2028, form feed and others, and shift every later line.
_LINE_END = re.compile(r"\r\n|\n|\r")


class Source:
    """Bytes of a file and the text that they are.

    Decoding never fails and never loses: bytes that are no UTF-8 become lone surrogates, and
    encoding gives the same bytes back. Byte order mark and line ends stay where they are.
    """

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.text = data.decode("utf-8", "surrogateescape")

    @classmethod
    def of(cls, text: str) -> Source:
        """The source that reads as `text`."""
        return cls(text.encode("utf-8", "surrogateescape"))

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """Character offset at which each line begins; lines end at LF, CRLF and CR."""
        return line_starts(self.text)

    def place(self, offset: int) -> Place:
        """Line and column of a character offset."""
        return place_of(self.line_starts, offset)

    def line_text(self, line: int) -> str:
        """Text of a 1-based line, without its line end; empty past the last line."""
        starts = self.line_starts
        if not 1 <= line <= len(starts):
            return ""
        end = starts[line] if line < len(starts) else len(self.text)
        return self.text[starts[line - 1] : end].rstrip("\r\n")

    def bytes_of(self, span: Span) -> ByteSpan:
        """The same stretch in bytes."""
        start = self._byte_offset(span.start)
        return ByteSpan(start, start + len(_encode(self.text[span.start : span.end])))

    def _byte_offset(self, offset: int) -> int:
        if len(self.data) == len(self.text):  # ASCII throughout: the two counts agree
            return offset
        return len(_encode(self.text[:offset]))


def _encode(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def line_starts(text: str) -> tuple[int, ...]:
    """Character offset at which each line of a text begins."""
    return (0, *(match.end() for match in _LINE_END.finditer(text)))


def place_of(starts: tuple[int, ...], offset: int) -> Place:
    """1-based line and column of a character offset, by the table of line starts."""
    line = bisect_right(starts, offset)
    return Place(line, offset - starts[line - 1] + 1)
