"""The manual in `vault/Tooling`: complete, in agreement with the code, its examples as they run."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
import yaml
from support.repo import make_repo, write_files
from support.tool import vaulttool

from vaulttool.cli.main import COMMANDS, cli
from vaulttool.registry import rules

ROOT = Path(__file__).parents[1]
MANUAL = ROOT / "vault" / "Tooling"
RULES = {rule.id: rule for rule in rules()}

HEADINGS = ["What it finds", "Why it is a fault", "Bad", "Good", "Fix", "Silence", "Rests on"]

NOT_RUN = {
    "link-untracked": "needs a git repository with an untracked file",
    "page-too-deep": "thousands of marks",
    "page-too-large": "more than 16 MiB",
    "page-undecodable": "bytes that are no UTF-8, on a page that is UTF-8",
}
"""Rules whose examples cannot be written as text, with the reason."""

USED_TABLES = ("links", "status", "index", "schema", "keep", "retired")
"""Tables of the configuration that a command reads today, `[[per-path]]` aside."""


def text_of(path: str) -> str:
    return (MANUAL / path).read_text(encoding="utf-8")


def frontmatter(text: str) -> dict[str, Any]:
    return yaml.safe_load(text.split("---\n", 2)[1])


def without_fences(text: str) -> str:
    return re.sub(r"(?ms)^```.*?^```$", "", text)


def section(text: str, heading: str) -> str:
    """What stands under a heading of the second level; in fences there are none."""
    parts: dict[str, list[str]] = {}
    lines: list[str] = []
    fenced = False
    for line in text.splitlines(keepends=True):
        fenced ^= line.startswith("```")
        if line.startswith("## ") and not fenced:
            lines = parts.setdefault(line[3:].strip(), [])
        else:
            lines.append(line)
    return "".join(parts[heading])


def fences(text: str, info: str) -> list[str]:
    return re.findall(rf"(?ms)^```{info}\n(.*?)^```$", text)


def files_of(fence: str) -> dict[str, str]:
    """Files of an example: a line `--- PATH` begins one."""
    parts = re.split(r"(?m)^--- (\S.*)\n", fence)
    assert not parts[0], "text before the first file"
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def places(rule: str, fence: str, folder: Path) -> list[str]:
    """Where a rule finds something in the files of an example."""
    write_files(folder, files_of(fence))
    # Whether a comment silences something shows only when the rules that it names run as well.
    select = "all" if rule == "suppression-unused" else rule
    found = vaulttool("check", "--select", select, "--format", "json", cwd=folder).findings
    return [f"{one['path']}:{one['line']}:{one['column']}" for one in found if one["rule"] == rule]


def test_every_rule_has_a_page_and_every_page_a_rule():
    assert {path.stem for path in (MANUAL / "Rules").iterdir()} == set(RULES)


@pytest.mark.parametrize("rule", RULES)
def test_page_of_a_rule_agrees_with_it(rule):
    text = text_of(f"Rules/{rule}.md")
    assert frontmatter(text) == {
        "title": rule,
        "description": RULES[rule].summary,
        "family": RULES[rule].family,
        "severity": str(RULES[rule].severity),
    }
    prose = without_fences(text)
    assert re.findall(r"(?m)^# (.*)$", prose) == [rule]
    assert re.findall(r"(?m)^## (.*)$", prose) == HEADINGS
    for heading in HEADINGS:
        assert section(text, heading).strip(), heading
    named = set(re.findall(r"vaulttool: ignore(?:-file)? ([a-z-]+) (?:%%|-->)", section(text, "Silence")))
    assert named <= {rule}


@pytest.mark.parametrize("rule", sorted(set(RULES) - set(NOT_RUN)))
def test_bad_example_is_found(rule, tmp_path):
    bad = section(text_of(f"Rules/{rule}.md"), "Bad")
    (files,), (finds,) = fences(bad, "files"), fences(bad, "finds")
    assert finds.split()
    assert places(rule, files, tmp_path) == finds.split()


@pytest.mark.parametrize("rule", sorted(set(RULES) - set(NOT_RUN)))
def test_good_example_is_silent(rule, tmp_path):
    good = section(text_of(f"Rules/{rule}.md"), "Good")
    (files,) = fences(good, "files")
    assert not fences(good, "finds")
    assert places(rule, files, tmp_path) == []


@pytest.mark.parametrize("rule", sorted(NOT_RUN))
def test_example_that_is_not_run_is_a_text(rule):
    for heading in ("Bad", "Good"):
        part = section(text_of(f"Rules/{rule}.md"), heading)
        assert fences(part, "text"), heading
        assert not fences(part, "files"), heading


@pytest.mark.parametrize("rule", RULES)
def test_explain_prints_the_page(rule):
    answer = vaulttool("explain", rule, cwd=ROOT)
    assert answer.code == 0
    assert answer.out.rstrip() == text_of(f"Rules/{rule}.md").split("\n---\n", 1)[1].strip()


def commands() -> list[tuple[str, click.Command]]:
    """All commands, those inside of groups with their whole name."""
    out: list[tuple[str, click.Command]] = []
    for name in COMMANDS:
        command = cli.get_command(click.Context(cli), name)
        assert command is not None
        out.append((name, command))
        if isinstance(command, click.Group):
            out += [(f"{name} {inner}", sub) for inner, sub in command.commands.items()]
    return out


def test_every_command_has_a_page_and_every_page_a_command():
    assert {path.stem for path in (MANUAL / "Commands").iterdir()} == set(COMMANDS)


@pytest.mark.parametrize(("name", "command"), commands(), ids=[name for name, _ in commands()])
def test_every_option_stands_on_the_command_s_page(name, command):
    text = text_of(f"Commands/{name.split()[0]}.md")
    assert f"vaulttool {name}" in text
    rows = [line for line in text.splitlines() if line.startswith("| `")]
    for param in command.params:
        if isinstance(param, click.Argument):
            assert any(row.startswith(f"| `{param.human_readable_name.upper().strip('[].')}") for row in rows)
        else:
            for option in param.opts:
                found = [row for row in rows if re.match(rf"\| `{option}[` ]", row)]
                assert found, option
                if isinstance(param.type, click.Choice):
                    assert all(f"`{value}`" in found[0] for value in param.type.choices), option


@pytest.mark.parametrize("name", COMMANDS)
def test_page_of_a_command_names_no_option_that_is_none(name):
    known = {
        opt
        for full, command in commands()
        if full.split()[0] == name
        for p in command.params
        for opt in p.opts
    }
    rows = re.findall(r"(?m)^\| `(--?[a-z-]+)", text_of(f"Commands/{name}.md"))
    assert set(rows) <= known | {"--help"}
    assert "## Exit codes" in text_of(f"Commands/{name}.md")


def test_every_used_key_stands_in_configuration():
    schema = json.loads((ROOT / "vaulttool" / "config" / "schema.json").read_text(encoding="utf-8"))
    text = text_of("Configuration.md")
    for key, value in schema["properties"].items():
        headings = re.findall(r"(?m)^##+ (.*)$", without_fences(text))
        tables = value.get("items", value)
        inner = tables.get("properties")
        if inner is None:
            assert f"`{key}`" in headings, key
        elif key in USED_TABLES or key == "per-path":
            name = f"[[{key}]]" if value["type"] == "array" else f"[{key}]"
            part = section(text, f"`{name}`")
            for known in inner:
                assert re.search(rf"(?m)^\| `{known}` \|", part), f"{key}.{known}"
        else:
            name = f"[[{key}]]" if value["type"] == "array" else f"[{key}]"
            assert f"`{name}`" in section(text, "Tables of later commands"), key


def test_examples_of_the_configuration_are_valid(tmp_path):
    write_files(tmp_path, {"vault/Home.md": "text\n"})
    for number, fence in enumerate(fences(text_of("Configuration.md"), "toml")):
        if "[tool.vaulttool]" in fence:
            continue
        write_files(tmp_path, {"vaulttool.toml": fence})
        answer = vaulttool("check", "--select", "pages", cwd=tmp_path)
        assert answer.code == 0, (number, answer.err)


def test_numbers_of_corpora_agree():
    counts = json.loads((ROOT / "tests" / "corpora.json").read_text(encoding="utf-8"))
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in text_of("Corpora.md").splitlines()
        if line.startswith("| `")
    ]
    got = {row[0].strip("`"): row[1:4] for row in rows}
    want = {
        name: [f"{one['pages']:,}", f"{one['links']:,}", f"{sum(one['findings'].values()):,}"]
        for name, one in counts.items()
    }
    assert got == want
    for name, one in counts.items():
        what = next(row[4] for row in rows if row[0] == f"`{name}`")
        for rule in one["findings"]:
            assert f"[[{rule}]]" in what, name


def test_index_of_the_manual_links_to_every_page():
    text = text_of("Tooling.md")
    for page in MANUAL.rglob("*.md"):
        if page.name != "Tooling.md":
            assert re.search(rf"\[\[{re.escape(page.stem)}(\\?\|[^\]]*)?\]\]", text), page.stem
    for rule in RULES.values():
        assert f"| [[{rule.id}]] | {rule.family} | {rule.severity} | {rule.summary} |" in text


def test_every_page_has_title_and_description():
    for page in MANUAL.rglob("*.md"):
        values = frontmatter(page.read_text(encoding="utf-8"))
        assert values["title"], page
        assert values["description"], page


def test_steps_of_link_rules_are_those_that_resolve_prints():
    text = text_of("Link rules.md")
    for step in ["1", "1.3", "1.10", *(f"4.{n}" for n in range(1, 11)), "5.1", "5.3", "5.8", "5.10", "6.1"]:
        assert re.search(rf"(?m)^\| {re.escape(step)} \|", text), step
    for step in ["7.1", "7.2", "7.3", "10.1", "10.2", "10.3", "10.4"]:
        assert re.search(rf"(?m)^\| {re.escape(step)} \|", text), step


SMALL_VAULT = {
    "vaulttool.toml": 'vault = "vault"\n',
    "compose.yaml": "services: {}\n",
    "vault/Home.md": "---\ntitle: Home\n---\n# Home\n\n"
    "Names are in [[LAN DNS]], hosts in [[Hosts]].\n"
    "The stack: [compose](../compose.yaml).\n"
    "See [[LAN-DNS#A record]] and [the manual](https://example.org).\n",
    "vault/Network/LAN-DNS.md": "# LAN-DNS\n\nBack to [[Home]].\n\n## A records\n",
    "vault/Hosts/Alpha.md": "# Alpha\n\nNames: [[LAN-DNS#A records]]\n",
    "vault/Hosts/Beta.md": "# Beta\n",
}
SESSIONS: dict[str, dict[str, str]] = {
    "Commands/check.md": SMALL_VAULT,
    "Commands/explain.md": SMALL_VAULT,
    "Commands/links.md": SMALL_VAULT,
    "Commands/resolve.md": SMALL_VAULT,
    "Output.md": SMALL_VAULT,
    "Suppression and baseline.md": SMALL_VAULT,
    "Commands/index.md": {
        "vaulttool.toml": 'vault = "vault"\n\n[[index]]\npath = "vault/Home.md"\nunder = "Hosts"\n'
        'scope = ["vault/Hosts/**"]\nrow = "- [[{page}]] — {description}"\n',
        "vault/Home.md": "# Home\n\n## Hosts\n\n- [[Alpha]] — web server\n- [[Beta]] — mail server\n",
        "vault/List.md": "# List\n\n## Hosts\n\n- [[Alpha]] — mirror of the web server\n"
        "- [[Beta]] — mail server\n- [[Gamma]]: to be bought\n",
        "vault/Hosts/Alpha.md": "---\ndescription: mirror of the web server\n---\n",
        "vault/Hosts/Beta.md": "---\ndescription: mail server\n---\n",
        "vault/Hosts/Gamma.md": "---\ndescription: print server\n---\n",
    },
    "Commands/residue.md": {
        "vaulttool.toml": 'vault = "vault"\n\n[keep]\npaths = ["vault/Log/**"]\n\n[[retired]]\n'
        'name = "pump-house"\nsuccessor = "well-room"\nsince = 2026-05-01\n',
        "run.sh": "echo $PUMP_HOUSE\necho pump-house2\n",
        "vault/Home.md": "The Pump House.\n",
        "vault/Log/2025.md": "The pump-house was built.\n",
        "vault/Wells.md": "# Wells\n",
    },
    "Commands/status.md": {
        "vaulttool.toml": 'vault = "vault"\n',
        "vault/Home.md": "- [[Alpha]] (ACTIVE)\n- [[Beta]] (ACTIVE)\n",
        "vault/Hosts/Alpha.md": "---\ntitle: Alpha\nservice: web\nstatus: ACTIVE\n---\n# Alpha\n",
        "vault/Hosts/Beta.md": "---\ntitle: Beta\nservice: web\nstatus: ACTIVE\n---\n# Beta\n",
    },
}
"""Pages with sessions, and the repository in which each session runs, command after command."""


def session(text: str) -> list[tuple[str, str]]:
    """The commands of a page's `console` fences, each with what it prints."""
    parts = re.split(r"(?m)^\$ (.*)\n", "".join(fences(text, "console")))
    assert not parts[0], "text before the first command"
    return list(zip(parts[1::2], parts[2::2], strict=True))


