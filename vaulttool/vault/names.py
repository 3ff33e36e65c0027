"""Files by name and by path, under the folding that links use."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import NamedTuple
from unicodedata import normalize

from vaulttool.model.page import VaultPath
from vaulttool.text.fold import fold_name

_LAST = "\U0010ffff"


class Named(NamedTuple):
    """A file with its folded path."""

    folded: str
    path: VaultPath


def shortest(files: Sequence[Named]) -> tuple[Named, ...]:
    """The files with the shortest path, in composed characters: more than one where they tie (§4.9)."""
    lengths = [len(file.path) if file.path.isascii() else len(normalize("NFC", file.path)) for file in files]
    least = min(lengths, default=0)
    return tuple(file for file, length in zip(files, lengths, strict=True) if length == least)


class _Endings:
    """Files of one name, found by how their paths end: linkpaths are matched from behind."""

    def __init__(self, files: Iterable[Named]) -> None:
        self._entries = sorted((file.folded[::-1], file) for file in files)
        self._keys = [key for key, _ in self._entries]

    def ending(self, suffix: str) -> list[Named]:
        key = suffix[::-1]
        first = bisect_left(self._keys, key)
        last = bisect_left(self._keys, key + _LAST, first)
        return sorted(file for _, file in self._entries[first:last])


class NameIndex:
    """All files that links can reach, built in one pass; look-ups do not grow with the vault.

    Files in folders, or with names, that begin with a dot do not exist for links
    (obsidian-links §4.13).
    """

    def __init__(self, files: Iterable[VaultPath]) -> None:
        self._by_name: dict[str, list[Named]] = {}
        self._by_path: dict[str, list[VaultPath]] = {}
        self._endings: dict[str, _Endings] = {}
        self._answers: dict[str, tuple[Named, ...]] = {}
        self._shortest: dict[str, tuple[Named, ...]] = {}
        for path in sorted(files):
            if is_hidden(path):
                continue
            folded = fold_name(path)
            self._by_name.setdefault(folded[folded.rfind("/") + 1 :], []).append(Named(folded, path))
            self._by_path.setdefault(folded, []).append(path)

    def named(self, folded_name: str) -> Sequence[Named]:
        """Files of exactly this folded name, extension included, in any folder."""
        return self._by_name.get(folded_name, ())

    def at(self, folded_path: str) -> Sequence[VaultPath]:
        """Files at this folded path; more than one where names differ in case only."""
        return self._by_path.get(folded_path, ())

    def exactly(self, path: str) -> VaultPath | None:
        """The file at this path, spelt exactly so; composed and decomposed letters are one spelling (§4.14)."""
        known = self._by_path.get(fold_name(path), ())
        composed = normalize("NFC", path)
        return next((one for one in known if one == path or normalize("NFC", one) == composed), None)

    def at_exactly(self, path: VaultPath) -> bool:
        """Whether a file stands at this path, under exactly this spelling."""
        return path in self._by_path.get(fold_name(path), ())

    def ending(self, folded_path: str) -> Sequence[Named]:
        """Files whose folded path ends with this text and whose name is its last part.

        Compared as raw text, as the application does it (obsidian-links §4.8); in the order
        of their folded paths.
        """
        answer = self._answers.get(folded_path)
        if answer is None:
            name = folded_path[folded_path.rfind("/") + 1 :]
            if name not in self._endings:
                self._endings[name] = _Endings(self.named(name))
            answer = self._answers[folded_path] = tuple(self._endings[name].ending(folded_path))
        return answer

    def shortest(self, folded_path: str) -> Sequence[Named]:
        """Of the files that `ending` gives, those with the shortest path."""
        answer = self._shortest.get(folded_path)
        if answer is None:
            answer = self._shortest[folded_path] = shortest(self.ending(folded_path))
        return answer


def is_hidden(path: str) -> bool:
    """Whether a part of the path begins with a dot."""
    return path.startswith(".") or "/." in path
