"""Configuration: each mistake is one line that names file, key and remedy."""

from __future__ import annotations

import re
import tomllib

import pytest

from vaulttool.config.globs import Globs
from vaulttool.config.settings import PerPath, Settings, parse_settings
from vaulttool.config.validate import schema
from vaulttool.errors import ConfigError
from vaulttool.load.config_file import load_settings

MISTAKES = [
    ('valut = "v"', "unknown key `valut`; did you mean `vault`?"),
    ('verdict = "both"', "unknown key `verdict`; it belongs in [links]"),
    ("vault = 3", "`vault` is 3; it must be a text"),
    ('exclude = "x"', "`exclude` is `x`; it must be a list of texts"),
    ("exclude = [1]", "an item of `exclude` is 1; it must be a text"),
    ("links = 3", "`links` is 3; it must be a table"),
    ('[links]\nverdikt = "x"', "unknown key `verdikt` in [links]; did you mean `verdict`?"),
    (
        '[links]\nverdict = "obsidan"',
        "`verdict` in [links] is `obsidan`; allowed are `obsidian`, `portable`, `both`",
    ),
    ('[[index]]\npath = "a"', "[[index]] 1 lacks `scope`; add it"),
    (
        '[[index]]\npath = "a"\nscope = []\n[[index]]\npath = "b"\nscope = []\nroow = "x"',
        "unknown key `roow` in [[index]] 2; did you mean `row`?",
    ),
    (
        '[status.words]\nA = "alive"',
        "`A` in [status.words] is `alive`; allowed are `live`, `replaced`, `past`, `draft`",
    ),
    (
        '[[retired]]\nname = "x"\nsince = "soon"',
        "`since` in [[retired]] 1 is `soon`; it must be a date: year, month and day",
    ),
    (
        '[[retired]]\nname = "x"\nsince = "2026-02-30"',
        "`since` in [[retired]] 1 is `2026-02-30`; it must be a date: year, month and day",
    ),
    ('path = "a"', "unknown key `path`; it belongs in [[index]]"),
    ("paths = []", "unknown key `paths`; it belongs in [[per-path]] or [keep] or [[schema]]"),
    ("per_path = []", "unknown key `per_path`; did you mean `per-path`?"),
    (
        "[links]\nexclude = []",
        "unknown key `exclude` in [links]; it belongs at the top, before the first table",
    ),
    ("[links]\nzzz = 1", "unknown key `zzz` in [links]; known are `verdict`, `generated`"),
    ('[[per-path]]\npaths = []\npath = "x"', "unknown key `path` in [[per-path]] 1; did you mean `paths`?"),
    (
        '[index]\npath = "a"',
        '`index` is {"path": "a"}; it must be a list of tables, each headed [[index]]',
    ),
    ("index = [3]", "item 1 of [[index]] is 3; it must be a table"),
    ('[[index]]\npath = "a"\nscope = [3]', "an item of `scope` in [[index]] 1 is 3; it must be a text"),
    (
        '[[index]]\npath = "a"\nscope = []\nwhere = {live = true}',
        "`live` in `where` of [[index]] 1 is true; it must be a text",
    ),
    ('vault = ""', "`vault` is ``; it must not be empty"),
    ("vault = nan", "`vault` is NaN; it must be a text"),
    ("[duplicates]\nminimum = 0", "`minimum` in [duplicates] is 0; it must be 1 or more"),
    ("[duplicates]\nminimum = true", "`minimum` in [duplicates] is true; it must be a whole number"),
    (
        f"{'a.' * 3000}a = 1",
        "tables or lists stand more than 100 deep in each other; no key needs that; take them out",
    ),
    (
        f"vault = {'[' * 200}{']' * 200}",
        "tables or lists stand more than 100 deep in each other; no key needs that; take them out",
    ),
]


@pytest.mark.parametrize(("text", "message"), MISTAKES)
def test_mistake(text, message):
    with pytest.raises(ConfigError) as error:
        parse_settings(tomllib.loads(text), "vaulttool.toml")
    assert str(error.value) == f"vaulttool.toml: {message}"


