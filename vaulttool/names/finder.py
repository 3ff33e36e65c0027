"""Where names stand in a text: every spelling, at the bounds of words, the longest name first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import quote

from vaulttool.names.respell import Spelling, respelt
from vaulttool.names.words import words_of

_SIGNS = ("-", "_", ".", " ", "%20")
_JOINT = r"[-_. ]|%20|"
_PHRASE_JOINT = r"[-_.]|%20|[ \t]*(?:\r\n|\r|\n)?[ \t]*|"


# `\n`, `\b` of strings and patterns, `%2F` of addresses: their letters belong to no word.
_ESCAPE = re.compile(r"(?:\\[abfnrtv]|%[0-9A-Fa-f]{2})\Z")


@dataclass(frozen=True)
class Pair:
    """An old name and its successor; a name that has none is only looked for."""

    old: str
    new: str = ""


@dataclass(frozen=True, slots=True)
class Hit:
    """A name in a text: characters `start` to `end`, the pair it belongs to, and what stands there next.

    `whole` is false where the name is only part of a longer word, which is another word.
    """

    start: int
    end: int
    pair: Pair
    new: str
    whole: bool = True


class Finder:
    """Looks for several names at once. Where two fit, the longer one is meant."""

    def __init__(self, pairs: Iterable[Pair]) -> None:
        self.pairs = tuple(pairs)

    def hits(self, text: str) -> list[Hit]:
        """The names in a text, in order, without overlap."""
        found = [hit for hit in self._all(text) if hit.whole]
        found.sort(key=lambda hit: (hit.start - hit.end, hit.start))
        return _apart(found)

    def inside_words(self, text: str) -> list[Hit]:
        """Places where the letters of a name stand inside of a longer word, which are left alone."""
        whole = self.hits(text)
        found = [hit for hit in self._all(text) if not hit.whole]
        return [hit for hit in _apart(found) if not any(_overlap(hit, other) for other in whole)]

    def replaced(self, text: str, hits: Iterable[Hit]) -> str:
        """The text with the hits replaced."""
        out, at = [], 0
        for hit in hits:
            out += [text[at : hit.start], hit.new]
            at = hit.end
        return "".join([*out, text[at:]])

    def __call__(self, text: str) -> str:
        """The text with every name replaced."""
        return self.replaced(text, self.hits(text))

    def may_stand_in(self, data: bytes) -> bool:
        """Whether a file may hold one of the names: never wrong when it says no."""
        return bool(self._automaton.find_matches_as_indexes(data.lower()))

    @cached_property
    def _automaton(self) -> BytesAhoCorasick:  # type: ignore[name-defined]  # noqa: F821 - imported where it is used
        from ahocorasick_rs import BytesAhoCorasick

        stems = {stem for pair in self.pairs for stem in stems_of(pair.old)}
        return BytesAhoCorasick(sorted(stems))

    def _all(self, text: str) -> Iterable[Hit]:
        for pair, pattern in zip(self.pairs, self._patterns, strict=True):
            for found in pattern.finditer(text):
                hit = _hit(found, pair, text)
                if hit is not None:
                    yield hit

    @cached_property
    def _patterns(self) -> list[re.Pattern[str]]:
        return [_pattern(pair.old) for pair in self.pairs]


def stems_of(name: str) -> set[bytes]:
    """Byte strings of which one stands, in small ASCII letters, wherever a spelling of the name does.

    Letters beyond ASCII stand there in both cases and percent-encoded.
    """
    words = words_of(name)
    if not name.isascii():
        longest = max((re.findall(r"[\x00-\x7f]+", name)), key=len, default="")
        if len(longest.strip("-_. ")) > 2:
            return {max(re.split(r"[-_. ]", longest), key=len).lower().encode()}
        forms = {form for word in words for form in (word, word.lower(), word.upper(), word.capitalize())}
        return {coded.lower() for form in forms for coded in (form.encode(), quote(form).encode())}
    return (
        {sign.join(words).lower().encode() for sign in (*_SIGNS, "")}
        if " " not in name
        else {max(words, key=len).lower().encode()}
    )


def _pattern(name: str) -> re.Pattern[str]:
    """The words of a name in any letters, with any one separator between them."""
    joint = _PHRASE_JOINT if " " in name.strip() else _JOINT
    words = [f"({_word(word)})" for word in words_of(name)]
    return re.compile(f"({joint})".join(words), re.IGNORECASE)


def _word(word: str) -> str:
    if word.isascii():
        return re.escape(word)
    coded = {quote(form) for form in (word, word.lower(), word.upper(), word.capitalize())}
    return "|".join([re.escape(word), *map(re.escape, sorted(coded))])


def _hit(found: re.Match[str], pair: Pair, text: str) -> Hit | None:
    """The hit at a match; None where the letters are not a spelling of the name at all."""
    words, separators = found.groups()[::2], found.groups()[1::2]
    if not _uniform(separators) or not _humped(words, separators, pair.old):
        return None
    start, end = found.span()
    whole = _begins(text, start, end) and _ends(text, end)
    before, after = text[start - 1 : start] if start else "", text[end : end + 1]
    new = respelt(Spelling(words, separators, before, after), pair.old, pair.new) if pair.new else ""
    if "%" in "".join(words):
        new = quote(new)
    return Hit(start, end, pair, new, whole)


def _uniform(separators: Sequence[str]) -> bool:
    """Whether one kind of separator stands between all words; white space is one kind."""
    return len({" " if sign.isspace() else sign for sign in separators}) <= 1


def _humped(words: Sequence[str], separators: Sequence[str], old: str) -> bool:
    """Whether joined words are joined at a hump, or all in one case; not `fRankmEdium`."""
    if not separators or separators[0]:
        return True
    text = "".join(words)
    if text in (text.lower(), text.upper(), text[:1].upper() + text[1:].lower(), old):
        return True
    return all(word[:1].isupper() or not word[:1].isalpha() for word in words[1:])


def _begins(text: str, start: int, end: int) -> bool:
    """Whether a word begins at the place: beside a sign, behind an escape, or at a hump of mixed case."""
    if start == 0 or not text[start - 1].isalnum() or _ESCAPE.search(text, max(start - 3, 0), start):
        return True
    before, first, second = text[start - 1], text[start], text[start + 1 : min(start + 2, end)]
    if not first.isupper():
        return False
    return not before.isupper() or second.islower()


def _ends(text: str, end: int) -> bool:
    """Whether a word ends at the place. A digit belongs to the word before it."""
    after = text[end : end + 1]
    if not after.isalnum():
        return True
    last, second = text[end - 1], text[end + 1 : end + 2]
    if not after.isupper():
        return False
    return not last.isupper() or second.islower()


def _apart(hits: Iterable[Hit]) -> list[Hit]:
    """Of hits in order of their weight, those that no heavier one overlaps; by place."""
    taken: list[Hit] = []
    for hit in hits:
        if not any(_overlap(hit, other) for other in taken):
            taken.append(hit)
    return sorted(taken, key=lambda hit: hit.start)


def _overlap(one: Hit, other: Hit) -> bool:
    return one.start < other.end and other.start < one.end
