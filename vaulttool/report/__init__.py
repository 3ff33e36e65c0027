"""Findings and answers to a stream, one format a file. Reporters see values, never files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TextIO

from vaulttool.model.finding import Finding
from vaulttool.report.summary import Summary

FORMATS = {"text": "text", "json": "json_report", "github": "github"}
"""Name of a format to the module that writes it."""


def write_report(
    name: str, findings: Sequence[Finding], summary: Summary, stream: TextIO, *, colour: bool
) -> None:
    """Write findings and closing count in one of the formats."""
    write: Callable[..., None] = import_module(f"{__name__}.{FORMATS[name]}").write
    write(findings, summary, stream, colour=colour)
