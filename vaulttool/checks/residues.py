"""What the residue rules share: the sweep over the repository, once a run."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from vaulttool.checks.base import Context
from vaulttool.checks.statuses import statuses
from vaulttool.config.globs import Globs
from vaulttool.model.page import RepoPath
from vaulttool.names.finder import Finder
from vaulttool.sweep.kept import Kept, Surroundings, Why
from vaulttool.sweep.scan import Scanned, finder_of, scanned


def surroundings(ctx: Context) -> Surroundings:
    """What a sweep looks at."""
    generated = Globs(ctx.settings.links.generated)
    return Surroundings(ctx.vault, ctx.tree, ctx.resolver, statuses(ctx), ctx.settings.rest, generated)


def kept_for(ctx: Context, finder: Finder, named: Iterable[str] = ()) -> Kept:
    """Where the names of a finder may stand."""
    return Kept(surroundings(ctx), finder, named)


@dataclass(frozen=True)
class Residue:
    """Retired names: files that hold one in their content, and files that hold one in their name."""

    kept: Kept
    scans: tuple[Scanned, ...]
    paths: tuple[RepoPath, ...]
    tags: tuple[str, ...]
    names: int
    files: int

    @property
    def all_paths(self) -> tuple[RepoPath, ...]:
        """Files with a retired name in content or path."""
        return (*(scan.path for scan in self.scans if scan.hits), *self.paths)

    @property
    def kept_places(self) -> int:
        """How often a retired name stands where it may."""
        idle = (Why.WORD, Why.RECORD)
        return sum(why not in idle for scan in self.scans for _, why in scan.kept)


def residue(ctx: Context) -> Residue:
    """The sweep for all `[[retired]]` names of the configuration."""
    return ctx.once("residue", lambda: _residue(ctx))


def _residue(ctx: Context) -> Residue:
    finder = finder_of(ctx.settings.rest.get("retired", ()))
    kept = kept_for(ctx, finder)
    if not finder.pairs:
        return Residue(kept, (), (), (), 0, 0)
    files = list(ctx.tree.files())
    paths = tuple(path for path in files if kept.hits_in_path(path))
    tags = tuple(tag for tag in ctx.tree.tags() if kept.hits_in_path(RepoPath(tag)))
    return Residue(kept, tuple(scanned(kept, files)), paths, tags, len(finder.pairs), len(files))
