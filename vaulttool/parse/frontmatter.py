"""Frontmatter: every value the text that stands there, with the place of its key and of itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import yaml
from frontmatter.default_handlers import YAMLHandler

from vaulttool.model.page import Property
from vaulttool.model.span import Span
from vaulttool.text.source import BOM, place_of

MAX_LENGTH = 1_000_000
"""Characters of a block that are read as YAML; a longer one yields no properties."""

MAX_DEPTH = 200
"""Brackets inside each other; PyYAML would take quadratic time and a frame for each."""


class Frontmatter(NamedTuple):
    """A block as found: the offset where the body begins, the span of the YAML, what it says.

    `problem` says why there are no properties although there is a block.
    """

    body: int
    span: Span
    properties: tuple[Property, ...]
    problem: str | None = None


class VerbatimHandler(YAMLHandler):
    """python-frontmatter's YAML, but nodes with places instead of dates, numbers and booleans.

    The block begins on the first line; spaces may follow either fence (obsidian-links §8.6).
    """

    FM_BOUNDARY = re.compile(r"^---[ \t]*$", re.MULTILINE)

    def compose(self, fm: str) -> yaml.Node | None:
        """The node tree of the YAML; raises yaml.YAMLError where it does not parse."""
        node: yaml.Node | None = yaml.compose(fm, Loader=yaml.BaseLoader)
        return node


_HANDLER = VerbatimHandler()


def read_frontmatter(text: str, line_starts: tuple[int, ...]) -> Frontmatter | None:
    """The frontmatter of a page's text, or None where there is none or it is never closed."""
    start = 1 if text.startswith(BOM) else 0
    if not text.startswith("---", start):
        return None
    # One character for one: positions hold.
    plain = text[start:].replace("\r\n", " \n").replace("\r", "\n")
    if not _HANDLER.detect(plain):
        return None
    fences = list(_first(_HANDLER.FM_BOUNDARY.finditer(plain), 2))
    if len(fences) < 2:
        return None
    begin, end = fences[0].end(), fences[1].start()
    body = plain.find("\n", fences[1].end())
    span = Span(start + begin, start + end)
    after = start + (body + 1 if body >= 0 else len(plain))
    block = text[span.start : span.end]
    problem = _too_much(block)
    if problem:
        return Frontmatter(after, span, (), problem)
    try:
        node = _HANDLER.compose(block)
        properties = tuple(_properties(node, span.start, line_starts)) if node else ()
    except yaml.YAMLError as error:
        return Frontmatter(after, span, (), f"YAML does not parse: {_first_line(error)}")
    except (RecursionError, ValueError) as error:
        return Frontmatter(after, span, (), f"YAML cannot be read: {_first_line(error)}")
    return Frontmatter(after, span, properties)


def _first(matches: Iterator[re.Match[str]], count: int) -> Iterator[re.Match[str]]:
    for match, _ in zip(matches, range(count), strict=False):
        yield match


def _first_line(error: Exception) -> str:
    problem = getattr(error, "problem", None)
    return str(problem or error).split("\n", 1)[0]


def _too_much(block: str) -> str | None:
    if len(block) > MAX_LENGTH:
        return f"longer than {MAX_LENGTH:,} characters, not read as YAML"
    depth = deepest = 0
    for char in re.findall(r"[\[\]{}]", block):
        depth += 1 if char in "[{" else -1
        deepest = max(deepest, depth)
    return f"brackets nested deeper than {MAX_DEPTH}, not read as YAML" if deepest > MAX_DEPTH else None


def _properties(root: yaml.Node, shift: int, starts: tuple[int, ...]) -> Iterator[Property]:
    """All values, depth first, in the order of the text. A node behind an alias counts once."""
    seen: set[int] = set()
    stack: list[tuple[tuple[str, ...], Span | None, yaml.Node]] = [((), None, root)]
    while stack:
        keys, key_span, node = stack.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        span = _span(node, shift)
        if key_span is not None:
            value = node.value if isinstance(node, yaml.ScalarNode) else None
            style = getattr(node, "style", None) or ""
            yield Property(keys, value, place_of(starts, key_span.start).line, key_span, span, style)
        if isinstance(node, yaml.MappingNode):
            inner = [((*keys, _key(key)), _span(key, shift), value) for key, value in node.value]
            stack.extend(reversed(inner))
        elif isinstance(node, yaml.SequenceNode):
            items = [((*keys, str(i)), _span(item, shift), item) for i, item in enumerate(node.value)]
            stack.extend(reversed(items))


def _key(node: yaml.Node) -> str:
    return node.value if isinstance(node, yaml.ScalarNode) else ""


def _span(node: yaml.Node, shift: int) -> Span:
    return Span(shift + node.start_mark.index, shift + node.end_mark.index)
