"""One pass over the repository: each file that holds a name, with what is to change and what stays."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from vaulttool.model.page import RepoPath
from vaulttool.names.finder import Finder, Hit, Pair
from vaulttool.sweep.content import Content, is_binary, is_pointer, is_wide
from vaulttool.sweep.kept import Kept, Why

Progress = Callable[[list[RepoPath]], Iterable[RepoPath]]


@dataclass(frozen=True, slots=True)
class Scanned:
    """A file that holds a name: in its content (`hits` change, `kept` stay) or in its path.

    `why` is the reason for which the file is left as a whole; its hits are all in `kept` then.
    """

    path: RepoPath
    data: bytes
    content: Content
    hits: tuple[Hit, ...]
    kept: tuple[tuple[Hit, Why], ...]
    why: Why | None = None


def scanned(kept: Kept, files: Iterable[RepoPath]) -> Iterator[Scanned]:
    """Files whose content holds a name in one of its spellings; each is read once, one at a time."""
    for path in files:
        data = kept.around.tree.read(path)
        if is_wide(data) or kept.finder.may_stand_in(data):
            found = scan_file(kept, path, data)
            if found.hits or found.kept:
                yield found


def scan_file(kept: Kept, path: RepoPath, data: bytes) -> Scanned:
    """What one file holds."""
    content = Content.of(data)
    hits = kept.finder.hits(content.text)
    why = kept.why_file(path) or _why_content(data, content, hits)
    if why is not None:
        return Scanned(path, data, content, (), tuple((hit, why) for hit in hits), why)
    changed, stays = kept.apart(path, content.text, hits) if hits else ([], [])
    words = [(hit, Why.WORD) for hit in kept.finder.inside_words(content.text)]
    return Scanned(path, data, content, tuple(changed), (*stays, *words))


def _why_content(data: bytes, content: Content, hits: Iterable[Hit]) -> Why | None:
    if is_binary(data):
        return Why.BINARY
    if is_pointer(data):
        return Why.POINTER
    if not content.is_utf8 and any(not hit.new.isascii() for hit in hits):
        return Why.ENCODING
    return None


def token_at(text: str, hit: Hit) -> tuple[int, int]:
    """The stretch of the token that holds a hit: letters, digits, `_` and `-` around it."""
    start, end = hit.start, hit.end
    while start and _is_part(text[start - 1]):
        start -= 1
    while end < len(text) and _is_part(text[end]):
        end += 1
    return start, end


def _is_part(char: str) -> bool:
    return char.isalnum() or char in "_-"


def finder_of(retired: Iterable[dict[str, str]]) -> Finder:
    """A finder for the names of a configuration's `[[retired]]` tables."""
    return Finder(Pair(table["name"], table.get("successor", "")) for table in retired)