def printed(command: str, folder: Path) -> str:
    """What a command line prints, standard error first, as it is written before the report."""
    if " | " not in command:
        answer = vaulttool(*shlex.split(command)[1:], cwd=folder)
        return answer.err + answer.out
    script = f'vaulttool() {{ "{sys.executable}" -m vaulttool "$@"; }}\n{command}'
    done = subprocess.run(
        ["sh", "-c", script], cwd=folder, check=True, capture_output=True, text=True, encoding="utf-8"
    )
    return done.stderr + done.stdout


def one_space(text: str) -> str:
    """Columns as wide as their contents: a new rule with a longer name shall not change the pages."""
    return re.sub("  +", "  ", text)


def test_every_page_with_a_session_is_run():
    pages = {path.relative_to(MANUAL).as_posix() for path in MANUAL.rglob("*.md")}
    assert {page for page in pages if fences(text_of(page), "console")} == set(SESSIONS)


@pytest.mark.parametrize("page", SESSIONS)
def test_sessions_print_what_the_page_shows(page, tmp_path):
    make_repo(tmp_path, SESSIONS[page])
    for command, shown in session(text_of(page)):
        assert one_space(printed(command, tmp_path)) == one_space(shown), command


def test_options_in_front_of_the_command_stand_in_the_index():
    rows = re.findall(r"(?m)^\| `(--[a-z]+)` \|", text_of("Tooling.md"))
    assert set(rows) == {max(p.opts, key=len) for p in cli.params} | {"--help"}


