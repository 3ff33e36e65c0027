"""Commands: what they print, what they write, and with which exit code they end."""

from __future__ import annotations

import json

import pytest
from support.repo import git, make_repo, write_files
from support.tool import vaulttool

FILES = {
    "vaulttool.toml": 'vault = "v"\n',
    "v/Home.md": "# Home\n\n[[Pump]] [[Lamp]] [x](https://example.org)\n",
    "v/Pump.md": "---\naliases: [P]\n---\n[[Home#Home]]\n",
    "v/Lamp.md": "dark\n",
    "v/Alone.md": "[[Home]] [[gone]]\n",
}


@pytest.fixture
def repo(tmp_path):
    return make_repo(tmp_path / "repo", FILES)


def test_resolve_says_why(repo):
    answer = vaulttool("resolve", "[[pump]]", "--from", "v/Home.md", cwd=repo)
    assert answer.code == 0
    assert answer.out == (
        "[[pump]] from v/Home.md: resolved → v/Pump.md (rule 4.3)\n  v/Pump.md: the one file of that name\n"
    )


def test_resolve_of_a_missing_heading(repo):
    answer = vaulttool("resolve", "[[Pump#No]]", "--from", "Home.md", cwd=repo)
    assert answer.code == 1
    assert "#No is not there" in answer.out


def test_resolve_from_a_page_that_is_not_there(repo):
    answer = vaulttool("resolve", "[[#H]]", "--from", "v/new/Page.md", "--format", "json", cwd=repo)
    assert json.loads(answer.out)["from"] == "v/new/Page.md"


def test_links_of_the_vault(repo):
    assert vaulttool("links", cwd=repo).out == "4 pages, 5 links, 1 unresolved, 1 orphan, 1 dead end\n"
    assert vaulttool("links", "--orphans", cwd=repo).out == "v/Alone.md\n"
    assert vaulttool("links", "--dead-ends", cwd=repo).out == "v/Lamp.md\n"
    assert vaulttool("links", "--unresolved", cwd=repo).out == "v/Alone.md:1:10: [[gone]] → unresolved\n"


def test_links_of_a_page(repo):
    assert vaulttool("links", "v/Home.md", "--backlinks", cwd=repo).out == (
        "v/Alone.md:1:1: [[Home]] → v/Home.md\nv/Pump.md:4:1: [[Home#Home]] → v/Home.md#Home\n"
    )
    assert len(vaulttool("links", "Home.md", "--external", cwd=repo / "v").out.splitlines()) == 3


@pytest.mark.parametrize(
    ("argv", "pages"),
    [((), 4), (("v/Home.md",), 1), (("v/Home.md", "v/Alone.md", "v/Home.md"), 2), (("v",), 4), ((".",), 4)],
)
def test_paths(repo, argv, pages):
    answer = vaulttool("check", *argv, "--format", "json", cwd=repo)
    assert json.loads(answer.out)["summary"]["pages"] == pages


def test_select_ignore_and_per_path(repo):
    assert vaulttool("check", cwd=repo).code == 1
    assert vaulttool("check", "--ignore", "link-unresolved", cwd=repo).code == 0
    assert vaulttool("check", "--select", "link-ambiguous,link-untracked", cwd=repo).code == 0
    config = 'vault = "v"\n[[per-path]]\npaths = ["v/Alone.md"]\nignore = ["links"]\n'
    write_files(repo, {"vaulttool.toml": config})
    assert vaulttool("check", cwd=repo).code == 0
    write_files(repo, {"vaulttool.toml": 'vault = "v"\nexclude = ["v/Alone.md"]\n'})
    assert vaulttool("check", cwd=repo).out == "3 pages, 3 links, 0 unresolved\n"


def test_diff_shows_and_writes_nothing(repo):
    write_files(repo, {"v/Lamp.md": "[[PUMP.]] here\n"})
    shown = vaulttool("check", "--diff", cwd=repo)
    assert shown.code == 1
    assert "-[[PUMP.]] here\n+[[Pump]] here\n" in shown.out
    assert (repo / "v/Lamp.md").read_text() == "[[PUMP.]] here\n"
    vaulttool("check", "--fix", cwd=repo)
    assert (repo / "v/Lamp.md").read_text() == "[[Pump]] here\n"
    assert vaulttool("check", "--diff", cwd=repo).out == ""


