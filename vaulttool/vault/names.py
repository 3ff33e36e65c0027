"""Files by name and by path, under the folding that links use."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from vaulttool.model.page import VaultPath
from vaulttool.text.fold import fold_name

_LAST = "\U0010ffff"


class Named(NamedTuple):
    """A file with its folded path."""

    folded: str
    path: VaultPath


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

    def at_exactly(self, path: VaultPath) -> bool:
        """Whether a file stands at this path, under exactly this spelling."""
        return path in self._by_path.get(fold_name(path), ())

    def ending(self, folded_path: str) -> list[Named]:
        """Files whose folded path ends with this text and whose name is its last part.

        Compared as raw text, as the application does it (obsidian-links §4.8); in the order
        of their folded paths.
        """
        name = folded_path[folded_path.rfind("/") + 1 :]
        known = self._endings.get(name)
        if known is None:
            known = self._endings[name] = _Endings(self.named(name))
        return known.ending(folded_path)


def is_hidden(path: str) -> bool:
    """Whether a part of the path begins with a dot."""
    return path.startswith(".") or "/." in path
