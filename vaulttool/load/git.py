"""Every call of git: without a shell, paths separated by NUL, the caller's environment kept."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from vaulttool.errors import GitError

_EMPTY = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"


def run_git(folder: Path, *args: str, data: bytes | None = None) -> bytes:
    """Standard output of a git command. Raises GitError with git's first line of complaint."""
    done = _call(folder, args, data)
    if done is None:
        raise GitError("git is not installed", remedy="install git, or leave out the option that needs it")
    if done.returncode:
        raise GitError(f"git {args[0]}: {_complaint(done)}", place=str(folder))
    return done.stdout


def toplevel(folder: Path) -> Path | None:
    """Root of the work tree that holds `folder`; None without git or outside of a repository."""
    done = _call(folder, ["rev-parse", "--show-toplevel"], None)
    if done is None:
        return None
    if done.returncode == 0:
        return Path(os.fsdecode(done.stdout.removesuffix(b"\n")))
    complaint = _complaint(done)
    if "not a git repository" in complaint or "must be run in a work tree" in complaint:
        return None
    raise GitError(f"git rev-parse: {complaint}", place=str(folder))


def tracked_files(root: Path) -> frozenset[str]:
    """Paths that git's index holds."""
    return frozenset(_paths(run_git(root, "ls-files", "-z")))


def tag_names(root: Path) -> list[str]:
    """Names of the tags."""
    return os.fsdecode(run_git(root, "tag", "--list")).splitlines()


def index_entries(root: Path) -> list[tuple[str, str, str]]:
    """Mode, object id and path of every entry that would be committed; of a conflict, one side."""
    entries = {}
    for record in _paths(run_git(root, "ls-files", "--stage", "-z")):
        meta, path = record.split("\t", 1)
        mode, oid, _stage = meta.split()
        entries[path] = (mode, oid, path)
    if any(oid == _EMPTY for _, oid, _ in entries.values()):
        # `git add -N` leaves an empty entry that no commit takes along.
        for path in _paths(run_git(root, "diff", "--name-only", "--diff-filter=A", "-z")):
            entries.pop(path, None)
    return list(entries.values())


def revision_entries(root: Path, revision: str) -> list[tuple[str, str, str]]:
    """Mode, object id and path of every entry of a revision's tree."""
    verify_revision(root, revision)
    out = []
    for record in _paths(run_git(root, "ls-tree", "-r", "-z", "--full-tree", revision)):
        meta, path = record.split("\t", 1)
        mode, _kind, oid = meta.split()
        out.append((mode, oid, path))
    return out


def verify_revision(root: Path, revision: str) -> None:
    """Raise GitError when `revision` names no commit of the repository."""
    done = _call(
        root, ["rev-parse", "--quiet", "--verify", "--end-of-options", f"{revision}^{{commit}}"], None
    )
    if done is None or done.returncode:
        raise GitError(
            f"`{revision}` is no revision of this repository", remedy="name a commit, branch or tag"
        )


def renames(root: Path, revision: str, *, staged: bool) -> dict[str, str]:
    """Old path to new path of the files that moved since a revision, as git sees moves."""
    args = [
        "diff",
        "--name-status",
        "--find-renames",
        "-z",
        *(["--cached"] if staged else []),
        revision,
        "--",
    ]
    fields = iter(_paths(run_git(root, *args)))
    moved = {}
    for status in fields:
        old = next(fields)
        if status[0] in "RC":
            new = next(fields)
            if status[0] == "R":
                moved[old] = new
    return moved


class BlobReader:
    """Reads objects through one `git cat-file --batch`, started at the first question."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._process: subprocess.Popen[bytes] | None = None

    def read(self, oid: str) -> bytes:
        """Content of an object. Raises GitError when it is not there."""
        if self._process is None:
            self._process = subprocess.Popen(
                ["git", "cat-file", "--batch"], cwd=self._root, stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            raise GitError("git cat-file has no pipes")
        stdin.write(oid.encode() + b"\n")
        stdin.flush()
        header = stdout.readline().split()
        if len(header) != 3:
            raise GitError(f"git cat-file: object {oid} is missing", remedy="run git fsck")
        data = stdout.read(int(header[2]))
        stdout.read(1)
        return data

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.communicate()
            self._process = None


def _call(folder: Path, args: Sequence[str], data: bytes | None) -> subprocess.CompletedProcess[bytes] | None:
    environment = {**os.environ, "LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0"}
    try:
        return subprocess.run(
            ["git", *args], cwd=folder, input=data, capture_output=True, env=environment, check=False
        )
    except FileNotFoundError:
        return None


def _complaint(done: subprocess.CompletedProcess[bytes]) -> str:
    lines = os.fsdecode(done.stderr).strip().splitlines()
    return lines[0].removeprefix("fatal: ") if lines else f"exit code {done.returncode}"


def _paths(output: bytes) -> list[str]:
    return os.fsdecode(output).split("\0")[:-1]
