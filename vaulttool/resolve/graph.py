"""Which page links to which: backlinks, orphans, dead ends."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from vaulttool.model.page import Link, Page, VaultPath
from vaulttool.model.resolution import Resolution, Status
from vaulttool.resolve.resolver import Resolver


class Arrow(NamedTuple):
    """A link with the page that it stands on and where it leads."""

    page: Page
    link: Link
    found: Resolution


class Graph:
    """All internal links of a vault, resolved."""

    def __init__(self, resolver: Resolver) -> None:
        self.resolver = resolver

    def outgoing(self, page: Page, *, external: bool = False) -> Iterator[Arrow]:
        """Links of a page, in the order of the text."""
        for link in page.links:
            if external or not link.target.external:
                yield Arrow(page, link, self.resolver.resolve(link.target, page.path))

    @cached_property
    def arrows(self) -> list[Arrow]:
        """Links of all pages."""
        return [arrow for page in self.resolver.vault.pages() for arrow in self.outgoing(page)]

    def backlinks(self, path: VaultPath) -> list[Arrow]:
        """Links of other pages that lead to a file."""
        return [arrow for arrow in self.arrows if arrow.found.vault_path == path and arrow.page.path != path]

    def unresolved(self) -> list[Arrow]:
        """Links that lead nowhere, or to no one file."""
        return [arrow for arrow in self.arrows if arrow.found.status is not Status.RESOLVED]

    def orphans(self) -> list[VaultPath]:
        """Markdown pages to which no other page links."""
        reached = {a.found.vault_path for a in self.arrows if a.found.vault_path != a.page.path}
        return [page.path for page in self.resolver.vault.markdown_pages() if page.path not in reached]

    def dead_ends(self) -> list[VaultPath]:
        """Markdown pages that link to no other file."""
        leading = {a.page.path for a in self.arrows if a.found.target and a.found.vault_path != a.page.path}
        return [page.path for page in self.resolver.vault.markdown_pages() if page.path not in leading]
