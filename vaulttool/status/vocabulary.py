"""The words that say what a page is worth, and the properties in which they stand."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any


class Role(StrEnum):
    """What a status word means."""

    LIVE = "live"
    REPLACED = "replaced"
    PAST = "past"
    DRAFT = "draft"


PRESETS: dict[str, dict[str, Role]] = {
    "runbook": {"ACTIVE": Role.LIVE, "SUPERSEDED": Role.REPLACED, "HISTORICAL": Role.PAST},
    "adr": {
        "proposed": Role.DRAFT,
        "accepted": Role.LIVE,
        "rejected": Role.PAST,
        "deprecated": Role.PAST,
        "superseded": Role.REPLACED,
    },
}


NOT_OF_A_PAGE = (
    r"(?!\s+(?:pages?|runbooks|notes|documents|records|entries|decisions|ones?"
    r"|or|and|until|till|before|then)\b)"
)
"""Behind a status word: what makes it speak of many pages, or of another time."""


@dataclass(frozen=True)
class Vocabulary:
    """Status words with their roles, and the names of the properties that go with them.

    `declared` says that the configuration speaks of status at all; without that, a property
    `status` may mean anything, and words that are near none of ours are let be.
    """

    words: Mapping[str, Role] = field(default_factory=lambda: PRESETS["runbook"])
    key: str = "status"
    successor: str = "superseded_by"
    era: str = "era"
    service: str = "service"
    owner_heading: str | None = "Eras"
    owner_required: bool = False
    past_needs_era: bool = True
    declared: bool = False

    @classmethod
    def of(cls, table: Mapping[str, Any] | None) -> Vocabulary:
        """The vocabulary of a `[status]` table that the schema has validated."""
        if table is None:
            return cls()
        preset = table.get("preset", "runbook")
        words = {word: Role(role) for word, role in table.get("words", {}).items()} or PRESETS[preset]
        return cls(
            words,
            table.get("key", cls.key),
            table.get("successor", cls.successor),
            table.get("era", cls.era),
            table.get("service", cls.service),
            table.get("owner", "Eras"),
            table.get("owner_required", False),
            preset != "adr" or "words" in table,
            declared=True,
        )

    def word(self, text: str) -> str | None:
        """The word of the vocabulary that a text is, without regard to case."""
        return self._folded.get(text.strip().casefold())

    def role(self, word: str | None) -> Role | None:
        """What a word of the vocabulary means."""
        return self.words.get(word) if word is not None else None

    def word_for(self, role: Role) -> str:
        """The first word with a role."""
        return next(word for word, known in self.words.items() if known is role)

    def leading(self, text: str) -> str | None:
        """The word that a description begins with, written exactly as the vocabulary writes it.

        `Active cooling of the rack` is not the word ACTIVE.
        """
        found = self._leading.match(text)
        return found[1] if found else None

    @cached_property
    def pattern(self) -> str:
        """A regular expression of the words as they are written."""
        return "|".join(re.escape(word) for word in sorted(self.words, key=len, reverse=True))

    @cached_property
    def in_prose(self) -> bool:
        """Whether a word in running text can be told from plain English: only capitals can."""
        return all(word.isupper() for word in self.words)

    @cached_property
    def _folded(self) -> dict[str, str]:
        return {word.casefold(): word for word in self.words}

    @cached_property
    def _leading(self) -> re.Pattern[str]:
        return re.compile(rf"[\s*_]*({self.pattern})\b")
