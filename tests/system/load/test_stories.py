"""The stories against the real application, and against one that lies: each lie is noticed."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from traceback import extract_tb
from typing import TypeGuard

import pytest

import loadtests
from loadtests.answers import WrongAnswerError
from loadtests.stories import STORIES
from loadtests.stories.hostile import CASES, Case
from loadtests.thumbs.problems import STATUSES
from service.app import create_app
from service.http.problems import CODES
from service.settings import Settings
from tests.helpers.support import seeded
from tests.system.load.faulty_answers import LIES
from tests.system.load.faulty_app import lying_app
from tests.system.load.recorder import Teller

APP = create_app(Settings(log_requests=False, metrics=False))
TRIES = 6
"""How often a story is told before a lie counts as unnoticed: not everything is asked each time."""

EVERYTHING = {
    "visitor": {"/readyz", "/v1/variants", "/v1/pieces (unchanged)", "/v1/cards", "/v1/games"},
    "classic": {
        *("/v1/games", "/v1/legal-moves", "/v1/turns", "/v1/checks", "/v1/scores"),
        *("/v1/renderings", "/v1/turns (refused)"),
    },
    "shuffle": {
        *("/v1/games", "/v1/legal-moves", "/v1/turns", "/v1/card-resolutions"),
        *("/v1/views", "/v1/scores"),
    },
    "analyst": {"/v1/games", "/v1/batches"},
    "solver": {
        *("/v1/puzzles", "/v1/puzzles/{puzzle}/solutions", "/v1/puzzles/{puzzle}/checks"),
        *("/v1/puzzles/{puzzle}/renderings", "/v1/puzzles/{puzzle}/solutions (refused)"),
    },
    "hostile": {"/v1/legal-moves", "/v1/games (refused)", "elsewhere (refused)"},
}
"""For each story some of the lines of the table that it must add to."""


@pytest.mark.parametrize("story", STORIES)
def test_a_story_comes_to_its_end(story: str) -> None:
    teller = Teller(APP.wsgi_app)
    for seed in range(2):
        pauses = teller.tell(story, seed)
        assert pauses
    assert set(teller.sent) >= EVERYTHING[story]


def test_a_solver_solves_every_puzzle() -> None:
    teller = Teller(APP.wsgi_app)
    teller.tell("solver", 0)
    listed = APP.test_client().get("/v1/puzzles").get_json()["puzzles"]
    assert len(listed) == 6
    assert {f"/v1/puzzles/{one['id']}/solutions" for one in listed} <= set(teller.paths)


# On a slow machine it is the clock that ends a search, so a solver may be told something else.
@pytest.mark.parametrize("story", sorted(set(STORIES) - {"solver"}))
def test_the_same_seed_tells_the_same_story(story: str) -> None:
    tellers = [Teller(APP.wsgi_app) for _ in range(2)]
    for teller in tellers:
        teller.tell(story, 5)
    assert tellers[0].sent == tellers[1].sent


@cache
def told_of(name: str) -> WrongAnswerError | None:
    """Return what a story says of a lie; None if it does not notice."""
    lie = LIES[name]
    teller = Teller(lying_app(lie, APP.wsgi_app))
    try:
        for seed in range(TRIES):
            teller.tell(lie.story, seed)
    except WrongAnswerError as error:
        return error
    return None


@pytest.mark.parametrize("name", LIES)
def test_a_lie_is_noticed(name: str) -> None:
    error = told_of(name)
    assert error, "nobody noticed"
    assert LIES[name].noticed in str(error)


def checks_in(path: Path) -> set[tuple[str, int]]:
    """Return where in a file something is expected of an answer."""
    calls = (node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if is_check(node))
    return {(path.name, node.lineno) for node in calls}


def is_check(node: ast.AST) -> TypeGuard[ast.Call]:
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "expect"
    )


def place_of(error: WrongAnswerError) -> tuple[str, int]:
    """Return where the check stands that an answer did not pass."""
    frames = [one for one in extract_tb(error.__traceback__) if one.name != "expect"]
    return Path(frames[-1].filename).name, frames[-1].lineno or 0


def test_every_check_notices_some_lie() -> None:
    folder = Path(loadtests.__file__).parent
    files = [*folder.glob("thumbs/*.py"), *folder.glob("stories/*.py")]
    checks = set[tuple[str, int]]().union(*map(checks_in, files))
    errors = filter(None, map(told_of, LIES))
    assert checks - {place_of(error) for error in errors} == set()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_whatever_body_a_hostile_case_has_it_is_refused(case: Case) -> None:
    teller = Teller(APP.wsgi_app)
    for seed in range(6):
        teller.send(case.request(seeded(seed)), case.check)


def test_the_codes_have_the_statuses_of_the_catalogue() -> None:
    assert {code: CODES[code][0] for code in STATUSES} == STATUSES
