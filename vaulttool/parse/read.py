"""`read_page`: the one way from a file's bytes to its facts."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import PurePosixPath

from vaulttool.model.page import Page, Problem, VaultPath
from vaulttool.model.span import Span
from vaulttool.text.source import Source

MAX_BYTES = 16 * 1024 * 1024
"""A larger page is reported and not read: no one wrote it by hand, and it would stall a hook."""

_UNDECODABLE = range(0xDC80, 0xDD00)


def is_page(path: str) -> bool:
    """Whether a path names a Markdown page."""
    return path[-3:].lower() == ".md"


def is_readable(path: str) -> bool:
    """Whether facts can be read of such a file: a page, a canvas or a base."""
    return PurePosixPath(path).suffix.lower() in (".md", ".canvas", ".base")


def read_page(path: VaultPath, data: bytes) -> Page:
    """Facts of a page, canvas or base, from its bytes alone."""
    digest = hashlib.blake2b(data, digest_size=16).digest()
    if len(data) > MAX_BYTES:
        message = f"{len(data):,} bytes are more than {MAX_BYTES:,}; the file is not read"
        return Page(path, digest, problems=(Problem("page-too-large", message, Span(0, 0), 1),))
    source = Source(data)
    page = _reader(path)(path, source, digest)
    problem = _undecodable(source)
    if problem:
        return replace(page, problems=(problem, *page.problems))
    return page


def _reader(path: VaultPath) -> Callable[[VaultPath, Source, bytes], Page]:
    """The reader for a kind of file; each is imported when the first such file is read."""
    suffix = PurePosixPath(path).suffix.lower()
    if suffix == ".canvas":
        from vaulttool.parse.canvas import read_canvas

        return read_canvas
    if suffix == ".base":
        from vaulttool.parse.base import read_base

        return read_base
    from vaulttool.parse.record import read_markdown

    return read_markdown


def _undecodable(source: Source) -> Problem | None:
    try:
        source.data.decode()
    except UnicodeDecodeError as error:
        at = len(source.data[: error.start].decode("utf-8", "surrogateescape"))
        byte = source.data[error.start]
        message = f"byte 0x{byte:02x} is no UTF-8; save the page as UTF-8"
        return Problem("page-undecodable", message, Span(at, at + 1), source.place(at).line)
    return None
