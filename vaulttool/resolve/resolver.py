"""The resolver: Obsidian's answer to any link from any page, with the reasons."""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.model.page import Form, Target, VaultPath
from vaulttool.model.resolution import Candidate, Resolution, Status
from vaulttool.model.tree import Tree
from vaulttool.resolve.linkpath import Choice, choose_file
from vaulttool.resolve.repository import leaves_vault, relative_target, standing
from vaulttool.resolve.subpath import Subpaths
from vaulttool.vault.vault import Vault

MAX_CANDIDATES = 50
"""Candidates that an explanation lists."""


class Resolver:
    """Answers by the law; remembers what it was asked. The source page need not exist."""

    def __init__(self, vault: Vault, tree: Tree) -> None:
        self.vault = vault
        self.tree = tree
        self.subpaths = Subpaths()
        self._choices: dict[tuple[str, str], Choice] = {}

    def resolve(self, target: Target, source: VaultPath, *, explain: bool = False) -> Resolution:
        """Where `target` leads from `source`.

        Candidates are listed for ambiguous answers, and for all when `explain` asks for it.
        """
        if target.external:
            return Resolution(Status.EXTERNAL, "1.3")
        if target.form is Form.PATH:
            return self._exact(target)
        outside = self._outside(target, source) if target.form is Form.MARKDOWN else None
        if outside is not None:
            return outside
        choice = self.choice(target.linkpath, source)
        candidates = tuple(self._candidates(choice)) if explain or len(choice.chosen) > 1 else ()
        if len(choice.chosen) == 1:
            return self._found(choice.chosen[0], target.subpath, choice.rule, candidates)
        status = Status.AMBIGUOUS if choice.chosen else Status.UNRESOLVED
        if status is Status.UNRESOLVED and (rooted := self._rooted(target)):
            return rooted
        return Resolution(status, choice.rule, subpath=target.subpath, candidates=candidates)

    def choice(self, linkpath: str, source: VaultPath) -> Choice:
        """The choice among files (§4). It depends on the source's folder, not on the page."""
        if not linkpath:
            return choose_file("", source, self.vault.names)
        key = (linkpath, source[: source.rfind("/") + 1])
        known = self._choices.get(key)
        if known is None:
            known = self._choices[key] = choose_file(linkpath, source, self.vault.names)
        return known

    def _exact(self, target: Target) -> Resolution:
        """A canvas holds vault paths, exact, with extension and case (§1.10)."""
        path = self.vault.names.exactly(target.linkpath)
        if path is not None:
            return self._found(path, target.subpath, "1.10", ())
        return Resolution(Status.UNRESOLVED, "1.10", subpath=target.subpath)

    def _found(
        self, path: VaultPath, subpath: str | None, rule: str, candidates: tuple[Candidate, ...]
    ) -> Resolution:
        page = self.vault.page(path)
        answer = self.subpaths.answer(page, subpath)
        return Resolution(
            Status.RESOLVED,
            rule,
            self.vault.repo_path(path),
            path,
            subpath,
            answer.ok,
            answer.rule if subpath else None,
            candidates,
        )

    def _outside(self, target: Target, source: VaultPath) -> Resolution | None:
        """The repository's file, for a destination that passes the vault's root (§10.4)."""
        destination = target.destination or ""
        if not destination.startswith(".") or not leaves_vault(destination, source):
            return None
        folder = self.vault.repo_path(source).rpartition("/")[0]
        return self._in_tree(relative_target(destination, folder), target)

    def _rooted(self, target: Target) -> Resolution | None:
        """The repository's file, for a leading slash that is no path of the vault (§10.4)."""
        destination = target.destination or ""
        if (
            target.form is not Form.MARKDOWN
            or not destination.startswith("/")
            or destination.startswith("//")
        ):
            return None
        return self._in_tree(relative_target(destination, ""), target)

    def _in_tree(self, path: str | None, target: Target) -> Resolution | None:
        found = standing(self.tree, path) if path is not None else None
        if found is None:
            return None
        inside = self.vault.vault_path(found)
        if inside is not None and self.vault.names.at_exactly(inside):
            return self._found(inside, target.subpath, "10.4", ())
        folder = not self.tree.is_file(found)
        return Resolution(Status.RESOLVED, "10.4", found, subpath=target.subpath, folder=folder)

    def _candidates(self, choice: Choice) -> Iterator[Candidate]:
        """The files that were considered, in words; of an ambiguous answer only those that tie."""
        repo = self.vault.repo_path
        if len(choice.chosen) > 1:
            why = (
                "paths differ in case only"
                if choice.rule == "4.10"
                else "ties: same group, same length of path"
            )
            yield from (Candidate(repo(path), why) for path in choice.chosen)
            return
        if choice.chosen:
            yield Candidate(repo(choice.chosen[0]), _WHY_CHOSEN[choice.rule])
        fitting = {file.path for file in choice.fitting}
        near = {file.path for file in choice.near}
        for file in choice.named[:MAX_CANDIDATES]:
            if file.path in choice.chosen:
                continue
            yield Candidate(repo(file.path), _why_not(file.path, choice, fitting, near))


_WHY_CHOSEN = {
    "4.1": "an empty linkpath means the page itself",
    "4.3": "the one file of that name",
    "4.4": "exactly the path beside the page",
    "4.5": "exactly the path from the vault's root",
    "4.7": "its path ends with the linkpath; near the page first, then the shortest path",
    "4.8": "its path ends with the linkpath only by chance of spelling",
}


def _why_not(path: VaultPath, choice: Choice, fitting: set[VaultPath], near: set[VaultPath]) -> str:
    if not choice.chosen and choice.rule == "4.6":
        return "a leading slash allows only the exact path from the vault's root"
    if path in fitting:
        if near and path not in near:
            return "not below the page's folder, another is"
        return "its path is longer"
    if choice.rule in ("4.4", "4.5"):
        return "not the exact path"
    return f"its path does not end with `{choice.linkpath}`"
