"""The successor of a name, spelt as the old name is spelt at one place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vaulttool.names.words import Case, capital, case_of, cased, separator_of, words_of


@dataclass(frozen=True)
class Spelling:
    """A name as it stands somewhere: its words as written, what stands between them, what around it.

    `before` and `after` are the characters beside it, empty at the ends of the text.
    """

    words: Sequence[str]
    separators: Sequence[str]
    before: str = ""
    after: str = ""


def respelt(found: Spelling, old: str, new: str) -> str:
    """The new name in the spelling of the old one: separators, letters, and as typed where that was.

    A name of one word that gets several takes the separator that its surroundings show, else the
    one that was typed.
    """
    old_words, new_words = words_of(old), words_of(new)
    text = "".join(_woven(found.words, found.separators))
    if len(found.words) == 1 and len(new_words) > 1:
        return _widened(found, old_words[0], new, new_words)
    if text == old:
        return new
    out = _letters(list(found.words), old_words, new_words)
    return "".join(_woven(out, _stretched(found.separators, len(out) - 1)))


def _woven(words: Sequence[str], separators: Sequence[str]) -> list[str]:
    out = [words[0]]
    for separator, word in zip(separators, words[1:], strict=True):
        out += [separator, word]
    return out


def _stretched(separators: Sequence[str], number: int) -> list[str]:
    """As many separators as the new name needs: each in its place, the last one repeated."""
    return [separators[min(i, len(separators) - 1)] for i in range(number)]


def _letters(found: Sequence[str], old: Sequence[str], new: Sequence[str]) -> list[str]:
    """The new words with the letters of the found ones."""
    if list(found) == list(old) and any(case_of(word) is not Case.LOWER for word in old):
        return list(new)  # written as typed, acronyms and all
    cases = [case_of(word) for word in found]
    if all(case is Case.UPPER for case in cases):
        return [word.upper() for word in new]
    if all(case in (Case.CAPITAL, Case.UPPER, Case.MIXED) for case in cases):
        return [_headed(word) for word in new]
    if all(case is Case.LOWER for case in cases):
        return [word.lower() for word in new]
    first, rest = cases[0], cases[1] if len(cases) > 1 else cases[0]
    rest = Case.CAPITAL if rest in (Case.UPPER, Case.MIXED) else rest
    return [cased(new[0], first), *(cased(word, rest) for word in new[1:])]


def _headed(word: str) -> str:
    """A word with a capital, its other letters as typed where it was typed with more of them (`WP`)."""
    return word if case_of(word) in (Case.UPPER, Case.MIXED) else capital(word)


def _widened(found: Spelling, old: str, new: str, new_words: Sequence[str]) -> str:
    """One word becomes several: joined as the surroundings join theirs."""
    word = found.words[0]
    case = case_of(word)
    inside = found.before.isalnum() or found.after.isalnum()
    if inside:
        first = cased(new_words[0], Case.LOWER if case is Case.LOWER else Case.CAPITAL)
        return first + "".join(_headed(word) for word in new_words[1:])
    typed = separator_of(new)
    separator = next((sign for sign in (found.before, found.after) if sign in ("_", "-") and sign), typed)
    if case is Case.UPPER and separator == "-" and "-" not in (found.before, found.after):
        separator = "_"  # a constant or a variable of the environment
    letters = _letters([word], [old], new_words)
    return separator.join(letters)
