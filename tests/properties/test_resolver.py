"""The resolver's indexes give the answer that a plain reading of the rules gives."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from vaulttool.model.page import VaultPath
from vaulttool.resolve.linkpath import choose_file
from vaulttool.resolve.shorten import leads_to, relative_path, shortest_linkpath
from vaulttool.vault.names import NameIndex
from vaulttool.vault.vault import Vault

NAMES = st.sampled_from(
    ["a", "b", "ab", "Note", "note", "x.y", "É", "e\u0301", "ΛΟΓΟΣ", "n\u00a0b", "long name"]
)
FOLDERS = st.lists(st.sampled_from(["a", "b", "ab", "A", "proj", "projects", ".dot"]), max_size=3)
EXTENSIONS = st.sampled_from([".md", ".md", ".md", ".png", ".canvas", ""])


@st.composite
def paths(draw: st.DrawFn) -> VaultPath:
    return VaultPath("/".join([*draw(FOLDERS), draw(NAMES) + draw(EXTENSIONS)]))


@st.composite
def linkpaths(draw: st.DrawFn) -> str:
    lead = draw(st.sampled_from(["", "", "", "./", "../", "/", "./../"]))
    return lead + "/".join([*draw(FOLDERS), draw(NAMES) + draw(st.sampled_from(["", "", ".md", ".png"]))])


def fold(text: str) -> str:
    text = unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).lower())
    return text.replace("\u00a0", " ").replace("ς", "σ")


def plainly(linkpath: str, source: str, files: list[VaultPath]) -> set[VaultPath]:
    """The candidates that are left by looking at every file for every rule."""
    folder = fold(source).rpartition("/")[0]
    path = fold(linkpath)
    seen = {file: fold(file) for file in files if not any(part.startswith(".") for part in file.split("/"))}
    rooted, dotted = path.startswith("/"), path.startswith(("./", "../"))
    here = folder.split("/") if folder else []
    while path.startswith(("./", "../")):
        here = here[:-1] if path.startswith("../") else here
        path = path.split("/", 1)[1]
    path = "/".join([*here, path]) if dotted else path.removeprefix("/")
    name = path.rsplit("/", 1)[-1]
    if "." not in name or all(folded.rsplit("/", 1)[-1] != name for folded in seen.values()):
        path, name = f"{path}.md", f"{name}.md"
    named = {file: folded for file, folded in seen.items() if folded.rsplit("/", 1)[-1] == name}
    if len(named) == 1 and "/" not in path and not rooted and not dotted:
        return set(named)
    exact = {file for file, folded in named.items() if folded == path}
    if exact or rooted:
        return exact
    fitting = {file for file, folded in named.items() if folded.endswith(path)}
    near = {file for file in fitting if named[file].startswith(folder)}
    group = near or fitting
    return {file for file in group if len(file) == min(map(len, group))}


@given(st.lists(paths(), max_size=12, unique=True), paths(), linkpaths())
def test_same_answer_as_a_plain_reading(files: list[VaultPath], source: VaultPath, linkpath: str) -> None:
    assert set(choose_file(linkpath, source, NameIndex(files)).chosen) == plainly(linkpath, source, files)


@given(st.lists(paths(), max_size=12, unique=True), paths(), linkpaths())
def test_order_of_files_does_not_matter(files: list[VaultPath], source: VaultPath, linkpath: str) -> None:
    forward = choose_file(linkpath, source, NameIndex(files))
    assert forward == choose_file(linkpath, source, NameIndex(reversed(files)))


@given(st.lists(paths(), min_size=1, max_size=12, unique=True), paths(), st.data())
def test_shortest_linkpath_leads_back(files: list[VaultPath], source: VaultPath, data: st.DataObject) -> None:
    folded = [fold(file) for file in files]
    plain = [f for f in files if folded.count(fold(f)) == 1 and "." in f.rpartition("/")[2]]
    target = data.draw(st.sampled_from(plain)) if plain else None
    if target is None or any(part.startswith(".") for part in target.split("/")):
        return
    vault = Vault("", files, {})
    text = shortest_linkpath(target, source, vault)
    assert leads_to(text, target, source, vault) or target.endswith(".md")


@given(paths(), paths())
def test_relative_path_leads_to_the_file(target: VaultPath, source: VaultPath) -> None:
    parts = source.split("/")[:-1]
    for part in relative_path(target, source).split("/"):
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    assert "/".join(parts) == target
