"""The library has no dependencies; the HTTP service is an extra that has some."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import cornerwise
import pytest
from cornerwise import installation
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PYPROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT = PYPROJECT["project"]
CARGO_VERSION = tomllib.loads((ROOT / "Cargo.toml").read_text("utf-8"))["workspace"]["package"][
    "version"
]
INSTALL = "pip install 'cornerwise[service]'"


def run(*arguments: str, path: tuple[Path, ...] = (ROOT / "python", ROOT)) -> tuple[int, str, str]:
    """Run an interpreter that has the standard library and ``path``, and no installed package."""
    done = subprocess.run(  # noqa: S603 (our own code)
        [sys.executable, "-S", *arguments],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, path))},
        cwd=path[0],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["rust", "python"])
def test_library_and_command_line_need_no_other_package(
    engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CORNERWISE_ENGINE", engine)
    code, out, errors = run("-m", "cornerwise", "new")
    assert (code, errors) == (0, "")
    assert out.startswith('{"seed":null,"state":{"rules":')
    assert PROJECT["dependencies"] == []


def test_extra_lists_what_the_service_imports() -> None:
    extra = {
        canonicalize_name(Requirement(line).name)
        for line in PROJECT["optional-dependencies"]["service"]
    }
    distributions = packages_distributions()
    modules = {
        canonicalize_name(name)
        for module in installation.SERVICE_MODULES
        for name in distributions[module]
    }
    assert modules == extra


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["-m", "cornerwise", "serve"], 4),
        (["-m", "service"], 1),
        (["-c", "import service.app"], 1),
    ],
)
def test_missing_service_packages_give_one_sentence_with_the_command(
    arguments: list[str], code: int
) -> None:
    ended, out, errors = run(*arguments)
    *traceback, last = errors.splitlines()
    assert (ended, out) == (code, "")
    assert "flask" in last
    assert last.endswith(f": {INSTALL}")
    assert bool(traceback) == (arguments[0] == "-c")


def test_nothing_is_missing_here() -> None:
    assert installation.missing_for_service() is None


def test_version_is_that_of_the_crate() -> None:
    assert cornerwise.__version__ == CARGO_VERSION
    assert "version" in PROJECT["dynamic"]
    assert run("-c", "import cornerwise; print(cornerwise.__version__)") == (
        0,
        f"{CARGO_VERSION}\n",
        "",
    )


def test_version_comes_from_the_installed_package_if_there_is_one(tmp_path: Path) -> None:
    metadata = tmp_path / "cornerwise-9.8.7.dist-info" / "METADATA"
    metadata.parent.mkdir()
    metadata.write_text("Metadata-Version: 2.4\nName: cornerwise\nVersion: 9.8.7\n")
    _, out, _ = run(
        "-c",
        "import cornerwise; print(cornerwise.__version__)",
        path=(ROOT / "python", tmp_path),
    )
    assert out == "9.8.7\n"


def test_version_of_a_bare_copy_is_unknown(tmp_path: Path) -> None:
    home = tmp_path / "lib" / "python"
    package = Path(cornerwise.__file__).parent
    shutil.copytree(package, home / "cornerwise", ignore=shutil.ignore_patterns("__pycache__"))
    show = "import cornerwise; print(cornerwise.__version__)"
    assert run("-c", show, path=(home,))[1] == "unknown\n"
    (tmp_path / "lib" / "Cargo.toml").write_text('[package]\nversion = "3.2.1"\n')
    assert run("-c", show, path=(home,))[1] == "unknown\n"


def test_other_attributes_are_missing_as_usual() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'play'"):
        getattr(cornerwise, "play")  # noqa: B009 - mypy would find it


@pytest.mark.parametrize("name", ["run", "build", "dev", "load", "bench"])
def test_requirements_pin_the_service_and_record_no_address(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")
    assert not re.search(r"://|^--(?!hash)|^-[a-z] |@ ", text, re.MULTILINE)
    pinned = {canonicalize_name(name) for name in re.findall(r"^([\w.-]+)==", text, re.MULTILINE)}
    service = PROJECT["optional-dependencies"]["service"]
    assert {canonicalize_name(Requirement(line).name) for line in service} <= pinned


def test_every_url_is_the_projects() -> None:
    home = "https://github.com/cornerwise/cornerwise"
    assert {"Homepage", "Documentation", "Changelog", "Issues", "Source"} == set(PROJECT["urls"])
    assert all(url.startswith(home) for url in PROJECT["urls"].values())
