"""The `[[index]]` tables that rows of a page would have, were they written down."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from vaulttool.model.page import Page, RepoPath
from vaulttool.parse.rows import Row
from vaulttool.rows.index import Index, IndexRow, IndexSpec, values_of, with_link
from vaulttool.rows.template import LINK, Template

_SHARE = 0.5
"""Rows that a template must explain before it is proposed."""

_CANDIDATES = 200

Made = str | dict[str, str]
"""The template of list rows, or column headings with the templates of their cells."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A table for the configuration, how many rows it explains, and the lines that do not fit."""

    toml: str
    explained: int
    rows: int
    misfits: tuple[int, ...]


def learn(index: Index) -> Iterator[Proposal]:
    """Proposals for the lists and tables of links that repeat what the linked pages say.

    `index` is one whose declaration only names the file. Sections with the same template are one
    proposal; where there are several templates, each is bound to its heading.
    """
    found: dict[str, list[tuple[str | None, list[IndexRow]]]] = defaultdict(list)
    templates: dict[str, Made] = {}
    for under, rows in _groups(index):
        made = _columns(rows) if rows[0].row.cells else _template(rows)
        if made:
            key = json.dumps([made, _folder(index, rows)])
            templates[key] = made
            found[key].append((under, rows))
    for key, sections in found.items():
        yield from _proposals(index, templates[key], sections, alone=len(found) == 1)


def _proposals(
    index: Index, made: Made, sections: Sequence[tuple[str | None, list[IndexRow]]], *, alone: bool
) -> Iterator[Proposal]:
    if alone and len(sections) > 1:
        yield _proposal(index, None, [row for _, rows in sections for row in rows], made)
        return
    for under, rows in sections:
        yield _proposal(index, under, rows, made)


def _groups(index: Index) -> Iterator[tuple[str | None, list[IndexRow]]]:
    """Lists and tables with more than one row about a page, by the section that they stand in."""
    groups: dict[tuple[str | None, tuple[str, ...]], list[IndexRow]] = defaultdict(list)
    for row in index.outline.rows:
        found = _linked(index, row)
        if found is not None:
            inside = [s for s in index.outline.sections if s.level > 1 and s.line <= row.line < s.end]
            groups[inside[0].heading if inside else None, row.header].append(found)
    return ((under, rows) for (under, _), rows in groups.items() if len(rows) > 1)


def _linked(index: Index, row: Row) -> IndexRow | None:
    """A row that begins with a link to a page, or has one in its first cell."""
    start = row.cells[0].span.start if row.cells else row.span.start
    link = next((one for one in index.facts.links if one.span.start == start), None)
    page = index.target(link) if link else None
    return IndexRow(row, link, page, shaped=False) if link is not None and page is not None else None


def _template(rows: Sequence[IndexRow]) -> str | None:
    """The template of list rows: the link, then what follows it on most rows."""
    texts = [(with_link(row.row, row.link).partition(LINK)[2], values_of(_page(row))) for row in rows]
    best = _best(texts)
    return f"- [[{{page}}]]{best}" if best else None


def _columns(rows: Sequence[IndexRow]) -> dict[str, str] | None:
    """Templates of the columns that repeat values: the link's first."""
    titles = rows[0].row.titles
    out = {titles[0]: "{page}"}
    for at, heading in enumerate(titles[1:], 1):
        best = _best([(_cell(row.row, at), values_of(_page(row))) for row in rows])
        if best:
            out[heading] = best
    return out if len(out) > 1 else None


def _cell(row: Row, at: int) -> str:
    return row.cells[at].text.replace("\\|", "|") if at < len(row.cells) else ""


def _best(texts: Sequence[tuple[str, Mapping[str, str]]]) -> str | None:
    """The template that explains most of the texts; of equally good ones that with the least fixed text."""
    guesses: Counter[str] = Counter()
    for text, values in texts:
        guesses.update(_candidates(text, values))
    ranked = []
    for guess, _ in guesses.most_common(_CANDIDATES):
        template = Template(guess)
        explained = sum(
            all(field in values for field in template.fields) and template.drifts(text, values) == []
            for text, values in texts
        )
        fixed = sum(len(part) for kind, part in template.parts if kind == "text")
        ranked.append((-explained, fixed, guess))
    ranked.sort()
    return ranked[0][2] if ranked and -ranked[0][0] > len(texts) * _SHARE else None


def _candidates(text: str, values: Mapping[str, str]) -> set[str]:
    """Templates that would give the text: one or two of the page's values taken for fields."""
    out = set()
    for key, before, after in _replaced(text, values):
        out.add(f"{before}{{{key}}}{after}")
        for other, front, rest in _replaced(after, values):
            out.add(f"{before}{{{key}}}{front}{{{other}}}{rest}")
    return out


def _replaced(text: str, values: Mapping[str, str]) -> Iterable[tuple[str, str, str]]:
    for key, value in values.items():
        if value and value in text and "{" not in text:
            before, _, after = text.partition(value)
            yield key, before, after


def _proposal(index: Index, under: str | None, rows: Sequence[IndexRow], made: Made) -> Proposal:
    lines = ["[[index]]", f"path = {_quoted(index.spec.path)}"]
    if under is not None:
        lines.append(f"under = {_quoted(under)}")
    lines.append(f"scope = [{_quoted(_folder(index, rows))}]")
    if isinstance(made, str):
        lines.append(f"row = {_quoted(made)}")
    else:
        listed = (f"{_quoted(heading)} = {_quoted(text)}" for heading, text in made.items())
        lines.append(f"columns = {{ {', '.join(listed)} }}")
    misfits = tuple(row.row.line for row in rows if not _explained(row, made))
    return Proposal("\n".join(lines), len(rows) - len(misfits), len(rows), misfits)


def _quoted(text: str) -> str:
    """A text as TOML's basic string, which JSON's string is."""
    return json.dumps(text, ensure_ascii=False)


def _explained(row: IndexRow, made: Made) -> bool:
    """Whether a row says exactly what the template asks for."""
    values = values_of(_page(row))
    if isinstance(made, str):
        return Template(made).drifts(with_link(row.row, row.link), values) == []
    cells = ((Template(text), row.row.titles.index(heading)) for heading, text in made.items())
    return all(t.has_link or t.drifts(_cell(row.row, at), values) == [] for t, at in cells)


def _folder(index: Index, rows: Sequence[IndexRow]) -> str:
    """The folder that holds all pages, as a pattern."""
    parts = [index.vault.repo_path(_page(row).path).split("/")[:-1] for row in rows]
    common: list[str] = []
    for level in zip(*parts, strict=False):
        if len(set(level)) > 1:
            break
        common.append(level[0])
    return "/".join([*common, "**"])


def _page(row: IndexRow) -> Page:
    assert row.page is not None
    return row.page


def bare_spec(path: RepoPath) -> IndexSpec:
    """A declaration that only names a file, for looking at whatever rows it has."""
    return IndexSpec.of({"path": path, "scope": ["**"]})
