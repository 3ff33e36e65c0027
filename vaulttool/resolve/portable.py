"""The other verdict: where a link leads on a Git forge, with no vault index (obsidian-links §10)."""

from __future__ import annotations

from vaulttool.errors import Unreadable
from vaulttool.model.page import Form, Page, RepoPath, Target, VaultPath
from vaulttool.model.resolution import Resolution, Status
from vaulttool.model.tree import Tree
from vaulttool.parse.destination import decode_all
from vaulttool.parse.read import is_page, read_page
from vaulttool.resolve.repository import relative_target, standing
from vaulttool.text.fold import slug
from vaulttool.vault.vault import Vault


class Forge:
    """Answers as a forge that renders the repository's files does: exact paths, slugs."""

    def __init__(self, vault: Vault, tree: Tree) -> None:
        self.vault = vault
        self.tree = tree
        self._anchors: dict[RepoPath, frozenset[str]] = {}

    def resolve(self, target: Target, source: VaultPath) -> Resolution:
        """Where `target` leads from `source`; `subpath_ok` says whether its anchor is there."""
        if target.external:
            return Resolution(Status.EXTERNAL, "10.1")
        if target.form is not Form.MARKDOWN:
            return Resolution(Status.NOT_PORTABLE, "10.1")
        destination = target.destination or ""
        here = self.vault.repo_path(source)
        path = relative_target(destination, here.rpartition("/")[0])
        anchor = decode_all(destination.partition("#")[2])
        subpath = f"#{anchor}" if "#" in destination else None
        if path == "":
            return self._found(here, subpath, anchor)
        found = standing(self.tree, path) if path is not None else None
        if found is None:
            return Resolution(Status.UNRESOLVED, "10.2", subpath=subpath)
        return self._found(found, subpath, anchor)

    def _found(self, path: RepoPath, subpath: str | None, anchor: str) -> Resolution:
        folder = not self.tree.is_file(path) and self.tree.is_folder(path)
        ok = self._has_anchor(path, anchor) if anchor and not folder else None
        inside = self.vault.vault_path(path)
        return Resolution(
            Status.RESOLVED, "10.2", path, inside, subpath, ok, "10.3" if anchor else None, folder=folder
        )

    def _has_anchor(self, path: RepoPath, anchor: str) -> bool | None:
        if not is_page(path):
            return None
        known = self._anchors.get(path)
        if known is None:
            page = self._page(path)
            known = self._anchors[path] = anchors(page) if page else frozenset()
        return anchor in known

    def _page(self, path: RepoPath) -> Page | None:
        inside = self.vault.vault_path(path)
        page = self.vault.page(inside) if inside is not None else None
        if page is not None or not self.tree.readable(path):
            return page
        try:
            return read_page(VaultPath(path), self.tree.read(path))
        except Unreadable:
            return None


def anchors(page: Page) -> frozenset[str]:
    """What a forge lets one link to on a page: slugs of all headings, explicit anchors (§10.3)."""
    taken: dict[str, int] = {}
    for heading in page.headings:
        base = anchor = slug(heading.rendered)
        while anchor in taken:
            taken[base] += 1
            anchor = f"{base}-{taken[base]}"
        taken[anchor] = 0
    return frozenset({*taken, *page.anchors})
