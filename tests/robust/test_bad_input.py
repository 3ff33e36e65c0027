"""Bad input ends in one clear line and exit code 2, or in a finding; never in a traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from support.repo import make_repo, write_files
from support.tool import Answer, vaulttool

from vaulttool.load.trees import WorkingTree

CONFIG = {"vaulttool.toml": 'vault = "v"\n'}
MILLION = 10**6


STUCK = """
import signal, sys, time
import vaulttool.load.vault as vault
from vaulttool.cli.main import main

def read_page(*_):
    print("reading", flush=True)
    time.sleep(60)

signal.signal(signal.SIGINT, signal.default_int_handler)
vault.read_page = read_page
sys.argv = ["vaulttool", "check"]
main()
"""


def one_line(text: str) -> bool:
    return text.count("\n") == 1 and text.startswith("vaulttool: ")


def on_disk(folder: Path) -> dict[Path, tuple[int, int, int]]:
    """Kind, size and time of everything in a folder; git keeps its own house."""
    places = (p for p in folder.rglob("*") if ".git" not in p.relative_to(folder).parts)
    return {p: (s.st_mode, s.st_size, s.st_mtime_ns) for p in places for s in [p.lstat()]}


def looks(*argv: str, cwd: Path, stdin: bytes = b"") -> Answer:
    """Run a command that only looks: whatever it meets, it leaves nothing behind."""
    before = on_disk(cwd)
    answer = vaulttool(*argv, cwd=cwd, stdin=stdin)
    assert on_disk(cwd) == before
    return answer


@pytest.mark.parametrize(
    ("files", "says"),
    [
        pytest.param(CONFIG, ["vault", "folder"], id="configured folder missing"),
        pytest.param({**CONFIG, "v/pic.png": ""}, ["no page"], id="vault of zero pages"),
        pytest.param(
            {"vaulttool.toml": "vault = [\n", "v/a.md": ""}, ["vaulttool.toml", "TOML"], id="broken TOML"
        ),
        pytest.param({"vaulttool.toml": b"vault = '\xff'\n"}, ["UTF-8"], id="configuration in Latin-1"),
        pytest.param(
            {"vaulttool.toml": 'vault = "../x"\n'}, ["outside"], id="vault outside of the repository"
        ),
    ],
)
def test_one_line_and_exit_2(files, says, tmp_path):
    answer = looks("check", cwd=make_repo(tmp_path / "repo", files))
    assert answer.code == 2
    assert answer.out == ""
    assert one_line(answer.err)
    assert all(word in answer.err for word in says), answer.err


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (["check", "--select", "lniks"], "links"),
        (["check", "gone.md"], "gone.md"),
        (["check", "../x.md"], "outside"),
        (["check", "--config", "none.toml"], "none.toml"),
        (["check", "--since", "nowhere"], "nowhere"),
        (["check", "--fix", "--staged"], "--staged"),
        (["check", "--format", "xml"], "xml"),
        (["check", "--baseline", "none.json"], "none.json"),
        (["resolve", "[[A]]"], "--from"),
        (["resolve", "--stdin"], "standard input:1"),
        (["links", "gone.md"], "gone.md"),
        (["explain", "link-unresolvd"], "link-unresolved"),
        (["chekc"], "chekc"),
    ],
)
def test_bad_arguments(argv, says, tmp_path):
    repo = make_repo(tmp_path / "repo", {**CONFIG, "v/a.md": "x\n"})
    answer = looks(*argv, cwd=repo, stdin=b"nonsense\n")
    assert answer.code == 2
    assert one_line(answer.err)
    assert says in answer.err


@pytest.mark.parametrize(
    "content",
    [
        pytest.param("[" * MILLION, id="["),
        pytest.param("[[" * (MILLION // 2), id="[["),
        pytest.param("![" * (MILLION // 2), id="!["),
        pytest.param("](" * (MILLION // 2), id="]("),
        pytest.param("x" + "`" * MILLION, id="backticks"),
        pytest.param("x" + "$" * MILLION, id="$"),
        pytest.param("x" + "<" * MILLION, id="<"),
        pytest.param("`a " * (MILLION // 3), id="backticks and words"),
        pytest.param("$a " * (MILLION // 3), id="dollars"),
        pytest.param("<a " * (MILLION // 3), id="tags"),
        pytest.param("[a](b" * (MILLION // 5), id="links half typed"),
        pytest.param("[^" * (MILLION // 2), id="footnotes"),
        pytest.param("%% a\n" * (MILLION // 5), id="comments"),
        pytest.param("$$ a\n" * (MILLION // 5), id="math never closed"),
        pytest.param("---\na: " + "[" * 100_000 + "\n---\n", id="YAML nested"),
        pytest.param(
            "---\na: &a [x, x]\n"
            + "".join(f"k{i}: &k{i} [*{'a' if i == 0 else f'k{i - 1}'}, *a]\n" for i in range(30))
            + "---\n",
            id="YAML that laughs",
        ),
    ],
)
@pytest.mark.slow
def test_long_lines_end_with_the_link_after_them(content, tmp_path):
    write_files(tmp_path, {"a.md": content + "\n\nand then [[gone]]\n"})
    findings = looks("check", "--select", "links", "--format", "json", cwd=tmp_path).findings
    assert [finding["message"] for finding in findings] == ["no file is named `gone`"]


def test_a_thousand_nested_quotes(tmp_path):
    write_files(tmp_path, {"a.md": ">" * 1000 + " [[gone]]\n"})
    findings = looks("check", "--format", "json", cwd=tmp_path).findings
    assert [(finding["rule"], finding["column"]) for finding in findings] == [("link-unresolved", 1002)]


def test_what_is_too_deep_is_said(tmp_path):
    write_files(tmp_path, {"a.md": ">" * 5000 + " [[gone]]\n"})
    findings = looks("check", "--format", "json", cwd=tmp_path).findings
    assert [finding["rule"] for finding in findings] == ["page-too-deep"]


def test_a_page_of_50_megabytes(tmp_path):
    write_files(tmp_path, {"a.md": "word " * 10_000_000, "b.md": "[[a]]\n"})
    findings = looks("check", "--format", "json", cwd=tmp_path).findings
    assert [(finding["rule"], finding["path"]) for finding in findings] == [("page-too-large", "a.md")]


def test_latin_1(tmp_path):
    write_files(tmp_path, {"a.md": "Gr\xf6\xdfe [[gone]]\n".encode("latin-1")})
    findings = looks("check", "--format", "json", cwd=tmp_path).findings
    assert [(f["rule"], f["column"]) for f in findings] == [("page-undecodable", 3), ("link-unresolved", 7)]


def test_names_that_are_no_utf8(tmp_path):
    write_files(tmp_path, {"a\udcff.md": "[[gone]]\n", "b.md": "[[a\udcff]]\n"})
    answer = looks("check", "--format", "json", cwd=tmp_path)
    found = [(finding["path"], finding["rule"]) for finding in answer.findings]
    assert found == [("a\udcff.md", "link-unresolved"), ("b.md", "page-undecodable")]
    answer.out.encode("utf-8")


def test_a_line_break_in_a_name(tmp_path):
    write_files(tmp_path, {"a\nb.md": "[[gone]]\n"})
    out = looks("check", cwd=tmp_path).out
    assert out.splitlines()[0].startswith("a\\nb.md:1:1: link-unresolved")


def test_symlinks(tmp_path):
    secret = write_files(tmp_path / "outside", {"secret.md": "[[only outside]]\n"})
    vault = write_files(tmp_path / "vault", {"a.md": "[[secret]] [[inner]]\n", "real/inner.md": "x\n"})
    (vault / "secret.md").symlink_to(secret / "secret.md")
    (vault / "loop").symlink_to(vault)
    (vault / "self.md").symlink_to("self.md")
    (vault / "elsewhere").symlink_to(secret)
    answer = looks("check", "--format", "json", cwd=vault)
    assert answer.findings == []
    assert '"pages": 2' in answer.out


def test_a_fix_never_follows_a_link_out_of_the_repository(tmp_path):
    outside = write_files(tmp_path / "outside", {"p.md": "[[b c]]\n"})
    vault = write_files(tmp_path / "vault", {"b-c.md": "x\n"})
    (vault / "p.md").symlink_to(outside / "p.md")
    vaulttool("check", "--fix", cwd=vault)
    assert (outside / "p.md").read_bytes() == b"[[b c]]\n"


def test_a_fix_through_a_link_inside_keeps_the_link(tmp_path):
    vault = write_files(tmp_path, {"b-c.md": "x\n", ".real/p.txt": "[[b c]]\n"})
    (vault / "p.md").symlink_to(".real/p.txt")
    assert vaulttool("check", "--fix", cwd=vault).code == 0
    assert (vault / "p.md").is_symlink()
    assert (vault / ".real/p.txt").read_bytes() == b"[[b-c]]\n"


def test_a_folder_and_a_pipe_named_like_pages(tmp_path):
    write_files(tmp_path, {"a.md": "[[x]] [[pipe]]\n", "x.md/inside.md": ""})
    os.mkfifo(tmp_path / "pipe.md")
    findings = looks("check", "--format", "json", cwd=tmp_path).findings
    assert [finding["message"] for finding in findings] == ["no file is named `x`", "no file is named `pipe`"]


def test_a_file_that_vanishes(tmp_path, monkeypatch):
    write_files(tmp_path, {"a.md": "[[b]]\n", "b.md": ""})
    read = WorkingTree.read

    def vanishing(self, path):
        if path == "b.md":
            (tmp_path / "b.md").unlink(missing_ok=True)
        return read(self, path)

    monkeypatch.setattr(WorkingTree, "read", vanishing)
    findings = vaulttool("check", "--format", "json", cwd=tmp_path).findings
    assert [finding["message"] for finding in findings] == ["no file is named `b`"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_an_unreadable_file(tmp_path):
    write_files(tmp_path, {"a.md": "", "b.md": ""})
    (tmp_path / "b.md").chmod(0)
    answer = looks("check", cwd=tmp_path)
    assert answer.code == 2
    assert one_line(answer.err)
    assert "b.md" in answer.err


def test_an_unreadable_file_is_named(tmp_path, monkeypatch):
    write_files(tmp_path, {"a.md": "", "b.md": ""})

    def refuse(self):
        if self.name == "b.md":
            raise PermissionError(13, "Permission denied")
        return b""

    monkeypatch.setattr(Path, "read_bytes", refuse)
    answer = looks("check", cwd=tmp_path)
    assert answer.code == 2
    why = "the file cannot be read: Permission denied; check its permissions, or exclude it"
    assert answer.err == f"vaulttool: b.md: {why}\n"


def test_a_fault_of_our_own_is_one_line(tmp_path, monkeypatch):
    write_files(tmp_path, {"a.md": ""})
    monkeypatch.setattr("vaulttool.load.vault.read_page", lambda *_: 1 / 0)
    answer = vaulttool("check", cwd=tmp_path)
    assert answer.code == 2
    assert one_line(answer.err)
    assert "--debug" in answer.err
    with pytest.raises(ZeroDivisionError):
        vaulttool("--debug", "check", cwd=tmp_path)


def many_findings(folder: Path) -> Path:
    return write_files(folder, {f"{i}.md": "[[gone]]\n" * 200 for i in range(50)})


@pytest.mark.slow
def test_a_closed_pipe(tmp_path):
    many_findings(tmp_path)
    command = f"'{sys.executable}' -m vaulttool check | head -1"
    done = subprocess.run(
        ["sh", "-c", command], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


@pytest.mark.slow
def test_an_interrupt(tmp_path):
    write_files(tmp_path, {"a.md": ""})
    process = subprocess.Popen(
        [sys.executable, "-c", STUCK], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "reading\n"
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert err == "vaulttool: interrupted\n"
