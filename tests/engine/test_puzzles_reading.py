"""The solo puzzles: what is no puzzle, no layout, no seed and no time."""

from __future__ import annotations

import math
from typing import Any

import pytest
from cornerwise.engine import Engine
from cornerwise.errors import InvalidStateError

from tests.helpers.problems import argument_problems
from tests.helpers.states import placement


@pytest.mark.parametrize(
    ("puzzle", "code"),
    [
        (None, "wrong_type"),
        (4, "wrong_type"),
        (["rect4"], "wrong_type"),
        ("\ud800", "wrong_type"),
        ("", "unknown_puzzle"),
        ("RECT4", "unknown_puzzle"),
        ("rect4 ", "unknown_puzzle"),
    ],
)
def test_an_unknown_puzzle_is_refused_before_the_layout_is_parsed(
    engine: Engine[Any], puzzle: object, code: str
) -> None:
    for function, arguments in (
        (engine.check_layout, (puzzle, {})),
        (engine.check_layout, (puzzle, None)),
        (engine.solve_puzzle, (puzzle, None, -1, 0)),
    ):
        assert argument_problems(function, *arguments) == [(code, "/puzzle")]


@pytest.mark.parametrize(
    ("layout", "code", "pointer"),
    [
        (None, "wrong_type", ""),
        ([], "wrong_type", ""),
        ({"placements": {}}, "wrong_type", "/placements"),
        ({"placements": 1.5}, "wrong_type", "/placements"),
        ({"rules": {}}, "unknown_field", "/rules"),
        ({"placements": [0]}, "wrong_type", "/placements/0"),
        (
            {"placements": [{"color": "red", "piece": "I4"}]},
            "missing_field",
            "/placements/0/cells",
        ),
        (
            {"placements": [placement("red", "I6")]},
            "unknown_piece",
            "/placements/0/piece",
        ),
        (
            {"placements": [placement("pink", "I4")]},
            "unknown_color",
            "/placements/0/color",
        ),
        (
            {"placements": [None] * 85},
            "too_many_placements",
            "/placements",
        ),
    ],
    ids=lambda value: ascii(value)[:40],
)
def test_a_malformed_layout_is_refused(
    engine: Engine[Any], layout: object, code: str, pointer: str
) -> None:
    for ask in (
        lambda: engine.check_layout("rect4", layout),
        lambda: engine.solve_puzzle("rect4", layout, -1, 0),
    ):
        with pytest.raises(InvalidStateError) as caught:
            ask()
        (problem,) = caught.value.problems
        assert (problem.code, problem.pointer) == (code, pointer)


@pytest.mark.parametrize(
    ("seed", "seconds", "expected"),
    [
        (None, 0, ("wrong_type", "/seed")),
        (1.5, 0, ("wrong_type", "/seed")),
        (True, 0, ("wrong_type", "/seed")),
        (-1, 0, ("out_of_range", "/seed")),
        (2**53, 0, ("out_of_range", "/seed")),
        (0, None, ("wrong_type", "/seconds")),
        (0, "2", ("wrong_type", "/seconds")),
        (0, True, ("wrong_type", "/seconds")),
        (0, 0, ("out_of_range", "/seconds")),
        (0, -0.5, ("out_of_range", "/seconds")),
        (0, 3600.001, ("out_of_range", "/seconds")),
        (0, 10**400, ("out_of_range", "/seconds")),
        (0, math.nan, ("out_of_range", "/seconds")),
        (0, math.inf, ("out_of_range", "/seconds")),
    ],
    ids=lambda value: ascii(value)[:20],
)
def test_a_search_validates_seed_and_seconds(
    engine: Engine[Any], seed: object, seconds: object, expected: tuple[str, str]
) -> None:
    """Both are looked at before the pieces are: this layout would be refused, too."""
    layout = {"placements": [placement("red", "I1", (0, 0))]}
    found = argument_problems(engine.solve_puzzle, "rect4", layout, seed, seconds)
    assert found == [expected]
