"""What the writer of a broken link may have meant: nearest names, and the one beyond doubt."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from vaulttool.model.page import Page, RepoPath, VaultPath
from vaulttool.model.tree import Tree
from vaulttool.parse.read import is_page
from vaulttool.resolve.subpath import reachable_headings
from vaulttool.text.fold import fold_name, letters_of
from vaulttool.vault.names import is_hidden
from vaulttool.vault.vault import Vault

MINIMUM_SCORE = 75
"""Likeness in percent below which a name is not offered."""

_POOL = 200
_MAX_HEADINGS = 2000
_SUBSET_WEIGHT = 0.9
_WORD = 4  # letters of a name that may be taken for a part of another


class Certain(NamedTuple):
    """A file that is meant beyond doubt; `by_alias` when an alias named it, not its own name."""

    path: VaultPath
    by_alias: bool


class Suggester:
    """Looks among names, aliases and headings. Its indexes are built at the first question."""

    def __init__(self, vault: Vault) -> None:
        self.vault = vault
        self._known: dict[tuple[str, str], list[VaultPath]] = {}
        self._headings: dict[VaultPath, dict[str, list[str]]] = {}

    def nearest(self, linkpath: str, source: VaultPath, limit: int = 3) -> list[VaultPath]:
        """Files whose name or alias is most like the linkpath's; the page's own folder first among equals."""
        folder = source.rpartition("/")[0]
        known = self._known.get((linkpath, folder))
        if known is None:
            known = self._known[linkpath, folder] = self._ranked(linkpath, folder)
        return known[:limit]

    def certain(self, linkpath: str) -> Certain | None:
        """The one file beyond doubt: the same letters, folders included, or an alias of one page."""
        parts = [
            letters_of(part)
            for part in _without_extension(linkpath).split("/")
            if part not in (".", "..", "")
        ]
        if not parts or not parts[-1]:
            return None
        found = {path for path in self._by_letters.get(parts[-1], ()) if _same_folders(path, parts)}
        if found:
            return Certain(found.pop(), by_alias=False) if len(found) == 1 else None
        found = set(self._by_alias.get(fold_name(linkpath), ()))
        return Certain(found.pop(), by_alias=True) if len(found) == 1 else None

    def certain_heading(self, page: Page, text: str) -> str | None:
        """The one heading with the same letters."""
        known = self._headings.get(page.path)
        if known is None:
            known = self._headings[page.path] = defaultdict(list)
            for heading in reachable_headings(page):
                known[letters_of(heading.text)].append(heading.text)
        wanted = letters_of(text)
        found = known.get(wanted, [])
        return found[0] if wanted and len(found) == 1 else None

    def nearest_headings(self, page: Page, text: str, limit: int = 3) -> list[str]:
        """Headings of a page that are most like a text."""
        texts = dict.fromkeys(h.text for h in reachable_headings(page)[:_MAX_HEADINGS] if h.text)
        return [name for _, name in _likeness(text, list(texts))][:limit]

    def nearest_blocks(self, page: Page, name: str, limit: int = 3) -> list[str]:
        """Block ids of a page that are most like a name."""
        names = dict.fromkeys(block.name for block in page.block_ids[:_MAX_HEADINGS])
        return [known for _, known in _likeness(name, list(names))][:limit]

    def _ranked(self, linkpath: str, folder: str) -> list[VaultPath]:
        query = fold_name(_without_extension(linkpath).rpartition("/")[2])
        by_name: dict[str, list[VaultPath]] = defaultdict(list)
        for i in self._pool(query):
            name, path = self._entries[i]
            by_name[name].append(path)
        ranked = [
            (-score, path.rpartition("/")[0] != folder, abs(len(name) - len(query)), path)
            for score, name in _likeness(query, list(by_name))
            for path in by_name[name]
        ]
        return list(dict.fromkeys(path for *_, path in sorted(ranked)))

    def _pool(self, query: str) -> list[int]:
        """Entries that share the query's rarest trigrams: few, however large the vault is."""
        grams = sorted((self._grams[gram] for gram in _trigrams(query) if gram in self._grams), key=len)
        pool: dict[int, None] = {}
        for entries in grams:
            if len(pool) + len(entries) > _POOL and pool:
                break
            pool.update(dict.fromkeys(entries[:_POOL]))
        return list(pool)

    @cached_property
    def _entries(self) -> list[tuple[str, VaultPath]]:
        """Folded names and aliases, each with its file."""
        entries = []
        for path in self.vault.files:
            if is_hidden(path):
                continue
            entries.append((fold_name(_stem(path)), path))
            page = self.vault.page(path)
            entries.extend((fold_name(alias.strip()), path) for alias in (page.aliases if page else ()))
        return entries

    @cached_property
    def _grams(self) -> dict[str, list[int]]:
        grams: dict[str, list[int]] = defaultdict(list)
        for i, (name, _) in enumerate(self._entries):
            for gram in _trigrams(name):
                grams[gram].append(i)
        return grams

    @cached_property
    def _by_letters(self) -> dict[str, list[VaultPath]]:
        index: dict[str, list[VaultPath]] = defaultdict(list)
        for path in self.vault.files:
            if not is_hidden(path):
                index[letters_of(_stem(path))].append(path)
        return index

    @cached_property
    def _by_alias(self) -> dict[str, list[VaultPath]]:
        index: dict[str, list[VaultPath]] = defaultdict(list)
        for page in self.vault.markdown_pages():
            for alias in page.aliases:
                index[fold_name(alias.strip())].append(page.path)
        return index


