"""Canvases (JSON Canvas): files on nodes, links in cards, each with its place in the JSON."""

from __future__ import annotations

import json
import json.decoder
import json.scanner
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from vaulttool.model.page import Form, Kind, Link, Page, Problem, Quoting, Target, VaultPath
from vaulttool.model.span import Span
from vaulttool.parse.record import markdown_links
from vaulttool.text.source import BOM, Source

_ESCAPE = re.compile(r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)")


class _Text(str):
    """A JSON string that knows where it stands: the span between its quotes."""

    __slots__ = ("span",)
    span: Span


class _PlacedDecoder(json.JSONDecoder):
    """The library's decoder in its Python form, whose strings keep their places."""

    def __init__(self) -> None:
        super().__init__(strict=False)
        plain: Callable[[str, int, bool], tuple[str, int]] = json.decoder.scanstring  # type: ignore[attr-defined]

        def placed(text: str, begin: int, strict: bool = False) -> tuple[_Text, int]:
            value, end = plain(text, begin, strict)
            out = _Text(value)
            out.span = Span(begin, end - 1)
            return out, end

        self.parse_string = placed
        self.scan_once = json.scanner.py_make_scanner(self)  # type: ignore[attr-defined]


def read_canvas(path: VaultPath, source: Source, digest: bytes) -> Page:
    """Facts of a canvas; JSON that does not parse is a problem of the page."""
    links: list[Link] = []
    problems: list[Problem] = []
    start = len(BOM) if source.text.startswith(BOM) else 0
    if source.text[start:].strip():
        try:
            data = _PlacedDecoder().decode(source.text[start:])
            links = list(_links(data, source, start))
        except (ValueError, RecursionError) as error:
            at = start + getattr(error, "pos", 0)
            message = getattr(error, "msg", None) or "nested too deep"
            problems.append(
                Problem(
                    "canvas-unparsed", f"JSON does not parse: {message}", Span(at, at), source.place(at).line
                )
            )
    return Page(path, digest, source.line_starts, links=tuple(links), problems=tuple(problems))


def _links(data: Any, source: Source, shift: int) -> Iterator[Link]:
    nodes = data.get("nodes") if isinstance(data, dict) else None
    for node in nodes if isinstance(nodes, list) else ():
        if not isinstance(node, dict):
            continue
        kind = node.get("type")
        if kind == "file" and isinstance(file := node.get("file"), _Text):
            subpath = node.get("subpath")
            yield _path_link(file, subpath if isinstance(subpath, _Text) else None, source, shift)
        elif kind == "group" and isinstance(background := node.get("background"), _Text):
            yield _path_link(background, None, source, shift)
        elif kind == "link" and isinstance(url := node.get("url"), _Text):
            yield _placed(url, Target(Form.MARKDOWN, "", external=True, destination=str(url)), source, shift)
        elif kind == "text" and isinstance(text := node.get("text"), _Text):
            yield from _card_links(text, source, shift)


def _path_link(file: _Text, subpath: _Text | None, source: Source, shift: int) -> Link:
    return _placed(file, Target(Form.PATH, str(file), str(subpath) if subpath else None), source, shift)


def _placed(value: _Text, target: Target, source: Source, shift: int) -> Link:
    span = value.span.shifted(shift)
    raw = source.text[span.start : span.end]
    start, end = source.place(span.start), source.place(span.end)
    return Link(Kind.CANVAS, span, raw, str(value), target, start, end, None, span, Quoting.JSON)


def _card_links(card: _Text, source: Source, shift: int) -> Iterator[Link]:
    """Links of a card's Markdown, each put back to where it stands between the JSON's escapes."""
    written = source.text[card.span.start + shift : card.span.end + shift]
    places = _escape_map(written)
    for link in markdown_links(card):
        span = _mapped(link.span, places, card.span.start + shift)
        target_span = _mapped(link.target_span, places, card.span.start + shift) if link.target_span else None
        yield replace(
            link,
            kind=Kind.CANVAS,
            span=span,
            raw=source.text[span.start : span.end],
            place=source.place(span.start),
            end=source.place(span.end),
            target_span=target_span,
            quoting=Quoting.JSON,
        )


def _escape_map(written: str) -> list[int] | None:
    """Offset in the written string of each character of its value; None where they agree."""
    if "\\" not in written:
        return None
    places: list[int] = []
    at = 0
    for escape in _ESCAPE.finditer(written):
        places += range(at, escape.start() + 1)
        at = escape.end()
    return [*places, *range(at, len(written) + 1)]


def _mapped(span: Span, places: list[int] | None, shift: int) -> Span:
    if places is None:
        return span.shifted(shift)
    return Span(places[span.start], places[span.end]).shifted(shift)
