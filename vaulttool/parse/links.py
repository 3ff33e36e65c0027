"""Links as values: from the written text, its span and its place."""

from __future__ import annotations

from vaulttool.model.page import Kind, Link, Property, Quoting
from vaulttool.model.span import Place, Span
from vaulttool.parse.destination import WIKILINK, read_wikilink
from vaulttool.text.source import Source

_QUOTING = {"'": Quoting.SINGLE, '"': Quoting.DOUBLE}


def wikilink(
    kind: Kind, raw: str, span: Span, start: Place, end: Place, *, in_table: bool = False
) -> Link | None:
    """The link that `[[…]]` or `![[…]]` is, or None for one that names nothing."""
    opening = 3 if raw.startswith("!") else 2
    found = read_wikilink(raw[opening:-2])
    if found is None:
        return None
    target_span = Span(span.start + opening, span.start + opening + found.target_end)
    return Link(kind, span, raw, raw, found.target, start, end, found.display, target_span, in_table=in_table)


def property_link(prop: Property, source: Source) -> Link | None:
    """The link that a property's whole value is (obsidian-links §8.1, §8.4), else None.

    Only a quoted value can be one: unquoted brackets are a YAML list (§8.2).
    """
    quoting = _QUOTING.get(prop.style)
    value = prop.value
    if quoting is None or not value or not value.startswith("[") or "\n" in value:
        return None
    # An anchor or tag may stand before the quotes.
    opening = source.text.index(prop.style, prop.value_span.start)
    inner = Span(opening + 1, prop.value_span.end - 1)
    written = source.text[inner.start : inner.end]
    if "\n" in written or "\r" in written:
        return None
    link = _whole_link(value)
    if link is None:
        return None
    start, end = source.place(inner.start), source.place(inner.end)
    target_span = link.target_span.shifted(inner.start) if link.target_span and written == value else None
    return Link(
        Kind.PROPERTY, inner, written, value, link.target, start, end, link.display, target_span, quoting
    )


def _whole_link(value: str) -> Link | None:
    span = Span(0, len(value))
    if WIKILINK.fullmatch(value):
        return wikilink(Kind.PROPERTY, value, span, Place(1, 1), Place(1, len(value) + 1))
    from vaulttool.parse.record import markdown_links  # the grammar decides what a whole link is

    found = markdown_links(value)
    return found[0] if found and found[0].span == span else None
