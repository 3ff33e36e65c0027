"""Properties against the JSON Schemas that the configuration binds to pages."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from vaulttool.checks.base import Context, Rule, Scope
from vaulttool.checks.propfaults import on_span
from vaulttool.config.globs import Globs
from vaulttool.errors import ConfigError
from vaulttool.model.finding import Finding
from vaulttool.model.page import Page, RepoPath
from vaulttool.model.span import Span
from vaulttool.parse.frontmatter import frontmatter_node
from vaulttool.parse.read import is_page
from vaulttool.parse.values import Json, TooMuch, as_json, has_placeholder

if TYPE_CHECKING:
    import jsonschema_rs

RULE = Rule("frontmatter-schema", "frontmatter", "the properties break their JSON Schema", scope=Scope.PAGE)

MAX_BACKTRACKS = 100_000
"""Steps that a pattern with look-around or back references may take; others are linear."""

_LONGEST = 200
_BETWEEN_TAGS = re.compile(r"[\s,]+")


@dataclass(frozen=True)
class Binding:
    """One `[[schema]]` table: the pages it is for, and what judges them."""

    file: RepoPath
    paths: Globs
    tags: frozenset[str]
    everywhere: bool
    validator: jsonschema_rs.Validator

    def binds(self, path: RepoPath, tags: frozenset[str]) -> bool:
        """Whether a page's path fits, or one of its tags; a table that names neither is for all."""
        return self.everywhere or self.paths.match(path) or not self.tags.isdisjoint(tags)


def check(page: Page, ctx: Context) -> Iterator[Finding]:
    """One finding for each fault, at the key that it is about; at the top where the key is missing."""
    bindings = ctx.once("schemas", lambda: _bindings(ctx))
    path = ctx.vault.repo_path(page.path)
    if not is_page(page.path) or any(problem.rule == "frontmatter-unparsed" for problem in page.problems):
        return
    bound = [binding for binding in bindings if binding.binds(path, _tags(page))]
    if not bound:
        return
    try:
        values = as_json(frontmatter_node(ctx.source(page).text))
    except TooMuch:
        return
    for binding in bound:
        for key, message in _faults(binding, values):
            yield on_span(RULE, page, _place(key, page), ctx, message)


def _bindings(ctx: Context) -> list[Binding]:
    """What the tables of the configuration bind. Raises ConfigError where a schema cannot be used."""
    out = []
    for table in ctx.settings.rest.get("schema", ()):
        try:
            out.append(_binding(table, ctx))
        except ConfigError:
            if not ctx.past:
                raise
    return out


def _binding(table: Mapping[str, Any], ctx: Context) -> Binding:
    file = RepoPath(posixpath.normpath(table["file"]))
    paths, tags = table.get("paths", ()), table.get("tags", ())
    folded = frozenset(_folded(tag) for tag in tags)
    everywhere = "paths" not in table and "tags" not in table
    return Binding(file, Globs(paths), folded, everywhere, _validator(file, ctx))


def _validator(file: RepoPath, ctx: Context) -> jsonschema_rs.Validator:
    """What judges by a schema file. Raises ConfigError where the file cannot be used."""
    import jsonschema_rs

    options = jsonschema_rs.FancyRegexOptions(backtrack_limit=MAX_BACKTRACKS)
    schema = _schema(file, ctx)
    try:
        return jsonschema_rs.validator_for(
            schema, retriever=_refuse, validate_formats=True, pattern_options=options
        )
    except (ValueError, jsonschema_rs.ReferencingError) as error:
        message = _short(str(error))
        raise ConfigError(f"no JSON Schema: {message}", place=file, remedy="mend the schema") from error


def _schema(file: RepoPath, ctx: Context) -> Any:  # noqa: ANN401 - whatever JSON holds
    if not ctx.tree.is_file(file) or not ctx.tree.readable(file):
        remedy = "correct `file` in [[schema]], or add the schema"
        raise ConfigError("there is no such schema in the repository", place=file, remedy=remedy)
    try:
        return json.loads(ctx.tree.read(file).decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"not JSON: {_short(str(error))}", place=file, remedy="mend the schema") from error


def _refuse(uri: str) -> Any:  # noqa: ANN401 - the signature that is asked for
    """Nothing outside of the schema's own file is looked at, neither on the disk nor on a network."""
    raise ValueError(f"{uri} is not fetched; a schema must be whole")


def _tags(page: Page) -> frozenset[str]:
    """Tags in the frontmatter, folded, each with those that it is nested in."""
    out: set[str] = set()
    for prop in page.properties:
        if prop.keys[0].lower() in ("tags", "tag") and prop.value:
            for tag in map(_folded, _BETWEEN_TAGS.split(prop.value)):
                out.update(tag[: at.start()] for at in re.finditer(r"/|$", tag))
    return frozenset(out - {""})


def _folded(tag: str) -> str:
    return tag.removeprefix("#").strip("/").casefold()


def _faults(binding: Binding, values: dict[str, Json]) -> Iterator[tuple[str | None, str]]:
    """Key (None for a fault of the whole) and message of each fault, in the order of the schema."""
    for error in binding.validator.iter_errors(values):
        path = list(error.instance_path)
        if _filled_in(_at(values, path)) and path:
            continue
        if "backtrack" in error.message.lower() and error.kind.name == "pattern":
            remedy = "take the nested repetition out of the pattern"
            raise ConfigError("a pattern takes too many steps", place=binding.file, remedy=remedy)
        if path:
            yield str(path[0]), f"`{_dotted(path)}`: {_short(error.message)} ({binding.file})"
        else:
            yield from _of_the_whole(error, values, binding.file)


def _of_the_whole(
    error: jsonschema_rs.ValidationError, values: Mapping[str, Json], file: str
) -> Iterator[tuple[str | None, str]]:
    """Faults that the validator finds in the properties as a whole, at the keys that they name."""
    kind = error.kind.as_dict()
    match error.kind.name:
        case "required":
            yield None, f"`{kind['property']}` is missing ({file})"
        case "additionalProperties" | "unevaluatedProperties":
            for key in kind["unexpected"]:
                yield key, f"`{key}` is no property that the schema allows ({file})"
        case "propertyNames":
            key = kind["error"].instance
            name = key if isinstance(key, str) and key in values else None
            yield name, f"the name of a property: {_short(kind['error'].message)} ({file})"
        case keyword:
            yield None, f"the properties break `{keyword}` ({file})"


def _at(values: Json, path: Sequence[str | int]) -> Json:
    for step in path:
        values = values[step]  # type: ignore[index]
    return values


def _filled_in(value: Json) -> bool:
    """Whether a template's placeholder stands where the value will be."""
    if isinstance(value, str):
        return has_placeholder(value)
    return isinstance(value, dict) and any(not key for key in value)


def _dotted(path: Sequence[str | int]) -> str:
    return ".".join(str(step) for step in path)


def _short(message: str) -> str:
    line = " ".join(message.split("\n\n", 1)[0].split())
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"


def _place(key: str | None, page: Page) -> Span:
    """Where a key stands; the top of the page where it does not."""
    spans = (prop.key_span for prop in page.properties if prop.keys == (key,))
    return next(spans, Span(0, 0))
