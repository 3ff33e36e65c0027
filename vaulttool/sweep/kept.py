"""Where an old name may stand: by path, status, token, region, and in what others copy from there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

from vaulttool.config.globs import Globs
from vaulttool.model.page import RepoPath
from vaulttool.model.tree import Tree
from vaulttool.names.finder import Finder, Hit, Pair
from vaulttool.parse.read import is_readable
from vaulttool.resolve.resolver import Resolver
from vaulttool.rows.index import Index, IndexSpec
from vaulttool.status.pages import StatusPages
from vaulttool.vault.vault import Vault

PATCHES = Globs(["**/*.patch", "**/*.diff"])
LOCKS = Globs(
    [
        "**/*.lock",
        "**/package-lock.json",
        "**/npm-shrinkwrap.json",
        "**/pnpm-lock.yaml",
        "**/go.sum",
        "**/*.lock.hcl",
        "**/packages.lock.json",
        "**/gradle.lockfile",
        "**/Package.resolved",
        "**/bun.lockb",
    ]
)
CONFIGURATIONS = ("vaulttool.toml", "pyproject.toml")

_REGION = re.compile(r"vaulttool: keep(?P<bound> begin| end|)(?![\w-])")
_RETIRED_TABLE = re.compile(
    r"^\[\[(?:tool\.vaulttool\.)?retired\]\][^\n]*\n(?:(?!\[)[^\n]*(?:\n|\Z))*", re.MULTILINE
)


class Why(StrEnum):
    """Why a name is left where it stands."""

    PATH = "kept by path"
    STATUS = "kept by status"
    TOKEN = "kept token"  # noqa: S105
    REGION = "kept by comment"
    ROW = "row of a kept page"
    LINK = "name of a kept file"
    PATCH = "patch"
    LOCK = "lock file"
    BINARY = "binary"
    POINTER = "Git LFS pointer"
    GENERATED = "generated"
    RECORD = "record of retired names"
    WORD = "part of a longer word"
    UNTRACKED = "not tracked by git"
    ENCODING = "no UTF-8"


@dataclass(frozen=True, slots=True)
class Stretch:
    """Characters of a file in which names stay."""

    start: int
    end: int
    why: Why

    def covers(self, hit: Hit) -> bool:
        """Whether a hit lies in it."""
        return self.start <= hit.start and hit.end <= self.end


@dataclass(frozen=True)
class Surroundings:
    """The state of the repository that is swept, with its configuration."""

    vault: Vault
    tree: Tree
    resolver: Resolver
    statuses: StatusPages
    rest: Mapping[str, Any]
    generated: Globs

    @property
    def keep(self) -> Mapping[str, Any]:
        """The table `[keep]`."""
        table: Mapping[str, Any] = self.rest.get("keep", {})
        return table


class Kept:
    """Answers where names stay. `named` are globs of files that are to be changed all the same."""

    def __init__(self, around: Surroundings, finder: Finder, named: Iterable[str] = ()) -> None:
        self.around = around
        self.finder = finder
        self._paths = Globs(around.keep.get("paths", ()))
        self._words = frozenset(
            word for text in around.keep.get("status", ()) if (word := around.statuses.vocabulary.word(text))
        )
        self._named = Globs(named)

    def why_file(self, path: RepoPath) -> Why | None:
        """Why a file as a whole is left, name and content, told by its path or its page's status."""
        if self._paths.match(path):
            return Why.PATH
        if self._named.match(path):
            return None
        for globs, why in ((PATCHES, Why.PATCH), (LOCKS, Why.LOCK), (self.around.generated, Why.GENERATED)):
            if globs.match(path):
                return why
        return Why.STATUS if self._kept_page(path) else None

    def _kept_page(self, path: RepoPath) -> bool:
        if not self._words:
            return False
        inside = self.around.vault.vault_path(path)
        page = self.around.vault.page(inside) if inside is not None else None
        return page is not None and self.around.statuses.word_of(page) in self._words

    def moves(self, path: RepoPath) -> bool:
        """Whether a file may get another name."""
        return self.why_file(path) is None

    def stretches(self, path: RepoPath, text: str) -> list[Stretch]:
        """The stretches of a file in which names stay."""
        return [
            *_regions(text),
            *self._records(path, text),
            *self._rows(path),
            *self._links(path),
            *self._files_in(text),
            *self._tokens_in(text),
        ]

    def apart(
        self, path: RepoPath, text: str, hits: Iterable[Hit]
    ) -> tuple[list[Hit], list[tuple[Hit, Why]]]:
        """The hits that are to be changed, and those that stay, each with its reason."""
        stretches = self.stretches(path, text)
        changed, kept = [], []
        for hit in hits:
            found = next((stretch for stretch in stretches if stretch.covers(hit)), None)
            if found is None:
                changed.append(hit)
            else:
                kept.append((hit, found.why))
        return changed, kept

    def hits_in_path(self, path: RepoPath) -> list[Hit]:
        """The names in a path that are to change: no kept tokens, and none of a file that is left."""
        hits = self.finder.hits(path)
        if not hits or not self.moves(path):
            return []
        tokens = list(self._tokens_in(path))
        return [hit for hit in hits if not any(token.covers(hit) for token in tokens)]

    def _records(self, path: RepoPath, text: str) -> Iterator[Stretch]:
        """The tables `[[retired]]` of a configuration, which name what must not come back."""
        if path.rpartition("/")[2] in CONFIGURATIONS:
            for found in _RETIRED_TABLE.finditer(text):
                yield Stretch(*found.span(), Why.RECORD)

    def _rows(self, path: RepoPath) -> Iterator[Stretch]:
        for start, end in self._kept_rows.get(path, ()):
            yield Stretch(start, end, Why.ROW)

    @cached_property
    def _kept_rows(self) -> dict[RepoPath, list[tuple[int, int]]]:
        """Rows about kept pages in the configured indexes: what they copy is kept with the page."""
        rows: dict[RepoPath, list[tuple[int, int]]] = {}
        around = self.around
        for table in around.rest.get("index", ()):
            index = Index(IndexSpec.of(table), around.vault, around.tree, around.resolver)
            if not index.there:
                continue
            for row in index.rows:
                if row.page is not None and self.why_file(around.vault.repo_path(row.page.path)) is not None:
                    rows.setdefault(index.spec.path, []).append((row.row.span.start, row.row.span.end))
        return rows

    def _links(self, path: RepoPath) -> Iterator[Stretch]:
        """Targets of links to files that keep their name, though it holds an old one."""
        inside = self.around.vault.vault_path(path)
        page = self.around.vault.page(inside) if inside is not None else None
        if page is None or not is_readable(page.path):
            return
        for link in page.links:
            if link.target_span is None or link.target.external:
                continue
            target = self.around.resolver.resolve(link.target, page.path).target
            if target is not None and self.named_after(target) and not self.hits_in_path(RepoPath(target)):
                yield Stretch(link.target_span.start, link.target_span.end, Why.LINK)

    def named_after(self, path: str) -> bool:
        """Whether a path holds one of the names."""
        return bool(self.finder.hits(path))

    def _files_in(self, text: str) -> Iterator[Stretch]:
        """Names and paths of files that keep theirs, wherever they are spoken of."""
        if self._standing is not None:
            for found in self._standing.finditer(text):
                yield Stretch(*found.span(), Why.LINK)

    @cached_property
    def _standing(self) -> re.Pattern[str] | None:
        """Paths of the files that keep a name, and their own names where those are longer than it."""
        texts: set[str] = set()
        for path in self.around.tree.files():
            if not self.named_after(path) or self.hits_in_path(path):
                continue
            texts.add(path)
            stem = path.rpartition("/")[2].rpartition(".")[0] or path.rpartition("/")[2]
            if any((hit.start, hit.end) != (0, len(stem)) for hit in self.finder.hits(stem)):
                texts.add(stem)
        if not texts:
            return None
        longest_first = sorted(map(re.escape, texts), key=len, reverse=True)
        return re.compile(rf"(?<![\w-])(?:{'|'.join(longest_first)})(?![\w-])")

    def _tokens_in(self, text: str) -> Iterator[Stretch]:
        for hit in self._tokens.hits(text):
            yield Stretch(hit.start, hit.end, Why.TOKEN)

    @cached_property
    def _tokens(self) -> Finder:
        """Kept tokens that hold one of the names, in every spelling."""
        tokens = dict.fromkeys(self.around.keep.get("tokens", ()))
        return Finder(Pair(token) for token in tokens if self.named_after(token))


def _regions(text: str) -> Iterator[Stretch]:
    """Lines between the comments `vaulttool: keep begin` and `… end`; the line of `keep` and the next."""
    if "vaulttool: keep" not in text:
        return
    begun: int | None = None
    for found in _REGION.finditer(text):
        start = text.rfind("\n", 0, found.start()) + 1
        match found["bound"]:
            case " begin":
                begun = start if begun is None else begun
            case " end" if begun is not None:
                yield Stretch(begun, _line_end(text, found.end()), Why.REGION)
                begun = None
            case "":
                yield Stretch(start, _line_end(text, _line_end(text, found.end()) + 1), Why.REGION)
    if begun is not None:
        yield Stretch(begun, len(text), Why.REGION)


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end
