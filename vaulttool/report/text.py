"""Findings for people: one line each, then the closing line."""

from __future__ import annotations

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
    """The message with its suggestions, and whether `--fix` would take the first."""
    if not finding.suggestions:
        return finding.message
    listed = ", ".join(f"`{text}`" for text in finding.suggestions)
    fixable = " (--fix writes it)" if finding.fix and finding.fix.safe else ""
    return f"{finding.message}; nearest: {listed}{fixable}"


def _styled(text: str, *, colour: bool, fg: str | None = None, bold: bool = False) -> str:
    if not colour:
        return text
    import click

    return click.style(text, fg=fg, bold=bold)


def one_line(text: str) -> str:
    """Text with its control characters and line breaks written out, so that a finding is one line."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or "\udc80" <= c <= "\udcff" else _escape(c) for c in text)


def _escape(char: str) -> str:
    # No-break and ideographic spaces are not printable to Python and harmless on a line.
    return (
        char if char.isspace() and char not in "\n\r\t\v\f\x1c\x1d\x1e\x85\u2028\u2029" else ascii(char)[1:-1]
    )
