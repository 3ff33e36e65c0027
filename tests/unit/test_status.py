"""`status` and `status set`: one step that either happens or does not."""

from __future__ import annotations

import json

import pytest
from support.repo import make_repo, write_files
from support.tool import vaulttool

from vaulttool.status.era import Era, parse_era

CONFIG = """vault = "v"

[[index]]
path = "v/Home.md"
scope = ["v/p/**"]
columns = { Page = "{page}", Status = "{status}", What = "{description}" }

[[index]]
path = "AGENTS.md"
scope = ["v/p/**"]
row = "- [[{page}]] is {status}"
"""
FILES = {
    "vaulttool.toml": CONFIG,
    "AGENTS.md": "# Agents\r\n\r\n- [old](v/p/old.md) is ACTIVE\r\n- [new](v/p/new.md) is ACTIVE\r\n",
    "v/Home.md": (
        "| Page | Status | What |\n| - | - | - |\n"
        "| [[old]] | ACTIVE | ACTIVE pump |\n| [[new]] | ACTIVE | the new pump |\n"
    ),
    "v/p/old.md": (
        '---\ntitle: Old # kept\nstatus: ACTIVE\ndescription: "ACTIVE pump"\n---\n'
        "# Old\n\nThe ACTIVE pump of the yard.\n"
    ),
    "v/p/new.md": "---\nstatus: ACTIVE\ndescription: the new pump\n---\n# New\n",
    "v/note.md": "The page [[old]] (ACTIVE) is loud.\n",
}


@pytest.fixture
def repo(tmp_path):
    return make_repo(tmp_path / "repo", FILES)


def contents(repo):
    return {path: (repo / path).read_bytes().decode() for path in FILES}


def test_replaced_everywhere(repo):
    answer = vaulttool("status", "set", "old", "superseded", "--by", "v/p/new.md", cwd=repo)
    assert answer.code == 0, answer.err
    assert contents(repo) == {
        **FILES,
        "AGENTS.md": FILES["AGENTS.md"].replace(
            "[old](v/p/old.md) is ACTIVE", "[old](v/p/old.md) is SUPERSEDED"
        ),
        "v/Home.md": FILES["v/Home.md"].replace(
            "| [[old]] | ACTIVE | ACTIVE", "| [[old]] | SUPERSEDED | SUPERSEDED"
        ),
        "v/p/old.md": (
            '---\ntitle: Old # kept\nstatus: SUPERSEDED\nsuperseded_by: "[[new]]"\n'
            'description: "SUPERSEDED pump"\n---\n'
            "> [!warning] SUPERSEDED by [[new]]\n\n# Old\n\nThe SUPERSEDED pump of the yard.\n"
        ),
        "v/note.md": "The page [[old]] (SUPERSEDED) is loud.\n",
    }
    assert vaulttool("check", cwd=repo).code == 0
    before = contents(repo)
    assert vaulttool("status", "set", "old", "SUPERSEDED", "--by", "new", cwd=repo).code == 0
    assert contents(repo) == before


def test_sentences_are_pointed_at_and_not_rewritten(repo):
    write_files(repo, {"v/p/new.md": FILES["v/p/new.md"] + "\nTo restart, follow [[old]] step by step.\n"})
    answer = vaulttool("status", "set", "old", "SUPERSEDED", "--by", "new", cwd=repo)
    assert answer.code == 0
    why = "the reader is sent to `v/p/old.md`, which is `SUPERSEDED`"
    assert answer.err == f"v/p/new.md:7: look at this sentence: {why}\n"
    assert "follow [[old]] step by step" in (repo / "v/p/new.md").read_text(encoding="utf-8")


def test_a_page_that_becomes_live_gets_its_row(tmp_path):
    """An index of live pages only holds no row to change, so `status set` adds it."""
    repo = make_repo(
        tmp_path / "repo",
        {
            "vaulttool.toml": (
                'vault = "v"\n[[index]]\npath = "v/Live.md"\nscope = ["v/p/**"]\n'
                'where = { status = "ACTIVE" }\nrow = "- [[{page}]] — {description}"\n'
            ),
            "v/Live.md": "- [[one]] — first\n- [[three]] — third\n",
            "v/p/one.md": "---\nstatus: ACTIVE\ndescription: first\n---\n",
            "v/p/three.md": "---\nstatus: ACTIVE\ndescription: third\n---\n",
            "v/p/two.md": "---\nstatus: HISTORICAL\nera: 2026-01-01 -> 2026-02-01\ndescription: second\n---\n",  # noqa: E501
        },
    )
    assert vaulttool("check", cwd=repo).code == 0
    assert vaulttool("status", "set", "two", "ACTIVE", cwd=repo).code == 0
    assert (repo / "v/Live.md").read_text() == "- [[one]] — first\n- [[three]] — third\n- [[two]] — second\n"
    assert vaulttool("check", cwd=repo).code == 0