def test_fix_keeps_the_mode(repo):
    write_files(repo, {"v/Lamp.md": "[[PUMP.]]\n"})
    (repo / "v/Lamp.md").chmod(0o600)
    vaulttool("check", "--fix", cwd=repo)
    assert (repo / "v/Lamp.md").stat().st_mode & 0o777 == 0o600


def test_since_reports_what_the_change_broke_wherever_it_shows(repo):
    git(repo, "mv", "v/Pump.md", "v/Engine.md")
    git(repo, "mv", "v/Alone.md", "v/Lonely.md")
    git(repo, "commit", "-q", "-m", "Move")
    found = vaulttool("check", "--since", "HEAD~1", "--format", "json", cwd=repo).findings
    assert [(f["path"], f["message"]) for f in found] == [("v/Home.md", "no file is named `Pump`")]


def test_baseline(repo):
    assert vaulttool("check", "--write-baseline", cwd=repo).code == 0
    assert vaulttool("check", cwd=repo).out == "4 pages, 5 links, 0 unresolved, 1 in the baseline\n"
    write_files(repo, {"v/Lamp.md": "[[gone]] [[gone]]\n"})
    assert len(vaulttool("check", "--format", "json", cwd=repo).findings) == 2
    write_files(repo, {"v/Lamp.md": "", "v/Alone.md": ""})
    assert "1 baseline entry ready to be dropped" in vaulttool("check", cwd=repo).out


def test_suppressions(repo):
    write_files(repo, {"v/Alone.md": "%% vaulttool: ignore link-unresolved %%\n[[gone]]\n\n[[lost]]\n"})
    answer = vaulttool("check", "--format", "json", cwd=repo)
    assert [f["line"] for f in answer.findings] == [4]
    assert json.loads(answer.out)["summary"]["suppressed"] == 1


def test_explain_lists_the_rules(repo):
    out = vaulttool("explain", cwd=repo).out
    assert "link-unresolved" in out
    assert len(out.splitlines()) >= 18


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(repo, shell):
    assert "_VAULTTOOL_COMPLETE" in vaulttool("completion", shell, cwd=repo).out


def test_no_command_shows_the_help(repo):
    answer = vaulttool(cwd=repo)
    assert answer.code == 2
    assert "check" in answer.out


def test_version(repo):
    assert vaulttool("--version", cwd=repo).out.startswith("vaulttool, version ")


def test_vault_is_the_folder_with_obsidian(tmp_path):
    repo = make_repo(
        tmp_path / "repo", {"README.md": "[[x]]\n", "notes/.obsidian/app.json": "{}", "notes/a.md": "[[b]]\n"}
    )
    assert vaulttool("check", cwd=repo).out.startswith("notes/a.md:1:1:")
    assert vaulttool("check", cwd=repo / "notes").out.startswith("notes/a.md:1:1:")
    write_files(repo, {"other/.obsidian/app.json": "{}", "other/a.md": ""})
    answer = vaulttool("check", cwd=repo)
    assert answer.code == 2
    assert "notes, other" in answer.err
    assert vaulttool("check", "other", cwd=repo).code == 0


def test_configuration_below_the_root(tmp_path):
    files = {
        "docs/vaulttool.toml": (
            'vault = "v"\nexclude = ["v/T/**"]\n[links]\ngenerated = ["site/**"]\n'
            '[[index]]\npath = "v/Home.md"\nscope = ["v/p/**"]\nrow = "- [[{page}]]: {what}"\n'
            '[[schema]]\npaths = ["v/p/**"]\nfile = "what.json"\n'
        ),
        "docs/what.json": '{"required": ["what"]}',
        "docs/v/Home.md": "- [[a]]: one\n\n[s](../site/x.html)\n",
        "docs/v/p/a.md": "---\nwhat: two\n---\n",
        "docs/v/p/b.md": "---\nno: what\n---\n",
        "docs/v/T/t.md": "[[gone]]\n",
    }
    repo = make_repo(tmp_path / "repo", files)
    found = vaulttool("check", "--format", "json", cwd=repo / "docs").findings
    assert [(f["path"], f["rule"]) for f in found] == [
        ("docs/v/Home.md", "index-row-missing"),
        ("docs/v/Home.md", "index-row-drift"),
        ("docs/v/p/b.md", "frontmatter-schema"),
    ]
