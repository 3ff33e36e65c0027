"""Inline structure by markdown-it, with wikilinks, and the exact place of every construct."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.common.utils import isStrSpace, normalizeReference
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin

from vaulttool.parse.destination import WIKILINK

TRIGGERS = frozenset("[<`$")
"""Characters without which a block holds nothing that `scan_inline` would note."""

InlineRule = Callable[[StateInline, bool], bool]


class Note(NamedTuple):
    """One construct: its stretch of the block's content, and what is particular to it.

    For links: `text` is the inside of a wikilink or the destination as CommonMark reads it,
    `part` the stretch of what is to be rewritten, `label` a reference's label.
    """

    kind: str
    start: int
    end: int
    text: str = ""
    part: tuple[int, int] | None = None
    label: str | None = None
    shown: str = ""


@cache
def inline_parser(*, markdown_links: bool = True) -> MarkdownIt:
    """CommonMark's inline rules that decide what is a link, plus math and wikilinks.

    Destinations come out as CommonMark reads them, neither encoded nor judged. Without
    `markdown_links` the rules for links and images are left out: they look ahead at every bracket.
    """
    md = MarkdownIt("commonmark", {"html": True})
    md.normalizeLink = _as_written  # type: ignore[method-assign]
    md.validateLink = _any_destination  # type: ignore[method-assign]
    md.disable(["emphasis", "entity", "newline", "balance_pairs", "fragments_join"])
    md.use(dollarmath_plugin, allow_labels=False, allow_space=False, allow_digits=False, double_inline=True)
    md.inline.ruler.before("link", "wikilink", _wikilink)
    for name in ("backticks", "autolink", "html_inline", "math_inline"):
        md.inline.ruler.at(name, _noted(name, _rule(md, name)))
    md.inline.ruler.at("link", _noted_link(_rule(md, "link")))
    md.inline.ruler.at("image", _noted_image(_rule(md, "image")))
    return md if markdown_links else md.disable(["link", "image"])


def _as_written(url: str) -> str:
    return url


def _any_destination(url: str) -> bool:  # noqa: ARG001 - markdown-it's signature
    return True


def scan_inline(content: str, references: dict[str, Any]) -> list[Note]:
    """The links, code spans, math and HTML of one block's content, in order of their start."""
    if TRIGGERS.isdisjoint(content):
        return []
    notes: list[Note] = []
    # A Markdown link needs a `](`, or a definition that a bracket can refer to.
    md = inline_parser(markdown_links="](" in content or bool(references))
    md.inline.parse(content, md, {"notes": notes, "base": 0, "references": references}, [])
    notes.sort(key=lambda note: (note.start, -note.end))
    return notes


@cache
def _render_parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": True}).enable("strikethrough")


def rendered_text(content: str) -> str:
    """What a reader sees of a heading: marks of emphasis, code and links taken away."""
    if not re.search(r"[_*~`\[<&\\]", content):
        return content
    tokens = _render_parser().parseInline(content)[0].children or []
    return "".join(token.content for token in tokens if token.type in ("text", "code_inline"))


def _rule(md: MarkdownIt, name: str) -> InlineRule:
    return next(rule.fn for rule in md.inline.ruler.__rules__ if rule.name == name)


def _note(state: StateInline, kind: str, start: int, end: int, **more: Any) -> None:
    base = state.env["base"]
    part = more.pop("part", None)
    if part is not None:
        part = (part[0] + base, part[1] + base)
    state.env["notes"].append(Note(kind, start + base, end + base, part=part, **more))


def _wikilink(state: StateInline, silent: bool) -> bool:
    start = state.pos
    embed = state.src.startswith("![[", start)
    at = start + 1 if embed else start
    if not state.src.startswith("[[", at):
        return False
    # In the footnote `^[[[A]] says]` the first bracket is the footnote's.
    if state.src.startswith("[[[", at) and at and state.src[at - 1] == "^":
        return False
    found = WIKILINK.match(state.src, at, state.posMax)
    if not found:
        return False
    if not silent:
        part = (found.start(1), found.end(1))
        _note(state, "embed" if embed else "wikilink", start, found.end(), text=found[1], part=part)
        state.push("text", "", 0).content = found[0]
    state.pos = found.end()
    return True


def _noted(kind: str, rule: InlineRule) -> InlineRule:
    def wrapped(state: StateInline, silent: bool) -> bool:
        start, known = state.pos, len(state.tokens)
        if not rule(state, silent):
            return False
        # A run of backticks that opens nothing is also "matched": it pushes no token.
        if not silent and len(state.tokens) > known:
            text = _address(state.src[start + 1 : state.pos - 1]) if kind == "autolink" else ""
            if state.tokens[-1].type != "text":
                _note(state, kind, start, state.pos, text=text)
        return True

    return wrapped


def _address(text: str) -> str:
    """What an autolink leads to: `<name@host>` is mail."""
    return text if ":" in text else f"mailto:{text}"


def _noted_link(rule: InlineRule) -> InlineRule:
    def wrapped(state: StateInline, silent: bool) -> bool:
        start, known = state.pos, len(state.tokens)
        if not rule(state, silent):
            return False
        if not silent:
            opening = next(token for token in state.tokens[known:] if token.type == "link_open")
            _note_destination(state, "markdown", start, start, str(opening.attrs["href"]))
        return True

    return wrapped


def _noted_image(rule: InlineRule) -> InlineRule:
    """Images read their text in a state of its own, whose positions begin behind `![`."""

    def wrapped(state: StateInline, silent: bool) -> bool:
        start = state.pos
        state.env["base"] += start + 2
        matched = rule(state, silent)
        state.env["base"] -= start + 2
        if matched and not silent:
            image: Token = state.tokens[-1]
            _note_destination(state, "image", start, start + 1, str(image.attrs["src"]))
        return matched

    return wrapped


def _note_destination(state: StateInline, kind: str, start: int, bracket: int, destination: str) -> None:
    """Note a link whose text opens at `bracket`: where its destination stands, or its label."""
    end = state.pos
    close = state.md.helpers.parseLinkLabel(state, bracket, kind == "markdown")
    shown = state.src[bracket + 1 : close]
    if state.src[close + 1 : close + 2] == "(" and end > close + 1:
        at = close + 2
        while isStrSpace(state.src[at]) or state.src[at] == "\n":
            at += 1
        found = state.md.helpers.parseLinkDestination(state.src, at, end)
        part = (at, found.pos) if found.ok else None
        _note(state, kind, start, end, text=destination, part=part, shown=shown)
    else:
        label = state.src[close + 2 : end - 1] or shown
        _note(state, kind, start, end, text=destination, label=normalizeReference(label), shown=shown)
