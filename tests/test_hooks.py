"""The published hooks as their users meet them: real git, real pre-commit, real commits.

The command line of each hook is read from `.pre-commit-hooks.yaml`. Only the language differs: `system`
runs the command of this environment, where a user's pre-commit would first install it.
"""

import os
import shlex
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[1]
PUBLISHED = {
    hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
}
SCRIPTS = sysconfig.get_path("scripts")

HOME = "# Home\n\nNames: [[DNS]].\n\nStack: [compose](../compose.yaml).\n"


class Repository:
    """A git repository in which a published hook guards every commit."""

    def __init__(self, root: Path, caches: Path):
        self.root = root
        kept = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("COV_", "COVERAGE_", "GIT_", "PRE_COMMIT", "PYTHON", "VAULTTOOL_"))
            and name != "SKIP"
        }
        self.environment = kept | {
            "PATH": os.pathsep.join([SCRIPTS, os.environ.get("PATH", "")]),
            "HOME": str(caches),
            "XDG_CACHE_HOME": str(caches / "xdg"),
            "PRE_COMMIT_HOME": str(caches / "pre-commit"),
            "PRE_COMMIT_COLOR": "never",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_AUTHOR_NAME": "Writer",
            "GIT_AUTHOR_EMAIL": "writer@example.org",
            "GIT_COMMITTER_NAME": "Writer",
            "GIT_COMMITTER_EMAIL": "writer@example.org",
        }

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """The command's end; what it said on both channels is its `stdout`."""
        return subprocess.run(
            command,
            cwd=self.root,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )

    def git(self, *arguments: str) -> str:
        done = self.run("git", *arguments)
        assert done.returncode == 0, f"git {arguments}: {done.stdout}"
        return done.stdout.strip()

    def write(self, path: str, content: str) -> None:
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(content, encoding="utf-8")

    def head(self) -> str:
        return self.git("rev-parse", "HEAD")

    def accepts(self, *arguments: str) -> str:
        """Commit, which must succeed with the hook having run; what was said."""
        done = self.run("git", "commit", "-m", "change", *arguments)
        assert done.returncode == 0, done.stdout
        assert "Passed" in done.stdout, done.stdout
        return done.stdout

    def refuses(self, *arguments: str) -> str:
        """Commit, which the hook must refuse because of findings, not because it failed; what was said."""
        before = self.head()
        done = self.run("git", "commit", "-m", "change", *arguments)
        assert done.returncode != 0, done.stdout
        assert "exit code: 1" in done.stdout, done.stdout
        assert self.head() == before
        return done.stdout


# The hooks that look at links: the same commits are put to each.
LINK_HOOKS = ["vaulttool", "vaulttool-links"]

# For each hook of another family, the change that it must refuse, and the place that it names.
FAULTS = {
    "vaulttool-status": (
        {
            "vault/a.md": "---\nstatus: ACTIVE\nservice: mail\n---\n",
            "vault/b.md": "---\nstatus: ACTIVE\nservice: mail\n---\n",
        },
        "vault/b.md:3:10: status-two-live",
    ),
    "vaulttool-index": (
        {
            "vaulttool.toml": 'vault = "vault"\n[[index]]\npath = "AGENTS.md"\nscope = ["vault/p/**"]\n'
            'row = "- [[{page}]]: {what}"\n',
            "AGENTS.md": "# Agents\n\n- [[Mail]]: post\n",
            "vault/p/Mail.md": "---\nwhat: letters\n---\n",
        },
        "AGENTS.md:3:13: index-row-drift",
    ),
    "vaulttool-residue": (
        {
            "vaulttool.toml": 'vault = "vault"\n[[retired]]\nname = "old-mail"\n',
            ".env": "OLD_MAIL_PORT=1\n",
        },
        ".env:1:1: residue-name",
    ),
    "vaulttool-frontmatter": (
        {"vault/Mail.md": "---\nkind: post\nkind: mail\n---\n"},
        "vault/Mail.md:3:1: frontmatter-duplicate-key",
    ),
}


@pytest.fixture(params=LINK_HOOKS)
def repo(request: pytest.FixtureRequest, tmp_path: Path) -> Repository:
    """A repository whose first commit has passed the hook."""
    return guarded(request.param, tmp_path)


def guarded(name: str, tmp_path: Path) -> Repository:
    """A repository guarded by one of the published hooks."""
    hook = {key: value for key, value in PUBLISHED[name].items() if key != "description"}
    hook["language"] = "system"
    repository = Repository(tmp_path / "repository", tmp_path / "caches")
    repository.root.mkdir()
    (tmp_path / "caches").mkdir()
    repository.git("init", "--quiet", "--initial-branch=main")
    configuration = {"repos": [{"repo": "local", "hooks": [hook]}]}
    repository.write(".pre-commit-config.yaml", yaml.safe_dump(configuration, sort_keys=False))
    repository.write("vaulttool.toml", 'vault = "vault"\n')
    repository.write("compose.yaml", "services: {}\n")
    repository.write("vault/Home.md", HOME)
    repository.write("vault/DNS.md", "# DNS\n\nBack to [[Home]].\n")
    installed = repository.run(sys.executable, "-m", "pre_commit", "install")
    assert installed.returncode == 0, installed.stdout
    repository.git("add", ".")
    repository.accepts()
    return repository


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(set(PUBLISHED) - set(LINK_HOOKS)))
def test_hook_of_a_family_refuses_its_faults(name, tmp_path):
    repo = guarded(name, tmp_path)
    files, place = FAULTS[name]
    for path, content in files.items():
        repo.write(path, content)
    repo.git("add", ".")
    assert place in repo.refuses()


