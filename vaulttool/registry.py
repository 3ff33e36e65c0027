"""Which rules there are: the modules of `vaulttool.checks`, found by name, imported when asked for."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from vaulttool import checks
from vaulttool.checks.base import Rule
from vaulttool.errors import ConfigError
from vaulttool.model.finding import Finding

ALL = "all"


@dataclass(frozen=True)
class Loaded:
    """A rule with its check."""

    rule: Rule
    check: Callable[..., Iterator[Finding]]


@cache
def rule_modules() -> dict[str, str]:
    """Rule id to module name, without importing any of them."""
    folder = Path(checks.__path__[0])
    out = {}
    for family in sorted(
        path for path in folder.iterdir() if path.is_dir() and not path.name.startswith("_")
    ):
        for module in pkgutil.iter_modules([str(family)]):
            out[module.name.replace("_", "-")] = f"{checks.__name__}.{family.name}.{module.name}"
    return out


def families() -> set[str]:
    """Names of the families of rules."""
    return {module.split(".")[-2] for module in rule_modules().values()}


def rules() -> list[Rule]:
    """All rules, by family and id."""
    return [load(rule).rule for rule in sorted(rule_modules(), key=lambda rule: rule_modules()[rule])]


@cache
def load(rule: str) -> Loaded:
    """A rule by its id; KeyError where there is none."""
    module: Any = import_module(rule_modules()[rule])
    return Loaded(module.RULE, module.check)


def expand(words: Iterable[str], option: str) -> set[str]:
    """Rule ids that the words of `--select` or `--ignore` stand for: ids, families, `all`.

    Raises ConfigError for a word that is none, with the nearest that is.
    """
    known = rule_modules()
    out: set[str] = set()
    for word in words:
        if word == ALL:
            out.update(known)
        elif word in known:
            out.add(word)
        elif word in families():
            out.update(rule for rule, module in known.items() if module.split(".")[-2] == word)
        else:
            raise ConfigError(f"`{word}` in {option} is no rule and no family", remedy=_nearest(word, known))
    return out


def _nearest(word: str, known: Iterable[str]) -> str:
    from rapidfuzz import process

    names = [*sorted(families()), ALL, *known]
    found = process.extractOne(word, names, score_cutoff=60)
    return f"did you mean `{found[0]}`?" if found else f"families are {', '.join(sorted(families()))}"
