"""Run the selected rules over the pages of a vault."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass

from vaulttool.checks.base import Context, Judged, Scope, Verdict
from vaulttool.config.globs import Globs
from vaulttool.config.settings import Settings
from vaulttool.engine.suppress import without_suppressed
from vaulttool.model.finding import Finding
from vaulttool.model.page import Kind, Page, RepoPath
from vaulttool.model.tree import Tree
from vaulttool.parse.read import is_page, is_readable
from vaulttool.registry import Loaded, expand, load
from vaulttool.resolve.portable import Forge
from vaulttool.resolve.resolver import Resolver
from vaulttool.resolve.suggest import RepositoryNames, Suggester
from vaulttool.vault.names import is_hidden
from vaulttool.vault.vault import Vault

_PER_PATH = "[[per-path]]"
_NO_LINKS_ON_A_FORGE = (Kind.PROPERTY, Kind.CANVAS, Kind.BASE)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Findings in the order of a report, and what was looked at."""

    findings: tuple[Finding, ...]
    pages: int
    links: int
    suppressed: int


@dataclass(frozen=True, slots=True)
class Selection:
    """Which rules run, from configuration and command line; per-path exceptions included."""

    rules: frozenset[str]
    exceptions: tuple[tuple[Globs, set[str], set[str]], ...] = ()

    @classmethod
    def of(cls, settings: Settings, select: Collection[str] = (), ignore: Collection[str] = ()) -> Selection:
        """`select` of the command line replaces that of the configuration; `ignore` adds to it."""
        chosen = expand(select, "--select") if select else expand(settings.select, "`select`")
        left_out = expand(settings.ignore, "`ignore`") | expand(ignore, "--ignore")
        exceptions = tuple(
            (Globs(table.paths), expand(table.select, _PER_PATH), expand(table.ignore, _PER_PATH))
            for table in settings.per_path
        )
        return cls(frozenset(chosen - left_out), exceptions)

    def at(self, path: str) -> frozenset[str]:
        """The rules that apply to a file: `[[per-path]]` tables may leave some out or choose anew."""
        rules = self.rules
        for paths, select, ignore in self.exceptions:
            if paths.match(path):
                rules = (rules & select if select else rules) - ignore
        return rules


def make_context(vault: Vault, tree: Tree, settings: Settings, verdict: str) -> Context:
    """What rules look at, for one state of the vault."""
    return Context(
        vault,
        tree,
        settings,
        Resolver(vault, tree),
        Forge(vault, tree),
        Suggester(vault),
        RepositoryNames(tree),
        Globs(settings.links.generated),
        verdict,
    )


def run_checks(
    ctx: Context, pages: Iterable[Page], selection: Selection, wanted: Callable[[str], bool] | None = None
) -> Outcome:
    """Check pages, and the repository files that `wanted` names.

    The order of the findings depends on nothing but their places.
    """
    loaded = {rule: load(rule) for rule in selection.rules}
    elsewhere = _on_vault(ctx, loaded.values())
    findings: list[Finding] = []
    count = links = suppressed = 0
    for page in pages:
        path = ctx.vault.repo_path(page.path)
        chosen = [loaded[rule] for rule in sorted(selection.at(path))]
        found = [*_on_page(page, ctx, chosen), *_selected(elsewhere.pop(path, []), path, selection)]
        kept, silenced = without_suppressed(page, ctx, found, selection)
        findings += kept
        suppressed += silenced
        count += is_page(page.path)
        links += sum(not link.target.external for link in page.links)
    for path, found in elsewhere.items():
        inside = ctx.vault.vault_path(path)
        is_page_of_vault = inside is not None and is_readable(inside) and not is_hidden(inside)
        if not is_page_of_vault and (wanted is None or wanted(path)):
            findings += _selected(found, path, selection)
    findings.sort(key=lambda finding: finding.sort_key)
    return Outcome(tuple(_numbered(findings)), count, links, suppressed)


def _on_vault(ctx: Context, rules: Iterable[Loaded]) -> dict[RepoPath, list[Finding]]:
    """Findings of the rules that look at the vault as a whole, by file."""
    found: dict[RepoPath, list[Finding]] = {}
    for loaded in rules:
        if loaded.rule.scope is Scope.VAULT:
            for finding in loaded.check(ctx):
                found.setdefault(finding.path, []).append(finding)
    return found


def _selected(findings: Iterable[Finding], path: str, selection: Selection) -> list[Finding]:
    rules = selection.at(path)
    return [finding for finding in findings if finding.rule in rules]


def _on_page(page: Page, ctx: Context, rules: list[Loaded]) -> Iterator[Finding]:
    unwanted = {"obsidian": Verdict.PORTABLE, "portable": Verdict.OBSIDIAN}.get(ctx.verdict)
    rules = [loaded for loaded in rules if loaded.rule.verdict is not unwanted]
    for loaded in rules:
        if loaded.rule.scope is Scope.PAGE:
            yield from loaded.check(page, ctx)
    on_links = [loaded for loaded in rules if loaded.rule.scope is Scope.LINK]
    if not on_links:
        return
    for link in page.links:
        if link.target.external:
            continue
        shown = ctx.verdict != "obsidian" and link.kind not in _NO_LINKS_ON_A_FORGE
        portable = ctx.forge.resolve(link.target, page.path) if shown else None
        judged = Judged(link, ctx.resolver.resolve(link.target, page.path), portable)
        for loaded in on_links:
            yield from loaded.check(page, judged, ctx)


def _numbered(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Findings that say the same on the same page, told apart by their number."""
    seen: Counter[tuple[str, str, str]] = Counter()
    for finding in findings:
        key = (finding.path, finding.rule, finding.content)
        yield finding.numbered(seen[key]) if seen[key] else finding
        seen[key] += 1
