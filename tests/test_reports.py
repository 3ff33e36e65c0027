"""Cases made from public reports of what went wrong in other tools: `tests/cases/reports`."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from support.cases import CASES, case_param, missing_feature
from support.repo import git, make_repo
from support.tool import Answer, vaulttool

SYSTEM = ("git", "touch", "rm", "mv", "cp")


def commands(case: dict[str, Any]) -> list[list[str]]:
    """The commands that a case gives, as words."""
    return [shlex.split(part) for part in case["do"].split(" && ")]


def skip_reason(case: dict[str, Any], area: str) -> str | None:
    """Why a case cannot be run yet, derived from what the tool has."""
    reasons = [missing_feature(words) for words in commands(case) if words[0] not in SYSTEM]
    if area in WHOLE_CHECKS and commands(case)[-1] == ["check"]:
        reasons.append(missing_feature(["check", "--select", area]))
    return next(filter(None, reasons), None)


# Areas whose cases say `check` and mean the rules of a family of that name.
WHOLE_CHECKS = ("status", "index", "frontmatter", "damage", "residue", "contracts", "duplicates")


def all_cases() -> list[Any]:
    """A parameter for each case of each area."""
    return [
        case_param(case, skip=skip_reason(case, file.stem))
        for file in sorted((CASES / "reports").glob("*.json"))
        for case in json.loads(file.read_text(encoding="utf-8"))
    ]


def content(value: Any) -> str:
    """A file's content; long ones are written as parts that repeat."""
    if isinstance(value, str):
        return value
    return "".join(
        part if isinstance(part, str) else part["repeat"] * part["times"] for part in value["join"]
    )


@pytest.mark.parametrize("case", all_cases())
def test_report(case, tmp_path):
    repo = make_repo(tmp_path / "repo", {path: content(value) for path, value in case["files"].items()})
    want = case["want"]
    plain = last = None
    for words in commands(case):
        if words[0] in SYSTEM:
            run_system(words, repo)
            continue
        before = tmp_path / "before"
        shutil.rmtree(before, ignore_errors=True)
        shutil.copytree(repo, before, symlinks=True)
        plain, last = vaulttool(*words, cwd=repo), words
    assert plain is not None
    if "exit" in want:
        assert plain.code == want["exit"], plain.out + plain.err
    for word in want.get("message_has", []):
        assert word.lower() in (plain.out + plain.err).lower()
    if "findings" in want:
        judge_findings(want, vaulttool(*last, "--format", "json", cwd=tmp_path / "before").findings)
    judge_files(want, repo)
    judge_links(want, repo, plain)


def run_system(words: list[str], repo: Path) -> None:
    """Run one of the system's commands in the repository."""
    if words[0] == "git":
        git(repo, *words[1:])
    else:
        subprocess.run(words, cwd=repo, check=True)


def judge_findings(want: dict[str, Any], got: list[dict[str, Any]]) -> None:
    """Each wanted finding is met by one of its own; none is left where the list is complete."""
    left = list(got)
    for wanted in want["findings"]:
        paths = {wanted["path"], *wanted.get("also", [])}
        met = [f for f in left if f["path"] in paths and wanted["line"] in (None, f["line"])]
        suggested = [f for f in met if "suggests" not in wanted or wanted["suggests"] in f["suggestions"]]
        assert suggested, f"missed {wanted}, got {got}"
        left.remove(suggested[0])
    if not want["findings"] or want.get("complete"):
        assert not left, "false alarms"


def judge_files(want: dict[str, Any], repo: Path) -> None:
    """Contents and existence of files afterwards."""
    for path, text in want.get("after", {}).items():
        assert (repo / path).read_bytes() == content(text).encode("utf-8", "surrogateescape")
    for path, texts in want.get("contains", {}).items():
        whole = (repo / path).read_text(encoding="utf-8")
        assert all(text in whole for text in ([texts] if isinstance(texts, str) else texts))
    for path, texts in want.get("not_contains", {}).items():
        whole = (repo / path).read_text(encoding="utf-8")
        assert not any(text in whole for text in ([texts] if isinstance(texts, str) else texts))
    for path in want.get("exists", []):
        assert (repo / path).exists()
    for path in want.get("gone", []):
        assert not (repo / path).exists()


def judge_links(want: dict[str, Any], repo: Path, answer: Answer) -> None:
    """Where links lead afterwards."""
    if "resolved" in want:
        assert want["resolved"] in answer.out
    for expected in want.get("resolves", []):
        lines = vaulttool("links", expected["page"], "--format", "json", cwd=repo).lines
        first = next(line for line in lines if line["line"] == expected["line"])
        assert first["target"] == expected["target"]
