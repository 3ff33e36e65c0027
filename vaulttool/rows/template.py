"""Templates of rows: fixed text, values of frontmatter, the link, free text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

LINK = "\0"
"""Stands for the row's link while its text is compared: any form of link, with any display text."""

_PART = re.compile(
    r"(?P<link>\[\[\{page\}(?:\\?\|[^\[\]]*)?\]\]|\[[^\[\]]*\]\(\{page\}\)|\{page\})|\{(?P<field>\*|[^{}\s]+)\}"
)
_MARKER = re.compile(r"\s*(?:[-*+]|\d+[.)])\s+")


@dataclass(frozen=True, slots=True)
class Drift:
    """A field whose value in the row is not the page's; `start` and `end` are places in the text."""

    field: str
    row: str
    page: str
    start: int
    end: int


@dataclass(frozen=True)
class Template:
    """A template of a row's content or of a cell, list marker left out."""

    text: str

    @cached_property
    def marker(self) -> str:
        """The list marker that the template begins with, or the empty string."""
        found = _MARKER.match(self.text)
        return found[0].lstrip() if found else ""

    @cached_property
    def parts(self) -> tuple[tuple[str, str], ...]:
        """Kinds and texts: `text`, `link`, `field`, `free`."""
        out, at = [], len(self.text) - len(self.text.lstrip()) + len(self.marker)
        body = self.text
        for found in _PART.finditer(body, at):
            if found.start() > at:
                out.append(("text", body[at : found.start()]))
            if found["link"]:
                out.append(("link", found[0]))
            else:
                out.append(("free", "") if found["field"] == "*" else ("field", found["field"]))
            at = found.end()
        if at < len(body):
            out.append(("text", body[at:]))
        return tuple(out)

    @property
    def fields(self) -> tuple[str, ...]:
        """Keys of the frontmatter that the template speaks of."""
        return tuple(text for kind, text in self.parts if kind == "field")

    @property
    def has_link(self) -> bool:
        """Whether the row's link stands in this template."""
        return any(kind == "link" for kind, _ in self.parts)

    def rendered(self, values: Mapping[str, str], link: str) -> str:
        """The text that the template asks for; a key that the page lacks is empty."""
        out = []
        for kind, text in self.parts:
            out.append({"text": text, "link": link, "field": values.get(text, ""), "free": ""}[kind])
        return "".join(out).strip()

    def fits(self, text: str) -> bool:
        """Whether a row's text (its link as LINK) has the shape of the template, whatever its values."""
        return self._shape.fullmatch(text) is not None

    def drifts(self, text: str, values: Mapping[str, str]) -> list[Drift] | None:
        """Fields that differ, none where row and page agree; None for a row of another shape.

        A value that the page lacks asks for nothing. The whole is compared first, so that a
        value which holds the template's own separators is not cut in two.
        """
        if self._expected(values).fullmatch(text):
            return []
        found = self._shape.fullmatch(text)
        if found is None:
            return None
        out = []
        for i, (kind, key) in enumerate(self.parts):
            if kind == "field" and key in values and found[f"f{i}"].strip() != values[key].strip():
                start, end = _trimmed(text, *found.span(f"f{i}"))
                out.append(Drift(key, text[start:end], values[key], start, end))
        return out

    @cached_property
    def _shape(self) -> re.Pattern[str]:
        return self._pattern(lambda i, _: f"(?P<f{i}>.*?)")

    def _expected(self, values: Mapping[str, str]) -> re.Pattern[str]:
        return self._pattern(lambda _, key: _spaced(values[key]) if key in values else ".*?")

    def _pattern(self, field: Callable[[int, str], str]) -> re.Pattern[str]:
        out = []
        for i, (kind, text) in enumerate(self.parts):
            if kind == "field":
                out.append(field(i, text))
            else:
                out.append({"text": _spaced(text), "link": LINK, "free": ".*?"}[kind])
        return re.compile(r"\s*" + "".join(out) + r"\s*", re.DOTALL)


def _spaced(text: str) -> str:
    """A pattern for a text in which any white space stands for any other: rows wrap."""
    return r"\s+".join(re.escape(word) for word in re.split(r"\s+", text))


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
