"""What the frontmatter rules share: finding a property's place, and the types that Obsidian recorded."""

from __future__ import annotations

import json
from collections.abc import Mapping

from vaulttool.checks.base import Context, Rule
from vaulttool.model.finding import Finding
from vaulttool.model.page import Page, Property, RepoPath
from vaulttool.model.span import Span
from vaulttool.text.source import place_of

TYPES = ".obsidian/types.json"


def on_span(rule: Rule, page: Page, span: Span, ctx: Context, message: str) -> Finding:
    """A finding at a stretch of a page's frontmatter."""
    start, end = place_of(page.line_starts, span.start), place_of(page.line_starts, span.end)
    return rule.at(ctx.vault.repo_path(page.path), start, end, message, content=message)


def shown(prop: Property) -> str:
    """Name of a property: keys from the top with dots between them."""
    return ".".join(prop.keys)


def recorded_types(ctx: Context) -> Mapping[str, str]:
    """Type of each property by its folded name, as Obsidian's `types.json` records it."""
    return ctx.once("recorded types", lambda: _read(ctx))


def _read(ctx: Context) -> Mapping[str, str]:
    path = RepoPath(f"{ctx.vault.folder}/{TYPES}" if ctx.vault.folder else TYPES)
    if not ctx.tree.is_file(path) or not ctx.tree.readable(path):
        return {}
    try:
        types = json.loads(ctx.tree.read(path).decode("utf-8-sig"))["types"]
        return {key.casefold(): kind for key, kind in types.items() if isinstance(kind, str)}
    except (ValueError, RecursionError, TypeError, KeyError, AttributeError):
        return {}  # Obsidian writes the file; what it cannot read itself says nothing
