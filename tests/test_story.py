"""The story of a fleet, replayed state by state, under its own names and under others.

Only the commands are run that exist; the others wait, each with its reason.
"""

from __future__ import annotations

import importlib.util
import json
import shlex
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from support.cases import missing_feature

HERE = Path(__file__).parent / "story"
STORY = Path(__file__).parents[2] / "shared" / "story"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not STORY.is_dir(), reason="the story is not beside the project (../shared/story)"),
]


@cache
def replay_module() -> Any:
    """The story's own program, which judges a tool."""
    sys.path.insert(0, str(STORY))
    try:
        spec = importlib.util.spec_from_file_location("replay", STORY / "replay.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(STORY))
    return module


def waits_for(entry: dict[str, Any]) -> str:
    """Why an entry cannot be run yet, or the empty string."""
    runs = [entry["run"], *(step["run"] for step in entry.get("then", []))]
    return next((reason for run in runs if (reason := missing_feature(shlex.split(run)))), "")


def entries() -> list[Any]:
    """A parameter for each command that a state expects, so that each one that waits says why."""
    out = []
    for file in sorted((STORY / "expect").glob("*.json")):
        expected = json.loads(file.read_text(encoding="utf-8"))
        for kind in ("commands", "after_fix"):
            for number, entry in enumerate(expected[kind]):
                reason = waits_for(entry)
                marks = [pytest.mark.skip(reason=reason)] if reason else []
                name = f"{file.stem}: {entry['run']}"
                out.append(pytest.param(file.stem, kind, number, id=name, marks=marks))
    return out


@pytest.mark.parametrize("names", ["own", "other"])
@pytest.mark.parametrize(("state", "kind", "number"), entries())
def test_state(state, kind, number, names, tmp_path):
    replay = replay_module()
    table = json.loads((HERE / "other-names.json").read_text(encoding="utf-8")) if names == "other" else None
    run = replay.Replay([sys.executable, "-m", "vaulttool"], HERE, replay.make_story.Names(table), tmp_path)
    expected = run.prepare(state)
    entry = expected[kind][number]
    if kind == "commands":
        run.command(entry)
    else:
        run.fix(entry, expected["must_not_change"])
    assert not run.problems, "\n".join(run.problems)
