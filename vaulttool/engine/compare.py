"""Findings of two states: what a change brought, what a baseline knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from vaulttool.model.finding import Finding

Key = tuple[str, str, str]
"""Rule, path and content: what makes two findings the same fault, wherever it stands."""


def key_of(finding: Finding, moved: Mapping[str, str] | None = None) -> Key:
    """The key of a finding, its path as it is after the moves."""
    path = (moved or {}).get(finding.path, finding.path)
    return (finding.rule, path, finding.content)


def subtract(findings: Iterable[Finding], known: Counter[Key]) -> tuple[list[Finding], Counter[Key]]:
    """The findings that are not known, and what of the known is no longer found.

    Each known entry takes away one finding.
    """
    left = Counter(known)
    new = []
    for finding in findings:
        key = key_of(finding)
        if left[key] > 0:
            left[key] -= 1
        else:
            new.append(finding)
    return new, +left
