"""What was looked at, in a line: silence is never mistaken for success."""

from __future__ import annotations

from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Summary:
    """Counts of a check; None for what was not counted, as `unresolved` without the rule that does."""

    pages: int
    links: int
    unresolved: int | None
    findings: int
    fixed: int = 0
    suppressed: int = 0
    baselined: int = 0
    stale_baseline: int = 0
    indexes: int | None = None
    rows: int | None = None
    residue: int | None = None
    names: int | None = None
    files: int | None = None
    kept: int | None = None

    def as_dict(self) -> dict[str, int | None]:
        """The counts by name; those of indexes only where they were asked for."""
        counts = asdict(self)
        return {name: n for name, n in counts.items() if n is not None or name == "unresolved"}


def closing_line(summary: Summary) -> str:
    """`128 pages, 1,904 links, 0 unresolved`, and what else there is to say."""
    parts = [counted(summary.pages, "page"), counted(summary.links, "link")]
    if summary.indexes is not None:
        parts = [counted(summary.indexes, "index", "indexes"), counted(summary.rows or 0, "row")]
    if summary.residue is not None:
        return _residue_line(summary)
    if summary.unresolved is not None:
        parts.append(f"{summary.unresolved:,} unresolved")
    if summary.findings:
        parts.append(counted(summary.findings, "finding"))
    if summary.fixed:
        parts.append(f"{summary.fixed:,} fixed")
    if summary.suppressed:
        parts.append(f"{summary.suppressed:,} suppressed")
    if summary.baselined:
        parts.append(f"{summary.baselined:,} in the baseline")
    if summary.stale_baseline:
        entries = "entry" if summary.stale_baseline == 1 else "entries"
        parts.append(f"{summary.stale_baseline:,} baseline {entries} ready to be dropped")
    return ", ".join(parts)


def _residue_line(summary: Summary) -> str:
    looked = f"{counted(summary.names or 0, 'retired name')} in {counted(summary.files or 0, 'file')}"
    fixed = f", {summary.fixed:,} fixed" if summary.fixed else ""
    return f"{looked}, {summary.kept or 0:,} kept{fixed}; residue in the tree: {summary.residue:,}"


def counted(number: int, word: str, plural: str = "") -> str:
    """A number with its noun: `1 page`, `1,904 links`."""
    return f"{number:,} {word if number == 1 else plural or word + 's'}"
