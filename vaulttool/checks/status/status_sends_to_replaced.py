"""Live page that sends its reader to a replaced one as if it were procedure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from vaulttool.checks.base import Context, Rule, Scope
from vaulttool.checks.statuses import at_span, index_rows, status_place, statuses
from vaulttool.model.finding import Finding, Severity
from vaulttool.model.page import Kind, Link, Page
from vaulttool.status.pages import body_of
from vaulttool.status.vocabulary import Role

RULE = Rule(
    "status-sends-to-replaced",
    "status",
    "a live page sends readers to a replaced one",
    Severity.WARNING,
    scope=Scope.VAULT,
)

# Words beside a link that tell the reader that what it leads to is over.
_OVER = re.compile(
    r"\b(?:supersed\w+|histor\w+|deprecat\w+|retired?|retire[sd]|replac\w+|former\w*|predecessor\w*|old(?:er)?|"
    r"previous\w*|earlier|before|until|once|ago|era|was|were|had|used to|no longer|gone|ended)\b",
    re.IGNORECASE,
)
_WINDOW = 2000  # characters before a link among which its sentence begins
_BREAK = re.compile(r"(?<=[.!?])\s+|\n\s*\n|\n(?=\s*(?:[-*+]|\d+[.)]|\|)\s)")


def check(ctx: Context) -> Iterator[Finding]:
    """One finding for each such link with no word in its sentence, item or row that says it is over."""
    found = statuses(ctx)
    for page in found.pages(Role.LIVE):
        links = [link for link in page.links if link.kind is not Kind.PROPERTY and not link.target.external]
        for link in links:
            path = ctx.resolver.resolve(link.target, page.path).vault_path
            if path is None or found.role_of(path) is not Role.REPLACED or path == page.path:
                continue
            listed = (ctx.vault.repo_path(page.path), link.place.line) in index_rows(ctx)
            if not listed and not _is_over(page, link, ctx):
                message = (
                    f"the reader is sent to `{ctx.vault.repo_path(path)}`, which is `{found.words[path]}`"
                )
                yield at_span(RULE, page, link.span, message, ctx, related=(status_place(path, ctx),))


def _is_over(page: Page, link: Link, ctx: Context) -> bool:
    """Whether the sentence, list item or table row around a link says that its page is history."""
    text = ctx.source(page).text
    first = max(body_of(page), link.span.start - _WINDOW)
    start = max((found.end() for found in _BREAK.finditer(text, first, link.span.start)), default=first)
    after = _BREAK.search(text, link.span.end)
    end = after.start() if after else len(text)
    around = text[start : link.span.start] + " " + text[link.span.end : end] + " " + (link.display or "")
    words = statuses(ctx).vocabulary.pattern
    return bool(_OVER.search(around) or re.search(rf"\b(?:{words})\b", around))
