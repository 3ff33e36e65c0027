"""Status that is no word of the vocabulary."""

from __future__ import annotations

from collections.abc import Iterator

from vaulttool.checks.base import Context, Rule, Scope
from vaulttool.checks.statuses import statuses
from vaulttool.model.finding import Finding
from vaulttool.model.page import Property
from vaulttool.status.pages import property_of
from vaulttool.status.vocabulary import Vocabulary
from vaulttool.text.source import place_of

RULE = Rule("status-unknown-word", "status", "the status is no word of the vocabulary", scope=Scope.VAULT)

_NEAR = 75


def check(ctx: Context) -> Iterator[Finding]:
    """One finding for each unknown word.

    Where the configuration says nothing of status, only words that are nearly one of ours: a
    vault may use the property for something else.
    """
    vocabulary = statuses(ctx).vocabulary
    for page in ctx.vault.markdown_pages():
        prop = property_of(page, vocabulary.key)
        if prop is None or not prop.value or vocabulary.word(prop.value) or "{{" in prop.value:
            continue
        near = _nearest(prop, vocabulary)
        if near or vocabulary.declared:
            words = ", ".join(f"`{word}`" for word in vocabulary.words)
            start = place_of(page.line_starts, prop.value_span.start)
            end = place_of(page.line_starts, prop.value_span.end)
            message = f"`{prop.value}` is no status; the words are {words}"
            yield RULE.at(
                ctx.vault.repo_path(page.path), start, end, message, content=prop.value, suggestions=near
            )


def _nearest(prop: Property, vocabulary: Vocabulary) -> tuple[str, ...]:
    from rapidfuzz import fuzz, process

    folded = {word.casefold(): word for word in vocabulary.words}
    text = (prop.value or "").casefold()
    found = process.extractOne(text, list(folded), scorer=fuzz.ratio, score_cutoff=_NEAR)
    return (folded[found[0]],) if found else ()
