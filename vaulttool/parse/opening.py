"""How a page opens: the banner near its top, and its first sentence."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from markdown_it.token import Token

from vaulttool.model.span import Span
from vaulttool.parse.blocks import parse_blocks
from vaulttool.parse.frontmatter import body_start
from vaulttool.parse.lines import Body, Content
from vaulttool.text.source import Source

_CALLOUT = re.compile(r"\[![^\]\n]+\][+-]?[ \t]*")
_SENTENCE = re.compile(r".+?(?:[.!?](?=\s|$)|$)", re.DOTALL)

BANNER_BLOCKS = 4
"""Top-level blocks, headings included, among which a banner is looked for."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of prose: its text, and where in the file each of its characters stands."""

    text: str
    span: Span
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Opening:
    """`body` is where the Markdown begins; banners are quotes and callouts near the top, markers left out."""

    body: int
    banners: tuple[Passage, ...]
    sentence: Passage | None


def read_opening(source: Source) -> Opening:
    """The opening of a page."""
    body = Body(source.text, body_start(source.text))
    env: dict[str, Any] = {}
    tokens = parse_blocks(body.text, env)
    banners: list[Passage] = []
    sentence: Passage | None = None
    blocks = 0
    for at, token in enumerate(tokens):
        if token.level or token.nesting < 0:
            continue
        blocks += 1
        if token.type == "heading_open" and int(token.tag[1]) > 1:
            break
        if token.type == "blockquote_open" and blocks <= BANNER_BLOCKS:
            banners += _quoted(tokens, at, body)
        elif token.type == "paragraph_open" and sentence is None:
            sentence = _sentence(tokens[at + 1], body)
    return Opening(body.start, tuple(banners), sentence)


def _quoted(tokens: list[Token], at: int, body: Body) -> list[Passage]:
    """The prose of a quote as one passage, without a callout's marker."""
    depth, text = 0, ""
    places: list[int] = []
    for token in tokens[at:]:
        depth += token.nesting if token.type.startswith("blockquote") else 0
        if token.type == "inline":
            content: Content = token.meta["content"]
            marker = _CALLOUT.match(content.text) if not text else None
            skip = marker.end() if marker else 0
            if text:
                text += "\n"
                places.append(places[-1])
            text += content.text[skip:]
            places += [body.offset(content.position(i)) for i in range(skip, len(content.text))]
        if depth == 0:
            break
    return [Passage(text, Span(places[0], places[-1] + 1), tuple(places))] if places else []


def _sentence(token: Token, body: Body) -> Passage | None:
    content: Content = token.meta["content"]
    found = _SENTENCE.match(content.text)
    if not found or not content.text:
        return None
    places = tuple(body.offset(content.position(i)) for i in range(found.end()))
    return Passage(found[0], Span(places[0], places[-1] + 1), places)
