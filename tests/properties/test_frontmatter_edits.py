"""Edits of properties: the value is what was asked for, and nothing else changes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vaulttool.edits.bytes import apply_edits
from vaulttool.edits.frontmatter import remove_property, set_property
from vaulttool.model.page import RepoPath
from vaulttool.parse.frontmatter import read_frontmatter
from vaulttool.text.source import Source

PATH = RepoPath("p.md")

TEXTS = st.one_of(
    st.sampled_from(
        ["ACTIVE", "[[Page]]", "2026-10-10", "a: b", "a #b", "- x", "yes", "", "it's", 'say "hi"', "x\ny", "*x"]
    ),
    st.text(st.characters(codec="utf-8"), max_size=12),
)
KEYS = st.sampled_from(["status", "title", "due date", "Ключ", "k-1", "e"])

VALUES = [
    " plain",
    " two words   # a comment",
    " 'single'",
    " 'it''s'  # c",
    ' "double \\" quote"',
    ' "é"   ',
    "",
    "   # only a comment",
    " [a, 'b', c]  # flow",
    " {a: 1, b: [x]}",
    " several\n  lines of text",
    ' "several\n  lines"',
    " |\n  kept\n  lines",
    " >-  # folded\n  one\n\n  two\n",
    " |+\n  all\n\n",
    " &x 7",
    " !!str 7",
    "\n  - a\n  - b # c",
    "\n- a\n- 'b'",
    "\n  inner: 1\n  more: 'x'",
]
BETWEEN = ["", "# a comment\n", "\n", "  \n# c: d\n"]
FENCES = ["---\n", "--- \n"]


@st.composite
def pages(draw: st.DrawFn) -> tuple[bytes, list[str]]:
    """A page with frontmatter, and its keys."""
    keys = draw(st.lists(KEYS, max_size=4, unique=True))
    lines = [f"{key}:{draw(st.sampled_from(VALUES))}\n{draw(st.sampled_from(BETWEEN))}" for key in keys]
    block = draw(st.sampled_from(FENCES)) + draw(st.sampled_from(BETWEEN)) + "".join(lines)
    body = draw(st.sampled_from(["", "# Title\n\ntext", "---\nno: block\n---\n"]))
    text = block + draw(st.sampled_from(FENCES)) + body
    end = draw(st.sampled_from(["\n", "\r\n", "\r"]))
    mark = draw(st.sampled_from(["", "\ufeff"]))
    return (mark + text.replace("\n", end)).encode(), keys


def read(data: bytes) -> dict[tuple[str, ...], str | None]:
    source = Source(data)
    front = read_frontmatter(source.text, source.line_starts)
    assert front is not None
    assert not front.problems
    return {prop.keys: prop.value for prop in front.properties}


def others(values: dict[tuple[str, ...], str | None], key: str) -> dict[tuple[str, ...], str | None]:
    return {keys: value for keys, value in values.items() if keys[0] != key}


def outside(data: bytes, key: str) -> tuple[bytes, bytes]:
    """What stands before and behind the value of a key."""
    source = Source(data)
    front = read_frontmatter(source.text, source.line_starts)
    prop = next(prop for prop in front.properties if prop.keys == (key,))
    start, end = source.bytes_of(prop.value_span)
    return data[:start], data[end:]


@settings(max_examples=6000, deadline=None)
@given(pages(), KEYS, TEXTS, KEYS)
def test_set(page, key, value, after):
    data, keys = page
    edits = set_property(PATH, Source(data), key, value, after=after)
    before = read(data)
    if edits is None:
        assert before[key,] is None
        return
    result = apply_edits(data, edits)
    got = read(result)
    assert got[key,] == value
    assert others(got, key) == others(before, key)
    assert set_property(PATH, Source(result), key, value) == []
    front, back = outside(result, key)
    if key in keys:
        old_front, old_back = outside(data, key)
        assert front.rstrip(b" ") == old_front.rstrip(b" ")
        assert old_back.endswith(back) or back.endswith(old_back)
        assert result.count(b"#") + data.count(b"[") >= data.count(b"#") - 1
    else:
        (edit,) = edits
        assert edit.span.start == edit.span.end
        assert result == data[: edit.span.start] + edit.new + data[edit.span.start :]
        assert edit.new.endswith((b"\n", b"\r"))


@settings(max_examples=3000, deadline=None)
@given(pages(), KEYS)
def test_remove(page, key):
    data, _ = page
    before = read(data)
    edits = remove_property(PATH, Source(data), key)
    assert edits is not None
    result = apply_edits(data, edits)
    assert read(result) == others(before, key)
    if (key,) not in before:
        assert edits == []
    else:
        (edit,) = edits
        assert result == data[: edit.span.start] + data[edit.span.end :]
    assert remove_property(PATH, Source(result), key) == []


@settings(max_examples=1000, deadline=None)
@given(st.sampled_from(["", "text\r\n", "# T\nx", "---\nnever closed\n", "é\n"]), st.booleans(), KEYS, TEXTS)
def test_new_block(text, mark, key, value):
    data = (("\ufeff" if mark else "") + text).encode()
    edits = set_property(PATH, Source(data), key, value)
    (edit,) = edits
    result = apply_edits(data, edits)
    assert read(result) == {(key,): value}
    assert result.replace(edit.new, b"", 1) == data
    assert (b"\r\n" in edit.new) == ("\r\n" in text)
