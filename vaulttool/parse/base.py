"""Bases: the names of their views, and the files that filters and formulas name."""

from __future__ import annotations

import re
from collections.abc import Iterator

import yaml

from vaulttool.model.page import Form, Kind, Link, Page, Problem, Quoting, Target, VaultPath
from vaulttool.model.span import Span
from vaulttool.parse.destination import WIKILINK, is_external, read_wikilink, split_target
from vaulttool.text.source import BOM, Source

# The quotes may be escaped or doubled, where the expression itself stands in quotes.
_CALL = re.compile(r"""\b(?:link|file|hasLink)\(\s*(\\"|"|''|')([^"'\\\n]+)\1""")


def read_base(path: VaultPath, source: Source, digest: bytes) -> Page:
    """Facts of a base (obsidian-links §1.11, §7.2); YAML that does not parse is a problem."""
    shift = len(BOM) if source.text.startswith(BOM) else 0
    try:
        root = yaml.compose(source.text[shift:], Loader=yaml.BaseLoader)
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        message = f"YAML does not parse: {getattr(error, 'problem', None) or error}".split("\n", 1)[0]
        problem = Problem("base-unparsed", message, Span(0, 0), 1)
        return Page(path, digest, source.line_starts, problems=(problem,))
    links = tuple(sorted(_links(root, source, shift), key=lambda link: link.span)) if root else ()
    return Page(path, digest, source.line_starts, links=links, views=tuple(_views(root)))


def _entries(node: yaml.Node | None, key: str) -> Iterator[yaml.Node]:
    if isinstance(node, yaml.MappingNode):
        for name, value in node.value:
            if isinstance(name, yaml.ScalarNode) and name.value == key:
                yield value


def _views(root: yaml.Node | None) -> Iterator[str]:
    for views in _entries(root, "views"):
        for view in views.value if isinstance(views, yaml.SequenceNode) else ():
            for name in _entries(view, "name"):
                if isinstance(name, yaml.ScalarNode):
                    yield name.value


def _links(root: yaml.Node, source: Source, shift: int) -> Iterator[Link]:
    """Names in calls of expressions: in `filters` at any depth and in `formulas`."""
    places = [*_entries(root, "filters"), *_entries(root, "formulas")]
    for views in _entries(root, "views"):
        for view in views.value if isinstance(views, yaml.SequenceNode) else ():
            places.extend(_entries(view, "filters"))
    seen: set[int] = set()
    while places:
        node = places.pop(0)
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, yaml.ScalarNode):
            yield from _calls(node, source, shift)
        elif isinstance(node, yaml.MappingNode):
            places.extend(value for _, value in node.value)
        else:
            places.extend(node.value)


def _calls(node: yaml.ScalarNode, source: Source, shift: int) -> Iterator[Link]:
    begin, end = node.start_mark.index + shift, node.end_mark.index + shift
    quoting = {"'": Quoting.SINGLE, '"': Quoting.DOUBLE}.get(node.style or "", Quoting.PLAIN)
    for call in _CALL.finditer(source.text, begin, end):
        span, name = Span(*call.span(2)), call[2]
        target = _target(name)
        if target is None:
            continue
        start, stop = source.place(span.start), source.place(span.end)
        yield Link(Kind.BASE, span, name, name, target, start, stop, None, span, quoting)


def _target(name: str) -> Target | None:
    """What an argument names: a file, or an address (§1.3); `[[Name]]` names the same as `Name`."""
    if is_external(name):
        return Target(Form.NAME, "", external=True, destination=name)
    whole = WIKILINK.fullmatch(name)
    if whole is None:
        return split_target(name, Form.NAME)
    found = read_wikilink(whole[1])
    return found.target if found else None
