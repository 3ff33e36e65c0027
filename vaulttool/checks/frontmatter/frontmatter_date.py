"""Value with the shape of a date that no calendar has; Obsidian shows it as invalid and sorts it nowhere."""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.checks.base import Context, Rule, Scope
from vaulttool.checks.propfaults import on_span, recorded_types, shown
from vaulttool.model.finding import Finding, Severity
from vaulttool.model.page import Page, Property
from vaulttool.parse.read import is_page
from vaulttool.parse.values import has_date_shape, is_date

RULE = Rule(
    "frontmatter-date", "frontmatter", "the date is in no calendar", Severity.WARNING, scope=Scope.PAGE
)


def check(page: Page, ctx: Context) -> Iterator[Finding]:
    """One finding for each such value, lists and maps included."""
    for prop in page.properties if is_page(page.path) else ():
        if _may_be_date(prop, ctx) and not is_date(prop.value or ""):
            message = f"`{shown(prop)}` is `{prop.value}`, which is no date"
            yield on_span(RULE, page, prop.value_span, ctx, message)


def _may_be_date(prop: Property, ctx: Context) -> bool:
    """Whether an unquoted value has the shape, and its key is not recorded as something else."""
    if prop.style or prop.value is None or not has_date_shape(prop.value):
        return False
    return recorded_types(ctx).get(prop.keys[0].casefold(), "date") in ("date", "datetime")
