"""What is published, as a stranger gets it: built, installed into an empty environment, run there.

Nothing here needs the network. The empty environment receives copies of exactly those distributions that
the wheel declares, so an undeclared dependency is missing there as it would be elsewhere.
"""

import os
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from collections.abc import Iterable, Iterator
from email.message import Message
from email.parser import Parser
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import vaulttool

ROOT = Path(__file__).resolve().parents[1]
DATA_FOLDERS = ("benchmarks", "checks", "fleet", "tests", "vault")

# One group: the two builds and the environment are made once, also when tests run in parallel.
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("packaging")]


def clean_environment() -> dict[str, str]:
    """This process's variables without those that lend Python or git something from outside."""
    return {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("COV_", "COVERAGE_", "GIT_", "PYTHON", "VAULTTOOL_", "VIRTUAL_ENV"))
    }


def run(*command: str | Path, cwd: Path, expect: int = 0) -> str:
    """Output of a command; fails with all it said unless it ends with the expected exit code."""
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=clean_environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    said = f"{' '.join(map(str, command))}\n{done.stdout}\n{done.stderr}"
    assert done.returncode == expect, f"exit code {done.returncode}, not {expect}: {said}"
    assert "Traceback" not in done.stderr, said
    return done.stdout


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder with the sdist and the wheel that was built from it."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT, cwd=folder)
    return folder


@pytest.fixture(scope="session")
def wheel(built: Path) -> Path:
    (found,) = built.glob("*.whl")
    return found


@pytest.fixture(scope="session")
def sdist_names(built: Path) -> set[str]:
    """Paths in the sdist, below its one folder."""
    (found,) = built.glob("*.tar.gz")
    with tarfile.open(found) as archive:
        return {member.name.partition("/")[2] for member in archive.getmembers() if member.isfile()}


@pytest.fixture(scope="session")
def wheel_names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


@pytest.fixture(scope="session")
def wheel_metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        return Parser().parsestr(archive.read(name).decode())


def declared(requirements: Iterable[str]) -> Iterator[metadata.Distribution]:
    """The distributions that these requirements ask for, and those that they ask for in turn."""
    pending = [Requirement(text) for text in requirements]
    seen = set()
    while pending:
        requirement = pending.pop()
        name = canonicalize_name(requirement.name)
        wanted = requirement.marker is None or requirement.marker.evaluate({"extra": ""})
        if wanted and name not in seen:
            seen.add(name)
            distribution = metadata.distribution(name)
            pending += [Requirement(text) for text in distribution.requires or ()]
            yield distribution


def copy_files(distribution: metadata.Distribution, site: Path) -> None:
    for file in distribution.files or ():
        if ".." in file.parts or "__pycache__" in file.parts:
            continue
        target = site / file
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(str(file.locate()), target)


@pytest.fixture(scope="session")
def installed(wheel: Path, wheel_metadata: Message, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder with the programs of an environment that holds the wheel and what it declares, no more."""
    home = tmp_path_factory.mktemp("environment")
    venv.create(home, with_pip=False)
    programs = home / ("Scripts" if os.name == "nt" else "bin")
    python = programs / "python"
    site = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=home).strip()
    for distribution in declared(wheel_metadata.get_all("Requires-Dist") or ()):
        copy_files(distribution, Path(site))
    pip = (sys.executable, "-m", "pip", "--python", python)
    run(*pip, "install", "--no-index", "--no-deps", wheel, cwd=home)
    run(*pip, "check", cwd=home)
    return programs


@pytest.fixture
def small_vault(tmp_path: Path) -> Path:
    """A git repository with a vault of two pages; the links are in order."""
    (tmp_path / "vault").mkdir()
    (tmp_path / "vaulttool.toml").write_text('vault = "vault"\n')
    (tmp_path / "vault" / "Home.md").write_text("# Home\n\nNames are served by [[DNS#Records]].\n")
    (tmp_path / "vault" / "DNS.md").write_text("# DNS\n\n## Records\n\nBack to [[Home]].\n")
    run("git", "init", "--quiet", cwd=tmp_path)
    run("git", "add", ".", cwd=tmp_path)
    return tmp_path


def test_sdist_holds_what_a_build_and_a_reader_need(sdist_names):
    expected = {"CHANGELOG.md", "LICENSE", "README.md", "pyproject.toml", "PKG-INFO"}
    assert expected <= sdist_names
    for folder in ("tests/", "vault/Tooling/", "vaulttool/"):
        assert any(name.startswith(folder) for name in sdist_names), folder


def test_sdist_holds_no_rubbish(sdist_names):
    rubbish = (".venv/", "dist/", "__pycache__", ".coverage", ".hypothesis", "_cache/")
    assert [name for name in sdist_names if any(part in name for part in rubbish)] == []


def test_wheel_built_from_the_checkout_is_the_same(wheel, tmp_path):
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", tmp_path, ROOT, cwd=tmp_path)
    (direct,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as one, zipfile.ZipFile(direct) as other:
        assert one.namelist() == other.namelist()
        assert [name for name in one.namelist() if one.read(name) != other.read(name)] == []


def test_wheel_holds_the_package_and_nothing_else(wheel_names):
    assert {name.split("/")[0] for name in wheel_names} == {
        "vaulttool",
        f"obsidian_vaulttool-{vaulttool.__version__}.dist-info",
    }


def test_wheel_holds_every_file_of_the_package(wheel_names):
    package = ROOT / "vaulttool"
    files = {
        path.relative_to(ROOT).as_posix()
        for path in package.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert files - wheel_names == set()
    assert "vaulttool/py.typed" in files


def test_wheel_holds_the_manual(wheel_names):
    manual = ROOT / "vault" / "Tooling"
    pages = {path.relative_to(manual).as_posix() for path in manual.rglob("*.md")}
    assert pages
    assert {f"vaulttool/_manual/{page}" for page in pages} - wheel_names == set()


def test_metadata_names_the_distribution(wheel_metadata):
    assert wheel_metadata["Name"] == "obsidian-vaulttool"
    assert wheel_metadata["Version"] == vaulttool.__version__
    assert wheel_metadata["License-Expression"] == "MIT"
    assert wheel_metadata["Requires-Python"] == ">=3.11"


def test_version(installed, tmp_path):
    assert vaulttool.__version__ in run(installed / "vaulttool", "--version", cwd=tmp_path)


def test_module_is_the_command(installed, tmp_path):
    out = run(installed / "python", "-m", "vaulttool", "--version", cwd=tmp_path)
    assert vaulttool.__version__ in out


def test_explain_finds_the_manual(installed, tmp_path):
    assert "link-unresolved" in run(installed / "vaulttool", "explain", "link-unresolved", cwd=tmp_path)


def test_check_is_silent_on_a_good_vault(installed, small_vault):
    out = run(installed / "vaulttool", "check", cwd=small_vault)
    assert "link-unresolved" not in out
    assert "2 pages" in out


def test_check_finds_a_broken_link(installed, small_vault):
    page = small_vault / "vault" / "DNS.md"
    page.write_text(page.read_text().replace("[[Home]]", "[[Hom]]"))
    out = run(installed / "vaulttool", "check", cwd=small_vault, expect=1)
    assert "vault/DNS.md:5:" in out
    assert "link-unresolved" in out


def test_data_folders_are_not_importable(installed, tmp_path):
    program = f"import importlib.util as u; print([n for n in {DATA_FOLDERS} if u.find_spec(n)])"
    assert run(installed / "python", "-I", "-c", program, cwd=tmp_path).strip() == "[]"


def test_changelog_knows_this_version():
    assert f"## [{vaulttool.__version__}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
