"""What is known of one file by its bytes alone: its links, headings, block ids, properties."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NewType

from vaulttool.model.span import Place, Span

VaultPath = NewType("VaultPath", str)
"""POSIX path of a file, relative to the vault's folder."""

RepoPath = NewType("RepoPath", str)
"""POSIX path of a file, relative to the repository's root."""


class Kind(StrEnum):
    """How a link stands in its file (the word that `links --format json` prints)."""

    WIKILINK = "wikilink"
    EMBED = "embed"
    MARKDOWN = "markdown"
    IMAGE = "image"
    REFERENCE = "reference"
    AUTOLINK = "autolink"
    PROPERTY = "property"
    CANVAS = "canvas"
    BASE = "base"


class Form(StrEnum):
    """How the target of a link is written, and so how it is read."""

    WIKI = "wiki"
    """`[[linkpath#subpath|display]]`: never decoded (obsidian-links §2)."""
    MARKDOWN = "markdown"
    """`[display](destination)`: decoded once (obsidian-links §3)."""
    PATH = "path"
    """A bare vault path, exact, as a canvas node holds it (obsidian-links §1.10)."""
    NAME = "name"
    """The bare linkpath of a string in a base (obsidian-links §1.11)."""


class Quoting(StrEnum):
    """What surrounds the written link, and so what must be escaped in it."""

    PLAIN = "plain"
    SINGLE = "single"
    DOUBLE = "double"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class Target:
    """Where a link points, as written: the part that a resolver needs.

    `subpath` begins with `#`, or is None. `destination` is a Markdown destination as
    CommonMark reads it, before percent signs are decoded; None for the other forms.
    """

    form: Form
    linkpath: str
    subpath: str | None = None
    external: bool = False
    destination: str | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """One reference. `raw` is the text at `span`; `text` is the link as Obsidian reads it.

    `target_span` covers what a rewrite replaces: the linkpath and subpath of a wikilink
    (without display text), the destination of a Markdown link (with angle brackets). It is
    None where the written text cannot be replaced in place. For a reference link it lies in
    the definition.
    """

    kind: Kind
    span: Span
    raw: str
    text: str
    target: Target
    place: Place
    end: Place
    display: str | None = None
    target_span: Span | None = None
    quoting: Quoting = Quoting.PLAIN
    in_table: bool = False


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: its source text (obsidian-links §5.2), its rendered text, where it stands.

    `counts` is False for headings that no link of Obsidian reaches: in quotes, callouts,
    list items and comments (§5.6). A forge gives those a slug all the same.
    """

    level: int
    text: str
    rendered: str
    span: Span
    line: int
    counts: bool = True


@dataclass(frozen=True, slots=True)
class BlockId:
    """A block id as typed, without `^` (obsidian-links §6)."""

    name: str
    span: Span
    line: int


@dataclass(frozen=True, slots=True)
class Property:
    """One frontmatter value: text that stands there, never an object made of it.

    `keys` is the path from the top (`("meta", "up")`, list items by their index as text);
    `line` is the 1-based line of the key; `value` is None for a map or list itself. `style` is the
    sign that the value is written with: a quote, `|`, `>`, `*` for one that repeats another, `[` and
    `{` for a list and a map in brackets; empty for the others.
    """

    keys: tuple[str, ...]
    value: str | None
    line: int
    key_span: Span
    value_span: Span
    style: str = ""


class RegionKind(StrEnum):
    """What a stretch of a page is, where it is not prose."""

    FRONTMATTER = "frontmatter"
    CODE = "code"
    CODE_SPAN = "code-span"
    MATH = "math"
    HTML = "html"
    HTML_COMMENT = "html-comment"
    COMMENT = "comment"


@dataclass(frozen=True, slots=True)
class Region:
    """A stretch that is code, mathematics, HTML, a comment or frontmatter."""

    kind: RegionKind
    span: Span


@dataclass(frozen=True, slots=True)
class Suppression:
    """A comment that asks for silence about rules: on its lines and the next, or on the file.

    `idle` ones have no effect: they ask for something unknown, or for a file but not at its top.
    """

    rules: tuple[str, ...]
    span: Span
    line: int
    last_line: int
    whole_file: bool
    idle: bool = False


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that kept the reader from reading a part of the file.

    `other_line` is that of a second place that belongs to it.
    """

    rule: str
    message: str
    span: Span
    line: int
    other_line: int | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """The facts of one page, canvas or base, made from its bytes and its path alone."""

    path: VaultPath
    digest: bytes
    line_starts: tuple[int, ...] = (0,)
    links: tuple[Link, ...] = ()
    headings: tuple[Heading, ...] = ()
    block_ids: tuple[BlockId, ...] = ()
    footnotes: tuple[str, ...] = ()
    anchors: tuple[str, ...] = ()
    properties: tuple[Property, ...] = ()
    aliases: tuple[str, ...] = ()
    views: tuple[str, ...] = ()
    regions: tuple[Region, ...] = ()
    suppressions: tuple[Suppression, ...] = ()
    problems: tuple[Problem, ...] = ()

    def links_in(self, span: Span) -> list[Link]:
        """The links that stand in a stretch of the page, in order."""
        return [link for link in self.links if span.covers(link.span)]
