"""What a rule is, and what it may look at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol, TypeVar

from vaulttool.config.settings import Settings
from vaulttool.model.change import Edit, Fix
from vaulttool.model.finding import Finding, Related, Severity
from vaulttool.model.page import Form, Link, Page, Problem, RepoPath, VaultPath
from vaulttool.model.resolution import Resolution, Status
from vaulttool.model.span import Place
from vaulttool.model.tree import Tree
from vaulttool.resolve.portable import Forge
from vaulttool.resolve.resolver import Resolver
from vaulttool.resolve.suggest import RepositoryNames, Suggester
from vaulttool.text.source import Source, place_of
from vaulttool.vault.vault import Vault

T = TypeVar("T")


class Verdict(StrEnum):
    """Under which verdict a rule speaks."""

    OBSIDIAN = "obsidian"
    PORTABLE = "portable"
    ANY = "any"


class Scope(StrEnum):
    """What a rule is given: one link with its resolutions, one page, or the whole vault at once."""

    LINK = "link"
    PAGE = "page"
    VAULT = "vault"


class Globs(Protocol):
    """Patterns of paths."""

    def match(self, path: str) -> bool:
        """Whether a path fits one of them."""
        ...


@dataclass(frozen=True, slots=True)
class Judged:
    """A link with both answers; `portable` is None unless that verdict was asked for."""

    link: Link
    found: Resolution
    portable: Resolution | None = None

    @property
    def in_obsidian(self) -> bool:
        """Whether Obsidian follows the link, subpath included."""
        return self.found.status is Status.RESOLVED and self.found.subpath_ok is not False


@dataclass
class Context:
    """Read-only surroundings of a check.

    `past` says that the tree is an earlier state, which owes the configuration nothing.
    """

    vault: Vault
    tree: Tree
    settings: Settings
    resolver: Resolver
    forge: Forge
    suggester: Suggester
    repository: RepositoryNames
    generated: Globs
    verdict: str
    sources: dict[RepoPath, Source] = field(default_factory=dict)
    shared: dict[str, Any] = field(default_factory=dict)
    past: bool = False

    def once(self, name: str, make: Callable[[], T]) -> T:
        """A value that several rules look at, computed for the first of them."""
        if name not in self.shared:
            self.shared[name] = make()
        value: T = self.shared[name]
        return value

    def source(self, page: Page) -> Source:
        """Text of a page, for a rule that offers a fix."""
        path = self.vault.repo_path(page.path)
        known = self.sources.get(path)
        if known is None:
            known = self.sources[path] = Source(self.tree.read(path))
        return known

    def link_text(self, path: VaultPath, page: Page, link: Link) -> str:
        """What one would write to reach a file from a page: the name to suggest."""
        from vaulttool.resolve.shorten import rewritten_target, shortest_linkpath

        shortest = shortest_linkpath(path, page.path, self.vault)
        if link.target.form is Form.WIKI:
            return shortest
        return rewritten_target(link, path, page.path, self.vault) or shortest


@dataclass(frozen=True)
class Rule:
    """Identity of a rule. `id` is the module's name with hyphens, `family` its folder's."""

    id: str
    family: str
    summary: str
    severity: Severity = Severity.ERROR
    scope: Scope = Scope.LINK
    verdict: Verdict = Verdict.ANY

    def on_link(
        self,
        page: Page,
        link: Link,
        ctx: Context,
        message: str,
        *,
        suggestions: tuple[str, ...] = (),
        related: tuple[Related, ...] = (),
        fix: Fix | None = None,
    ) -> Finding:
        """A finding at a link; the same link elsewhere on the page is the same content."""
        path = ctx.vault.repo_path(page.path)
        return Finding(
            self.id,
            self.family,
            self.severity,
            path,
            link.place,
            link.end,
            message,
            link.text,
            suggestions,
            related,
            fix,
        )

    def at(
        self,
        path: RepoPath,
        place: Place,
        end: Place,
        message: str,
        *,
        content: str,
        suggestions: tuple[str, ...] = (),
        related: tuple[Related, ...] = (),
        fix: Fix | None = None,
    ) -> Finding:
        """A finding at any place of a page or repository file."""
        return Finding(
            self.id, self.family, self.severity, path, place, end, message, content, suggestions, related, fix
        )

    def on_problem(self, page: Page, problem: Problem, ctx: Context) -> Finding:
        """A finding at something that the reader could not read."""
        starts = page.line_starts
        start = (
            place_of(starts, problem.span.start)
            if len(starts) > 1
            else Place(problem.line, problem.span.start + 1)
        )
        end = (
            place_of(starts, problem.span.end)
            if len(starts) > 1
            else Place(problem.line, problem.span.end + 1)
        )
        path = ctx.vault.repo_path(page.path)
        return Finding(
            self.id, self.family, self.severity, path, start, end, problem.message, problem.message
        )


def safe_fix(edit: Edit | None) -> Fix | None:
    """A fix of one edit that `--fix` applies, where there is one."""
    return Fix((edit,)) if edit is not None else None
