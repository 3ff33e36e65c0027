"""Value that does not fit the type that Obsidian recorded for its property (`.obsidian/types.json`)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from vaulttool.checks.base import Context, Rule, Scope
from vaulttool.checks.propfaults import on_span, recorded_types
from vaulttool.model.finding import Finding, Severity
from vaulttool.model.page import Page, Property
from vaulttool.parse.read import is_page
from vaulttool.parse.values import has_placeholder, plain_value

RULE = Rule(
    "frontmatter-type", "frontmatter", "the value is not of the property's type", Severity.WARNING, Scope.PAGE
)

_NAMES = {
    "number": "a number",
    "checkbox": "`true` or `false`",
    "date": "a date",
    "datetime": "a date with a time",
}
_MOMENT = re.compile(r"\d{4}(?:-\d\d(?:-\d\d(?:[T ].*)?)?)?", re.ASCII)
_LINK = re.compile(r"\[\[([^\[\]|]*)(?:\|[^\[\]]*)?\]\]")


def check(page: Page, ctx: Context) -> Iterator[Finding]:
    """One finding for each property at the top of the frontmatter."""
    types = recorded_types(ctx) if is_page(page.path) else {}
    for prop in page.properties if types else ():
        kind = types.get(prop.keys[0].casefold(), "") if len(prop.keys) == 1 else ""
        if kind in _NAMES and not _fits(prop, kind, page, ctx):
            message = f"`{prop.keys[0]}` is {_what(prop, page)}, and Obsidian records it as {_NAMES[kind]}"
            yield on_span(RULE, page, prop.key_span, ctx, message)


def _fits(prop: Property, kind: str, page: Page, ctx: Context) -> bool:
    """Whether the value is of the type; one that is empty, or that a template fills in, always is.

    A text in quotes that holds a number or a date is left alone, and so are a date with a time too
    many or too few, a year or month alone, and the link to a day's note.
    """
    if prop.value is None:
        text = ctx.source(page).text[prop.value_span.start : prop.value_span.end]
        return not _items(prop, page) or has_placeholder(text)
    value = plain_value(prop.value.strip())
    if value is None or has_placeholder(prop.value):
        return True
    if kind == "checkbox":
        return isinstance(value, bool)
    if kind == "number":
        return isinstance(value, int | float) and not isinstance(value, bool)
    return _MOMENT.fullmatch(_LINK.sub(r"\1", prop.value).strip()) is not None


def _items(prop: Property, page: Page) -> list[Property]:
    """What stands in a list or map."""
    return [inner for inner in page.properties if inner.keys[:-1] == prop.keys]


def _what(prop: Property, page: Page) -> str:
    if prop.value is None:
        is_list = [inner.keys[-1] for inner in _items(prop, page)][:1] == ["0"]
        return "a list" if is_list else "a map"
    value = " ".join(prop.value.split())
    return f"`{value if len(value) <= 60 else value[:60] + '…'}`"
