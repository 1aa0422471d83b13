"""Solving the solo puzzles: every solution is checked against the rules by playing it.

Only the Rust engine has a solver; how fast it is, a benchmark says.
"""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest
from cornerwise.engine import Engine
from cornerwise.errors import InvalidStateError, UnsupportedError
from cornerwise.puzzle import Solution

from tests.helpers.drawing import CORNERS, cells_of
from tests.helpers.problems import problem_fields
from tests.helpers.puzzle_layouts import (
    PUZZLES,
    REFERENCE,
    SOLUTIONS,
    Layout,
    is_order_of_play,
    is_solved,
)
from tests.helpers.states import placement

ALL = pytest.mark.parametrize("puzzle", PUZZLES)
TIMEOUT = 60.0
"""Seconds after which something that must end counts as endless: a guard, no measure."""


def solve(
    engine: Engine[Any], puzzle: str, layout: Layout, seed: int = 0, seconds: float = 20
) -> Solution:
    """Return the answer of a solver, and assert that it is consistent."""
    answer = engine.solve_puzzle(puzzle, {"placements": layout}, seed, seconds)
    assert answer.puzzle == puzzle
    assert answer.nodes >= 0
    assert answer.restarts >= 0
    assert (answer.placements is not None) == (answer.outcome == "solved")
    assert (answer.stopped_by is not None) == (answer.outcome == "unknown")
    if answer.placements is not None:
        found = [placed.to_dict() for placed in answer.placements]
        assert is_solved(puzzle, found)
        assert squares(layout) <= squares(found)
        if PUZZLES[puzzle].connected:
            assert is_order_of_play(found, descending=PUZZLES[puzzle].descending)
    return answer


def squares(layout: Layout) -> set[tuple[str, str, tuple[tuple[int, int], ...]]]:
    """Return the pieces with their squares."""
    return {(placed["color"], placed["piece"], cells_of(placed)) for placed in layout}


def test_the_python_engine_reports_that_it_has_no_solver(python: Engine[Any]) -> None:
    wrong = {"placements": [placement("red", "I1", (0, 0))]}
    for layout in ({}, {"placements": SOLUTIONS["rect4"]}, wrong):
        with pytest.raises(UnsupportedError) as caught:
            python.solve_puzzle("rect4", layout, 0, 2)
        assert problem_fields(caught.value.problems) == [("unsupported", "", None, ())]


@pytest.mark.rule("U7")
@ALL
def test_an_empty_board_is_solved_with_any_seed(rust: Engine[Any], puzzle: str) -> None:
    found = [solve(rust, puzzle, [], seed) for seed in (0, 1, 2, 2**53 - 1)]
    assert [answer.outcome for answer in found] == ["solved"] * 4
    boards = {frozenset(answer.placements or ()) for answer in found}
    assert len(boards) == 4


@ALL
def test_the_same_seed_gives_the_same_answer(rust: Engine[Any], puzzle: str) -> None:
    assert solve(rust, puzzle, [], 7) == solve(rust, puzzle, [], 7)


@pytest.mark.rule("U7")
@pytest.mark.parametrize(
    "query", REFERENCE["queries"], ids=lambda query: f"{query['puzzle']}-{len(query['fixed'])}"
)
def test_partial_layouts_of_the_reference_are_decided(
    rust: Engine[Any], query: dict[str, Any]
) -> None:
    for seed in (0, 1):
        answer = solve(rust, query["puzzle"], query["fixed"], seed)
        assert answer.outcome == query["verdict"]


@ALL
def test_a_complete_layout_is_its_own_solution(rust: Engine[Any], puzzle: str) -> None:
    assert solve(rust, puzzle, SOLUTIONS[puzzle]).outcome == "solved"
    assert solve(rust, puzzle, SOLUTIONS[puzzle][:-1]).outcome == "solved"


