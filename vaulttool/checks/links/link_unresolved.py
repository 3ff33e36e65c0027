"""Link to a file that is not there (obsidian-links §4)."""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.checks.base import Context, Judged, Rule, Verdict, safe_fix
from vaulttool.edits.links import retarget
from vaulttool.model.change import Fix
from vaulttool.model.finding import Finding
from vaulttool.model.page import Form, Kind, Link, Page
from vaulttool.model.resolution import Status
from vaulttool.resolve.linkpath import join_dots
from vaulttool.resolve.repository import leaves_vault, relative_target
from vaulttool.resolve.shorten import encoded_like, relative_path
from vaulttool.resolve.suggest import Certain

RULE = Rule("link-unresolved", "links", "no file answers to the link", verdict=Verdict.OBSIDIAN)


def check(page: Page, judged: Judged, ctx: Context) -> Iterator[Finding]:
    """One finding for each link that leads nowhere and is not made by a build."""
    link = judged.link
    if judged.found.status is not Status.UNRESOLVED or _is_generated(link, page, ctx):
        return
    outside = link.target.form is Form.MARKDOWN and leaves_vault(link.target.destination or "", page.path)
    certain = ctx.suggester.certain(link.target.linkpath) if link.target.linkpath and not outside else None
    suggestions = _outside(page, link, ctx) if outside else _inside(page, link, ctx, certain)
    fix = _fix(certain, page, link, ctx) if certain else None
    message = _message(link, page, outside=outside)
    yield RULE.on_link(page, link, ctx, message, suggestions=suggestions, fix=fix)


def _inside(page: Page, link: Link, ctx: Context, certain: Certain | None) -> tuple[str, ...]:
    """Names of the vault, as one would write them in this link."""
    paths = [certain.path] if certain else ctx.suggester.nearest(link.target.linkpath, page.path)
    return tuple(ctx.link_text(path, page, link) for path in paths)


def _outside(page: Page, link: Link, ctx: Context) -> tuple[str, ...]:
    """Files of the repository, relative to the page."""
    destination = link.target.destination or ""
    here = ctx.vault.repo_path(page.path)
    path = relative_target(destination, here.rpartition("/")[0]) or link.target.linkpath
    near = ctx.repository.nearest(path)
    return tuple(encoded_like(relative_path(file, here), destination) for file in near)


def _message(link: Link, page: Page, *, outside: bool) -> str:
    target = link.target
    name = target.linkpath
    if target.form is Form.WIKI and ("://" in name or name.startswith("mailto:")):
        return f"`{name}` in double brackets names a page, not an address; write it without them"
    if outside:
        return f"`{target.destination}` leads out of the vault and is not in the repository"
    if link.kind is Kind.CANVAS and target.form is Form.PATH:
        return f"no file stands at `{name}`; a canvas holds the whole path from the vault's root"
    if name.startswith(("./", "../")):
        return f"no file stands at `{join_dots(page.path.rpartition('/')[0], name)}`"
    if "/" in name:
        return f"no path in the vault ends with `{name}`"
    return f"no file is named `{name}`"


def _fix(certain: Certain, page: Page, link: Link, ctx: Context) -> Fix | None:
    """An alias stays visible as display text, as the application writes it."""
    display = link.target.linkpath if certain.by_alias and link.kind is not Kind.EMBED else None
    return safe_fix(retarget(link, certain.path, page.path, ctx.vault, ctx.source(page), display=display))


def _is_generated(link: Link, page: Page, ctx: Context) -> bool:
    """Whether the target is one that a build makes (`links.generated`), read either way."""
    name = link.target.destination or link.target.linkpath
    folder = ctx.vault.repo_path(page.path).rpartition("/")[0]
    beside = relative_target(name, folder)
    from_root = relative_target(name.lstrip("/"), ctx.vault.folder)
    paths = [path for path in (beside, from_root) if path]
    return any(ctx.generated.match(path) or ctx.generated.match(f"{path}.md") for path in paths)
