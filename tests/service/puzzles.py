"""The solo puzzles for the tests of the service: layouts right and wrong, and solvers."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from cornerwise import Solution
from cornerwise.engine import Engine
from cornerwise.selection import load_engine
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.app import create_app
from service.settings import Settings
from tests.service.client import JSON, ask
from tests.service.contract import answers

_DATA = json.loads((Path(__file__).parents[1] / "data" / "puzzles.json").read_text("utf-8"))

BOARDS = {
    "board84": (20, 20),
    "board84_descending": (20, 20),
    "rect4": (8, 10),
    "rect4_apart": (8, 10),
    "rect5": (15, 16),
    "rect5_apart": (15, 16),
}
"""For each puzzle the rows and columns of its board."""

SOLVED: dict[str, list[dict[str, Any]]] = {name: _DATA["solutions"][name][0] for name in BOARDS}
"""For each puzzle a layout that solves it."""

QUERIES: list[dict[str, Any]] = _DATA["queries"]
"""Layouts of some pieces, and whether they can be completed."""


OPERATIONS = ("checks", "solutions", "renderings")
"""What can be done with each puzzle."""

BLUE_I4 = {"color": "blue", "piece": "I4", "cells": [[0, 0], [0, 1], [0, 2], [0, 3]]}
BLUE_O4 = {"color": "blue", "piece": "O4", "cells": [[1, 3], [1, 4], [2, 3], [2, 4]]}
MOVED_I4 = {"color": "blue", "piece": "I4", "orientation": 0, "row": 5, "col": 0}
OVERLAP = [BLUE_I4, {**BLUE_O4, "cells": [[0, 3], [0, 4], [1, 3], [1, 4]]}]
OFF_BOARD = [{"color": "red", "piece": "I4", "orientation": 0, "row": 8, "col": 7}]
WRONG_PIECE = [{"color": "red", "piece": "X5", "orientation": 0, "row": 0, "col": 0}]
WRONG_SHAPE = [{**BLUE_I4, "cells": [[0, 0], [0, 1], [0, 2], [1, 3]]}]
"""Layouts of rect4 with one thing wrong with each."""


class Solver:
    """An engine whose solver is replaced; everything else is that of a real one."""

    def __init__(self, engine: str, solve: Callable[..., object]) -> None:
        self.engine = load_engine(engine)
        self.solve_puzzle = solve

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 (whatever an engine has)
        return getattr(self.engine, name)


def solving(solve: Callable[..., object], engine: str = "rust", **settings: Any) -> FlaskClient:
    """Return a client of an application that solves puzzles with a function of ours."""
    made = Settings(**{"log_requests": False, **settings})
    solver: Any = Solver(engine, solve)
    return create_app(made, solver).test_client()


def hasty(engine: str) -> FlaskClient:
    """Return a client of an application that searches for a moment, whatever it is asked for."""
    real: Engine[Any] = load_engine(engine)

    def solve(puzzle: str, layout: object, seed: int, seconds: float) -> object:
        return real.solve_puzzle(puzzle, layout, seed, min(seconds, 0.05))

    return solving(solve, engine)


class Asked(NamedTuple):
    """What a solver was asked."""

    puzzle: str
    layout: object
    seed: int
    seconds: float


class Recorder:
    """A solver that remembers what it was asked, and finds what it is told to find."""

    def __init__(self, **found: Any) -> None:
        self.asked: list[Asked] = []
        self.found = {
            "outcome": "unknown",
            "placements": None,
            "nodes": 5,
            "restarts": 1,
            "stopped_by": "nodes",
            **found,
        }

    def __call__(self, *arguments: Any) -> Solution:
        self.asked.append(Asked(*arguments))
        return Solution(self.asked[-1].puzzle, **self.found)


def layout(*placements: object) -> dict[str, Any]:
    """Return a request with a layout of these pieces."""
    return {"layout": {"placements": [*placements]}}


def post(client: FlaskClient, puzzle: str, operation: str, body: object) -> TestResponse:
    """Ask something about a puzzle."""
    address = f"/v1/puzzles/{puzzle}/{operation}"
    return client.post(address, data=json.dumps(body), content_type=JSON)


def check(client: FlaskClient, puzzle: str, *placements: object) -> dict[str, Any]:
    """Return what is said of a layout."""
    answer: dict[str, Any] = ask(client, f"puzzles/{puzzle}/checks", layout(*placements))
    answers("/v1/puzzles/{puzzle}/checks", answer)
    return answer


def solution_of(response: TestResponse) -> dict[str, Any]:
    """Return a solution, after seeing that it is whole."""
    assert (response.status_code, response.content_type) == (200, JSON), response.text
    answer: dict[str, Any] = response.get_json()
    answers("/v1/puzzles/{puzzle}/solutions", answer)
    return answer
