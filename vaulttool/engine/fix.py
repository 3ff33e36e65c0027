"""Safe fixes in memory: round after round, until none is left."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable

from vaulttool.checks.base import Context
from vaulttool.edits.bytes import apply_edits, without_overlap
from vaulttool.engine.compare import Key, key_of
from vaulttool.engine.run import Outcome, Selection, make_context, run_checks
from vaulttool.model.change import Edit, FileChange, Fix, Plan
from vaulttool.model.finding import Finding
from vaulttool.model.page import Page, RepoPath, VaultPath
from vaulttool.model.tree import Tree
from vaulttool.parse.read import read_page
from vaulttool.vault.vault import Vault

MAX_ROUNDS = 10


class Overlay:
    """A tree with changed files on top."""

    def __init__(self, below: Tree) -> None:
        self.below = below
        self.changed: dict[RepoPath, bytes] = {}

    def paths(self, folder: str = "") -> Iterable[RepoPath]:
        """Files of the tree below; an overlay adds none."""
        return self.below.paths(folder)

    def files(self) -> Iterable[RepoPath]:
        """As in the tree below."""
        return self.below.files()

    def tags(self) -> Iterable[str]:
        """As in the tree below."""
        return self.below.tags()

    def readable(self, path: RepoPath) -> bool:
        """As in the tree below."""
        return self.below.readable(path)

    def read(self, path: RepoPath) -> bytes:
        """The changed content, else that of the tree below."""
        return self.changed[path] if path in self.changed else self.below.read(path)

    def is_file(self, path: RepoPath) -> bool:
        """As in the tree below."""
        return self.below.is_file(path)

    def is_folder(self, path: RepoPath) -> bool:
        """As in the tree below."""
        return self.below.is_folder(path)

    def tracked(self, path: RepoPath) -> bool | None:
        """As in the tree below."""
        return self.below.tracked(path)


def fixed(
    ctx: Context,
    paths: Collection[VaultPath],
    selection: Selection,
    first: Outcome,
    wanted: Callable[[str], bool],
) -> tuple[Outcome, Plan, int]:
    """What is left after all safe fixes, the plan that makes it so, and how many were applied.

    A page whose fix changed it is read anew by the grammar of record, and all pages are checked
    again on the result: a fix that does not take its finding away is never written.
    """
    overlay = Overlay(ctx.tree)
    outcome, count = first, 0
    refused: set[Key] = set()
    for _ in range(MAX_ROUNDS):
        chosen = _fitting(outcome, refused)
        if not chosen:
            break
        before = dict(overlay.changed)
        after_ctx = applied(ctx, overlay, [edit for finding in chosen for edit in _edits(finding)])
        after = run_checks(after_ctx, _pages(after_ctx.vault, paths), selection, wanted)
        still = Counter(map(key_of, after.findings))
        useless = {
            key_of(finding) for finding in chosen if still[key_of(finding)] >= _count(finding, outcome)
        }
        if useless:
            refused |= useless
            overlay.changed = before
            continue
        count += len(chosen)
        ctx, outcome = after_ctx, after
    return outcome, planned(overlay), count


def edited(tree: Tree, fixes: Iterable[Fix]) -> Overlay:
    """A tree after fixes that do not touch each other."""
    overlay = Overlay(tree)
    by_path: dict[RepoPath, list[Edit]] = defaultdict(list)
    for edit in without_overlap(fix.edits for fix in fixes):
        by_path[edit.path].append(edit)
    for path, group in by_path.items():
        overlay.changed[path] = apply_edits(tree.read(path), group)
    return overlay


def planned(overlay: Overlay) -> Plan:
    """The plan that makes the tree below what the overlay is."""
    return Plan(
        tuple(
            FileChange(path, overlay.below.read(path), data)
            for path, data in sorted(overlay.changed.items())
            if overlay.below.read(path) != data
        )
    )


def _fitting(outcome: Outcome, refused: set[Key]) -> list[Finding]:
    """Findings whose safe fixes do not touch each other; the others wait for the next round."""
    fixable = [f for f in outcome.findings if f.fix and f.fix.safe and key_of(f) not in refused]
    kept = set(without_overlap(_edits(finding) for finding in fixable))
    return [finding for finding in fixable if kept.issuperset(_edits(finding))]


def _edits(finding: Finding) -> tuple[Edit, ...]:
    return finding.fix.edits if finding.fix else ()


def _count(finding: Finding, outcome: Outcome) -> int:
    key = key_of(finding)
    return sum(key_of(other) == key for other in outcome.findings)


def applied(ctx: Context, overlay: Overlay, edits: Iterable[Edit]) -> Context:
    """The context after edits: changed files in the overlay, changed pages read anew."""
    by_path: dict[RepoPath, list[Edit]] = defaultdict(list)
    for edit in edits:
        by_path[edit.path].append(edit)
    facts = dict(ctx.vault.facts)
    for path, group in by_path.items():
        overlay.changed[path] = apply_edits(overlay.read(path), group)
        inside = ctx.vault.vault_path(path)
        if inside is not None:
            facts[inside] = read_page(inside, overlay.changed[path])
    vault = Vault(ctx.vault.folder, ctx.vault.files, facts)
    return make_context(vault, overlay, ctx.settings, ctx.verdict)


def _pages(vault: Vault, paths: Collection[VaultPath]) -> Iterable[Page]:
    return (page for page in vault.pages() if page.path in paths)
