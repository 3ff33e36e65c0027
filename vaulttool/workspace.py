"""One opened repository: where its root, its vault and its configuration are, and what can be asked of it."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from vaulttool.apply.run import apply_plan, write_file
from vaulttool.checks.base import Context
from vaulttool.checks.residues import residue
from vaulttool.checks.rowfaults import audited
from vaulttool.config.globs import Globs
from vaulttool.config.rebase import rebased
from vaulttool.config.settings import Settings
from vaulttool.engine.baseline import parse_baseline, written_baseline
from vaulttool.engine.compare import Key, key_of, subtract
from vaulttool.engine.fix import edited, fixed, planned
from vaulttool.engine.flip import flip_plan
from vaulttool.engine.run import Outcome, Selection, make_context, run_checks
from vaulttool.errors import ConfigError, NotAVault, VaulttoolError
from vaulttool.load.config_file import load_settings
from vaulttool.load.git import index_entries, renames, revision_entries, toplevel
from vaulttool.load.locate import configured_vault, find_vault, real, real_parent, relative
from vaulttool.load.trees import BlobTree, WorkingTree
from vaulttool.load.vault import AnyTree, Progress, load_vault
from vaulttool.model.change import Plan
from vaulttool.model.finding import Finding
from vaulttool.model.page import VaultPath
from vaulttool.rows.sync import Audit
from vaulttool.status.flip import Flip
from vaulttool.vault.vault import Vault

_UNRESOLVED = {"obsidian": "link-unresolved", "both": "link-unresolved", "portable": "link-portable-missing"}


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """What `check` is asked. `paths` are relative to the repository's root; empty means all."""

    paths: tuple[str, ...] = ()
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    verdict: str | None = None
    staged: bool = False
    since: str | None = None
    baseline: Path | None = None
    write_baseline: bool = False
    fix: bool = False


@dataclass(frozen=True, slots=True)
class Checked:
    """What `check` found. `unresolved` is None when the rule that counts them was not run."""

    findings: tuple[Finding, ...]
    pages: int
    links: int
    unresolved: int | None
    suppressed: int = 0
    baselined: int = 0
    stale: int = 0
    fixed: int = 0
    plan: Plan = field(default_factory=Plan)
    baseline_written: Path | None = None
    audit: Audit | None = None


@dataclass(frozen=True, slots=True)
class Leftovers:
    """What is left of retired names, and how much was looked at."""

    findings: tuple[Finding, ...]
    plan: Plan
    names: int
    files: int
    kept: int
    fixed: int


