"""What the status rules share: pages with their status, claims of others, findings at a span."""

from __future__ import annotations

from vaulttool.checks.base import Context, Rule
from vaulttool.config.globs import Globs
from vaulttool.model.finding import Finding, Related
from vaulttool.model.page import Page, VaultPath
from vaulttool.model.span import Span
from vaulttool.rows.index import Index, IndexSpec
from vaulttool.status.claims import Claims
from vaulttool.status.pages import StatusPages, property_of
from vaulttool.status.vocabulary import Vocabulary
from vaulttool.text.source import place_of


def statuses(ctx: Context) -> StatusPages:
    """The pages of the vault with their status."""
    vocabulary = Vocabulary.of(ctx.settings.rest.get("status"))
    return ctx.once("statuses", lambda: StatusPages(ctx.vault, ctx.resolver, vocabulary, ctx.source))


def claims(ctx: Context) -> Claims:
    """What other pages and repository files say of a page's status."""
    kept = Globs(ctx.settings.rest.get("keep", {}).get("paths", ()))
    return ctx.once("claims", lambda: Claims(statuses(ctx), ctx.tree, kept))


def index_rows(ctx: Context) -> set[tuple[str, int]]:
    """Paths and lines of rows whose status the index rules answer for."""
    return ctx.once("index rows", lambda: _index_rows(ctx))


def _index_rows(ctx: Context) -> set[tuple[str, int]]:
    out: set[tuple[str, int]] = set()
    for table in ctx.settings.rest.get("index", ()):
        spec = IndexSpec.of(table)
        index = Index(spec, ctx.vault, ctx.tree, ctx.resolver)
        if index.there and spec.fields & {statuses(ctx).vocabulary.key, "description"}:
            out.update((spec.path, row.row.line) for row in index.rows)
    return out


def at_span(
    rule: Rule, page: Page, span: Span, message: str, ctx: Context, *, related: tuple[Related, ...] = ()
) -> Finding:
    """A finding at a stretch of a page."""
    start, end = place_of(page.line_starts, span.start), place_of(page.line_starts, span.end)
    path = ctx.vault.repo_path(page.path)
    return rule.at(path, start, end, message, content=message, related=related)


def at_property(
    rule: Rule, page: Page, key: str, message: str, ctx: Context, *, related: tuple[Related, ...] = ()
) -> Finding:
    """A finding at a property's value, or at the page's status where the property is missing."""
    prop = property_of(page, key) or property_of(page, statuses(ctx).vocabulary.key)
    prop = prop or property_of(page, "description")
    return at_span(rule, page, prop.value_span if prop else Span(0, 0), message, ctx, related=related)


def status_place(path: VaultPath, ctx: Context) -> Related:
    """The place at which a page says its status."""
    found = statuses(ctx)
    page = ctx.vault.page(path)
    line = found.line_of(page) if page else 1
    return Related(ctx.vault.repo_path(path), line, f"the page says `{found.words.get(path)}`")
