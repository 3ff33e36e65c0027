"""Write a link anew, in the form in which it stands."""

from __future__ import annotations

import json

from vaulttool.model.change import Edit
from vaulttool.model.page import Form, Link, Quoting, RepoPath, VaultPath
from vaulttool.model.span import Span
from vaulttool.resolve.shorten import (
    encoded_as_obsidian,
    encoded_like,
    in_form,
    relative_path,
    rewritten_target,
)
from vaulttool.text.source import Source
from vaulttool.vault.vault import Vault


def retarget(
    link: Link,
    path: VaultPath,
    source: VaultPath,
    vault: Vault,
    text: Source,
    *,
    display: str | None = None,
    old: VaultPath | None = None,
) -> Edit | None:
    """The edit after which `link` leads to `path`; its subpath, title and display text stay.

    `display` is shown from then on where a wikilink has no display text of its own; `old` is the
    path to which the link led so far. None where the written text cannot be replaced in place.
    """
    if link.target_span is None:
        return None
    written = text.text[link.target_span.start : link.target_span.end]
    target = rewritten_target(link, path, source, vault, old=old)
    if target is None:
        return None
    subpath = written[written.index("#") :] if "#" in written else ""
    if link.target.form is Form.MARKDOWN:
        new = _destination(_escaped(encoded_like(target, written), link.quoting), subpath, written)
    elif link.target.form is Form.PATH:
        new = _escaped(target, link.quoting)
    else:
        shown = ""
        if display is not None and link.display is None and link.target.form is Form.WIKI:
            shown = ("\\|" if link.in_table else "|") + display
        new = _escaped(target, link.quoting) + subpath + _escaped(shown, link.quoting)
    return _edit(vault.repo_path(source), link.target_span, new, text)


def retarget_as_obsidian(
    link: Link, path: VaultPath, source: VaultPath, vault: Vault, text: Source, form: str
) -> Edit | None:
    """The same edit, written as the application writes it (Link rules 9.2, 9.3, 9.5).

    `form` is its setting `newLinkFormat`: `shortest`, `absolute` or `relative`.
    """
    if link.target_span is None:
        return None
    written = text.text[link.target_span.start : link.target_span.end]
    subpath = written[written.index("#") :].rstrip(">") if "#" in written else ""
    target = in_form(path, source, vault, form, keeps_extension=link.target.form is Form.MARKDOWN)
    if link.target.form is Form.PATH:
        new = _escaped(path, link.quoting)
    elif link.target.form is Form.MARKDOWN:
        new = _escaped(encoded_as_obsidian(target) + subpath, link.quoting)
    else:
        new = _escaped(target, link.quoting) + subpath
    return _edit(vault.repo_path(source), link.target_span, new, text)


def repath(link: Link, path: RepoPath, source: RepoPath, text: Source) -> Edit | None:
    """The edit after which a Markdown link leads to any file of the repository, by a relative path.

    A destination with a leading slash keeps it and is the path from the root.
    """
    if link.target_span is None or link.target.form is not Form.MARKDOWN:
        return None
    written = text.text[link.target_span.start : link.target_span.end]
    bare = written.removeprefix("<")
    target = f"/{path}" if bare.startswith("/") else relative_path(path, source)
    if not bare.startswith("./"):
        target = target.removeprefix("./")
    subpath = written[written.index("#") :] if "#" in written else ""
    new = _destination(_escaped(encoded_like(target, written), link.quoting), subpath, written)
    return _edit(source, link.target_span, new, text)


def resubpath(link: Link, subpath: str, source: RepoPath, text: Source) -> Edit | None:
    """The edit after which `link` asks for `subpath` (with its `#`) of the same file."""
    if link.target_span is None or link.target.form not in (Form.WIKI, Form.MARKDOWN):
        return None
    written = text.text[link.target_span.start : link.target_span.end]
    if link.target.form is Form.MARKDOWN:
        subpath = "#" + encoded_like(subpath[1:], written) + (">" if written.startswith("<") else "")
    new = written.partition("#")[0] + _escaped(subpath, link.quoting)
    return _edit(source, link.target_span, new, text)


def redisplayed(link: Link, shown: str, source: RepoPath, text: Source) -> Edit | None:
    """The edit after which a link shows another text; None where its own does not stand there plainly."""
    if link.display is None or link.target_span is None:
        return None
    where = link.raw.find(link.display) if link.target.form is Form.MARKDOWN else link.raw.rfind(link.display)
    start = link.span.start + where
    span = Span(start, start + len(link.display))
    apart = span.end <= link.target_span.start or span.start >= link.target_span.end
    if where < 0 or not apart or text.text[span.start : span.end] != link.display:
        return None
    return _edit(source, span, _escaped(shown, link.quoting), text)


def _destination(encoded: str, subpath: str, written: str) -> str:
    if written.startswith("<"):
        return f"<{encoded}{subpath or '>'}"  # the subpath brings the closing bracket along
    return encoded + subpath


def _escaped(text: str, quoting: Quoting) -> str:
    if quoting is Quoting.SINGLE:
        return text.replace("'", "''")
    if quoting in (Quoting.DOUBLE, Quoting.JSON):
        return json.dumps(text, ensure_ascii=False)[1:-1]
    return text


def _edit(path: RepoPath, span: Span, new: str, text: Source) -> Edit:
    return Edit(path, text.bytes_of(span), new.encode("utf-8", "surrogateescape"))