@pytest.mark.slow
def test_clean_commit_passes(repo):
    repo.write("vault/Mail.md", "# Mail\n\nSee [[DNS]].\n")
    repo.git("add", ".")
    repo.accepts()


@pytest.mark.slow
def test_commit_without_a_page_passes(repo):
    repo.write("compose.yaml", "services: {web: {}}\n")
    repo.git("add", ".")
    repo.accepts()


@pytest.mark.slow
def test_deleted_page_breaks_the_page_that_links_to_it(repo):
    repo.git("rm", "--quiet", "vault/DNS.md")
    said = repo.refuses()
    assert said.count("vault/Home.md:3:8: link-unresolved") == 1, said


@pytest.mark.slow
def test_renamed_page_breaks_the_page_that_links_to_it(repo):
    repo.git("mv", "vault/DNS.md", "vault/Names.md")
    assert "vault/Home.md:3:8: link-unresolved" in repo.refuses()


@pytest.mark.slow
def test_page_deleted_together_with_its_link_passes(repo):
    repo.git("rm", "--quiet", "vault/DNS.md")
    repo.write("vault/Home.md", HOME.replace("[[DNS]]", "none"))
    repo.git("add", ".")
    repo.accepts()


@pytest.mark.slow
def test_deleted_repository_file_breaks_the_page_that_links_to_it(repo):
    repo.git("rm", "--quiet", "compose.yaml")
    said = repo.refuses()
    assert said.count("vault/Home.md:5:") == 1, said


@pytest.mark.slow
def test_untracked_page_is_no_target(repo):
    repo.write("vault/New.md", "# New\n")
    repo.write("vault/Home.md", HOME + "\n[[New]]\n")
    repo.git("add", "vault/Home.md")
    assert "vault/Home.md:7:1:" in repo.refuses()


@pytest.mark.slow
def test_untracked_repository_file_is_no_target(repo):
    repo.write("deploy.env", "PORT=1\n")
    repo.write("vault/Home.md", HOME + "\n[env](../deploy.env)\n")
    repo.git("add", "vault/Home.md")
    assert "vault/Home.md:7:1:" in repo.refuses()


@pytest.mark.slow
def test_repair_that_is_not_staged_does_not_count(repo):
    repo.write("vault/Home.md", HOME + "\n[[Nowhere]]\n")
    repo.git("add", ".")
    repo.write("vault/Home.md", HOME)
    assert "vault/Home.md:7:1: link-unresolved" in repo.refuses()


@pytest.mark.slow
def test_fault_that_is_not_staged_does_not_count(repo):
    repo.write("vault/Mail.md", "# Mail\n")
    repo.git("add", ".")
    repo.write("vault/Home.md", HOME + "\n[[Nowhere]]\n")
    repo.accepts()


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [("--all",), ("--only", "vault/DNS.md")], ids=["all", "only"])
def test_deletion_committed_past_the_index(repo, arguments):
    # For these git hands the hook another index than .git/index (GIT_INDEX_FILE).
    (repo.root / "vault/DNS.md").unlink()
    assert "vault/Home.md:3:8: link-unresolved" in repo.refuses(*arguments)


@pytest.mark.slow
def test_commit_in_a_linked_worktree(repo, tmp_path):
    repo.git("worktree", "add", "--quiet", str(tmp_path / "tree"), "-b", "other")
    repo.root = tmp_path / "tree"
    repo.git("rm", "--quiet", "vault/DNS.md")
    assert "vault/Home.md:3:8: link-unresolved" in repo.refuses()


@pytest.mark.parametrize("hook", PUBLISHED.values(), ids=PUBLISHED.keys())
def test_hook_runs_once_on_every_commit(hook):
    assert hook["always_run"] is True
    assert hook["pass_filenames"] is False
    assert hook["require_serial"] is True
    assert "files" not in hook
    assert "types" not in hook
    words = shlex.split(hook["entry"])
    assert words[0] == "vaulttool"
    assert "--staged" in words


def test_our_own_hook_is_the_published_one():
    configuration = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    assert {repository["repo"] for repository in configuration["repos"]} == {"local"}
    hooks = {hook["id"]: hook for repository in configuration["repos"] for hook in repository["hooks"]}
    own, published = hooks["vaulttool"], PUBLISHED["vaulttool"]
    assert own["entry"].removeprefix(".venv/bin/") == published["entry"]
    for key in ("always_run", "pass_filenames", "require_serial"):
        assert own[key] == published[key]


def test_readme_shows_every_hook():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [name for name in PUBLISHED if f"`{name}`" not in readme] == []
