"""Retired name in a file, in a file's name or in a tag."""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.checks.base import Context, Rule, Scope
from vaulttool.checks.residues import residue
from vaulttool.model.change import Edit, Fix
from vaulttool.model.finding import Finding
from vaulttool.model.page import RepoPath
from vaulttool.model.span import Place, Span
from vaulttool.names.finder import Hit
from vaulttool.sweep.kept import Kept
from vaulttool.sweep.scan import Scanned
from vaulttool.text.source import Source

RULE = Rule("residue-name", "residue", "a retired name stands somewhere still", scope=Scope.VAULT)


def check(ctx: Context) -> Iterator[Finding]:
    """One finding for each place in a file, one for each path and each tag."""
    found = residue(ctx)
    for scan in found.scans:
        yield from _in_content(scan)
    for path in found.paths:
        yield from _in_path(path, "the path", found.kept)
    for tag in found.tags:
        yield from _in_path(RepoPath(f"refs/tags/{tag}"), "the tag", found.kept)


def _in_content(scan: Scanned) -> Iterator[Finding]:
    source = Source(scan.data) if scan.content.codec == "utf-8" else Source.of(scan.content.text)
    for hit in scan.hits:
        text = source.text[hit.start : hit.end]
        span = Span(hit.start, hit.end)
        fix = None
        if hit.new and scan.content.codec == "utf-8":
            # "Formerly so-and-so" may well mean the old name: only shown, never applied unasked.
            edit = Edit(scan.path, source.bytes_of(span), hit.new.encode("utf-8", "surrogateescape"))
            fix = Fix((edit,), safe=False)
        yield RULE.at(
            scan.path,
            source.place(hit.start),
            source.place(hit.end),
            _message(text, hit),
            content=text,
            suggestions=(hit.new,) if hit.new else (),
            fix=fix,
        )


def _in_path(path: RepoPath, what: str, kept: Kept) -> Iterator[Finding]:
    for hit in kept.hits_in_path(path):
        text = path[hit.start : hit.end]
        message = f"{what} holds a retired name: {_message(text, hit)}"
        yield RULE.at(path, Place(1, 1), Place(1, 1), message, content=f"path {text}")


def _message(text: str, hit: Hit) -> str:
    name = hit.pair.old
    said = f"`{text}` is retired" if text == name else f"`{text}` is a spelling of the retired `{name}`"
    return f"{said}; it is `{hit.new}` now" if hit.new else said
