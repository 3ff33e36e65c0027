"""The findings do not depend on who looks, from where, or in which order."""

from __future__ import annotations

import os
import random
import shutil

import pytest
from support.repo import make_repo, write_files
from support.tool import vaulttool

FILES = {
    "vaulttool.toml": 'vault = "v"\n',
    "v/a.md": "[[same]] [[gone]] [x](../y.txt) [[b#Nope]] [[b#^dup]]\n",
    "v/one/same.md": "",
    "v/two/same.md": "",
    "v/b.md": "# H\n\na ^dup\n\nb ^dup\n",
    "v/c.canvas": '{"nodes": [{"type": "file", "file": "v/b.md"}]}\n',
    "y.txt": "",
}


def findings(folder, *argv):
    return vaulttool("check", *argv, "--format", "json", cwd=folder).findings


def shuffled(entries):
    return random.Random(7).sample(entries, len(entries))


@pytest.fixture
def expected(tmp_path):
    found = findings(make_repo(tmp_path / "first", FILES))
    assert len(found) == 5
    return found


def test_order_in_which_files_were_made(expected, tmp_path):
    assert findings(make_repo(tmp_path / "again", dict(reversed(FILES.items())))) == expected


@pytest.mark.parametrize("order", [reversed, shuffled])
def test_order_in_which_the_disk_lists_them(expected, order, tmp_path, monkeypatch):
    repo = make_repo(tmp_path / "again", FILES)
    scandir, listed = os.scandir, []

    def reordered(path):
        listed.append(path)
        return list(order(list(scandir(path))))

    monkeypatch.setattr(os, "scandir", reordered)
    assert findings(repo) == expected
    assert listed  # else the disk was asked in another way, and this proves nothing


@pytest.mark.parametrize("folder", [".", "v", "v/one"])
def test_working_directory(expected, folder, tmp_path):
    repo = make_repo(tmp_path / "again", FILES)
    assert findings(repo / folder) == expected


def test_from_elsewhere(expected, tmp_path):
    repo = make_repo(tmp_path / "again", FILES)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert findings(elsewhere, "--config", str(repo / "vaulttool.toml")) == expected
    assert findings(elsewhere, str(repo / "v")) == expected


def test_without_git(expected, tmp_path):
    repo = make_repo(tmp_path / "again", FILES)
    shutil.rmtree(repo / ".git")
    assert findings(repo) == expected


def test_staged_equals_committed(expected, tmp_path):
    repo = make_repo(tmp_path / "again", FILES)
    assert findings(repo, "--staged") == expected


def test_untracked_files_add_only_their_rule(expected, tmp_path):
    repo = make_repo(tmp_path / "again", {**FILES, "v/d.md": "[[e]]\n"})
    write_files(repo, {"v/e.md": ""})
    new = [finding for finding in findings(repo) if finding not in expected]
    assert [finding["rule"] for finding in new] == ["link-untracked"]
