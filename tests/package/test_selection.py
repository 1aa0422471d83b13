"""The engine is selected by the environment and by what is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import cornerwise
import pytest

PACKAGE = Path(cornerwise.__file__).parent
SHOW_ENGINE = "import cornerwise; print(cornerwise.ENGINE)"


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
    """Return a folder with the package but without its Rust extension."""
    shutil.copytree(
        PACKAGE, tmp_path / "cornerwise", ignore=shutil.ignore_patterns("_core*", "__pycache__")
    )
    return tmp_path


@pytest.mark.slow(keep=2)
@pytest.mark.parametrize(
    ("selected", "expected"),
    [(None, "rust"), ("", "rust"), ("auto", "rust"), ("rust", "rust"), ("python", "python")],
)
def test_selected_engine_is_used_without_a_message(selected: str | None, expected: str) -> None:
    done = run(SHOW_ENGINE, engine=selected)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{expected}\n", "")


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize("selected", ["pypy", "Rust", "rust ", " "])
def test_unknown_name_is_an_import_error_with_the_known_names(selected: str) -> None:
    done = run(SHOW_ENGINE, engine=selected)
    assert done.returncode == 1
    (message,) = (line for line in done.stderr.splitlines() if line.startswith("ImportError"))
    assert repr(selected) in message
    assert all(name in message for name in ("auto", "rust", "python"))


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize("selected", [None, "auto"])
def test_without_the_extension_auto_falls_back_with_one_warning(
    without_rust: Path, selected: str | None
) -> None:
    code = f"import logging; logging.basicConfig(format='%(name)s %(levelname)s'); {SHOW_ENGINE}"
    done = run(code, home=without_rust, engine=selected)
    assert (done.returncode, done.stdout) == (0, "python\n")
    assert done.stderr == "cornerwise WARNING\n"


def test_warning_names_both_engines(without_rust: Path) -> None:
    done = run(SHOW_ENGINE, home=without_rust)
    (line,) = done.stderr.splitlines()
    assert "Rust" in line
    assert "Python" in line


def test_without_the_extension_rust_is_an_import_error(without_rust: Path) -> None:
    done = run(SHOW_ENGINE, home=without_rust, engine="rust")
    assert done.returncode == 1
    assert done.stdout == ""
    assert "_core" in done.stderr.splitlines()[-1]


def test_without_the_extension_python_gives_no_message(without_rust: Path) -> None:
    done = run(SHOW_ENGINE, home=without_rust, engine="python")
    assert (done.returncode, done.stdout, done.stderr) == (0, "python\n", "")


def test_python_engine_does_not_load_the_extension() -> None:
    code = "import sys, cornerwise; print('cornerwise._core' in sys.modules)"
    assert run(code, engine="python").stdout == "False\n"


def test_rust_engine_does_not_load_the_python_engine() -> None:
    code = "import sys, cornerwise; print('cornerwise.pure' in sys.modules)"
    assert run(code, engine="rust").stdout == "False\n"


@pytest.mark.parametrize("engine", ["rust", "python"])
def test_package_functions_call_the_selected_engine(engine: str) -> None:
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
