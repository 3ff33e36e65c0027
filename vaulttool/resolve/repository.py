"""Markdown links out of the vault into the repository (obsidian-links §10.4)."""

from __future__ import annotations

from vaulttool.model.page import RepoPath, VaultPath
from vaulttool.model.tree import Tree
from vaulttool.parse.destination import decode_all


def relative_target(destination: str, folder: str) -> str | None:
    """Path from the repository's root of a destination read beside the page; None above the root.

    `folder` is the page's folder from the repository's root. Subpath and query are dropped and
    every escape is undone (§10.2). An empty path means the page itself: the empty string.
    """
    path = decode_all(destination.partition("#")[0].partition("?")[0])
    if not path:
        return ""
    parts = [] if path.startswith("/") else [part for part in folder.split("/") if part]
    for part in path.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts) or "."


def leaves_vault(destination: str, source: VaultPath) -> bool:
    """Whether a destination's leading `../` steps pass the vault's root."""
    depth = source.count("/")
    path = decode_all(destination)
    while path.startswith(("./", "../")):
        if path.startswith("../"):
            depth -= 1
        path = path[path.index("/") + 1 :]
    return depth < 0 or (path == ".." and depth < 1)


def standing(tree: Tree, path: str) -> RepoPath | None:
    """The file or folder at a repository path, under exactly that spelling, or None."""
    found = RepoPath(path)
    return found if path == "." or tree.is_file(found) or tree.is_folder(found) else None
