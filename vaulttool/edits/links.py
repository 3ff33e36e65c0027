"""Write a link anew, in the form in which it stands."""

from __future__ import annotations

import json

from vaulttool.model.change import Edit
from vaulttool.model.page import Form, Link, Quoting, RepoPath, VaultPath
from vaulttool.model.span import Span
from vaulttool.resolve.shorten import encoded_like, rewritten_target
from vaulttool.text.source import Source
from vaulttool.vault.vault import Vault


def retarget(
    link: Link, path: VaultPath, source: VaultPath, vault: Vault, text: Source, *, display: str | None = None
) -> Edit | None:
    """The edit after which `link` leads to `path`; its subpath, title and display text stay.

    `display` is shown from then on where a wikilink has no display text of its own. None where
    the written text cannot be replaced in place.
    """
    if link.target_span is None:
        return None
    written = text.text[link.target_span.start : link.target_span.end]
    target = rewritten_target(link, path, source, vault)
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


def resubpath(link: Link, subpath: str, source: VaultPath, vault: Vault, text: Source) -> Edit | None:
    """The edit after which `link` asks for `subpath` (with its `#`) of the same file."""
    if link.target_span is None or link.target.form is not Form.WIKI:
        return None
    written = text.text[link.target_span.start : link.target_span.end]
    new = written.partition("#")[0] + _escaped(subpath, link.quoting)
    return _edit(vault.repo_path(source), link.target_span, new, text)


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
