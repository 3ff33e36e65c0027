"""Formats: the same findings in each, as the schemas describe them."""

from __future__ import annotations

import io
import json
import re
import subprocess
from dataclasses import replace
from pathlib import Path

import jsonschema_rs
import pytest
from support.repo import git, make_repo, write_files
from support.tool import vaulttool

import vaulttool.report as report_package
from vaulttool.model.change import Edit, FileChange, Fix
from vaulttool.model.finding import Finding, Related, Severity
from vaulttool.model.page import RepoPath
from vaulttool.model.span import ByteSpan, Place
from vaulttool.report import FORMATS, write_report
from vaulttool.report.fingerprint import fingerprint
from vaulttool.report.patch import write_patch
from vaulttool.report.summary import Summary, closing_line
from vaulttool.report.text import worded

SCHEMAS = Path(report_package.__file__).parent / "schemas"
FILES = {
    "v/a.md": "[[gone]] [[LAN DNS#x|y]] [[b#Nope]] [[b#^dup]]\n",
    "v/b.md": "# H\n\na ^dup\n\nb ^dup\n",
    "v/LAN-DNS.md": "",
    "vaulttool.toml": 'vault = "v"\n',
}


def validator(name: str) -> jsonschema_rs.Validator:
    return jsonschema_rs.validator_for(json.loads((SCHEMAS / f"{name}.schema.json").read_bytes()))


@pytest.fixture
def repo(tmp_path):
    return make_repo(tmp_path / "repo", FILES)


def test_check_agrees_with_its_schema(repo):
    validator("check").validate(json.loads(vaulttool("check", "--format", "json", cwd=repo).out))


@pytest.mark.parametrize("verdict", ["obsidian", "portable"])
def test_resolve_agrees_with_its_schema(repo, verdict):
    for link in ("[[b#H]]", "[[gone]]", "[x](b.md#h)", "text", "[x](https://example.org)"):
        argv = ("resolve", link, "--from", "v/a.md", "--verdict", verdict, "--format", "json")
        for line in vaulttool(*argv, cwd=repo).lines:
            validator("resolve").validate(line)


def test_links_agree_with_their_schema(repo):
    lines = vaulttool("links", "v/a.md", "--format", "json", cwd=repo).lines
    assert len(lines) == 4
    for line in lines:
        validator("links").validate(line)


def test_the_same_findings_in_each_format(repo):
    assert set(FORMATS) == {"text", "json", "github"}
    text = vaulttool("check", cwd=repo).out
    found = [
        (f["path"], f["line"], f["column"], f["rule"])
        for f in vaulttool("check", "--format", "json", cwd=repo).findings
    ]
    assert re.findall(r"^(\S+?):(\d+):(\d+): (\S+)", text, re.MULTILINE) == [
        (p, str(n), str(c), r) for p, n, c, r in found
    ]
    annotations = vaulttool("check", "--format", "github", cwd=repo).out
    pattern = r"::(?:error|warning) file=(\S+?),line=(\d+),endLine=\d+,col=(\d+),endColumn=\d+,title=(\S+?)::"
    assert re.findall(pattern, annotations) == [(p, str(n), str(c), r) for p, n, c, r in found]


def test_fingerprints_survive_lines_above(repo):
    before = [f["fingerprint"] for f in vaulttool("check", "--format", "json", cwd=repo).findings]
    write_files(repo, {"v/a.md": "# New\n\n" + FILES["v/a.md"]})
    assert [f["fingerprint"] for f in vaulttool("check", "--format", "json", cwd=repo).findings] == before
    assert len(set(before)) == len(before)


@pytest.mark.parametrize(
    ("summary", "line"),
    [
        (Summary(128, 1904, 0, 0), "128 pages, 1,904 links, 0 unresolved"),
        (Summary(1, 1, 1, 1), "1 page, 1 link, 1 unresolved, 1 finding"),
        (
            Summary(2, 0, None, 3, 2, 1, 5, 1),
            (
                "2 pages, 0 links, 3 findings, 2 fixed, 1 suppressed, 5 in the baseline,"
                " 1 baseline entry ready to be dropped"
            ),
        ),
    ],
)
def test_closing_line(summary, line):
    assert closing_line(summary) == line


def test_odd_characters_stay_on_one_line():
    finding = Finding(
        "r", "f", Severity.ERROR, RepoPath("a\nb,c.md"), Place(1, 2), Place(1, 3), "bell \a, 100%\n日本", "c"
    )
    out = io.StringIO()
    write_report("text", [finding], Summary(1, 1, 0, 1), out, colour=False)
    assert out.getvalue().splitlines()[0] == "a\\nb,c.md:1:2: r bell \\x07, 100%\\n日本"
    out = io.StringIO()
    write_report("github", [finding], Summary(1, 1, 0, 1), out, colour=False)
    assert out.getvalue().splitlines()[0] == (
        "::error file=a%0Ab%2Cc.md,line=1,endLine=1,col=2,endColumn=3,title=r::bell \a, 100%25%0A日本"
    )


