"""Cases of what is a link and where it leads: `tests/cases/{resolve,standing}` and `pages.json`."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from support.cases import CASES, case_param, load
from support.repo import write_files
from support.tool import vaulttool


def grouped(folder: str) -> list[Any]:
    """A parameter for each case of a folder of files, each of which lists vaults with cases."""
    return [
        case_param(case, f"{folder}/{file.name}", number)
        for file in sorted((CASES / folder).glob("*.json"))
        for number, group in enumerate(json.loads(file.read_text(encoding="utf-8")))
        for case in group["cases"]
    ]


@pytest.fixture(scope="module")
def vault_of(tmp_path_factory):
    """The vault of a group of cases, written once."""

    @cache
    def make(name: str, number: int) -> Path:
        folder = tmp_path_factory.mktemp("vault")
        files = load(name)[number]["files"]
        write_files(folder, files)
        stored = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
        if stored != set(files):
            pytest.skip("this file system folds names that the vault holds apart")
        return folder

    return make


@pytest.fixture(scope="module")
def answers(vault_of):
    """Answers of `resolve --stdin` to all links of a group, by id."""

    @cache
    def ask(name: str, number: int, verdict: str) -> dict[str, dict[str, Any]]:
        folder = vault_of(name, number)
        cases = load(name)[number]["cases"]
        stdin = "\n".join(json.dumps({"from": case["from"], "link": case["link"]}) for case in cases)
        answer = vaulttool("resolve", "--stdin", "--verdict", verdict, cwd=folder, stdin=stdin.encode())
        assert answer.code == 0, answer.err
        return {case["id"]: line for case, line in zip(cases, answer.lines, strict=True)}

    return ask


@pytest.mark.parametrize(("name", "number", "case"), grouped("resolve"))
def test_resolve(name, number, case, answers):
    got = answers(name, number, "obsidian")[case["id"]]
    assert with_candidates(got, case["want"]) == case["want"], case["law"]
    if "portable" in case:
        got = answers(name, number, "portable")[case["id"]]
        assert {key: got[key] for key in case["portable"]} == case["portable"], case["law"]


@pytest.mark.parametrize(("name", "number", "case"), grouped("standing"))
def test_standing(name, number, case, vault_of):
    answer = vaulttool("links", case["from"], "--external", "--format", "json", cwd=vault_of(name, number))
    assert answer.code == 0, answer.err
    listed = [line for line in answer.lines if line["link"] == case["link"]]
    if case["want"]["status"] == "not-a-link":
        assert not listed, case["law"]
    elif case["want"]["status"] == "external":
        assert all(line["status"] == "external" for line in listed), case["law"]
    else:
        assert [with_candidates(line, case["want"]) for line in listed] == [case["want"]], case["law"]


@pytest.mark.parametrize("case", [case_param(case) for case in load("pages.json")])
def test_links_of_a_page(case, tmp_path):
    write_files(tmp_path, case["files"])
    answer = vaulttool("links", case["page"], "--format", "json", cwd=tmp_path)
    got = [{key: line[key] for key in ("line", "column", "raw")} for line in answer.lines]
    assert got == case["links"], case["law"]


def with_candidates(got: dict[str, Any], want: dict[str, Any]) -> dict[str, Any]:
    """The fields that a case speaks of; candidates as a sorted list of paths."""
    out = {key: got[key] for key in want if key != "candidates"}
    if "candidates" in want:
        out["candidates"] = sorted(candidate["path"] for candidate in got["candidates"])
    return out
