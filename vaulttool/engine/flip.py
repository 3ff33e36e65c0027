"""A status flip as a whole: the page, every row that repeats it, every place that names its status."""

from __future__ import annotations

from collections import Counter

from vaulttool.checks.base import Context
from vaulttool.checks.rowfaults import faults_of
from vaulttool.checks.statuses import claims, index_rows, statuses
from vaulttool.edits.bytes import without_overlap
from vaulttool.engine.compare import key_of, subtract
from vaulttool.engine.fix import Overlay, applied, planned
from vaulttool.engine.run import Selection, run_checks
from vaulttool.errors import VaulttoolError
from vaulttool.model.change import Edit, Plan
from vaulttool.model.finding import Finding, Severity
from vaulttool.model.page import Page
from vaulttool.model.span import ByteSpan
from vaulttool.rows.sync import Kind
from vaulttool.status.claims import distinct
from vaulttool.status.flip import Flip, flipped
from vaulttool.text.source import Source


def flip_plan(ctx: Context, page: Page, flip: Flip, selection: Selection) -> tuple[Plan, list[Finding]]:
    """The plan of a status change, page and rows in one go, and the sentences that a person must rewrite.

    Raises VaulttoolError with the reason where the outcome would contradict itself.
    """
    overlay = Overlay(ctx.tree)
    before = run_checks(ctx, ctx.vault.pages(), selection)
    source = ctx.source(page)
    path = ctx.vault.repo_path(page.path)
    after = flipped(page, source, flip, statuses(ctx))
    now = applied(ctx, overlay, [Edit(path, ByteSpan(0, len(source.data)), after.data)])
    now = applied(now, overlay, _elsewhere(now, page))
    outcome = run_checks(now, now.vault.pages(), selection)
    new, _ = subtract(outcome.findings, Counter(map(key_of, before.findings)))
    left = [finding for finding in outcome.findings if _is_about(finding, page, now)]
    for finding in [*new, *left]:
        if finding.severity is Severity.WARNING:
            continue
        place = f"{finding.path}:{finding.place.line}"
        raise VaulttoolError(
            f"{finding.message} ({finding.rule})", place=place, remedy="nothing was changed; mend that first"
        )
    return planned(overlay), [finding for finding in new if finding.severity is Severity.WARNING]


def _elsewhere(ctx: Context, page: Page) -> list[Edit]:
    """Edits of rows and of words beside links, on other pages and in repository files."""
    rows = [
        fault.edit
        for fault in faults_of(ctx, Kind.DRIFT, Kind.SHAPE, Kind.MISSING)
        if fault.page is not None and fault.page.path == page.path and fault.edit is not None
    ]
    word = statuses(ctx).words.get(page.path)
    edits = [(edit,) for edit in rows]
    sources = {document.path: document.source for document in claims(ctx).documents}
    for claim in distinct(claims(ctx).all):
        listed = (claim.path, claim.link.place.line) in index_rows(ctx)
        if claim.about == page.path and word is not None and claim.word != word and not listed:
            source: Source = sources[claim.path]
            edits.append((Edit(claim.path, source.bytes_of(claim.span), word.encode()),))
    return without_overlap(edits)


def _is_about(finding: Finding, page: Page, ctx: Context) -> bool:
    """Whether a finding of the status rules stands on the page itself."""
    return finding.family == "status" and finding.path == ctx.vault.repo_path(page.path)
