"""Names in every spelling, at the bounds of words."""

from __future__ import annotations

import pytest

from vaulttool.names.finder import Finder, Pair
from vaulttool.names.words import words_of

MEDIUM = ["frank-medium", "frank-archon"]


def renamed(text: str, *names: str) -> str:
    """The text after the pairs of names."""
    return Finder(Pair(old, new) for old, new in zip(names[::2], names[1::2], strict=True))(text)


@pytest.mark.parametrize(
    ("text", "names", "after"),
    [
        ("frank-medium", MEDIUM, "frank-archon"),
        ("FRANK_MEDIUM_PORT", MEDIUM, "FRANK_ARCHON_PORT"),
        ("FrankMediumClient frankMediumReady", MEDIUM, "FrankArchonClient frankArchonReady"),
        ("frank_medium frankmedium frank.medium", MEDIUM, "frank_archon frankarchon frank.archon"),
        ("Frank Medium, Frank medium", MEDIUM, "Frank Archon, Frank archon"),
        ("Frank-Medium FRANK-MEDIUM", MEDIUM, "Frank-Archon FRANK-ARCHON"),
        ("Frank%20Medium x%2Ffrank-medium", MEDIUM, "Frank%20Archon x%2Ffrank-archon"),
        (r'"\nfrank-medium" \bfrank-medium\b', MEDIUM, r'"\nfrank-archon" \bfrank-archon\b'),
        ("frank-mediumship infrank-medium", MEDIUM, "frank-mediumship infrank-medium"),
        ("frank_medium2 frank-medium-2 fRankmEdium", MEDIUM, "frank_medium2 frank-archon-2 fRankmEdium"),
        ("HTTPFrankMediumX", MEDIUM, "HTTPFrankArchonX"),
        ("WPAgent MyWPAgentFoo WP_AGENT", ["WPAgent", "XYTool"], "XYTool MyXYToolFoo XY_TOOL"),
        ("AWPAgent", ["WPAgent", "XYTool"], "AWPAgent"),
        ("WordPress wordpress WORDPRESS", ["WordPress", "Drupal"], "Drupal drupal DRUPAL"),
        ("the slow\ngrey box", ["slow grey box", "quick red crate"], "the quick\nred crate"),
        ("THE SLOW GREY BOX", ["slow grey box", "quick red crate"], "THE QUICK RED CRATE"),
        ("a-x b-x", ["a-x", "b-x", "b-x", "a-x"], "b-x a-x"),
        ("in-a in-b in-c", ["in-a", "in-b", "in-b", "in-c", "in-c", "in-a"], "in-b in-c in-a"),
        ("line-in-two line-in", ["line-in", "feed-a", "line-in-two", "spare-b"], "spare-b feed-a"),
        ("LINE_IN_TWO lineInTwo", ["line-in", "feed-a", "line-in-two", "spare-b"], "SPARE_B spareB"),
        ("frank FRANK_X FrankY frank_dir", ["frank", "big-f"], "big-f BIG_F_X BigFY big_f_dir"),
        ("frank-archon FRANK_ARCHON_X frankArchonY", ["frank-archon", "zed"], "zed ZED_X zedY"),
        ("café_box CAFÉ_BOX caf%C3%A9-box", ["café-box", "thé-bar"], "thé_bar THÉ_BAR th%C3%A9-bar"),
    ],
)  # fmt: skip
def test_spellings(text, names, after):
    assert renamed(text, *names) == after


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("frank-medium", ["frank", "medium"]),
        ("WPAgent", ["WP", "Agent"]),
        ("qwen3 x", ["qwen3", "x"]),
    ],
)
def test_words(name, words):
    assert words_of(name) == words


@pytest.mark.parametrize("name", ["frank-medium", "slow grey box", "café-box", "WPAgent", "x"])
def test_the_first_look_misses_nothing(name):
    finder = Finder([Pair(name)])
    for text in (name, name.upper(), name.lower(), name.title().replace("-", ""), name.replace("-", "_")):
        assert not finder.hits(text) or finder.may_stand_in(text.encode())
        assert finder.hits(text)