def test_nothing_said_is_the_defaults():
    assert parse_settings({}, "x") == Settings()


def test_everything_said():
    text = """
        vault = "v"
        exclude = ["v/T/**"]
        select = ["links"]
        ignore = ["link-ambiguous"]
        baseline = "known.json"
        [links]
        verdict = "both"
        generated = ["site/**"]
        [[per-path]]
        paths = ["v/Log/**"]
        ignore = ["link-unresolved"]
        [[retired]]
        name = "old"
        since = 2026-10-09
    """
    settings = parse_settings(tomllib.loads(text), "x")
    assert (settings.vault, settings.baseline, settings.links.verdict) == ("v", "known.json", "both")
    assert settings.per_path == (PerPath(("v/Log/**",), (), ("link-unresolved",)),)
    assert settings.rest == {"retired": [{"name": "old", "since": "2026-10-09"}]}


def test_the_tables_of_every_command_are_taken():
    text = """
        [status]
        words = {ACTIVE = "live", GONE = "past"}
        owner = "Eras"
        owner_required = true
        [[index]]
        path = "AGENTS.md"
        under = "Topology"
        scope = ["v/**"]
        not = ["v/Drafts/**"]
        row = "- [[{page}]]"
        where = {status = "ACTIVE"}
        columns = {"KV pool" = "{kv_pool} tokens"}
        [keep]
        paths = ["v/Log/**"]
        status = ["GONE"]
        tokens = ["old-20260922"]
        [duplicates]
        minimum = 120
        boilerplate = ["^> "]
        [[schema]]
        tags = ["runbook"]
        file = "checks/runbook.schema.json"
        [[retired]]
        name = "old"
        successor = "new"
        since = 2026-10-09
    """
    rest = parse_settings(tomllib.loads(text), "x").rest
    assert list(rest) == ["status", "index", "keep", "duplicates", "schema", "retired"]


def described(node):
    for key, inner in node.get("properties", {}).items():
        yield key, inner
        yield from described(inner)
        yield from described(inner.get("items", {}))


def test_editors_find_a_title_and_a_sentence_for_every_key():
    keys = list(described(schema()))
    assert len(keys) > 40
    assert [key for key, inner in keys if not (inner.get("title") and inner.get("description"))] == []


def test_nearest_file_counts(tmp_path):
    (tmp_path / "a/b").mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text("[tool.vaulttool]\nvault = 'outer'\n")
    (tmp_path / "a/pyproject.toml").write_text("[project]\nname = 'x'\n")
    assert load_settings(tmp_path / "a/b").settings.vault == "outer"
    (tmp_path / "a/vaulttool.toml").write_text("vault = 'inner'\n")
    assert load_settings(tmp_path / "a/b").settings.vault == "inner"
    assert load_settings(tmp_path / "a/b", tmp_path / "pyproject.toml").settings.vault == "outer"


