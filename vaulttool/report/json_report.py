"""Findings for machines: one JSON object, as `schemas/check.schema.json` describes it."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, TextIO

from vaulttool.model.change import Fix
from vaulttool.model.finding import Finding
from vaulttool.report.fingerprint import fingerprint
from vaulttool.report.summary import Summary

VERSION = 1

_SURROGATE = re.compile("[\ud800-\udfff]")


def write(findings: Sequence[Finding], summary: Summary, stream: TextIO, *, colour: bool = False) -> None:  # noqa: ARG001
    """Write the object on one line."""
    report = {
        "version": VERSION,
        "summary": summary.as_dict(),
        "findings": [finding_object(f) for f in findings],
    }
    stream.write(dumps(report) + "\n")


def finding_object(finding: Finding) -> dict[str, Any]:
    """A finding with 1-based lines and columns in characters; offsets of edits are bytes."""
    return {
        "rule": finding.rule,
        "family": finding.family,
        "severity": str(finding.severity),
        "path": finding.path,
        "line": finding.place.line,
        "column": finding.place.column,
        "end_line": finding.end.line,
        "end_column": finding.end.column,
        "message": finding.message,
        "suggestions": list(finding.suggestions),
        "related": [{"path": r.path, "line": r.line, "message": r.message} for r in finding.related],
        "fix": _fix_object(finding.fix) if finding.fix else None,
        "fingerprint": fingerprint(finding),
    }


def _fix_object(fix: Fix) -> dict[str, Any]:
    edits = [
        {
            "path": edit.path,
            "start": edit.span.start,
            "end": edit.span.end,
            "text": edit.new.decode("utf-8", "surrogateescape"),
        }
        for edit in fix.edits
    ]
    return {"safe": fix.safe, "edits": edits}


def dumps(value: Any) -> str:  # noqa: ANN401 - whatever JSON holds
    """JSON on one line. Bytes of file names that are no UTF-8 are escaped, so that the output is."""
    return _SURROGATE.sub(lambda found: f"\\u{ord(found.group()):04x}", json.dumps(value, ensure_ascii=False))