def example_rows(heading: str) -> list[list[str]]:
    part = text_of("Link rules.md").split(f"### {heading}\n")[1].split("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in part.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in row] for row in rows[2:]]


def resolved(rows: list[tuple[str, str]], folder: Path) -> list[dict[str, Any]]:
    """Answers to pairs of page and link in the vault of the examples of `Link rules`."""
    (files,) = fences(text_of("Link rules.md"), "files")
    write_files(folder, files_of(files))
    asked = "".join(json.dumps({"from": page, "link": link}) + "\n" for page, link in rows)
    return vaulttool("resolve", "--stdin", cwd=folder, stdin=asked.encode()).lines


def test_links_of_link_rules_lead_where_the_page_says(tmp_path):
    rows = example_rows("Examples of files")
    answers = resolved([(page.strip("`"), link.strip("`")) for link, page, _, _ in rows], tmp_path)
    for (link, _, where, step), answer in zip(rows, answers, strict=True):
        assert answer["rule"] == step, link
        if where.startswith("nothing"):
            assert answer["status"] == "unresolved", link
        elif where.startswith("several"):
            assert re.findall(r"`(.*?)`", where) == [one["path"] for one in answer["candidates"]], link
        else:
            assert answer["target"] == where.split("`")[1], link


def test_subpaths_of_link_rules_are_there_or_not_as_the_page_says(tmp_path):
    rows = example_rows("Examples of subpaths")
    answers = resolved([("Home.md", link.strip("`")) for link, _, _ in rows], tmp_path)
    for (link, there, _), answer in zip(rows, answers, strict=True):
        assert answer["status"] == "resolved", link
        assert answer["subpath_ok"] == {"yes": True, "no": False}.get(re.split(r"\W", there)[0]), link


def test_pages_of_rules_name_steps_that_link_rules_have():
    known = re.findall(r"(?m)^\| ([0-9.]+) \|", text_of("Link rules.md"))
    for path in (MANUAL / "Rules").iterdir():
        text = without_fences(path.read_text(encoding="utf-8"))
        for sentence in re.findall(r"[^.]*\b[Ss]teps? [^\[]*\[\[Link rules\]\]", text):
            assert set(re.findall(r"\b\d+\.\d+\b", sentence)) <= set(known), path.name
        assert "§" not in text, path.name
        assert "link rule " not in text, path.name
