"""Link to a block id that stands more than once on its page (obsidian-links §6.3)."""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.checks.base import Context, Judged, Rule, Verdict
from vaulttool.model.finding import Finding, Related, Severity
from vaulttool.model.page import Page

RULE = Rule(
    "link-block-ambiguous",
    "links",
    "the block id stands more than once on its page",
    Severity.WARNING,
    verdict=Verdict.OBSIDIAN,
)


def check(page: Page, judged: Judged, ctx: Context) -> Iterator[Finding]:
    """One finding for each link to an id that names several blocks: any of them may be shown."""
    found = judged.found
    if not found.subpath_ok or found.subpath_rule != "6.1" or not found.vault_path or not found.subpath:
        return
    target = ctx.vault.page(found.vault_path)
    name = found.subpath.strip("#^ ")
    if target is None or ctx.resolver.subpaths.block_count(target, name) < 2:
        return
    path = ctx.vault.repo_path(target.path)
    places = [block for block in target.block_ids if block.name.lower() == name.lower()]
    related = tuple(Related(path, block.line, f"`^{block.name}` stands here") for block in places)
    message = f"`^{name}` names {len(places)} blocks of `{path}`; give each an id of its own"
    yield RULE.on_link(page, judged.link, ctx, message, related=related)