@pytest.mark.parametrize(
    ("pattern", "path", "fits"),
    [
        ("vault/**", "vault/a/b.md", True),
        ("vault/**", "vault", False),
        ("**/*.patch", "x.patch", True),
        ("**/*.patch", "a/b/x.patch", True),
        ("vault/*.md", "vault/a/b.md", False),
        ("vault", "vault/a/b.md", True),
        ("vault/", "vault/a.md", True),
        ("vault", "vaults/a.md", False),
        ("a/**/b", "a/b", True),
        ("a/**/b", "a/x/y/b", True),
        ("*.md", "x/y.md", False),
        ("[ab].md", "a.md", True),
        ("[!ab].md", "a.md", False),
        ("[a-c].md", "b.md", True),
        ("a?c", "abc", True),
        ("a?c", "a/c", False),
        ("a.c", "abc", False),
        ("x[1].md", "x[1].md", False),
        ("x[[]1].md", "x[1].md", True),
        ("[]a].md", "].md", True),
        ("[a!]", "!", True),
        ("[!]", "[!]", False),
        ("[z-a]", "z", False),
        ("[!z-a]", "z", True),
        ("[a", "[a", True),
        ("[--z].md", "a.md", True),
        ("a[!b]c", "a/c", False),
        ("a[+-1]c", "a/c", False),
        ("./vault//*.md", "vault/a.md", True),
        ("**", "a/b", True),
        ("a/**/**", "a/b", True),
        ("a/**/**", "a", False),
        ("**.md", "a/b.md", True),
        ("**/a*b/c", "x/ab/axb/c", True),
        ("**/a/*b", "a/x/a/cb", True),
        ("*a*b", "xaab", True),
        ("*a*b", "xab/c", True),
        ("é?", "éü", True),
        ("a(b|c)", "ab", False),
        ("a\\d", "a1", False),
        ("A.md", "a.md", False),
    ],
)
def test_globs(pattern, path, fits):
    assert Globs([pattern]).match(path) is fits


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("*a" * 100 + "b", "a" * 250),
        ("**/a/" * 50 + "b", "a/" * 2000 + "c"),
        ("**a" * 50 + "b", "a/" * 2000),
        ("*" * 100 + "b", "a" * 250),
    ],
)
def test_many_stars_take_no_time(pattern, path):
    """Each would take longer than a life if stars were tried one against the other."""
    assert not Globs([pattern]).match(path)


def test_several_patterns_and_none():
    assert Globs(["a/**", "*.md"]).match("x.md")
    assert not Globs(["a/**", "*.md"]).match("b/x.md")
    assert not Globs([]).match("x.md")


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        (
            "vaulttool.toml",
            b"x\n",
            ":1:2: not TOML: Expected '=' after a key in a key/value pair; mend the line",
        ),
        ("vaulttool.toml", b"vault = '\xff'", ": byte 9 is no UTF-8; save the file as UTF-8"),
        ("vaulttool.toml", b"valut = 1", ": unknown key `valut`; did you mean `vault`?"),
        (
            "pyproject.toml",
            b"[tool]\nvaulttool = 3",
            ": `tool.vaulttool` is no table; head it [tool.vaulttool]",
        ),
        ("pyproject.toml", b"[[tool.vaulttool]]", ": `tool.vaulttool` is no table; head it [tool.vaulttool]"),
    ],
)
def test_file_that_cannot_be_used(name, content, message, tmp_path):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(ConfigError) as error:
        load_settings(tmp_path)
    assert str(error.value) == f"{tmp_path.resolve() / name}{message}"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("none.toml", "the file cannot be read: No such file or directory; check the path"),
        (".", "the file cannot be read: Is a directory; check the path"),
        ("pyproject.toml", "there is no [tool.vaulttool]; add the table, or name another file"),
    ],
)
def test_named_file_must_be_there(name, message, tmp_path):
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    with pytest.raises(ConfigError, match=re.escape(message)):
        load_settings(tmp_path, tmp_path / name)


@pytest.mark.parametrize(
    "content",
    [
        "[tool.vaulttool]\nvault = 'v'",
        "[ tool . vaulttool ]\nvault = 'v'",
        "[tool]\nvaulttool = {vault = 'v'}",
    ],
)
def test_every_spelling_of_the_shared_table(content, tmp_path):
    (tmp_path / "pyproject.toml").write_text(content)
    assert load_settings(tmp_path).settings.vault == "v"


def test_own_file_wins_and_may_begin_with_a_mark(tmp_path):
    (tmp_path / "pyproject.toml").write_text("[tool.vaulttool]\nvault = 'shared'\n")
    (tmp_path / "vaulttool.toml").write_bytes(b"\xef\xbb\xbfvault = 'own'\n")
    loaded = load_settings(tmp_path)
    assert (loaded.settings.vault, loaded.file) == ("own", tmp_path.resolve() / "vaulttool.toml")
    assert loaded.folder == tmp_path.resolve()
