"""Apply edits to the bytes of one file; whatever lies outside their spans is untouched."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence

from vaulttool.model.change import Edit


class OverlappingEdits(ValueError):
    """Two edits of one file touch the same bytes: a fault of whoever made the plan."""


def apply_edits(data: bytes, edits: Iterable[Edit]) -> bytes:
    """The bytes after all edits of one file. Raises OverlappingEdits."""
    out, at = [], 0
    for edit in sorted(set(edits)):
        if edit.span.start < at or edit.span.end < edit.span.start or edit.span.end > len(data):
            raise OverlappingEdits(f"{edit.path}: bytes {edit.span.start} to {edit.span.end}")
        out += [data[at : edit.span.start], edit.new]
        at = edit.span.end
    return b"".join([*out, data[at:]])


def without_overlap(groups: Iterable[Sequence[Edit]]) -> list[Edit]:
    """Edits of those groups that fit together; of two that touch, the first group stays whole.

    What is left out waits for the next round.
    """
    taken: dict[str, list[Edit]] = {}
    out: list[Edit] = []
    for group in groups:
        if all(_fits(edit, taken.get(edit.path, [])) for edit in group):
            for edit in group:
                insort(taken.setdefault(edit.path, []), edit)
                out.append(edit)
    return out


def _fits(edit: Edit, others: Sequence[Edit]) -> bool:
    """Whether an edit touches none of the others, which are in order and apart."""
    at = bisect_left(others, edit)
    before, behind = others[max(at - 1, 0) : at], others[at : at + 1]
    return all(edit == other or other.span.end < edit.span.start for other in before) and all(
        edit == other or edit.span.end < other.span.start for other in behind
    )
