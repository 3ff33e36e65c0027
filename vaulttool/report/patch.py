"""Changes as a patch that `git apply` takes."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from typing import TextIO

from vaulttool.model.change import FileChange

_NO_NEWLINE = "\\ No newline at end of file\n"

_CONTROL = re.compile("[\x00-\x1f\x7f]")


def write_patch(changes: Iterable[FileChange], stream: TextIO) -> None:
    """Write a unified diff of each change; line ends stay as they are in the files."""
    for change in changes:
        stream.writelines(
            line if line.endswith("\n") else f"{line}\n{_NO_NEWLINE}" for line in _lines(change)
        )


def _lines(change: FileChange) -> Iterator[str]:
    before, after = (_split(data) for data in (change.before, change.after))
    return difflib.unified_diff(before, after, _name(f"a/{change.path}"), _name(f"b/{change.path}"))


def _name(path: str) -> str:
    """A path as git writes it: in quotes where a tab or line break would end it."""
    if not _CONTROL.search(path):
        return path
    escaped = re.sub(r'["\\]', r"\\\g<0>", path)
    return '"' + _CONTROL.sub(lambda found: f"\\{ord(found.group()):03o}", escaped) + '"'


def _split(data: bytes) -> list[str]:
    """Lines as a patch counts them: only LF ends one."""
    parts = data.decode("utf-8", "surrogateescape").split("\n")
    return [f"{part}\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])
