"""Frontmatter: every value the text that stands there, with the place of its key and of itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

import yaml
from frontmatter.default_handlers import YAMLHandler

from vaulttool.model.page import Problem, Property
from vaulttool.model.span import Span
from vaulttool.text.source import BOM, place_of

MAX_LENGTH = 1_000_000
"""Characters of a block that are read as YAML; a longer one yields no properties."""

MAX_DEPTH = 200
"""Brackets inside each other; PyYAML would take quadratic time and a frame for each."""

ALIAS = "*"
"""Style of a value that only repeats an anchored one."""

_MAX_TABS = 20
_NODE_PROPERTIES = re.compile(r"(?:[&!]\S*\s*)*")
_MERGE = "<<"
_CLEARER = {
    "mapping values are not allowed here": "a value holds `: ` without quotes, or an indentation is wrong",
    "sequence entries are not allowed here": "a list begins on the line of its key",
}


class Frontmatter(NamedTuple):
    """A block as found: the offset where the body begins, the span of the YAML, what it says.

    `problems` say why there are no properties although there is a block, or which key stands twice.
    """

    body: int
    span: Span
    properties: tuple[Property, ...]
    problems: tuple[Problem, ...] = ()

    @property
    def unparsed(self) -> bool:
        """Whether the block could not be read."""
        return any(problem.rule == "frontmatter-unparsed" for problem in self.problems)


class AliasNode(yaml.ScalarNode):
    """`*name`: where it stands, and the node that it repeats; `value` is that of a scalar."""

    def __init__(self, target: yaml.Node, event: yaml.Event) -> None:
        value = target.value if isinstance(target, yaml.ScalarNode) else None
        super().__init__(target.tag, value, event.start_mark, event.end_mark, ALIAS)  # type: ignore[arg-type]
        self.target = target


class _Loader(yaml.BaseLoader):
    """No value becomes an object, and no node stands in two places: the tree is a tree.

    An anchor may be given anew, as YAML 1.2 allows (PyYAML does not).
    """

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        event: yaml.Event = self.peek_event()  # type: ignore[no-untyped-call]
        if isinstance(event, yaml.NodeEvent) and not isinstance(event, yaml.AliasEvent):
            self.anchors.pop(event.anchor, None)
        node: yaml.Node | None = super().compose_node(parent, index)
        return AliasNode(node, event) if node and isinstance(event, yaml.AliasEvent) else node


class VerbatimHandler(YAMLHandler):
    """python-frontmatter's YAML, but nodes with places instead of dates, numbers and booleans.

    The block begins on the first line; spaces may follow either fence (obsidian-links §8.6).
    """

    FM_BOUNDARY = re.compile(r"^---[ \t]*$", re.MULTILINE)

    def compose(self, fm: str) -> yaml.Node | None:
        """The node tree of the YAML; raises yaml.YAMLError where it does not parse.

        A tab that only separates is legal YAML, which PyYAML refuses: it counts as a space.
        """
        for _ in range(_MAX_TABS):
            try:
                node: yaml.Node | None = yaml.compose(fm, Loader=_Loader)
            except yaml.scanner.ScannerError as error:
                mended = _separating_tab(fm, error)
                if mended is None:
                    raise
                fm = mended
            else:
                return node
        return yaml.compose(fm, Loader=_Loader)


_HANDLER = VerbatimHandler()


def read_frontmatter(text: str, line_starts: tuple[int, ...]) -> Frontmatter | None:
    """The frontmatter of a page's text, or None where there is none or it is never closed."""
    found = _block(text)
    if found is None:
        return None
    body, span = found
    try:
        node = _compose(text[span.start : span.end])
    except _Unread as error:
        at = span.start + error.at
        line = place_of(line_starts, at).line
        problem = Problem("frontmatter-unparsed", str(error), Span(at, max(at, span.end)), line)
        return Frontmatter(body, span, (), (problem,))
    if node is None:
        return Frontmatter(body, span, ())
    problems = tuple(_duplicates(node, span.start, line_starts))
    return Frontmatter(body, span, tuple(_properties(node, text, span.start, line_starts)), problems)


def body_start(text: str) -> int:
    """Offset at which the Markdown of a page begins: behind the frontmatter, or behind a byte order mark."""
    found = _block(text)
    return found[0] if found else int(text.startswith(BOM))


def frontmatter_node(text: str) -> yaml.Node | None:
    """The node tree of a page's frontmatter; None where there is none, or it cannot be read."""
    found = _block(text)
    try:
        return _compose(text[found[1].start : found[1].end]) if found else None
    except _Unread:
        return None


class _Unread(Exception):
    """Why a block is not read, and the offset in it where that shows; 0 where nothing tells."""

    def __init__(self, message: str, at: int = 0) -> None:
        super().__init__(message)
        self.at = at


def _block(text: str) -> tuple[int, Span] | None:
    """Where the body begins, and what lies between the fences."""
    start = 1 if text.startswith(BOM) else 0
    if not text.startswith("---", start):
        return None
    # One character for one: positions hold.
    plain = text[start:].replace("\r\n", " \n").replace("\r", "\n")
    if not _HANDLER.detect(plain):
        return None
    fences = list(islice(_HANDLER.FM_BOUNDARY.finditer(plain), 2))
    if len(fences) < 2:
        return None
    body = plain.find("\n", fences[1].end())
    span = Span(start + fences[0].end(), start + fences[1].start())
    return start + (body + 1 if body >= 0 else len(plain)), span


