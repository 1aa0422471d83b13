"""Which engine stands behind the package: what the environment asks for, and what is there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import cornerwise
import pytest

PACKAGE = Path(cornerwise.__file__).parent
SAY_WHICH = "import cornerwise; print(cornerwise.ENGINE)"


def run(
    code: str, *, home: Path = PACKAGE.parent, engine: str | None = None
) -> subprocess.CompletedProcess[str]:
    """Run code in a new interpreter that finds the package in ``home``."""
    environment = {name: value for name, value in os.environ.items() if name != "CORNERWISE_ENGINE"}
    environment["PYTHONPATH"] = str(home)
    if engine is not None:
        environment["CORNERWISE_ENGINE"] = engine
    return subprocess.run(  # noqa: S603 (our own code)
        [sys.executable, "-c", code],
        env=environment,
        cwd=home,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.fixture
def without_rust(tmp_path: Path) -> Path:
    """Return a place where the package is, but not its Rust extension."""
    shutil.copytree(
        PACKAGE, tmp_path / "cornerwise", ignore=shutil.ignore_patterns("_core*", "__pycache__")
    )
    return tmp_path


@pytest.mark.parametrize(
    ("asked", "expected"),
    [(None, "rust"), ("", "rust"), ("auto", "rust"), ("rust", "rust"), ("python", "python")],
)
def test_the_engine_that_is_asked_for_is_used_without_a_word(
    asked: str | None, expected: str
) -> None:
    done = run(SAY_WHICH, engine=asked)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{expected}\n", "")


@pytest.mark.parametrize("asked", ["pypy", "Rust", "rust ", " "])
def test_an_unknown_name_is_an_import_error_that_says_what_is_known(asked: str) -> None:
    done = run(SAY_WHICH, engine=asked)
    assert done.returncode == 1
    (message,) = (line for line in done.stderr.splitlines() if line.startswith("ImportError"))
    assert repr(asked) in message
    assert all(name in message for name in ("auto", "rust", "python"))


@pytest.mark.parametrize("asked", [None, "auto"])
def test_without_the_extension_auto_falls_back_with_one_warning(
    without_rust: Path, asked: str | None
) -> None:
    code = f"import logging; logging.basicConfig(format='%(name)s %(levelname)s'); {SAY_WHICH}"
    done = run(code, home=without_rust, engine=asked)
    assert (done.returncode, done.stdout) == (0, "python\n")
    assert done.stderr == "cornerwise WARNING\n"


def test_the_warning_names_both_engines(without_rust: Path) -> None:
    done = run(SAY_WHICH, home=without_rust)
    (line,) = done.stderr.splitlines()
    assert "Rust" in line
    assert "Python" in line


def test_without_the_extension_rust_is_an_import_error(without_rust: Path) -> None:
    done = run(SAY_WHICH, home=without_rust, engine="rust")
    assert done.returncode == 1
    assert done.stdout == ""
    assert "_core" in done.stderr.splitlines()[-1]


def test_without_the_extension_python_says_nothing(without_rust: Path) -> None:
    done = run(SAY_WHICH, home=without_rust, engine="python")
    assert (done.returncode, done.stdout, done.stderr) == (0, "python\n", "")


def test_the_python_engine_never_loads_the_extension() -> None:
    code = "import sys, cornerwise; print('cornerwise._core' in sys.modules)"
    assert run(code, engine="python").stdout == "False\n"


def test_the_rust_engine_never_loads_the_python_one() -> None:
    code = "import sys, cornerwise; print('cornerwise.pure' in sys.modules)"
    assert run(code, engine="rust").stdout == "False\n"


@pytest.mark.parametrize("engine", ["rust", "python"])
def test_the_functions_of_the_package_are_those_of_the_engine(engine: str) -> None:
    code = """
import cornerwise as c
state, events = c.apply(c.new_game({"seats": 2}, scoring="advanced"), c.Place("I1", 0, 0, 0))
again = c.load_state(state.to_dict())
assert again == state and type(state).__module__.startswith(
    {"rust": "cornerwise._core", "python": "cornerwise.pure"}[c.ENGINE])
assert c.new_game(c.Rules(seats=2)) == c.new_game(seats=2)
assert len(c.legal_actions(state)) == c.count_actions(state) == c.legal_actions_json(state)[0]
assert c.legal_placements(state, state.color) == c.legal_actions(state)
assert c.perft(state, 1) == sum(c.perft_split(state, 1).values()) == c.count_actions(state)
assert c.check(state, c.Pass())[0].rule == "C6"
assert c.score(state).scoring == "advanced"
assert c.cells(events[0]) == ((0, 0),)
print(c.ENGINE)
"""
    done = run(code, engine=engine)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{engine}\n", "")
