"""Every link, heading and block id of any page stands where the reader says it stands."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from vaulttool.model.page import Page
from vaulttool.parse.read import read_page
from vaulttool.text.source import Source

# Pieces that meet in odd ways: containers, line ends, code, links half typed, wide characters.
PIECES = [
    *(
        "[[A]]",
        "![[pic.png|20]]",
        "[[A#H|x]]",
        "[[A\\|b]]",
        "[a](b.md)",
        "![i](<p q.png> 't')",
        "[r]",
        "[r][]",
    ),
    *(
        "[t][r]",
        "[r]: dest.md 'T'\n",
        "[^1]",
        "[^1]: note [[N]]\n",
        "<https://a.b>",
        "`",
        "``",
        "$",
        "$$",
        "%%",
    ),
    *(
        "<!--",
        "-->",
        "<b>",
        "[[",
        "]]",
        "[",
        "]",
        "(",
        ")",
        "!",
        "\\",
        "|",
        "\n",
        "\r\n",
        "\r",
        "\n\n",
        "\t",
        " ",
    ),
    *("    ", "> ", "- ", "1. ", "# ", "## T", "===\n", "---\n", "```\n", "~~~\n", "| a | b |\n| - | - |\n"),
    *("text", "日本", "🚀", "é", "\u00a0", "\u2028", "\x0c", "\0", "^id", " ^id\n", "{#x}", "\ufeff"),
]
TEXTS = st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=25).map("".join)
HEADS = st.sampled_from(["", "\ufeff", '---\nup: "[[A]]"\n---\n', "---\r\nup: '[[B]]'\r\n---\r\n", "---\nx"])


def read(text: str, path: str = "p.md") -> tuple[Source, Page]:
    data = text.encode("utf-8", "surrogateescape")
    return Source(data), read_page(path, data)


@given(HEADS, TEXTS)
@example("", "a\r\n> [[A]]\r\n> b [c](d.md)\r\n")
@example("", "-\t[[B]]\n\t- [[C]]\n")
@example("\ufeff", "# [[A]] ^id\n")
def test_text_at_span_is_raw(head: str, body: str) -> None:
    source, page = read(head + body)
    for link in page.links:
        assert source.text[link.span.start : link.span.end] == link.raw
        assert source.place(link.span.start) == link.place
        assert source.place(link.span.end) == link.end
    for block in page.block_ids:
        assert source.text[block.span.start : block.span.end] == f"^{block.name}"
    for prop in page.properties:
        assert 0 <= prop.key_span.start < prop.key_span.end <= prop.value_span.end <= len(source.text)


@given(HEADS, TEXTS)
def test_target_span_holds_the_target(head: str, body: str) -> None:
    source, page = read(head + body)
    for link in page.links:
        if link.target_span is None or link.target.destination is not None:
            continue
        written = source.text[link.target_span.start : link.target_span.end]
        assert written.partition("#")[0].strip() == link.target.linkpath


@given(TEXTS)
def test_links_do_not_partly_overlap(body: str) -> None:
    _, page = read(body)
    spans = [link.span for link in page.links]
    for one in spans:
        for other in spans:
            apart = one.end <= other.start or other.end <= one.start
            inside = (one.start <= other.start and other.end <= one.end) or (
                other.start <= one.start and one.end <= other.end
            )
            assert apart or inside


@given(HEADS, TEXTS)
def test_line_ends_change_nothing_but_places(head: str, body: str) -> None:
    text = (head + body).replace("\r\n", "\n").replace("\r", "\n")
    unix = [link.text for link in read(text)[1].links]
    dos = [link.text.replace("\r\n", "\n") for link in read(text.replace("\n", "\r\n"))[1].links]
    assert unix == dos


@given(st.binary(max_size=200))
def test_any_bytes_are_read(data: bytes) -> None:
    for path in ("p.md", "p.canvas", "p.base"):
        page = read_page(path, data)
        text = Source(data).text
        assert all(text[link.span.start : link.span.end] == link.raw for link in page.links)


@pytest.mark.parametrize("path", ["p.md", "p.canvas", "p.base"])
def test_reading_is_a_function_of_the_bytes(path: str) -> None:
    data = b'{"nodes": [{"type": "text", "text": "[[A]]"}]}'
    assert read_page(path, data) == read_page(path, data)
