"""Edits of properties: the value is what was asked for, and nothing else changes."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vaulttool.edits.bytes import apply_edits
from vaulttool.edits.frontmatter import remove_property, set_property
from vaulttool.model.change import Edit
from vaulttool.model.page import RepoPath
from vaulttool.parse.frontmatter import read_frontmatter
from vaulttool.text.source import Source

PATH = RepoPath("p.md")

TEXTS = st.one_of(
    st.sampled_from(
        [
            "ACTIVE",
            "[[Page]]",
            "2026-10-10",
            "a: b",
            "a #b",
            "- x",
            "yes",
            "",
            "it's",
            'say "hi"',
            "x\ny",
            "*x",
        ]
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


def demand_nothing_else_changed(data: bytes, result: bytes, key: str) -> None:
    """Before and behind the value all bytes are as they were; a comment behind `|` or `>` stays as well."""
    source = Source(data)
    front = read_frontmatter(source.text, source.line_starts)
    prop = next(prop for prop in front.properties if prop.keys == (key,))
    start, end = source.bytes_of(prop.value_span)
    written = data[start:end]
    if prop.style in ("|", ">"):
        header = re.match(rb"[|>][-+]?([^\r\n]*)", written)
        end = start + len(written.rstrip())
        assert header[1] + data[end:] == result[len(result) - len(header[1] + data[end:]) :]
    assert result.startswith(data[:start])
    assert result.endswith(data[end:])


def demand_one_line_more(data: bytes, result: bytes, edit: Edit) -> None:
    """The edit puts one line in, with the line end of the file."""
    assert edit.span.start == edit.span.end
    assert result == data[: edit.span.start] + edit.new + data[edit.span.start :]
    line_end = re.search(rb"\r\n|\n|\r", data)[0]
    assert edit.new.endswith(line_end)
    assert not re.search(rb"[\r\n]", edit.new[: -len(line_end)])


@settings(max_examples=1500, deadline=None)
@given(pages(), st.lists(st.tuples(KEYS, TEXTS, KEYS), min_size=4, max_size=4))
def test_set(page, asked):
    data, _ = page
    for key, value, after in asked:
        before = read(data)
        edits = set_property(PATH, Source(data), key, value, after=after)
        if edits is None:
            assert before[key,] is None, "only a list or map over several lines is refused"
            continue
        result = apply_edits(data, edits)
        got = read(result)
        assert got[key,] == value
        assert others(got, key) == others(before, key)
        assert set_property(PATH, Source(result), key, value) == []
        if (key,) in before:
            demand_nothing_else_changed(data, result, key)
        else:
            demand_one_line_more(data, result, edits[0])
        data = result


@settings(max_examples=700, deadline=None)
@given(pages(), st.permutations(["status", "title", "due date", "Ключ", "k-1"]))
def test_remove(page, keys):
    data, _ = page
    for key in keys:
        before = read(data)
        edits = remove_property(PATH, Source(data), key)
        if edits is None:
            assert b"|+" in data, "blank lines behind the key would become those of another value"
            continue
        result = apply_edits(data, edits)
        assert read(result) == others(before, key)
        assert len(edits) == ((key,) in before)
        for edit in edits:
            assert result == data[: edit.span.start] + data[edit.span.end :]
        data = result


@settings(max_examples=500, deadline=None)
@given(st.sampled_from(["", "text\r\n", "# T\nx", "---\nnever closed\n", "é\n"]), st.booleans(), KEYS, TEXTS)
def test_new_block(text, mark, key, value):
    data = (("\ufeff" if mark else "") + text).encode()
    edits = set_property(PATH, Source(data), key, value)
    (edit,) = edits
    result = apply_edits(data, edits)
    assert read(result) == {(key,): value}
    assert result.replace(edit.new, b"", 1) == data
    assert (b"\r\n" in edit.new) == ("\r\n" in text)


EXAMPLES = [
    ("a: old # c\n", "a", "new", "a: new # c\n"),
    ("a: old\n", "a", "x: y", 'a: "x: y"\n'),
    ("a: 'old'\n", "a", "it's", "a: 'it''s'\n"),
    ('a: "old"\n', "a", "new", 'a: "new"\n'),
    ("a: &x old\nb: *x\n", "b", "new", "a: &x old\nb: new\n"),
    ("a: |  # c\n  old\n\nb: 1\n", "a", "new", "a: new  # c\n\nb: 1\n"),
    ("a:  # c\n", "a", "new", "a: new  # c\n"),
    ("a: [1, 2]\n", "a", "new", "a: new\n"),
    ("  a: 1\n", "b", "2", "  a: 1\n  b: 2\n"),
    ('{"a": "1"}\n', "a", "2", '{"a": "2"}\n'),
    ('{"a": "1"}\n', "b", "2", '{"a": "1", "b": "2"}\n'),
    ("{}\n", "b", "2", '{"b": "2"}\n'),
    ("", "b", "[[P]]", 'b: "[[P]]"\n'),
    ("# c\n", "b", "1", "# c\nb: 1\n"),
    ("a:\n  - 1\n", "a", "x", None),
    ("a: 1\na: 2\n", "a", "x", None),
    ("a: b: c\n", "a", "x", None),
    ("a: &x 1\nb: *x\n", "a", "2", None),
    ("just text\n", "a", "2", None),
]


@pytest.mark.parametrize(("block", "key", "value", "want"), EXAMPLES)
def test_example(block, key, value, want):
    data = f"---\n{block}---\nbody\n".encode()
    edits = set_property(PATH, Source(data), key, value)
    got = None if edits is None else apply_edits(data, edits).decode()
    assert got == (None if want is None else f"---\n{want}---\nbody\n")


def test_after_its_neighbour():
    data = b"---\na: 1  # c\n# about b\nb: |\n  x\n\nc: 3\n---\n"
    placed = {
        key: apply_edits(data, set_property(PATH, Source(data), "n", "0", after=key))
        for key in ("a", "b", "z")
    }
    assert placed["a"] == data.replace(b"# c\n", b"# c\nn: 0\n")
    assert placed["b"] == data.replace(b"  x\n", b"  x\nn: 0\n")
    assert placed["z"] == data.replace(b"c: 3\n", b"c: 3\nn: 0\n")


@pytest.mark.parametrize(
    ("block", "want"),
    [
        ("{a: 1, b: 2}\n", "{b: 2}\n"),
        ("{b: 2, a: 1}\n", "{b: 2}\n"),
        ("a:  # c\n  - x\n  # d\n  - y\n# about b\nb: 2\n", "# about b\nb: 2\n"),
    ],
)
def test_removed_example(block, want):
    data = f"---\n{block}---\n".encode()
    edits = remove_property(PATH, Source(data), "a")
    assert apply_edits(data, edits).decode() == f"---\n{want}---\n"
