"""Puzzle requests: layouts, solvers that replace the engine's, and checks of answers."""

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
from tests.service.client import JSON, post_json
from tests.service.contract import assert_answer

_DATA = json.loads((Path(__file__).parents[1] / "data" / "puzzles.json").read_text("utf-8"))

BOARDS = {
    "board84": (20, 20),
    "board84_descending": (20, 20),
    "rect4": (8, 10),
    "rect4_apart": (8, 10),
    "rect5": (15, 16),
    "rect5_apart": (15, 16),
}
"""The rows and columns of each puzzle's board."""

SOLVED: dict[str, list[dict[str, Any]]] = {name: _DATA["solutions"][name][0] for name in BOARDS}
"""A solution of each puzzle."""

QUERIES: list[dict[str, Any]] = _DATA["queries"]
"""Partial layouts, and whether they can be completed."""


OPERATIONS = ("checks", "solutions", "renderings/svg", "renderings/text", "renderings/png")
"""The operations on each puzzle."""

BLUE_I4 = {"color": "blue", "piece": "I4", "cells": [[0, 0], [0, 1], [0, 2], [0, 3]]}
BLUE_O4 = {"color": "blue", "piece": "O4", "cells": [[1, 3], [1, 4], [2, 3], [2, 4]]}
MOVED_I4 = {"color": "blue", "piece": "I4", "orientation": 0, "row": 5, "col": 0}
OVERLAP = [BLUE_I4, {**BLUE_O4, "cells": [[0, 3], [0, 4], [1, 3], [1, 4]]}]
OFF_BOARD = [{"color": "red", "piece": "I4", "orientation": 0, "row": 8, "col": 7}]
WRONG_PIECE = [{"color": "red", "piece": "X5", "orientation": 0, "row": 0, "col": 0}]
WRONG_SHAPE = [{**BLUE_I4, "cells": [[0, 0], [0, 1], [0, 2], [1, 3]]}]
"""Layouts of rect4 with one error each."""


class EngineWithSolver:
    """A real engine with another solver."""

    def __init__(self, engine: str, solve: Callable[..., object]) -> None:
        self.engine = load_engine(engine)
        self.solve_puzzle = solve

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 (any attribute of an engine)
        return getattr(self.engine, name)


def client_with_solver(
    solve: Callable[..., object], engine: str = "rust", **settings: Any
) -> FlaskClient:
    """Return a client of an application that solves puzzles with the given function."""
    made = Settings(**{"log_requests": False, **settings})
    solver: Any = EngineWithSolver(engine, solve)
    return create_app(made, solver).test_client()


def quick_solver_client(engine: str) -> FlaskClient:
    """Return a client of an application that searches for at most 50 ms."""
    real: Engine[Any] = load_engine(engine)

    def solve(
        puzzle: str, layout_request: object, seed: int, seconds: float, **more: object
    ) -> object:
        return real.solve_puzzle(puzzle, layout_request, seed, min(seconds, 0.05), **more)

    return client_with_solver(solve, engine)


class SolverCall(NamedTuple):
    """The arguments of a call to a solver."""

    puzzle: str
    layout_request: object
    seed: int
    seconds: float


class RecordingSolver:
    """A solver that records its calls and returns a fixed result."""

    def __init__(self, **found: Any) -> None:
        self.calls: list[SolverCall] = []
        self.found = {
            "outcome": "unknown",
            "placements": None,
            "nodes": 5,
            "restarts": 1,
            "stopped_by": "nodes",
            **found,
        }

    def __call__(self, *arguments: Any, **_: object) -> Solution:
        self.calls.append(SolverCall(*arguments))
        return Solution(self.calls[-1].puzzle, **self.found)


def layout_request(*placements: object) -> dict[str, Any]:
    """Return a request with a layout of these placements."""
    return {"layout": {"placements": [*placements]}}


def post_puzzle(client: FlaskClient, puzzle: str, operation: str, body: object) -> TestResponse:
    """Send a request to an operation on a puzzle."""
    address = f"/v1/puzzles/{puzzle}/{operation}"
    return client.post(address, data=json.dumps(body), content_type=JSON)


def check_layout(client: FlaskClient, puzzle: str, *placements: object) -> dict[str, Any]:
    """Return the checked answer to a layout check."""
    answer: dict[str, Any] = post_json(
        client, f"puzzles/{puzzle}/checks", layout_request(*placements)
    )
    assert_answer("/v1/puzzles/{puzzle}/checks", answer)
    return answer


def assert_solution(response: TestResponse) -> dict[str, Any]:
    """Check that a response is a complete solution, and return it."""
    assert (response.status_code, response.content_type) == (200, JSON), response.text
    answer: dict[str, Any] = response.get_json()
    assert_answer("/v1/puzzles/{puzzle}/solutions", answer)
    return answer
