"""Where things are: the vault of a repository, and paths as the repository sees them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from vaulttool.errors import ConfigError, NotAVault


def find_vault(start: Path, root: Path, *, named: bool) -> Path:
    """The vault of a repository that says nothing of it: the folder with `.obsidian`, else the one given.

    Looked for upward to the root first, then below. Raises NotAVault when several are there.
    """
    folder = start
    while True:
        if (folder / ".obsidian").is_dir():
            return folder
        if folder in (root, folder.parent):
            break
        folder = folder.parent
    below = sorted(path.parent for path in _dot_obsidian(start))
    if len(below) == 1 and not named:
        return below[0]
    if len(below) > 1 and not named:
        names = ", ".join(relative(path, start) for path in below[:4])
        raise NotAVault(
            f"several vaults are here: {names}",
            place=str(start),
            remedy="name one, or set `vault` in vaulttool.toml",
        )
    return start


def _dot_obsidian(start: Path, depth: int = 3) -> Iterator[Path]:
    for pattern in ("/".join(["*"] * level + [".obsidian"]) for level in range(1, depth + 1)):
        yield from (path for path in start.glob(pattern) if path.is_dir())


def configured_vault(vault: Path, root: Path, written: str, file: str) -> Path:
    """The folder that the configuration names. Raises ConfigError or NotAVault."""
    place = Path(os.path.normpath(vault))
    if not place.is_relative_to(root):
        raise ConfigError(
            f"`vault` is `{written}`, outside of the repository",
            place=file,
            remedy="name a folder below its root",
        )
    if not place.is_dir():
        raise NotAVault(
            f"`vault` is `{written}`, and there is no such folder",
            place=file,
            remedy="name the vault's folder",
        )
    return place


def real(path: Path) -> Path:
    """A path without symlinks."""
    return Path(os.path.realpath(path))


def real_parent(path: Path) -> Path:
    """A path whose folder is real and whose last part is as given: a symlink is not followed."""
    normal = os.path.normpath(path)
    return real(Path(normal).parent) / Path(normal).name


def relative(path: Path, root: Path) -> str:
    """A path from the root, with slashes; it begins with `..` for one outside."""
    return os.path.relpath(path, root).replace(os.sep, "/")
