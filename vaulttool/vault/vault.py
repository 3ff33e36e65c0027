"""The vault: which files there are, what is known of its pages, where it lies in the repository."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from vaulttool.model.page import Page, RepoPath, VaultPath
from vaulttool.parse.read import is_page
from vaulttool.vault.names import NameIndex, is_hidden


class Vault:
    """A snapshot. `folder` is the vault's folder relative to the repository root, `""` for the root.

    `pages` holds the facts of pages, canvases and bases; `files` are all files below the folder.
    """

    def __init__(self, folder: str, files: Iterable[VaultPath], pages: Mapping[VaultPath, Page]) -> None:
        self.folder = folder
        self.files = tuple(sorted(files))
        self.names = NameIndex(self.files)
        self.facts = pages
        self._prefix = f"{folder}/" if folder else ""

    def page(self, path: VaultPath) -> Page | None:
        """Facts of a page, canvas or base; None for other files."""
        return self.facts.get(path)

    def pages(self) -> Iterator[Page]:
        """All pages, canvases and bases that links can reach, by path."""
        return (self.facts[path] for path in sorted(self.facts) if not is_hidden(path))

    def markdown_pages(self) -> Iterator[Page]:
        """Only the Markdown pages."""
        return (page for page in self.pages() if is_page(page.path))

    def repo_path(self, path: VaultPath) -> RepoPath:
        """The same file, relative to the repository's root."""
        return RepoPath(self._prefix + path)

    def vault_path(self, path: RepoPath) -> VaultPath | None:
        """The same file, relative to the vault; None for one outside of it."""
        if not path.startswith(self._prefix):
            return None
        return VaultPath(path[len(self._prefix) :])
