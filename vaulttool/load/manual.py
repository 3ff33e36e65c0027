"""The manual's pages: in the wheel beside the code, in a checkout in `vault/Tooling`."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]


def rule_page(rule: str) -> str | None:
    """Text of a rule's page, or None where the manual has none."""
    for folder in (_PACKAGE / "_manual", _PACKAGE.parent / "vault" / "Tooling"):
        page = folder / "Rules" / f"{rule}.md"
        if page.is_file():
            return page.read_text(encoding="utf-8")
    return None
