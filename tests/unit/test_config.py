"""Configuration: each mistake is one line that names file, key and remedy."""

from __future__ import annotations

import tomllib

import pytest

from vaulttool.config.globs import Globs
from vaulttool.config.settings import PerPath, Settings, parse_settings
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
    ],
)
def test_globs(pattern, path, fits):
    assert Globs([pattern]).match(path) is fits
