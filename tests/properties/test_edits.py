"""Bytes outside of an edit do not change; what does not fit together is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaulttool.edits.bytes import OverlappingEdits, apply_edits, without_overlap
from vaulttool.model.change import Edit
from vaulttool.model.page import RepoPath
from vaulttool.model.span import ByteSpan, Span
from vaulttool.text.source import Source

PATH = RepoPath("p.md")


@st.composite
def files_with_edits(draw: st.DrawFn) -> tuple[bytes, list[Edit]]:
    """A file and edits of it that lie apart."""
    data = draw(st.binary(max_size=200))
    cuts = sorted(draw(st.lists(st.integers(0, len(data)), max_size=8, unique=True)))
    spans = [ByteSpan(*pair) for pair in zip(cuts[::2], cuts[1::2], strict=False)]
    return data, [Edit(PATH, span, draw(st.binary(max_size=5))) for span in spans]


@given(files_with_edits())
def test_bytes_outside_edits_stay(case: tuple[bytes, list[Edit]]) -> None:
    data, edits = case
    after = apply_edits(data, reversed(edits))
    kept, at, moved = [], 0, 0
    for edit in edits:
        stretch = data[at : edit.span.start]
        assert after[at + moved : at + moved + len(stretch)] == stretch
        kept.append(stretch)
        moved += len(edit.new) - (edit.span.end - edit.span.start)
        at = edit.span.end
    assert after[at + moved :] == data[at:]
    assert len(after) == sum(map(len, kept)) + len(data) - at + sum(len(edit.new) for edit in edits)


@given(files_with_edits())
def test_putting_back_what_stood_there_is_identity(case: tuple[bytes, list[Edit]]) -> None:
    data, edits = case
    same = [Edit(PATH, edit.span, data[edit.span.start : edit.span.end]) for edit in edits]
    assert apply_edits(data, same) == data


def test_overlap_is_refused() -> None:
    edits = [Edit(PATH, ByteSpan(0, 3), b"x"), Edit(PATH, ByteSpan(2, 4), b"y")]
    with pytest.raises(OverlappingEdits):
        apply_edits(b"abcdef", edits)
    assert without_overlap([[edits[0]], [edits[1]]]) == [edits[0]]


@given(st.text(max_size=40), st.data())
def test_byte_span_of_a_character_span(text: str, data: st.DataObject) -> None:
    source = Source.of(text.encode("utf-8", "ignore").decode())
    start = data.draw(st.integers(0, len(source.text)))
    end = data.draw(st.integers(start, len(source.text)))
    span = source.bytes_of(Span(start, end))
    assert source.data[span.start : span.end].decode() == source.text[start:end]


@given(st.binary(max_size=100))
def test_source_gives_the_bytes_back(data: bytes) -> None:
    assert Source(data).text.encode("utf-8", "surrogateescape") == data
