"""Choosing the file that a linkpath names: obsidian-links §4, in its order."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field

from vaulttool.model.page import VaultPath
from vaulttool.text.fold import fold_name
from vaulttool.vault.names import Named, NameIndex, shortest

_LAST = "\U0010ffff"


@dataclass(frozen=True, slots=True)
class Choice:
    """What was chosen and on the way to it considered.

    `chosen` holds one file, several that tie, or none. `rule` is the section that decided.
    `named` are the files of that name, `fitting` those whose path ends with the linkpath,
    `near` those of them that lie below the source's folder.
    """

    rule: str
    chosen: tuple[VaultPath, ...] = ()
    linkpath: str = ""
    named: Sequence[Named] = field(default=())
    fitting: Sequence[Named] = field(default=())
    near: Sequence[Named] = field(default=())


def choose_file(linkpath: str, source: VaultPath, names: NameIndex) -> Choice:
    """The file that `linkpath` (without subpath) names on the page `source`."""
    if not linkpath:  # §4.1
        return Choice("4.1", (source,))
    folder = fold_name(source.rpartition("/")[0])
    path = fold_name(linkpath)
    dotted, rooted = path.startswith(("./", "../")), path.startswith("/")
    if dotted:
        path = join_dots(folder, path)  # §4.4
    elif rooted:
        path = path[1:]  # §4.5
    path, named = _by_name(path, names)
    if not named:
        return Choice("4.2", linkpath=path)
    if len(named) == 1 and "/" not in path and not dotted and not rooted:
        return Choice("4.3", (named[0].path,), path, named)
    exact = names.at(path)
    if exact:
        rule = "4.10" if len(exact) > 1 else "4.4" if dotted else "4.5"
        return Choice(rule, tuple(exact), path, named)
    if rooted:
        return Choice("4.6", (), path, named)
    return _by_suffix(path, folder, named, names)


def _by_name(path: str, names: NameIndex) -> tuple[str, Sequence[Named]]:
    """The linkpath with its extension, and the files of its name anywhere (§4.2)."""
    name = path[path.rfind("/") + 1 :]
    if "." in name and (named := names.named(name)):
        return path, named
    return path + ".md", names.named(name + ".md")


def _by_suffix(path: str, folder: str, named: Sequence[Named], names: NameIndex) -> Choice:
    """Paths that end with the linkpath: those near the source first, then the shorter (§4.7)."""
    fitting = names.ending(path)
    near = _below(fitting, folder)
    best = shortest(near) if near and len(near) < len(fitting) else names.shortest(path)
    chosen = tuple(file.path for file in best)
    if not best:
        return Choice("4.7", (), path, named)
    if len(best) > 1:
        rule = "4.10" if len({file.folded for file in best}) == 1 else "4.9"
        return Choice(rule, chosen, path, named, fitting, near)
    rule = "4.8" if _by_accident(best[0], path, folder, fitting, near) else "4.7"
    return Choice(rule, chosen, path, named, fitting, near)


def _below(files: Sequence[Named], folder: str) -> Sequence[Named]:
    """Files whose path begins with the folder's, compared as raw text (§4.8)."""
    if not folder:
        return files
    first = bisect_left(files, (folder,))
    last = bisect_left(files, (folder + _LAST,), first)
    return files[first:last]


def _by_accident(
    chosen: Named, path: str, folder: str, fitting: Sequence[Named], near: Sequence[Named]
) -> bool:
    """Whether whole folder names, compared one by one, would have given another answer (§4.8)."""
    whole_names = chosen.folded == path or chosen.folded.endswith("/" + path)
    below = not near or not folder or chosen.folded.startswith(folder + "/")
    if whole_names and below:
        return False  # it is among the files that are left then, and the shortest of more
    whole = [file for file in fitting if file.folded.endswith("/" + path)]
    proper = [file for file in whole if not folder or file.folded.startswith(folder + "/")]
    return shortest(proper or whole) != (chosen,)


def join_dots(folder: str, path: str) -> str:
    """A path that begins with `./` or `../`, joined to a folder; `..` at the root stays there (§4.4)."""
    while path.startswith(("./", "../")):
        if path.startswith("../"):
            folder = folder.rpartition("/")[0]
        path = path[path.index("/") + 1 :]
    return f"{folder}/{path}" if folder else path
