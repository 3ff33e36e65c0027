"""The reader finds the Markdown links that markdown-it finds: same number, same destinations, same order."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from vaulttool.parse.read import read_page

PIECES = [
    *("[a](b.md)", "![i](<p q.png> 't')", "[t][ref]", "[ref]", "[ref]: dest.md 'T'\n", "[a [b](c) d](e)"),
    *("[x](y(z).md)", "<https://a.b>", "<me@b.c>", "`", "``", "<!--", "-->", "<b>", "[", "]", "(", ")", "!"),
    *(
        "\\",
        "|",
        "&amp;",
        "*",
        "_",
        "\n",
        "\n\n",
        "\t",
        " ",
        "    ",
        "> ",
        "- ",
        "1. ",
        "# ",
        "===\n",
        "```\n",
    ),
    *("~~~\n", "| a | b |\n| - | - |\n", "text", "日本", "\u00a0", "\u3000", "\u2028", "\x0c"),
]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=25).map("".join)


def plainly(text: str) -> list[str]:
    """Destinations that markdown-it finds, as it renders them."""
    md = MarkdownIt("commonmark", {"html": True, "maxNesting": 2000}).enable("table")
    md.normalizeLink = str  # type: ignore[method-assign]
    md.validateLink = bool  # type: ignore[method-assign]
    out: list[str] = []
    for token in md.parse(text):
        take(token.children or [], out)
    return [destination for destination in out if destination.strip()]


def take(tokens: list[Token], out: list[str]) -> None:
    for token in tokens:
        if token.type in ("link_open", "image"):
            out.append(str(token.attrs.get("href", token.attrs.get("src"))))
            take(token.children or [], out)


@given(TEXTS)
def test_same_links_as_the_grammar_of_record(text: str) -> None:
    if "[[" in text or "$" in text or text.startswith("---"):
        return
    found = [link.target.destination for link in read_page("p.md", text.encode()).links]
    assert sorted(found) == sorted(plainly(text))
