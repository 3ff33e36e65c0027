"""Real vaults: every link stands where the reader says, and every finding is one that was looked at.

`tests/corpora.json` holds the counts; renew them with `RENEW=1 pytest tests/test_corpora.py`, and look at
each finding that is new before you commit them. The manual's page on corpora says what they are.
"""

from __future__ import annotations

import json
import os
import shutil
from collections import Counter
from pathlib import Path

import pytest
from support.repo import git
from support.tool import vaulttool

from vaulttool.parse.read import is_readable, read_page
from vaulttool.text.source import Source

CORPORA = Path(__file__).parents[2] / "shared" / "corpora"
COUNTS = Path(__file__).with_name("corpora.json")
VAULTS = json.loads(COUNTS.read_text(encoding="utf-8"))

pytestmark = pytest.mark.skipif(
    not CORPORA.is_dir(), reason="the corpora are not beside the project (../shared)"
)


@pytest.fixture(scope="module")
def copies(tmp_path_factory):
    """Each corpus as a git repository of its own."""
    made: dict[str, Path] = {}

    def copy(name: str) -> Path:
        if name not in made:
            made[name] = shutil.copytree(CORPORA / name, tmp_path_factory.mktemp("corpus") / name)
            for folder, _, _ in os.walk(made[name]):
                Path(folder).chmod(0o755)
            git(made[name], "init", "-q")
            git(made[name], "add", "-A")
            git(made[name], "commit", "-q", "-m", "All")
        return made[name]

    return copy


@pytest.mark.parametrize("vault", VAULTS)
def test_text_at_span_is_raw(vault):
    links = 0
    for path in sorted((CORPORA / vault).rglob("*")):
        if not path.is_file() or not is_readable(path.name):
            continue
        data = path.read_bytes()
        text = Source(data).text
        for link in read_page(path.name, data).links:
            assert text[link.span.start : link.span.end] == link.raw, path
            links += 1
    assert links >= VAULTS[vault]["links"]


@pytest.mark.parametrize("vault", VAULTS)
def test_findings(vault, copies):
    name, _, folder = vault.partition("/")
    repo, whole = copies(name), ["check", folder or ".", "--format", "json"]
    report = json.loads(vaulttool(*whole, cwd=repo).out)
    links = vaulttool(*whole, "--select", "links", cwd=repo).findings
    assert links == [finding for finding in report["findings"] if finding["family"] == "links"]
    rules = Counter(finding["rule"] for finding in report["findings"])
    got = {
        "pages": report["summary"]["pages"],
        "links": report["summary"]["links"],
        "findings": dict(sorted(rules.items())),
    }
    if os.environ.get("RENEW"):
        VAULTS[vault] = got
        COUNTS.write_text(json.dumps(VAULTS, indent=2) + "\n", encoding="utf-8")
    assert got == VAULTS[vault]