def test_pages_are_named_as_wikilinks_name_them(repo):
    for argv in (["status", "old"], ["status", "[[old]]"], ["links", "old"]):
        assert vaulttool(*argv, cwd=repo).code == 0
    assert "did you mean `v/p/old.md`?" in vaulttool("status", "olde", cwd=repo).err
    assert "did you mean `set`?" in vaulttool("status", "sett", "old", cwd=repo).err


def test_there_and_back(repo):
    vaulttool("status", "set", "old", "SUPERSEDED", "--by", "new", cwd=repo)
    assert vaulttool("status", "set", "old", "ACTIVE", cwd=repo).code == 0
    assert contents(repo) == FILES


def test_past_with_era_and_owner(repo):
    argv = ("status", "set", "v/p/old.md", "HISTORICAL", "--era", "2026-09-21 -> 10-10", "--owner", "new")
    assert vaulttool(*argv, cwd=repo).code == 0
    text = (repo / "v/p/old.md").read_text(encoding="utf-8")
    assert 'status: HISTORICAL\nera: 2026-09-21 -> 10-10\nowner: "[[new]]"\n' in text
    assert vaulttool("check", cwd=repo).code == 0


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (["old", "SUPERSEDED"], "--by"),
        (["old", "HISTORICAL"], "--era"),
        (["old", "HISTORICAL", "--era", "last summer"], "no range of dates"),
        (["old", "SUPERSEDED", "--by", "old"], "comes back"),
        (["old", "RETIRED"], "ACTIVE, SUPERSEDED, HISTORICAL"),
        (["gone", "ACTIVE"], "gone"),
        (["old", "SUPERSEDED", "--by", "gone"], "gone"),
    ],
)
def test_refusals_write_nothing(repo, argv, says):
    answer = vaulttool("status", "set", *argv, cwd=repo)
    assert answer.code == 2
    assert says in answer.err
    assert answer.err.count("\n") == 1
    assert contents(repo) == FILES


def test_dry_run_and_diff_write_nothing(repo):
    argv = ("status", "set", "old", "SUPERSEDED", "--by", "new")
    dry = vaulttool(*argv, "--dry-run", cwd=repo)
    assert dry.out.splitlines()[0] == "AGENTS.md: would change"
    assert "+status: SUPERSEDED" in vaulttool(*argv, "--diff", cwd=repo).out
    assert contents(repo) == FILES


def test_a_banner_with_another_successor(repo):
    write_files(
        repo,
        {"v/p/old.md": FILES["v/p/old.md"].replace("# Old\n", "> **SUPERSEDED** by [[Home]].\n\n# Old\n")},
    )
    assert vaulttool("status", "set", "old", "SUPERSEDED", "--by", "new", cwd=repo).code == 0
    assert "> **SUPERSEDED** by [[new]].\n" in (repo / "v/p/old.md").read_text(encoding="utf-8")


def test_list(repo):
    lines = vaulttool("status", "--format", "json", cwd=repo).lines
    assert [(line["page"], line["status"]) for line in lines] == [
        ("v/p/new.md", "ACTIVE"),
        ("v/p/old.md", "ACTIVE"),
    ]
    assert vaulttool("status", "v/p/old.md", "--format", "csv", cwd=repo).out.splitlines()[1:] == [
        'v/p/old.md,ACTIVE,,,,"status, line 3"'
    ]
    assert vaulttool("status", "--word", "historical", "--format", "json", cwd=repo).out == ""
    assert (
        json.loads(vaulttool("status", "old.md", "--format", "json", cwd=repo / "v/p").out)["page"]
        == "v/p/old.md"
    )


def test_timeline(repo):
    page = "---\nstatus: HISTORICAL\nera: 2026-09-01 -> 10-01\nservice: pump\n---\n"
    write_files(repo, {"v/p/past.md": page})
    assert "past" in vaulttool("status", "--timeline", cwd=repo).out
    gantt = vaulttool("status", "--mermaid", cwd=repo).out
    assert "    section pump\n    past :2026-09-01, 2026-10-01\n" in gantt


@pytest.mark.parametrize(
    ("text", "era"),
    [
        ("2026-09-21 -> 2026-10-10", Era("2026-09-21", "2026-10-10")),
        ("2026-09-21 -> 10-10", Era("2026-09-21", "2026-10-10")),
        ("2026-09-21 → 30", Era("2026-09-21", "2026-09-30")),
        ("2026-09 – 2026-10", Era("2026-09", "2026-10")),
        ("2025..2026", Era("2025", "2026")),
        ("2026-09-21 to 2026-10-10", Era("2026-09-21", "2026-10-10")),
        ("since 2026-10-10", Era("2026-10-10", None)),
        ("2026-10-10 ->", Era("2026-10-10", None)),
        ("2026-02-30 -> 2026-03-01", None),
        ("2026-09-21", None),
        ("soon", None),
    ],
)
def test_eras(text, era):
    assert parse_era(text) == era


@pytest.mark.parametrize(
    ("start", "end", "ordered"),
    [
        ("2026-09-21", "2026-09-21", True),
        ("2026-09", "2026-09-01", True),
        ("2026-10-10", "2026-09-01", False),
    ],
)
def test_order_of_eras(start, end, ordered):
    assert Era(start, end).ordered is ordered
