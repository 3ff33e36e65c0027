"""Link to a block id or footnote that its page does not have (obsidian-links §6, §5.8)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from vaulttool.checks.base import Context, Judged, Rule, Verdict
from vaulttool.model.finding import Finding
from vaulttool.model.page import Page

RULE = Rule("link-block-missing", "links", "the page has no such block", verdict=Verdict.OBSIDIAN)

_ID = re.compile(r"\^[A-Za-z0-9-]+")
_WORDS = {"6.1": "block", "5.8": "footnote"}


def check(page: Page, judged: Judged, ctx: Context) -> Iterator[Finding]:
    """One finding for each block or footnote link whose page is there and whose block is not."""
    found, link = judged.found, judged.link
    word = _WORDS.get(found.subpath_rule or "")
    if found.subpath_ok is not False or word is None or found.subpath is None:
        return
    target = ctx.vault.page(found.vault_path) if found.vault_path else None
    name = found.subpath.strip("#")
    near = ctx.suggester.nearest_blocks(target, name.lstrip("^")) if target and word == "block" else []
    where = "this page" if found.vault_path == page.path else f"`{found.target}`"
    message = f"{where} has no {word} `{name}`"
    if word == "block" and not _ID.fullmatch(name):
        message = f"`{name}` can be no block id: letters a to z, digits and hyphens make one"
    yield RULE.on_link(page, link, ctx, message, suggestions=tuple(f"#^{block}" for block in near))
