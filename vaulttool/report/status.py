"""The status table, and eras along a line of time."""

from __future__ import annotations

import csv
import datetime as dt
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from typing import TextIO

from vaulttool.model.page import RepoPath
from vaulttool.report.json_report import dumps

WIDTH = 48
"""Characters of a timeline's bar."""


@dataclass(frozen=True, slots=True)
class StatusRow:
    """One page: its word, what goes with it, and the place where the word was found."""

    page: RepoPath
    status: str
    era: str
    successor: str
    service: str
    found: str


@dataclass(frozen=True, slots=True)
class Span:
    """An era of a page for a timeline; `end` is None for one that goes on."""

    service: str
    page: RepoPath
    status: str
    start: str
    end: str | None


COLUMNS = tuple(column.name for column in fields(StatusRow))


def write_table(rows: Sequence[StatusRow], fmt: str, stream: TextIO) -> None:
    """Write the table as text with aligned columns, as JSON lines, or as CSV."""
    records = [asdict(row) for row in rows]
    if fmt == "json":
        stream.writelines(dumps(record) + "\n" for record in records)
        return
    if fmt == "csv":
        writer = csv.DictWriter(stream, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(records)
        return
    table = [COLUMNS, *(tuple(record.values()) for record in records)]
    widths = [max(len(row[at]) for row in table) for at in range(len(COLUMNS))]
    for row in table:
        line = "  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True))
        stream.write(line.rstrip() + "\n")


def write_timeline(spans: Sequence[Span], today: dt.date, stream: TextIO) -> None:
    """Draw the eras of each service as bars over a common line of time."""
    if not spans:
        stream.write("no page says when it ran\n")
        return
    first = min(_date(span.start) for span in spans)
    last = max([_date(span.end) if span.end else today for span in spans])
    days = max((last - first).days, 1)
    name = max(len(_name(span.page)) for span in spans)
    for service, group in _by_service(spans).items():
        stream.write(f"{service}\n")
        for span in group:
            start = (_date(span.start) - first).days * WIDTH // days
            end = ((_date(span.end) if span.end else last) - first).days * WIDTH // days
            bar = " " * start + "█" * max(end - start, 1) + ("" if span.end else "▶")
            until = span.end or "…"
            stream.write(f"  {_name(span.page):{name}}  {bar:{WIDTH + 1}}  {span.start} -> {until}\n")


def write_gantt(spans: Sequence[Span], today: dt.date, stream: TextIO) -> None:
    """Write the eras as a Mermaid `gantt` diagram in a fence, for a page."""
    stream.write("```mermaid\ngantt\n    dateFormat YYYY-MM-DD\n")
    for service, group in _by_service(spans).items():
        stream.write(f"    section {service.replace(':', ' ')}\n")
        for span in group:
            mark = "" if span.end else "active, "
            end = _date(span.end) if span.end else today
            title = _name(span.page).replace(":", " ")
            stream.write(f"    {title} :{mark}{_date(span.start)}, {end}\n")
    stream.write("```\n")


def _by_service(spans: Sequence[Span]) -> dict[str, list[Span]]:
    groups: dict[str, list[Span]] = defaultdict(list)
    for span in sorted(spans, key=lambda span: (span.service.casefold(), span.start, span.page)):
        groups[span.service].append(span)
    return groups


def _name(path: RepoPath) -> str:
    return path.rpartition("/")[2].removesuffix(".md")


def _date(text: str) -> dt.date:
    """A date as exact as it is written: the first day of a year or month."""
    return dt.date.fromisoformat((text + "-01-01")[:10])
