"""The scenarios against the application, and against faulty versions of it."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from traceback import extract_tb
from typing import TypeGuard

import pytest

import loadtests
from loadtests.invariants.problems import STATUSES
from loadtests.responses import InvalidResponseError
from loadtests.scenarios import SCENARIOS
from loadtests.scenarios.hostile import CASES, Case
from service.app import create_app
from service.http.problems import CODES
from service.settings import Settings
from tests.helpers.games import seeded_rng
from tests.system.load.faults import FAULTS
from tests.system.load.faulty_app import faulty_app
from tests.system.load.in_process import InProcessRunner

APP = create_app(Settings(log_requests=False, metrics=False, seal_keys=(bytes(32),)))
MAX_RUNS = 6
"""How often a scenario runs before a fault counts as undetected; runs differ by chance."""

EXPECTED_ROWS = {
    "visitor": {"/readyz", "/v1/variants", "/v1/pieces (unchanged)", "/v1/cards", "/v1/games"},
    "classic": {
        *("/v1/games", "/v1/legal-moves", "/v1/turns", "/v1/checks", "/v1/scores"),
        *("/v1/renderings/svg", "/v1/renderings/text", "/v1/turns (refused)"),
    },
    "shuffle": {
        *("/v1/games", "/v1/legal-moves", "/v1/turns", "/v1/card-resolutions"),
        *("/v1/views", "/v1/scores"),
    },
    "sealed": {"/v1/games", "/v1/views", "/v1/turns"},
    "analyst": {"/v1/games", "/v1/batches"},
    "bot": {"/v1/games", "/v1/suggestions", "/v1/turns"},
    "solver": {
        *("/v1/puzzles", "/v1/puzzles/{puzzle}/solutions", "/v1/puzzles/{puzzle}/checks"),
        *("/v1/puzzles/{puzzle}/renderings/svg", "/v1/puzzles/{puzzle}/solutions (refused)"),
    },
    "hostile": {"/v1/legal-moves", "/v1/games (refused)", "unrouted (refused)"},
}
"""Some of the rows of the table that each scenario must add to."""


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_scenario_runs_to_its_end(scenario: str) -> None:
    runner = InProcessRunner(APP.wsgi_app)
    for seed in range(2):
        pauses = runner.run(scenario, seed)
        assert pauses
    assert set(runner.rows) >= EXPECTED_ROWS[scenario]


def test_sealed_games_are_left_out_without_keys() -> None:
    runner = InProcessRunner(create_app(Settings(log_requests=False, metrics=False)).wsgi_app)
    assert runner.run("sealed", 0) == []
    assert set(runner.rows) == {"/v1/games (no keys)"}


def test_solver_solves_every_puzzle() -> None:
    runner = InProcessRunner(APP.wsgi_app)
    runner.run("solver", 0)
    listed = APP.test_client().get("/v1/puzzles").get_json()["puzzles"]
    assert len(listed) == 6
    assert {f"/v1/puzzles/{one['id']}/solutions" for one in listed} <= set(runner.paths)


# On a slow machine the time limit ends a search, so the solver may get another response.
@pytest.mark.parametrize("scenario", sorted(set(SCENARIOS) - {"solver"}))
def test_same_seed_gives_the_same_requests(scenario: str) -> None:
    runners = [InProcessRunner(APP.wsgi_app) for _ in range(2)]
    for runner in runners:
        runner.run(scenario, 5)
    assert runners[0].rows == runners[1].rows


@cache
def detect(name: str) -> InvalidResponseError | None:
    """Return the error by which a scenario detects a fault; None if it does not."""
    fault = FAULTS[name]
    runner = InProcessRunner(faulty_app(fault, APP.wsgi_app))
    try:
        for seed in range(MAX_RUNS):
            runner.run(fault.scenario, seed)
    except InvalidResponseError as error:
        return error
    return None


@pytest.mark.parametrize("name", FAULTS)
def test_fault_is_detected(name: str) -> None:
    error = detect(name)
    assert error, "the fault was not detected"
    assert FAULTS[name].message in str(error)


def checks_in(path: Path) -> set[tuple[str, int]]:
    """Return the file name and line of each call of `require`."""
    calls = (node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if is_check(node))
    return {(path.name, node.lineno) for node in calls}


def is_check(node: ast.AST) -> TypeGuard[ast.Call]:
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "require"
    )


def location_of(error: InvalidResponseError) -> tuple[str, int]:
    """Return the file name and line of the check that failed."""
    frames = [one for one in extract_tb(error.__traceback__) if one.name != "require"]
    return Path(frames[-1].filename).name, frames[-1].lineno or 0


def test_every_check_detects_a_fault() -> None:
    folder = Path(loadtests.__file__).parent
    files = [*folder.glob("invariants/*.py"), *folder.glob("scenarios/*.py")]
    checks = set[tuple[str, int]]().union(*map(checks_in, files))
    errors = filter(None, map(detect, FAULTS))
    assert checks - {location_of(error) for error in errors} == set()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_all_bodies_of_a_hostile_case_are_refused(case: Case) -> None:
    runner = InProcessRunner(APP.wsgi_app)
    for seed in range(6):
        runner.send(case.request(seeded_rng(seed)), case.check)


def test_statuses_match_the_service() -> None:
    assert {code: CODES[code][0] for code in STATUSES} == STATUSES
