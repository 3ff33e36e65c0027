"""Every rule on its fixtures: `tests/rules/<rule>/<case>/`.

`in/` is a small repository (`untracked/` lies beside it, not committed), `want.json` lists the findings of
this rule in order, `out/` holds the files that `--fix` changes. For every case it also holds that a second
fix changes nothing and that nothing but the files of `out/` changes.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.repo import make_repo, write_files
from support.tool import vaulttool

from vaulttool.registry import rule_modules

RULES = Path(__file__).parent / "rules"
CASES = sorted(path.parent for path in RULES.rglob("want.json"))


def tree(folder: Path) -> dict[str, bytes]:
    """Files of a folder by path, git's own left out."""
    files = (
        path for path in folder.rglob("*") if path.is_file() and ".git" not in path.relative_to(folder).parts
    )
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@pytest.fixture
def repo(case, tmp_path):
    made = make_repo(tmp_path / "repo", tree(case / "in"))
    return write_files(made, tree(case / "untracked"))


def shown(finding: dict[str, Any]) -> dict[str, Any]:
    """A finding as `want.json` writes it."""
    out = {"place": f"{finding['path']}:{finding['line']}:{finding['column']}", "message": finding["message"]}
    return {**out, "suggestions": finding["suggestions"]} if finding["suggestions"] else out


def select(case: Path) -> list[str]:
    """A rule about suppressions needs the rules that are suppressed."""
    rule = case.parent.name
    return ["--select", "links,suppressions" if rule == "suppression-unused" else rule]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.name}/{case.name}")
def test_rule(case, repo):
    found = vaulttool("check", *select(case), "--format", "json", cwd=repo).findings
    of_rule = [shown(finding) for finding in found if finding["rule"] == case.parent.name]
    assert of_rule == json.loads((case / "want.json").read_text(encoding="utf-8"))
    before = tree(repo)
    vaulttool("check", *select(case), "--fix", cwd=repo)
    after = tree(repo)
    assert after == {**before, **tree(case / "out")}
    vaulttool("check", *select(case), "--fix", cwd=repo)
    assert tree(repo) == after


def test_every_rule_has_a_case_that_finds_and_one_that_is_silent():
    too_large = {"page-too-large"}  # its page of 16 MiB is made in tests/robust
    for rule in rule_modules():
        wants = [
            json.loads((case / "want.json").read_text(encoding="utf-8"))
            for case in CASES
            if case.parent.name == rule
        ]
        assert [] in wants, rule
        assert any(wants) or rule in too_large, rule


def test_every_fixture_has_a_rule():
    assert {case.parent.name for case in CASES} <= set(rule_modules())
