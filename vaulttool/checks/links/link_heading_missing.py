"""Link to a heading that its page does not have (obsidian-links §5)."""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.checks.base import Context, Judged, Rule, Verdict, safe_fix
from vaulttool.edits.links import resubpath
from vaulttool.model.change import Edit
from vaulttool.model.finding import Finding
from vaulttool.model.page import Form, Link, Page
from vaulttool.resolve.shorten import heading_subpath

RULE = Rule("link-heading-missing", "links", "the page has no such heading", verdict=Verdict.OBSIDIAN)


def check(page: Page, judged: Judged, ctx: Context) -> Iterator[Finding]:
    """One finding for each heading link whose page is there and whose heading is not."""
    found, link = judged.found, judged.link
    if found.subpath_ok is not False or found.subpath_rule not in ("5.1", "5.3"):
        return
    target = ctx.vault.page(found.vault_path) if found.vault_path else None
    if target is None or found.subpath is None:
        return
    wanted = found.subpath.lstrip("#")
    last = wanted.rpartition("#")[2]
    certain = ctx.suggester.certain_heading(target, wanted)
    near = [certain] if certain else ctx.suggester.nearest_headings(target, last)
    where = "this page" if target.path == page.path else f"`{found.target}`"
    yield RULE.on_link(
        page,
        link,
        ctx,
        f"{where} has no heading `{wanted}`",
        suggestions=tuple(heading_subpath(text) for text in near),
        fix=safe_fix(_edit(page, link, certain, ctx)) if certain else None,
    )


def _edit(page: Page, link: Link, heading: str, ctx: Context) -> Edit | None:
    """Only a wikilink: what a Markdown link asks for may be meant for a forge."""
    if link.target.form is not Form.WIKI:
        return None
    return resubpath(link, heading_subpath(heading), ctx.vault.repo_path(page.path), ctx.source(page))