@dataclass(frozen=True, slots=True)
class Workspace:
    """A repository (or a folder without git) with its vault. `vault_folder` is relative to `root`."""

    root: Path
    vault_folder: str
    settings: Settings
    config_folder: Path
    git: bool

    @classmethod
    def open(cls, cwd: Path, *, config: Path | None = None, folder: Path | None = None) -> Workspace:
        """Find configuration, root and vault from a working directory.

        `folder` is one that the user named; without configuration it is, or holds, the vault.
        Raises ConfigError, NotAVault or GitError.
        """
        loaded = load_settings(folder or cwd, config)
        start = loaded.folder if loaded.file else real(folder or cwd)
        top = toplevel(start)
        root = top or start
        settings = loaded.settings
        if settings.vault is not None:
            vault = configured_vault(start / settings.vault, root, settings.vault, str(loaded.file))
        else:
            vault = find_vault(start, root, named=folder is not None)
        base = relative(start, root)
        settings = rebased(settings, "" if base == "." else base)
        return cls(root, "" if vault == root else relative(vault, root), settings, start, top is not None)

    def check(self, request: CheckRequest, progress: Progress | None = None) -> Checked:
        """Run the selected rules; with `fix`, plan the safe repairs (nothing is written yet)."""
        settings = self.settings
        verdict = request.verdict or settings.links.verdict
        selection = Selection.of(settings, request.select, request.ignore)
        with self.tree(staged=request.staged) as tree:
            vault = load_vault(tree, self.vault_folder, progress)
            self._demand_paths(request.paths, tree)
            chosen = frozenset(
                page.path
                for page in vault.pages()
                if self._is_wanted(vault.repo_path(page.path), request.paths)
            )
            ctx = make_context(vault, tree, settings, verdict)
            wanted = partial(self._is_wanted, given=request.paths)
            outcome = run_checks(
                ctx, (page for page in vault.pages() if page.path in chosen), selection, wanted
            )
            plan, repaired = Plan(), 0
            if request.fix:
                outcome, plan, repaired = fixed(ctx, chosen, selection, outcome, wanted)
        if request.write_baseline:
            return self._write_baseline(outcome, request, verdict, selection)
        findings: Sequence[Finding] = outcome.findings
        if request.since is not None:
            findings, _ = subtract(findings, self._known_at(request, selection, ctx))
        findings, baselined, stale = self._against_baseline(findings, request, selection)
        return Checked(
            tuple(findings),
            outcome.pages,
            outcome.links,
            _count(findings, selection, verdict),
            outcome.suppressed,
            baselined,
            stale,
            repaired,
            plan,
            audit=audited(ctx) if "index-unreachable" in selection.rules else None,
        )

    def residue(self, *, staged: bool = False, fix: bool = False) -> Leftovers:
        """What is left of the retired names; with `fix`, the plan that writes their successors."""
        with self.tree(staged=staged) as tree:
            vault = load_vault(tree, self.vault_folder, whole=False)
            ctx = make_context(vault, tree, self.settings, self.settings.links.verdict)
            found = residue(ctx)
            inside = (vault.vault_path(path) for path in dict.fromkeys(found.all_paths))
            pages = [page for path in inside if path is not None and (page := vault.page(path)) is not None]
            wanted = partial(self._is_wanted, given=())
            chosen = [page for page in pages if wanted(vault.repo_path(page.path))]
            outcome = run_checks(ctx, chosen, Selection(frozenset({"residue-name"})), wanted)
            fixable = [finding for finding in outcome.findings if fix and finding.fix is not None]
            plan = planned(edited(tree, [finding.fix for finding in fixable if finding.fix is not None]))
        left = tuple(finding for finding in outcome.findings if finding not in fixable)
        return Leftovers(left, plan, found.names, found.files, found.kept_places, len(fixable))

    def apply(self, plan: Plan) -> None:
        """Write a plan's changes to the working tree."""
        apply_plan(plan, self.root)

    @contextmanager
    def tree(self, *, staged: bool = False, revision: str | None = None) -> Iterator[AnyTree]:
        """The files to look at: on disk, in git's index, or in a revision."""
        if not staged and revision is None:
            yield WorkingTree(self.root, git=self.git)
            return
        if not self.git:
            option = "--staged" if staged else "--since"
            raise VaulttoolError(
                f"{option} needs a git repository",
                place=str(self.root),
                remedy="leave it out, or run git init",
            )
        entries = revision_entries(self.root, revision) if revision is not None else index_entries(self.root)
        tree = BlobTree(self.root, entries)
        try:
            yield tree
        finally:
            tree.close()

    @contextmanager
    def context(self) -> Iterator[Context]:
        """What rules look at, for the files on disk."""
        with self.vault() as (vault, tree):
            yield make_context(vault, tree, self.settings, self.settings.links.verdict)

    def flip_plan(self, ctx: Context, path: VaultPath, flip: Flip) -> tuple[Plan, list[Finding]]:
        """The plan that gives a page another status, and the sentences that no rule can rewrite."""
        page = ctx.vault.page(path)
        assert page is not None
        return flip_plan(ctx, page, flip, Selection.of(self.settings, ("status", "index")))

    @contextmanager
    def vault(self) -> Iterator[tuple[Vault, AnyTree]]:
        """The vault on disk, its pages read as they are asked for."""
        with self.tree() as tree:
            yield load_vault(tree, self.vault_folder, whole=False), tree

    def source_path(self, given: str, vault: Vault, cwd: Path) -> VaultPath:
        """A page as a user names it: from the repository's root, the vault's, or the working directory.

        A page that is not there is taken as it is written.
        """
        written = given.replace(os.sep, "/").removeprefix("./")
        from_cwd = relative(real(cwd) / given, self.root)
        for path in (written, from_cwd):
            inside = vault.vault_path(path)  # type: ignore[arg-type]
            if inside is not None and vault.names.at_exactly(inside):
                return inside
        if vault.names.at_exactly(VaultPath(written)):
            return VaultPath(written)
        inside = vault.vault_path(written)  # type: ignore[arg-type]
        return inside if inside is not None else VaultPath(written)

    def paths_of(self, given: Sequence[str], cwd: Path) -> tuple[str, ...]:
        """Paths of the command line as paths from the root. Raises VaulttoolError for one outside."""
        out = []
        for path in given:
            from_root = relative(real_parent(cwd / path), self.root)
            if from_root.startswith(".."):
                raise VaulttoolError(
                    "the path lies outside of the repository", place=path, remedy="name one below its root"
                )
            out.append("" if from_root == "." else from_root)
        return tuple(dict.fromkeys(out))

    def _demand_paths(self, paths: Sequence[str], tree: AnyTree) -> None:
        for path in paths:
            if path and not tree.is_file(path) and not tree.is_folder(path):  # type: ignore[arg-type]
                raise VaulttoolError(
                    "there is no such file or folder", place=path, remedy="check the spelling"
                )

    def _is_wanted(self, path: str, given: Sequence[str]) -> bool:
        """Whether a file is among those asked for, and not excluded."""
        if Globs(self.settings.exclude).match(path):
            return False
        return not given or any(path == one or not one or path.startswith(one + "/") for one in given)

    def _known_at(self, request: CheckRequest, selection: Selection, now: Context) -> Counter[Key]:
        """Findings that stood at the revision already, under the names that their pages have now."""
        assert request.since is not None
        with self.tree(revision=request.since) as tree:
            try:
                vault = load_vault(tree, self.vault_folder)
            except NotAVault:
                return Counter()
            ctx = replace(make_context(vault, tree, self.settings, now.verdict), past=True)
            outcome = run_checks(ctx, vault.pages(), selection)
        moved = {
            **_same_content(vault, now.vault),
            **renames(self.root, request.since, staged=request.staged),
        }
        return Counter(key_of(finding, moved) for finding in outcome.findings)

    def _baseline_file(self, request: CheckRequest) -> Path:
        return request.baseline or self.config_folder / self.settings.baseline

    def _write_baseline(
        self, outcome: Outcome, request: CheckRequest, verdict: str, selection: Selection
    ) -> Checked:
        file = self._baseline_file(request)
        write_file(file, written_baseline(outcome.findings))
        count = len(outcome.findings)
        unresolved = 0 if _UNRESOLVED[verdict] in selection.rules else None
        return Checked(
            (), outcome.pages, outcome.links, unresolved, outcome.suppressed, count, baseline_written=file
        )

    def _against_baseline(
        self, findings: Sequence[Finding], request: CheckRequest, selection: Selection
    ) -> tuple[Sequence[Finding], int, int]:
        file = self._baseline_file(request)
        if request.baseline is None and not file.is_file():
            return findings, 0, 0
        try:
            known = parse_baseline(file.read_bytes(), str(file))
        except OSError as error:
            remedy = "write one with --write-baseline"
            raise ConfigError(
                f"the baseline cannot be read: {error.strerror}", place=str(file), remedy=remedy
            ) from error
        new, left = subtract(findings, known)
        whole = not request.paths and request.since is None
        stale = sum(n for (rule, _, _), n in left.items() if rule in selection.rules) if whole else 0
        return new, len(findings) - len(new), stale


def _same_content(before: Vault, now: Vault) -> dict[str, str]:
    """Old to new path of pages that moved as they are, whether git was told or not."""
    new = {page.digest: page.path for page in now.pages() if page.path not in before.facts}
    gone = (page for page in before.pages() if page.path not in now.facts and page.digest in new)
    return {before.repo_path(page.path): now.repo_path(new[page.digest]) for page in gone}


def _count(findings: Sequence[Finding], selection: Selection, verdict: str) -> int | None:
    rule = _UNRESOLVED[verdict]
    return sum(finding.rule == rule for finding in findings) if rule in selection.rules else None
