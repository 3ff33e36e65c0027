"""A small repository with faults that must be found and traps that must not be sprung."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.repo import make_repo, write_files
from support.tool import vaulttool

from vaulttool.registry import families

HERE = Path(__file__).parent / "planted"
TRUTH = json.loads((HERE / "truth.json").read_text(encoding="utf-8"))

# Families of the truth that are one family of rules here.
ANSWERED_BY = {"headings": "links", "blocks": "links", "attachments": "links", "canvas": "links"}


def exists(fault: dict[str, Any]) -> bool:
    """Whether the rules that answer to a fault exist."""
    return ANSWERED_BY.get(fault["family"], fault["family"]) in families()


@pytest.fixture(scope="module")
def findings(tmp_path_factory) -> list[dict[str, Any]]:
    """Everything that a check reports."""
    files = {
        p.relative_to(HERE / "repo").as_posix(): p.read_bytes()
        for p in (HERE / "repo").rglob("*")
        if p.is_file()
    }
    own = [HERE / "vaulttool.toml", *(HERE / "checks").glob("*.toml")]
    files |= {p.relative_to(HERE).as_posix(): p.read_bytes() for p in own}
    repo = make_repo(tmp_path_factory.mktemp("planted"), files)
    write_files(repo, TRUTH["untracked"])
    answer = vaulttool("check", "--format", "json", cwd=repo)
    assert answer.code == 1
    return answer.findings


def catches(finding: dict[str, Any], fault: dict[str, Any]) -> bool:
    """Whether a finding is about a fault: near its line, or at one of its other places."""
    slack = fault.get("slack", 2)
    for place in [fault, *fault.get("also", [])]:
        near = place["line"] is None or abs(finding["line"] - place["line"]) <= slack
        words = place.get("mentions", [])
        named = not words or any(
            word in finding["message"] for word in ([words] if isinstance(words, str) else words)
        )
        if finding["path"] == place["path"] and near and named:
            return True
    return False


def sprung(finding: dict[str, Any], trap: dict[str, Any]) -> bool:
    """Whether a finding stands in a trap."""
    last = trap.get("end_line", trap["line"])
    inside = trap["line"] is None or trap["line"] <= finding["line"] <= last
    return finding["path"] == trap["path"] and inside


@pytest.mark.parametrize("fault", [pytest.param(f, id=f["id"]) for f in TRUTH["faults"]])
def test_fault_is_found(fault, findings):
    if not exists(fault):
        pytest.skip(f"there is no family `{fault['family']}`")
    assert any(catches(finding, fault) for finding in findings)


@pytest.mark.parametrize("trap", [pytest.param(t, id=t["id"]) for t in TRUTH["traps"]])
def test_trap_is_not_sprung(trap, findings):
    assert not [
        f for f in findings if sprung(f, trap) and not any(catches(f, fault) for fault in TRUTH["faults"])
    ]


def test_nothing_else_is_reported(findings):
    assert not [f for f in findings if not any(catches(f, fault) for fault in TRUTH["faults"])]
