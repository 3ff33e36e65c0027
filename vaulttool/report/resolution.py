"""A resolution as an object for machines, and in words for people."""

from __future__ import annotations

from typing import Any

from vaulttool.model.page import Link, RepoPath
from vaulttool.model.resolution import Resolution


def resolution_object(
    link: str, source: RepoPath, found: Resolution, *, portable: bool = False
) -> dict[str, Any]:
    """The object that `resolve --format json` prints; paths are relative to the repository's root."""
    return {
        "link": link,
        "from": source,
        "status": str(found.status),
        "target": found.target,
        "subpath": found.subpath,
        "anchor_ok" if portable else "subpath_ok": found.subpath_ok,
        "candidates": [{"path": candidate.path, "why": candidate.why} for candidate in found.candidates],
        "rule": found.rule,
    }


def link_object(link: Link, source: RepoPath, found: Resolution) -> dict[str, Any]:
    """The object that `links --format json` prints: a resolution, and where the link stands."""
    return {
        **resolution_object(link.text, source, found),
        "line": link.place.line,
        "column": link.place.column,
        "end_line": link.end.line,
        "end_column": link.end.column,
        "raw": link.raw,
        "kind": str(link.kind),
    }


def resolution_text(answer: dict[str, Any]) -> str:
    """The same in words: the answer, the rule, then each candidate with its reason."""
    where = f" → {answer['target']}{answer['subpath'] or ''}" if answer["target"] else ""
    lines = [f"{answer['link']} from {answer['from']}: {answer['status']}{where} (rule {answer['rule']})"]
    ok = answer.get("subpath_ok", answer.get("anchor_ok"))
    if ok is not None:
        lines.append(f"  {answer['subpath']} is {'there' if ok else 'not there: the file opens at its top'}")
    lines += [f"  {candidate['path']}: {candidate['why']}" for candidate in answer["candidates"]]
    return "\n".join(lines)
