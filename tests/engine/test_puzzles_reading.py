"""The solo puzzles: what is no puzzle, no layout, no seed and no time."""

from __future__ import annotations

import math
from typing import Any

import pytest
from cornerwise.engine import Engine
from cornerwise.errors import InvalidActionError, InvalidStateError, Problem

from tests.helpers.support import laid

NAMES = "board84, board84_descending, rect4, rect4_apart, rect5, rect5_apart"


@pytest.mark.parametrize(
    ("puzzle", "code", "message"),
    [
        (None, "wrong_type", "must be a text"),
        (4, "wrong_type", "must be a text"),
        (["rect4"], "wrong_type", "must be a text"),
        ("\ud800", "wrong_type", "must be a text"),
        ("", "unknown_puzzle", f"must be one of: {NAMES}"),
        ("RECT4", "unknown_puzzle", f"must be one of: {NAMES}"),
        ("rect4 ", "unknown_puzzle", f"must be one of: {NAMES}"),
    ],
)
def test_a_puzzle_that_there_is_not_is_refused_before_the_layout_is_read(
    engine: Engine[Any], puzzle: str, code: str, message: str
) -> None:
    for ask in (
        lambda: engine.check_layout(puzzle, {}),
        lambda: engine.check_layout(puzzle, None),
        lambda: engine.solve_puzzle(puzzle, None, -1, 0),
    ):
        with pytest.raises(InvalidActionError) as caught:
            ask()
        assert caught.value.problems == (Problem(code, message, "/puzzle"),)


@pytest.mark.parametrize(
    ("layout", "code", "pointer", "message"),
    [
        (None, "wrong_type", "", "must be an object"),
        ([], "wrong_type", "", "must be an object"),
        ({"placements": {}}, "wrong_type", "/placements", "must be a list"),
        ({"placements": None}, "wrong_type", "/placements", "must be a list"),
        ({"rules": {}}, "unknown_field", "/rules", "unknown field; known are: placements"),
        ({"placements": [0]}, "wrong_type", "/placements/0", "must be an object"),
        (
            {"placements": [{"color": "red", "piece": "I4"}]},
            "missing_field",
            "/placements/0/cells",
            "this field is required",
        ),
        (
            {"placements": [laid("red", "I6")]},
            "unknown_piece",
            "/placements/0/piece",
            "there is no piece of that name",
        ),
        (
            {"placements": [laid("pink", "I4")]},
            "unknown_color",
            "/placements/0/color",
            "must be one of: blue, yellow, red, green",
        ),
        (
            {"placements": [None] * 85},
            "too_many_placements",
            "/placements",
            "there are only 84 pieces",
        ),
    ],
    ids=lambda value: ascii(value)[:40],
)
def test_a_layout_that_is_none_is_refused(
    engine: Engine[Any], layout: object, code: str, pointer: str, message: str
) -> None:
    for ask in (
        lambda: engine.check_layout("rect4", layout),
        lambda: engine.solve_puzzle("rect4", layout, -1, 0),
    ):
        with pytest.raises(InvalidStateError) as caught:
            ask()
        (problem,) = caught.value.problems
        assert (problem.code, problem.pointer, problem.message) == (code, pointer, message)


SEED = "must be from 0 to 9007199254740991"
SECONDS = "must be more than 0 and at most 3600"


@pytest.mark.parametrize(
    ("seed", "seconds", "problem"),
    [
        (None, 0, Problem("wrong_type", "must be a whole number", "/seed")),
        (1.0, 0, Problem("wrong_type", "must be a whole number", "/seed")),
        (True, 0, Problem("wrong_type", "must be a whole number", "/seed")),
        (-1, 0, Problem("out_of_range", SEED, "/seed")),
        (2**53, 0, Problem("out_of_range", SEED, "/seed")),
        (0, None, Problem("wrong_type", "must be a number", "/seconds")),
        (0, "2", Problem("wrong_type", "must be a number", "/seconds")),
        (0, True, Problem("wrong_type", "must be a number", "/seconds")),
        (0, 0, Problem("out_of_range", SECONDS, "/seconds")),
        (0, -0.5, Problem("out_of_range", SECONDS, "/seconds")),
        (0, 3600.001, Problem("out_of_range", SECONDS, "/seconds")),
        (0, 10**400, Problem("out_of_range", SECONDS, "/seconds")),
        (0, math.nan, Problem("out_of_range", SECONDS, "/seconds")),
        (0, math.inf, Problem("out_of_range", SECONDS, "/seconds")),
    ],
    ids=lambda value: ascii(value)[:20],
)
def test_a_search_needs_a_seed_and_a_time(
    engine: Engine[Any], seed: int, seconds: float, problem: Problem
) -> None:
    """Both are looked at before the pieces are: this layout would be refused, too."""
    layout = {"placements": [laid("red", "I1", (0, 0))]}
    with pytest.raises(InvalidActionError) as caught:
        engine.solve_puzzle("rect4", layout, seed, seconds)
    assert caught.value.problems == (problem,)
