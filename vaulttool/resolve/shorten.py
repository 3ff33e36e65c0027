"""Which text reaches a file from a page (obsidian-links §9.2)."""

from __future__ import annotations

import re
from urllib.parse import quote

from vaulttool.model.page import Form, Link, VaultPath
from vaulttool.parse.read import is_page
from vaulttool.resolve.linkpath import choose_file
from vaulttool.vault.vault import Vault

# What the application turns into spaces when it writes a heading link (§5.7).
_HEADING_SIGNS = re.compile(r"%%|\[\[|\]\]|[:#|^\\]")
_UNNAMEABLE = re.compile(r"[#|\[\]\n]")
_ENCODED_LETTER = re.compile(r"%[89A-Fa-f][0-9A-Fa-f]")


def shortest_linkpath(path: VaultPath, source: VaultPath, vault: Vault) -> str:
    """The bare name where it leads to the file from this page, else the path from the root.

    Pages lose their extension, as in a wikilink.
    """
    full = path[:-3] if is_page(path) else path
    bare = full.rpartition("/")[2]
    return bare if leads_to(bare, path, source, vault) else full


def leads_to(linkpath: str, path: VaultPath, source: VaultPath, vault: Vault) -> bool:
    """Whether a linkpath on `source` is answered by exactly this file."""
    return choose_file(linkpath, source, vault.names).chosen == (path,)


def heading_subpath(text: str) -> str:
    """The subpath that names a heading, as the application writes it (§5.7)."""
    return "#" + " ".join(_HEADING_SIGNS.sub(" ", text).split())


def rewritten_target(
    link: Link, path: VaultPath, source: VaultPath, vault: Vault, *, old: VaultPath | None = None
) -> str | None:
    """Linkpath of a link that is to lead to `path`, in the form in which the link is written.

    It keeps its kind of path (bare, from the root, relative) and its extension or the lack of it,
    where that text leads to the file; else the shortest that does. With `old`, where it led so far,
    the end of a path stays one of as many folders. None where no text can: a wikilink cannot name a
    file with `#` or `|` in its name (§2.2). The subpath is not part of it.
    """
    if link.target.form is Form.PATH:
        return path
    texts = [
        *_endings(link.target.linkpath, path, old),
        _as_written(link.target.linkpath, path, source),
        shortest_linkpath(path, source, vault),
        path,
    ]
    if link.target.form is Form.MARKDOWN:
        texts = [text for text in texts if "#" not in text and "?" not in text]
    else:
        texts = [text for text in texts if not _UNNAMEABLE.search(text)]
    return next((text for text in texts if leads_to(text, path, source, vault)), None)


def in_form(path: VaultPath, source: VaultPath, vault: Vault, form: str, *, keeps_extension: bool) -> str:
    """The linkpath in one of the application's forms: `shortest`, `absolute`, `relative` (§9.2)."""
    full = path if keeps_extension or not is_page(path) else path[:-3]
    if form == "relative":
        return relative_path(full, source).removeprefix("./")
    if form == "absolute" or not leads_to(full.rpartition("/")[2], path, source, vault):
        return full
    return full.rpartition("/")[2]


def encoded_as_obsidian(path: str) -> str:
    """A path as a Markdown destination: only spaces, backslashes and control characters (§9.5)."""
    return "".join(
        quote(char) if char in " \\" or ord(char) < 0x20 or ord(char) == 0x7F else char for char in path
    )


def _endings(written: str, path: VaultPath, old: VaultPath | None) -> list[str]:
    """The end of the new path, where the linkpath is one of the old path: with as many folders."""
    folders = written.count("/")
    if old is None or not folders or written.startswith(("/", ".")) or old.count("/") == folders:
        return []
    name = path if written.lower().endswith(".md") or not is_page(path) else path[:-3]
    return ["/".join(name.split("/")[-folders - 1 :])]


def _as_written(written: str, path: VaultPath, source: VaultPath) -> str:
    """The file's path in the form of a linkpath: relative, from the root, or its bare name."""
    name = path if written.lower().endswith(".md") or not is_page(path) else path[:-3]
    if written.startswith(("./", "../")):
        return relative_path(name, source)
    if written.startswith("/"):
        return "/" + name
    return name if "/" in written else name.rpartition("/")[2]


def encoded_like(text: str, destination: str) -> str:
    """A path as a Markdown destination, encoded as the old destination was (§9.5)."""
    if destination.startswith("<"):
        return text.replace("\\", "\\\\").replace("<", "\\<").replace(">", "\\>")
    keep = "/!'()*,;:@&=+$~._-[]"
    if not _ENCODED_LETTER.search(destination):
        keep += "".join({char for char in text if ord(char) > 0x7F and not char.isspace()})
    if text.count("(") != text.count(")"):
        keep = keep.replace("(", "").replace(")", "")
    return _quote(text, keep)


def _quote(text: str, keep: str) -> str:
    return "".join(char if char in keep else quote(char, safe="") for char in text)


def relative_path(path: str, source: str) -> str:
    """The path from the source's folder: `../` steps where needed, `./` where none."""
    here, there = source.split("/")[:-1], path.split("/")
    common = 0
    while common < min(len(here), len(there) - 1) and here[common] == there[common]:
        common += 1
    steps = "../" * (len(here) - common)
    return (steps or "./") + "/".join(there[common:])
