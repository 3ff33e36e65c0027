"""Findings for people: one line each, then the closing line."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from typing import TextIO

from vaulttool.model.finding import Finding, Severity
from vaulttool.report.summary import Summary, closing_line

_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow"}


def write(findings: Sequence[Finding], summary: Summary, stream: TextIO, *, colour: bool = False) -> None:
    """`path:line:column: rule message`, related places below it, and the count of what was looked at."""
    for finding in findings:
        stream.writelines(line + "\n" for line in _lines(finding, colour=colour))
    stream.write(closing_line(summary) + "\n")


def _lines(finding: Finding, *, colour: bool) -> Iterator[str]:
    place = one_line(f"{finding.path}:{finding.place.line}:{finding.place.column}")
    rule = _styled(finding.rule, colour=colour, fg=_COLOURS[finding.severity])
    yield f"{_styled(place, colour=colour, bold=True)}: {rule} {one_line(worded(finding))}"
    for related in finding.related:
        yield one_line(f"    {related.path}:{related.line}: {related.message}")


def worded(finding: Finding) -> str:
    """The message, the suggestions that it does not hold itself, and whether `--fix` repairs the fault."""
    listed = [f"`{text}`" for text in finding.suggestions if f"`{text}`" not in finding.message]
    nearest = f"; nearest: {', '.join(listed)}" if listed else ""
    if finding.fix is None or not finding.fix.safe:
        return f"{finding.message}{nearest}"
    return f"{finding.message}{nearest} (--fix {'writes' if finding.suggestions else 'mends'} it)"


def _styled(text: str, *, colour: bool, fg: str | None = None, bold: bool = False) -> str:
    if not colour:
        return text
    import click

    return click.style(text, fg=fg, bold=bold)


def one_line(text: str) -> str:
    """Text with its control characters and line breaks written out, so that a finding is one line."""
    if text.isprintable():
        return text
    return "".join(char if _stands(char) else ascii(char)[1:-1] for char in text)


def _stands(char: str) -> bool:
    """Whether a character may reach the terminal: printable, a wide space, or a byte that is no UTF-8."""
    return char.isprintable() or "\udc80" <= char <= "\udcff" or unicodedata.category(char) == "Zs"
