"""A name as words, and the letters of a word: lower, upper, capital."""

from __future__ import annotations

import re
from enum import StrEnum
from itertools import pairwise

_SEPARATORS = re.compile(r"[-_. ]+")


class Case(StrEnum):
    """How the letters of a word are written."""

    LOWER = "lower"
    UPPER = "upper"
    CAPITAL = "capital"
    MIXED = "mixed"


def words_of(name: str) -> list[str]:
    """The words of a name: at separators, and at the humps of mixed case (`WPAgent` is `WP`, `Agent`).

    A digit belongs to the word that it follows.
    """
    return [word for part in _SEPARATORS.split(name) if part for word in _humps(part)]


def separator_of(name: str) -> str:
    """What stands between the words of a name as it is typed; the empty string for humps or one word."""
    found = _SEPARATORS.search(name.strip("-_. "))
    return found[0] if found else ""


def _humps(part: str) -> list[str]:
    cuts = [0]
    for at in range(1, len(part)):
        before, here, after = part[at - 1], part[at], part[at + 1 : at + 2]
        if here.isupper() and (not before.isupper() or after.islower()):
            cuts.append(at)
    cuts.append(len(part))
    return [part[start:end] for start, end in pairwise(cuts)]


def case_of(word: str) -> Case:
    """How a word is written; one without letters counts as lower."""
    if word == word.lower():
        return Case.LOWER
    if word == word.upper() and sum(char.isalpha() for char in word) > 1:
        return Case.UPPER
    if word == capital(word):
        return Case.CAPITAL
    return Case.MIXED


def capital(word: str) -> str:
    """The word with its first letter upper and the others lower."""
    return word[:1].upper() + word[1:].lower()


def cased(word: str, case: Case) -> str:
    """The word in another case; MIXED leaves it as it is."""
    match case:
        case Case.LOWER:
            return word.lower()
        case Case.UPPER:
            return word.upper()
        case Case.CAPITAL:
            return capital(word)
        case _:
            return word