NOWHERE = Finding("r", "f", Severity.ERROR, RepoPath("a.md"), Place(1, 2), Place(1, 3), "no `x`", "c")
SAFE = Fix((Edit(RepoPath("a.md"), ByteSpan(1, 2), b"\xffy"),))


@pytest.mark.parametrize(
    ("finding", "words"),
    [
        (NOWHERE, "no `x`"),
        (replace(NOWHERE, suggestions=("A", "B")), "no `x`; nearest: `A`, `B`"),
        (replace(NOWHERE, suggestions=("x",)), "no `x`"),
        (replace(NOWHERE, suggestions=("x", "y")), "no `x`; nearest: `y`"),
        (replace(NOWHERE, suggestions=("A",), fix=SAFE), "no `x`; nearest: `A` (--fix writes it)"),
        (replace(NOWHERE, fix=SAFE), "no `x` (--fix mends it)"),
        (replace(NOWHERE, fix=replace(SAFE, safe=False)), "no `x`"),
    ],
)
def test_words(finding, words):
    assert worded(finding) == words


def test_related_places_are_indented_and_stay_on_their_line():
    finding = replace(NOWHERE, related=(Related(RepoPath("b\x1f\u2028.md"), 3, "here\u00a0too"),))
    out = io.StringIO()
    write_report("text", [finding], Summary(1, 1, 0, 1), out, colour=False)
    assert out.getvalue() == (
        "a.md:1:2: r no `x`\n    b\\x1f\\u2028.md:3: here\u00a0too\n1 page, 1 link, 0 unresolved, 1 finding\n"
    )


def test_bytes_that_are_no_text_leave_json_valid():
    finding = replace(NOWHERE, path=RepoPath("\udcff.md"), message="日本", fix=SAFE)
    out = io.StringIO()
    write_report("json", [finding], Summary(1, 1, None, 1), out, colour=False)
    written = out.getvalue().encode()
    assert "日本".encode() in written
    report = json.loads(written)
    validator("check").validate({**report, "findings": []})
    (shown,) = report["findings"]
    assert shown["path"] == "\udcff.md"
    assert shown["fix"] == {
        "safe": True,
        "edits": [{"path": "a.md", "start": 1, "end": 2, "text": "\udcffy"}],
    }


def test_fingerprint_is_of_rule_path_content_and_number():
    first = fingerprint(NOWHERE)
    assert re.fullmatch("[0-9a-f]{16}", first)
    assert (
        fingerprint(replace(NOWHERE, place=Place(9, 9), message="other words", suggestions=("A",))) == first
    )
    changed = [
        replace(NOWHERE, rule="s"),
        replace(NOWHERE, path=RepoPath("\udcff.md")),
        replace(NOWHERE, content="d"),
        NOWHERE.numbered(1),
    ]
    assert len({first, *map(fingerprint, changed)}) == 5


def test_colour_only_where_asked():
    finding = Finding("r", "f", Severity.WARNING, RepoPath("a.md"), Place(1, 2), Place(1, 3), "m", "c")
    plain, coloured = io.StringIO(), io.StringIO()
    write_report("text", [finding], Summary(1, 1, 0, 1), plain, colour=False)
    write_report("text", [finding], Summary(1, 1, 0, 1), coloured, colour=True)
    assert "\x1b[" not in plain.getvalue()
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured.getvalue()) == plain.getvalue()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"a\nb\nc\n", b"a\nB\nc\n"),
        (b"a\r\nb\r\nc", b"a\r\nB\r\nc"),
        (b"a\nb", b"a\nb\n"),
        (b"\xef\xbb\xbfa\x0cb\xff\n", b"\xef\xbb\xbfa\x0cB\xff\n"),
        (b"a\rb\rc", b"a\rB\rc"),
        (b"a\n", b"a"),
        (b"", b"a\n"),
        (b"a\n", b""),
        ("a\u2028b\n".encode(), b"a\n"),
    ],
)
def test_git_takes_the_patch(before, after, tmp_path):
    repo = make_repo(tmp_path / "repo", {"p q.md": before})
    out = io.StringIO()
    write_patch([FileChange(RepoPath("p q.md"), before, after)], out)
    patch = out.getvalue().encode("utf-8", "surrogateescape")
    subprocess.run(["git", "apply", "--whitespace=nowarn", "-"], cwd=repo, input=patch, check=True)
    assert (repo / "p q.md").read_bytes() == after
    assert git(repo, "status", "--porcelain")


@pytest.mark.parametrize(
    "name", ["t\tab.md", "line\nbreak.md", 'q"uote.md', 'tab\t"and\\quote".md', "b\\s.md", "ü.md"]
)
def test_git_takes_any_name(name, tmp_path):
    repo = make_repo(tmp_path / "repo", {name: b"a\n"})
    out = io.StringIO()
    write_patch([FileChange(RepoPath(name), b"a\n", b"b\n")], out)
    subprocess.run(["git", "apply", "-"], cwd=repo, input=out.getvalue().encode(), check=True)
    assert (repo / name).read_bytes() == b"b\n"