def _compose(block: str) -> yaml.Node | None:
    too_much = _too_much(block)
    if too_much:
        raise _Unread(too_much)
    try:
        return _HANDLER.compose(block)
    except yaml.reader.ReaderError as error:
        raise _Unread(_unprintable(error), error.position) from error
    except yaml.MarkedYAMLError as error:
        raise _Unread(*_worded(error, block)) from error
    except (RecursionError, ValueError) as error:
        raise _Unread(f"the YAML cannot be read: {str(error).splitlines()[0]}") from error


def _too_much(block: str) -> str | None:
    if len(block) > MAX_LENGTH:
        return f"longer than {MAX_LENGTH:,} characters, not read as YAML"
    depth = deepest = 0
    for char in re.findall(r"[\[\]{}]", block):
        depth += 1 if char in "[{" else -1
        deepest = max(deepest, depth)
    return f"brackets nested deeper than {MAX_DEPTH}, not read as YAML" if deepest > MAX_DEPTH else None


def _unprintable(error: yaml.reader.ReaderError) -> str:
    code = error.character if isinstance(error.character, int) else ord(error.character)
    if 0xDC80 <= code < 0xDD00:
        return f"the YAML does not parse: byte 0x{code - 0xDC00:02x} is no UTF-8"
    return f"the YAML does not parse: the character U+{code:04X} may not stand in it"


def _worded(error: yaml.MarkedYAMLError, block: str) -> tuple[str, int]:
    """One line that says what is wrong, and where."""
    mark = error.problem_mark or error.context_mark
    at = min(mark.index, len(block.rstrip())) if mark else 0
    problem = (error.problem or str(error)).splitlines()[0]
    if block[at : at + 1] == "\t":
        return "a tab indents; YAML needs spaces", at
    context = error.context_mark.index if error.context_mark else at
    if problem == "could not find expected ':'":
        # PyYAML notices it on the next line; the key began where the context is.
        return "the YAML does not parse: the line is no `key: value`", context
    if problem == "found unexpected end of stream":
        return "the YAML does not parse: a quote is not closed", context
    if problem.endswith("'<stream end>'"):
        return "the YAML does not parse: a bracket is not closed", at
    problem = _CLEARER.get(problem, problem)
    return f"the YAML does not parse: {problem}", at


def _separating_tab(block: str, error: yaml.MarkedYAMLError) -> str | None:
    """The block with a space for each of the tabs that PyYAML stumbled over, unless they indent."""
    mark = error.problem_mark
    if mark is None or block[mark.index : mark.index + 1] != "\t":
        return None
    line = max(block.rfind("\n", 0, mark.index), block.rfind("\r", 0, mark.index)) + 1
    tabs = re.compile(r"\t+").match(block, mark.index)
    if tabs is None or not block[line : mark.index].strip(" "):
        return None
    return f"{block[: tabs.start()]}{' ' * len(tabs[0])}{block[tabs.end() :]}"


def _duplicates(root: yaml.Node, shift: int, starts: tuple[int, ...]) -> Iterator[Problem]:
    """Keys that stand in their map already, in the order of the text."""
    stack = [root]
    while stack:
        node = stack.pop()
        first: dict[str, int] = {}
        for key, _ in node.value if isinstance(node, yaml.MappingNode) else ():
            if not isinstance(key, yaml.ScalarNode) or key.value in (_MERGE, None):
                continue
            span = _span(key, shift)
            line = place_of(starts, span.start).line
            if key.value in first:
                before = first[key.value]
                message = f"`{key.value}` stands twice; the first is on line {before}"
                yield Problem("frontmatter-duplicate-key", message, span, line, before)
            first.setdefault(key.value, line)
        stack.extend(reversed(list(_children(node))))


def _children(node: yaml.Node) -> Iterator[yaml.Node]:
    if isinstance(node, yaml.MappingNode):
        yield from (value for _, value in node.value)
    elif isinstance(node, yaml.SequenceNode):
        yield from node.value


def _properties(root: yaml.Node, text: str, shift: int, starts: tuple[int, ...]) -> Iterator[Property]:
    """All values, depth first, in the order of the text."""
    stack: list[tuple[tuple[str, ...], Span | None, yaml.Node]] = [((), None, root)]
    while stack:
        keys, key_span, node = stack.pop()
        if key_span is not None:
            span = _without_node_properties(_span(node, shift), text)
            value = node.value if isinstance(node, yaml.ScalarNode) else None
            line = place_of(starts, key_span.start).line
            yield Property(keys, value, line, key_span, span, _style(node))
        if isinstance(node, yaml.MappingNode):
            inner = [((*keys, _key(key)), _span(key, shift), value) for key, value in node.value]
            stack.extend(reversed(inner))
        elif isinstance(node, yaml.SequenceNode):
            items = [((*keys, str(i)), _span(item, shift), item) for i, item in enumerate(node.value)]
            stack.extend(reversed(items))


def _style(node: yaml.Node) -> str:
    """The sign that a value is written with: a quote, `|`, `>`, `*`, and `[`, `{`; empty for the others."""
    if isinstance(node, yaml.CollectionNode):
        bracket = "{" if isinstance(node, yaml.MappingNode) else "["
        return bracket if node.flow_style else ""
    return node.style or "" if isinstance(node, yaml.ScalarNode) else ""


def _key(node: yaml.Node) -> str:
    return (node.value or "") if isinstance(node, yaml.ScalarNode) else ""


def _span(node: yaml.Node, shift: int) -> Span:
    return Span(shift + node.start_mark.index, shift + node.end_mark.index)


def _without_node_properties(span: Span, text: str) -> Span:
    """The stretch of a value without the anchor and tag in front of it."""
    found = _NODE_PROPERTIES.match(text, span.start, span.end)
    return Span(found.end() if found else span.start, span.end)