@pytest.mark.slow(keep=2)
@ALL
def test_a_part_of_a_solution_is_never_called_impossible(rust: Engine[Any], puzzle: str) -> None:
    """However short the time: what is known to have a solution has one (U7)."""
    solution = SOLUTIONS[puzzle]
    for begun in (solution[: len(solution) // 2], solution[::3], solution[1::2]):
        for seconds in (0.0001, 0.01, 0.5):
            assert solve(rust, puzzle, begun, seconds=seconds).outcome != "impossible"


@pytest.mark.parametrize("puzzle", ["rect4", "rect4_apart"])
def test_half_a_rectangle_of_fours_is_decided(rust: Engine[Any], puzzle: str) -> None:
    for begun in (SOLUTIONS[puzzle][::2], SOLUTIONS[puzzle][:10]):
        assert solve(rust, puzzle, begun).outcome == "solved"


@pytest.mark.parametrize("puzzle", ["board84", "board84_descending"])
def test_no_color_can_start_without_a_free_corner(rust: Engine[Any], puzzle: str) -> None:
    pieces = ["I2", "I3", "V3", "I1"]
    towards = {0: 1, 19: -1}
    begun = []
    for piece, (row, col) in zip(pieces, CORNERS, strict=True):
        cells = [(row, col + step * towards[col]) for step in range(int(piece[1]))]
        if piece == "V3":
            cells[2] = (row + towards[row], col)
        begun.append(placement("blue", piece, *cells))
    assert solve(rust, puzzle, begun).outcome == "impossible"


def test_a_square_that_no_piece_can_reach_is_impossible(rust: Engine[Any]) -> None:
    shut_in = [placement("blue", "L4", (0, 1), (1, 1), (2, 1), (2, 0))]
    for puzzle in ("rect4", "rect4_apart"):
        answer = solve(rust, puzzle, shut_in)
        assert (answer.outcome, answer.stopped_by) == ("impossible", None)


@ALL
def test_an_invalid_layout_is_not_solved(rust: Engine[Any], puzzle: str) -> None:
    first, second, *_ = SOLUTIONS[puzzle]
    layout = {"placements": [first, {**second, "cells": first["cells"], "piece": first["piece"]}]}
    with pytest.raises(InvalidStateError) as caught:
        rust.solve_puzzle(puzzle, layout, 0, 2)
    assert caught.value.problems == rust.check_layout(puzzle, layout).problems


def test_a_search_ends_within_its_time_limit(rust: Engine[Any]) -> None:
    begun = SOLUTIONS["rect5_apart"][:6]
    begin = time.monotonic()
    for seed in range(5):
        solve(rust, "rect5_apart", begun, seed, seconds=0.05)
    assert time.monotonic() - begin < TIMEOUT


@pytest.mark.parametrize("puzzle", ["rect5_apart", "board84_descending", "board84"])
def test_a_cancelled_search_ends_early(rust: Engine[Any], puzzle: str) -> None:
    layout = {"placements": SOLUTIONS[puzzle][:6]}
    cancellation = rust.Cancellation()
    whole = rust.solve_puzzle(puzzle, layout, 0, 20, cancel=cancellation)
    cancellation.cancel()
    answer = rust.solve_puzzle(puzzle, layout, 0, 20, cancel=cancellation)
    assert (whole.outcome, whole.stopped_by) == ("solved", None)
    assert (answer.outcome, answer.stopped_by) == ("unknown", "cancelled")
    assert answer.nodes < whole.nodes


def test_pieces_may_be_given_by_their_numbers(rust: Engine[Any]) -> None:
    numbered = solve(rust, "rect4", SOLUTIONS["rect4"]).placements
    assert numbered is not None
    begun = [placed.to_dict() for placed in numbered[:12]]
    assert "cells" not in begun[0]
    assert solve(rust, "rect4", begun).outcome == "solved"


def test_a_solution_in_json(rust: Engine[Any]) -> None:
    answer = solve(rust, "rect4", SOLUTIONS["rect4"])
    written = answer.to_dict()
    assert [*written] == ["puzzle", "outcome", "placements", "searched"]
    assert squares(written["placements"]) == squares(SOLUTIONS["rect4"])
    assert [*written["searched"]] == ["nodes", "restarts", "stopped_by"]


def test_other_threads_run_during_a_search(rust: Engine[Any]) -> None:
    """Otherwise Ctrl-C would be ignored, and a worker could not serve other requests."""
    done = threading.Event()

    def search() -> None:
        try:
            solve(rust, "rect5_apart", SOLUTIONS["rect5_apart"][:4], seconds=1)
        finally:
            done.set()

    searching = threading.Thread(target=search)
    begin = time.monotonic()
    searching.start()
    heard = 0
    while not done.wait(0.001):
        heard += 1
    searching.join()
    assert heard >= int(20 * (time.monotonic() - begin))
