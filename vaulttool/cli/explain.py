"""`vaulttool explain`."""

from __future__ import annotations

import click

from vaulttool.cli.main import CLEAN
from vaulttool.cli.options import complete_rule
from vaulttool.errors import VaulttoolError
from vaulttool.load.manual import rule_page
from vaulttool.registry import expand, rule_modules, rules


@click.command()
@click.argument("rule", required=False, shell_complete=complete_rule)
def explain(rule: str | None) -> int:
    """Say what RULE means, why it is a fault, with a bad and a good example; without RULE, list all."""
    if rule is None:
        width = max(map(len, rule_modules()))
        for known in rules():
            click.echo(f"{known.id:{width}}  {known.family:12}  {known.summary}")
        return CLEAN
    named = sorted(expand([rule], "RULE"))
    for name in named:
        page = rule_page(name)
        if page is None:
            raise VaulttoolError(f"the manual has no page of `{name}`", remedy="install vaulttool anew")
        click.echo(_without_frontmatter(page).strip() + "\n" * (1 if name == named[-1] else 2))
    return CLEAN


def _without_frontmatter(page: str) -> str:
    return page.split("\n---\n", 1)[-1] if page.startswith("---\n") else page
