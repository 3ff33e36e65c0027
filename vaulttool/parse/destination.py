"""Reading a link's target: what is linkpath, subpath, display; what is external."""

from __future__ import annotations

import re
from typing import NamedTuple

from vaulttool.model.page import Form, Target
from vaulttool.model.span import Span

# `]]` ends it, `[[` inside opens anew, a line end makes it none (obsidian-links §1.1, §1.13);
# the brackets of a footnote `#[^id]` belong to the subpath (§5.8).
WIKILINK = re.compile(
    r"\[\[([^\[\]\n#]*(?:(?:#\[\^[^\[\]\n|]+\](?=\]\])|#|\[(?!\[)|\](?!\]))[^\[\]\n#]*)*)\]\]"
)
RESERVED = frozenset(b";/?:@&=+$,#")
_ESCAPES = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
_LOOSE_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")


class Wikilink(NamedTuple):
    """The inside of `[[…]]`, read; `target_end` is where linkpath and subpath end in it."""

    target: Target
    display: str | None
    target_end: int


def read_wikilink(inner: str) -> Wikilink | None:
    """Read the text between `[[` and `]]` (obsidian-links §2).

    None for what is no link: nothing, or only display text (§1.12). The first bar begins the
    display text, with or without the backslash that tables ask for (§1.8).
    """
    end = bar = inner.find("|")
    display = None
    if bar < 0:
        end = len(inner)
    else:
        display = inner[bar + 1 :]
        if inner[:bar].endswith("\\"):
            end = bar - 1
    written = inner[:end]
    if not written.strip():
        return None
    return Wikilink(split_target(written, Form.WIKI), display, end)


def split_target(written: str, form: Form) -> Target:
    """Split at the first `#`; white space around linkpath and subpath does not count (§2.3)."""
    linkpath, mark, rest = written.partition("#")
    return Target(form, linkpath.strip(), "#" + rest.strip() if mark else None)


def read_destination(destination: str) -> Target | None:
    """Read a Markdown destination as CommonMark gave it (obsidian-links §1.3, §3).

    None when it is empty.
    """
    if not destination.strip():
        return None
    if is_external(destination):
        return Target(Form.MARKDOWN, "", external=True, destination=destination)
    target = split_target(decode_percent(destination), Form.MARKDOWN)
    return Target(Form.MARKDOWN, target.linkpath, target.subpath, destination=destination)


def is_external(destination: str) -> bool:
    """Whether a destination has a scheme: a colon, and no `./` or `../` in front (§1.3)."""
    return ":" in destination and not destination.startswith(("./", "../"))


def decode_percent(text: str) -> str:
    """Undo percent escapes once, but for those of reserved characters (§3.1).

    One malformed escape, or bytes that are no UTF-8, leave the whole text as it is.
    """
    if "%" not in text or _LOOSE_PERCENT.search(text):
        return text
    try:
        return _ESCAPES.sub(lambda run: _decode_run(run.group()), text)
    except UnicodeDecodeError:
        return text


def decode_all(text: str) -> str:
    """Undo every percent escape, as a forge does (§10.2); malformed text stays as it is."""
    if "%" not in text:
        return text
    try:
        return _ESCAPES.sub(lambda run: bytes.fromhex(run.group().replace("%", "")).decode(), text)
    except UnicodeDecodeError:
        return text


def _decode_run(run: str) -> str:
    data = bytes.fromhex(run.replace("%", ""))
    out, start = [], 0
    for i, byte in enumerate(data):
        if byte in RESERVED:
            out += [data[start:i].decode(), run[3 * i : 3 * i + 3]]
            start = i + 1
    return "".join([*out, data[start:].decode()])


def inner_span(span: Span, opening: int, length: int) -> Span:
    """The stretch of `length` characters behind `opening` characters of a link."""
    return Span(span.start + opening, span.start + opening + length)
