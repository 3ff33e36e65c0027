"""Foldings: the forms under which two names, headings or words count as equal."""

from __future__ import annotations

import re
import unicodedata

_NO_BREAK = str.maketrans({"\u00a0": " ", "\u202f": " ", "\u03c2": "\u03c3"})
_HEADING_SIGNS = re.compile(r"""[!"#$%&()*+,.:;<=>?@^`{|}~/\[\]\\\r\n]""")
# A dot between digits and signs such as + and # tell names apart: `v1.10`, `C++`, `C#`.
_NOT_LETTERS = re.compile(r"(?:(?<!\d)\.|\.(?!\d)|[^\w.+#=$%&@]|_)+")


def fold_name(name: str) -> str:
    """A path or file name as links compare it (obsidian-links §2.3, §4.0, §4.14).

    Lower case of the whole name at once (a capital sigma in front of the extension is not
    final), composed, with no-break spaces as spaces. Not full case folding: `ß` is not `ss`.
    """
    if name.isascii():
        return name.lower()
    composed = unicodedata.normalize("NFC", name)
    return unicodedata.normalize("NFC", composed.lower()).translate(_NO_BREAK)


def fold_heading(text: str) -> str:
    """Heading text as Obsidian compares it (obsidian-links §5.1). No Unicode normalisation."""
    return " ".join(_HEADING_SIGNS.sub(" ", text).split()).lower()


def letters_of(name: str) -> str:
    """What tells a name from others once case, spaces, hyphens and the like are folded away.

    Equal for `LAN DNS`, `lan_dns` and `Lan-DNS.`; not for `C#` and `C++`, nor `v1.10` and `v11.0`.
    """
    return _NOT_LETTERS.sub("", unicodedata.normalize("NFC", name).casefold())


def slug(rendered: str) -> str:
    """A heading's anchor on a Git forge, before duplicates are numbered (obsidian-links §10.3).

    Lower case; letters, marks, digits, connectors, hyphens stay, each space becomes a hyphen,
    everything else goes.
    """
    kept = (c for c in rendered.strip().lower() if c in "- " or _is_word(c))
    return "".join(kept).replace(" ", "-")


def _is_word(char: str) -> bool:
    category = unicodedata.category(char)
    return category[0] in "LM" or category in ("Nd", "Nl", "Pc")