class RepositoryNames:
    """Looks among the repository's files, for links that lead out of the vault."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree

    def nearest(self, path: str, limit: int = 3) -> list[RepoPath]:
        """Files with the same name, wherever they are; else those with a name like it."""
        name = path.rpartition("/")[2]
        same = self._by_name.get(name, [])
        if same:
            return same[:limit]
        near = [known for _, known in _likeness(name, list(self._by_name))]
        return [file for known in near for file in self._by_name[known]][:limit]

    @cached_property
    def _by_name(self) -> dict[str, list[RepoPath]]:
        index: dict[str, list[RepoPath]] = defaultdict(list)
        for path in sorted(self.tree.paths()):
            if self.tree.tracked(path) is not False:
                index[path.rpartition("/")[2]].append(path)
        return index


def _likeness(query: str, names: list[str]) -> list[tuple[int, str]]:
    """Names that are like the query, with their score in percent, the likest first.

    Like are names with nearly the same letters, and names all of whose words are in the query
    or the other way round (`Observability on Dankclaw` and `Observability`).
    """
    from rapidfuzz import fuzz, process, utils

    wanted = utils.default_process(query)
    if len(names) > _POOL:  # the library's own loop sifts first
        sifted = process.extract(
            wanted, names, scorer=fuzz.token_ratio, processor=utils.default_process, limit=50
        )
        names = [name for name, _, _ in sifted]
    scored = []
    for name in names:
        words = utils.default_process(name)
        subset = (
            fuzz.token_set_ratio(wanted, words) * _SUBSET_WEIGHT
            if min(len(words), len(wanted)) >= _WORD
            else 0
        )
        score = round(max(fuzz.ratio(wanted, words), subset))
        if score >= MINIMUM_SCORE:
            scored.append((score, name))
    return sorted(scored, key=lambda pair: (-pair[0], abs(len(pair[1]) - len(query)), pair[1]))


def _trigrams(name: str) -> Iterable[str]:
    padded = f" {name} "
    return dict.fromkeys(padded[i : i + 3] for i in range(max(len(padded) - 2, 1)))


def _stem(path: str) -> str:
    """The name that a link uses: without `.md`, but with any other extension."""
    return _without_extension(path).rpartition("/")[2]


def _without_extension(path: str) -> str:
    return path[:-3] if is_page(path) else path


def _same_folders(path: VaultPath, parts: list[str]) -> bool:
    """Whether the last folders of a path have the same letters as the linkpath's."""
    own = [letters_of(part) for part in _without_extension(path).split("/")]
    return own[-len(parts) :] == parts
