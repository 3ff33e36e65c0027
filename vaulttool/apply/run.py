"""Carry out a plan: each file is replaced whole, or not at all."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

from vaulttool.errors import TreeChanged, Unreadable, VaulttoolError
from vaulttool.model.change import FileChange, Plan


def apply_plan(plan: Plan, root: Path) -> None:
    """Write the changes below `root`.

    Nothing is written where a file is no longer what the plan was made for, or lies outside of
    the root. A file keeps its mode; a symlink stays one, its target in the repository changes.
    Raises TreeChanged or Unreadable.
    """
    places = [(change, _place(change, root)) for change in plan.changes]
    for change, place in places:
        _demand_unchanged(change, place)
    for change, place in places:
        write_file(place, change.after)


def _place(change: FileChange, root: Path) -> Path:
    place = (root / change.path).resolve()
    if not place.is_relative_to(root.resolve()):
        raise VaulttoolError(
            "the file lies outside of the repository", place=change.path, remedy="it is left alone"
        )
    return place


def _demand_unchanged(change: FileChange, place: Path) -> None:
    try:
        now = place.read_bytes()
    except OSError as error:
        raise Unreadable(f"the file cannot be read: {error.strerror}", place=change.path) from error
    if now != change.before:
        raise TreeChanged("the file has changed meanwhile", place=change.path, remedy="run the command again")


def write_file(place: Path, data: bytes) -> None:
    """Replace a file's content in one step, through a temporary file that reaches the disk first."""
    try:
        mode = stat.S_IMODE(place.stat().st_mode) if place.exists() else 0o666 & ~_umask()
        handle, name = tempfile.mkstemp(prefix=".vaulttool-", dir=place.parent)
        temporary = Path(name)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            temporary.chmod(mode)
            temporary.replace(place)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except OSError as error:
        remedy = "check permissions and free space"
        raise VaulttoolError(
            f"the file cannot be written: {error.strerror}", place=str(place.name), remedy=remedy
        ) from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
