"""Folders and real git repositories with given files."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

IDENTITY = {
    "GIT_AUTHOR_NAME": "A",
    "GIT_AUTHOR_EMAIL": "a@example.org",
    "GIT_COMMITTER_NAME": "A",
    "GIT_COMMITTER_EMAIL": "a@example.org",
    "GIT_CONFIG_GLOBAL": os.devnull,
}


def write_files(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write files byte for byte; folders are made as needed."""
    folder.mkdir(parents=True, exist_ok=True)
    for path, content in files.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content.encode("utf-8", "surrogateescape") if isinstance(content, str) else content)
    return folder


def git(folder: Path, *args: str) -> str:
    """Run git, without the configuration of whoever runs the tests."""
    done = subprocess.run(
        ["git", "-c", "core.autocrlf=false", *args],
        cwd=folder,
        env={**os.environ, **IDENTITY},
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout


def make_repo(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """A repository with these files committed."""
    write_files(folder, files)
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "--allow-empty", "-m", "All")
    return folder
