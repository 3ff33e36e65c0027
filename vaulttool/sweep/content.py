"""The bytes of any file as text, and back, without losing one."""

from __future__ import annotations

import codecs
from dataclasses import dataclass

from vaulttool.text.source import Source

_SNIFFED = 8000
"""Bytes in which git looks for a NUL to tell a binary file."""

_POINTER = b"version https://git-lfs.github.com/spec/"
_WIDE = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


@dataclass(frozen=True, slots=True)
class Content:
    """Text of a file, and the codec that gives its bytes back."""

    text: str
    codec: str

    @classmethod
    def of(cls, data: bytes) -> Content:
        """UTF-16 where a byte order mark says so, else UTF-8; other bytes are kept as they are."""
        codec = _WIDE.get(data[:2])
        if codec is not None:
            try:
                return cls(data.decode(codec), codec)
            except UnicodeDecodeError:
                pass
        return cls(Source(data).text, "utf-8")

    def encoded(self, text: str) -> bytes:
        """Another text in the same encoding."""
        return text.encode(self.codec, "surrogateescape" if self.codec == "utf-8" else "strict")

    @property
    def is_utf8(self) -> bool:
        """Whether all of it is UTF-8, so that any letter may be added."""
        return self.codec != "utf-8" or not any("\udc80" <= char <= "\udcff" for char in self.text)


def is_wide(data: bytes) -> bool:
    """Whether a byte order mark says that it is UTF-16."""
    return data[:2] in _WIDE


def is_binary(data: bytes) -> bool:
    """Whether git would call it binary; UTF-16 with a byte order mark is text."""
    return not is_wide(data) and b"\0" in data[:_SNIFFED]


def is_pointer(data: bytes) -> bool:
    """Whether the file stands for one that Git LFS holds."""
    return data.startswith(_POINTER)
