"""Schemas that cannot be used, and schemas that mean harm."""

from __future__ import annotations

import json
import time

import pytest
from support.repo import git, make_repo, write_files
from support.tool import vaulttool

CONFIG = '[[schema]]\nfile = "s.json"\n'

UNUSABLE = [
    (None, "s.json: there is no such schema in the repository; correct `file` in [[schema]]"),
    ("{", "s.json: not JSON: "),
    ("[" * 100_000, "s.json: not JSON: "),
    ("[]", "s.json: no JSON Schema: "),
    ('{"type": "objekt"}', "s.json: no JSON Schema: "),
    ('{"properties": {"a": {"pattern": "("}}}', 's.json: no JSON Schema: "("'),
    ('{"properties": {"a": {"pattern": "((a{1000}){1000}){1000}"}}}', "s.json: no JSON Schema: "),
    ('{"$ref": "https://example.org/s.json"}', "https://example.org/s.json is not fetched"),
    ('{"$ref": "file:///etc/hostname"}', "file:///etc/hostname is not fetched"),
    ('{"$ref": "other.json"}', "s.json: no JSON Schema: Resource 'other.json'"),
    ('{"$schema": "https://example.org/meta"}', "s.json: no JSON Schema: "),
    (json.dumps({"$ref": "#/$defs/none"}), "s.json: no JSON Schema: "),
    ('{"not": ' * 500 + "{}" + "}" * 500, "s.json: "),
]


@pytest.mark.parametrize(("schema", "message"), UNUSABLE)
def test_schema_that_cannot_be_used(schema, message, tmp_path):
    files = {"vaulttool.toml": CONFIG, "a.md": "x\n", **({"s.json": schema} if schema else {})}
    answer = vaulttool("check", "--select", "frontmatter", cwd=write_files(tmp_path, files))
    assert answer.code == 2
    assert message in answer.err
    assert len(answer.err.splitlines()) == 1


@pytest.mark.parametrize("file", ["../s.json", "/etc/hostname", "."])
def test_schema_outside(file, tmp_path):
    write_files(
        tmp_path, {"s.json": "{}", "r/vaulttool.toml": f'[[schema]]\nfile = "{file}"\n', "r/a.md": "x"}
    )
    answer = vaulttool("check", "--select", "frontmatter", cwd=tmp_path / "r")
    assert answer.code == 2
    assert "there is no such schema in the repository" in answer.err


@pytest.mark.parametrize("pattern", ["^(a+)+$", "^(a|a)*(?=b)c$", r"^((a*)*)\1(?!x)$"])
def test_pattern_does_not_hang(pattern, tmp_path):
    schema = json.dumps({"properties": {"a": {"pattern": pattern}}})
    files = {"vaulttool.toml": CONFIG, "s.json": schema, "a.md": f"---\na: {'a' * 50_000}b\n---\n"}
    begin = time.monotonic()
    answer = vaulttool("check", "--select", "frontmatter", cwd=write_files(tmp_path, files))
    assert time.monotonic() - begin < 5
    assert answer.code in (1, 2)


def test_aliases_do_not_explode(tmp_path):
    lines = ["a0: &a0 [x, x]", *(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12))]
    page = "---\n" + "\n".join(lines) + "\n---\n"
    files = {"vaulttool.toml": CONFIG, "s.json": '{"required": ["zz"]}', "a.md": page}
    begin = time.monotonic()
    answer = vaulttool("check", "--select", "frontmatter", cwd=write_files(tmp_path, files))
    assert time.monotonic() - begin < 5
    assert answer.code == 0


def test_value_that_holds_itself(tmp_path):
    page = "---\na: &x [*x]\nb: &y {c: *y}\n---\n"
    files = {"vaulttool.toml": CONFIG, "s.json": '{"required": ["zz"]}', "a.md": page}
    answer = vaulttool("check", "--select", "frontmatter", cwd=write_files(tmp_path, files))
    assert answer.code in (0, 1)


def test_values_that_json_can_hardly_hold(tmp_path):
    page = f'---\na: "\\ud800"\nb: {"9" * 5000}\nc: 1e999\nd: .nan\ne: {"9" * 3000}\n---\n'
    schema = json.dumps({"properties": {"a": {"type": "string"}, "e": {"type": "integer"}}})
    files = {"vaulttool.toml": CONFIG, "s.json": schema, "a.md": page}
    answer = vaulttool("check", "--select", "frontmatter", cwd=write_files(tmp_path, files))
    assert (answer.code, answer.err) == (0, "")


def test_schema_that_came_with_the_change(tmp_path):
    repo = make_repo(tmp_path, {"a.md": "x\n"})
    write_files(repo, {"vaulttool.toml": CONFIG, "s.json": '{"required": ["title"]}'})
    git(repo, "add", "-A")
    for option in (["--since", "HEAD"], ["--staged"], ["--staged", "--since", "HEAD"]):
        answer = vaulttool("check", "--select", "frontmatter", *option, "--format", "json", cwd=repo)
        assert [finding["path"] for finding in answer.findings] == ["a.md"], option
