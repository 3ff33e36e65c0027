"""Case files: data with the right answer beside it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from vaulttool.cli.main import COMMANDS
from vaulttool.registry import families, rule_modules

CASES = Path(__file__).parents[1] / "cases"


def load(name: str) -> Any:
    """Content of a case file."""
    return json.loads((CASES / name).read_text(encoding="utf-8"))


def case_param(case: dict[str, Any], *values: Any, skip: str | None = None) -> Any:
    """A parameter for a case; one of low confidence is a guess and carries the mark `low`."""
    marks = [pytest.mark.low] if case.get("confidence") == "low" else []
    if skip:
        marks.append(pytest.mark.skip(reason=skip))
    return pytest.param(*values, case, id=case["id"], marks=marks)


def missing_feature(words: list[str]) -> str | None:
    """What a command line needs that the tool does not have yet: a command, or a family of rules."""
    if words[0] not in COMMANDS:
        return f"there is no command `{words[0]}`"
    given = [words[i + 1] for i, word in enumerate(words) if word in ("--select", "--ignore")]
    known = {*families(), *rule_modules(), "all"}
    unknown = [name for names in given for name in names.split(",") if name not in known]
    return f"there is no family `{unknown[0]}`" if unknown else None
