"""An identity for a finding that survives lines added above it."""

from __future__ import annotations

import hashlib

from vaulttool.model.finding import Finding


def fingerprint(finding: Finding) -> str:
    """16 hexadecimal digits over rule, path, content and number; equal for the same fault in another run."""
    parts = (finding.rule, finding.path, finding.content, str(finding.nth))
    data = "\0".join(parts).encode("utf-8", "surrogateescape")
    return hashlib.sha256(data).hexdigest()[:16]
