"""Findings as annotations of GitHub's workflow commands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO

from vaulttool.model.finding import Finding
from vaulttool.report.summary import Summary, closing_line
from vaulttool.report.text import worded


def write(findings: Sequence[Finding], summary: Summary, stream: TextIO, *, colour: bool = False) -> None:  # noqa: ARG001
    """One `::error` or `::warning` a finding, then the closing line."""
    for finding in findings:
        properties = {
            "file": finding.path,
            "line": finding.place.line,
            "endLine": finding.end.line,
            "col": finding.place.column,
            "endColumn": finding.end.column,
            "title": finding.rule,
        }
        listed = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items())
        stream.write(f"::{finding.severity} {listed}::{_data(worded(finding))}\n")
    stream.write(closing_line(summary) + "\n")


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
