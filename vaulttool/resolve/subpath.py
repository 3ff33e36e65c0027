"""Whether a subpath is there: headings, blocks, footnotes, views (obsidian-links §5 to §7)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from vaulttool.model.page import Heading, Page
from vaulttool.parse.read import is_page
from vaulttool.text.fold import fold_heading

# Parameters that the Excalidraw plugin reads off a subpath; they name no block.
_DRAWING_PARAMETERS = ("^group=", "^area=", "^frame=", "^clippedframe=")


@dataclass(frozen=True, slots=True)
class SubpathAnswer:
    """`ok` is None where nothing is to be checked; `kind` is what was asked for."""

    ok: bool | None
    rule: str
    kind: str = ""


class Subpaths:
    """The headings and blocks of pages, folded once a page."""

    def __init__(self) -> None:
        self._headings: dict[str, list[tuple[str, int]]] = {}
        self._texts: dict[str, frozenset[str]] = {}
        self._blocks: dict[str, Counter[str]] = {}
        self._chains: dict[tuple[str, tuple[str, ...]], bool] = {}

    def answer(self, page: Page | None, subpath: str | None) -> SubpathAnswer:
        """Whether `subpath` (with its `#`) is found on the page; `page` is None for other files."""
        if not subpath or page is None:
            return SubpathAnswer(None, "7.1")
        if page.path.lower().endswith(".base"):
            return self._view(page, subpath)
        if not is_page(page.path):
            return SubpathAnswer(None, "7.2")
        parts = [part.strip() for part in subpath.split("#") if part.strip()]
        if not parts:
            return SubpathAnswer(None, "5.10")
        if len(parts) == 1 and parts[0].startswith("^"):
            return self._block(page, parts[0])
        if len(parts) == 1 and parts[0].startswith("[^") and parts[0].endswith("]"):
            return SubpathAnswer(parts[0][2:-1] in page.footnotes, "5.8", "footnote")
        return self._heading(page, parts)

    def chain(self, page: Page, subpath: str) -> list[int]:
        """Which of the headings that count a subpath names, one for each part; none where it fails."""
        wanted = tuple(fold_heading(part) for part in subpath.split("#") if part.strip())
        return _walk(self._folded(page), wanted) if wanted else []

    def block_count(self, page: Page, name: str) -> int:
        """How many blocks of a page have this id; ids compare without case (§6.2)."""
        known = self._blocks.get(page.path)
        if known is None:
            known = self._blocks[page.path] = Counter(block.name.lower() for block in page.block_ids)
        return known[name.lower()]

    def _view(self, page: Page, subpath: str) -> SubpathAnswer:
        if not page.views:
            return SubpathAnswer(None, "7.2")
        return SubpathAnswer(subpath[1:].strip() in page.views, "7.2", "view")

    def _block(self, page: Page, part: str) -> SubpathAnswer:
        if page.path.lower().endswith(".excalidraw.md") and part.startswith(_DRAWING_PARAMETERS):
            return SubpathAnswer(None, "7.3")
        return SubpathAnswer(self.block_count(page, part[1:]) > 0, "6.1", "block")

    def _heading(self, page: Page, parts: list[str]) -> SubpathAnswer:
        wanted = tuple(fold_heading(part) for part in parts)
        if len(wanted) == 1:
            return SubpathAnswer(wanted[0] in self._heading_texts(page), "5.1", "heading")
        known = self._chains.get((page.path, wanted))
        if known is None:
            known = self._chains[page.path, wanted] = bool(_walk(self._folded(page), wanted))
        return SubpathAnswer(known, "5.3", "heading")

    def _folded(self, page: Page) -> list[tuple[str, int]]:
        known = self._headings.get(page.path)
        if known is None:
            known = [(fold_heading(h.text), h.level) for h in page.headings if h.counts]
            self._headings[page.path] = known
        return known

    def _heading_texts(self, page: Page) -> frozenset[str]:
        known = self._texts.get(page.path)
        if known is None:
            known = self._texts[page.path] = frozenset(text for text, _ in self._folded(page))
        return known


def _walk(headings: list[tuple[str, int]], wanted: tuple[str, ...]) -> list[int]:
    """The headings of a chain: each deeper than the one before; nothing else is asked (§5.3)."""
    found: list[int] = []
    depth = 0
    for at, (text, level) in enumerate(headings):
        if level > depth and text == wanted[len(found)]:
            found.append(at)
            depth = level
            if len(found) == len(wanted):
                return found
    return []


def reachable_headings(page: Page) -> list[Heading]:
    """The headings that a link can ask for."""
    return [heading for heading in page.headings if heading.counts]
