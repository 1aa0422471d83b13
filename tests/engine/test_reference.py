"""Numbers of an independent engine: positions, sequences and whole games (tests/data/classic.json).

The file explains itself under ``conventions``. The Rust engine is held to all of it, the Python
engine to all but the longest sequences from the empty board.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from cornerwise.engine import Engine, State
from cornerwise.types import COLORS, Place

from tests.helpers.drawing import BOARD_SIZE, Cell, cells_of
from tests.helpers.games import place_actions

DATA = json.loads((Path(__file__).parents[1] / "data" / "classic.json").read_text("utf-8"))
FIXED = {"start_corners": "fixed"}

POSITIONS = pytest.mark.parametrize(
    "position", DATA["positions"], ids=lambda one: f"game{one['game']}-ply{one['ply']}"
)


@cache
def canonical(action: Place) -> tuple[int, tuple[int, ...]]:
    """Return the key of the file's canonical order: the number of cells, then the cells."""
    indices = tuple(sorted(row * BOARD_SIZE + col for row, col in cells_of(action)))
    return len(indices), indices


def fnv1a64(actions: Iterable[Place]) -> str:
    """Return the file's hash of a list of placements."""
    lines = [",".join(map(str, cells)) + "\n" for _, cells in sorted(map(canonical, actions))]
    value = 14695981039346656037
    for byte in "".join(lines).encode():
        value = (value ^ byte) * 1099511628211 % 2**64
    return f"{value:x}"


def load_position(engine: Engine[Any], position: dict[str, Any]) -> State:
    def cell(index: int) -> Cell:
        return divmod(index, BOARD_SIZE)

    placements = [{**one, "cells": [*map(cell, one["cells"])]} for one in position["placements"]]
    state: State = engine.load_state({"rules": FIXED, "placements": placements})
    return state


# ---- Positions --------------------------------------------------------------------------------


@POSITIONS
def test_a_position_matches_the_file(engine: Engine[Any], position: dict[str, Any]) -> None:
    state = load_position(engine, position)
    assert str(state).replace("\n", "") == position["board"]
    for color in COLORS:
        assert sorted(state.supply(color)) == sorted(position["remaining"][color])
    totals = [position["legal"][color]["total"] for color in COLORS]
    # The file names the colour whose slot it is, which may be one that can only pass.
    if position["legal"][position["to_move"]]["total"] > 0:
        assert state.color == position["to_move"]
    else:
        assert (state.color is None) == (sum(totals) == 0)


@POSITIONS
def test_every_color_has_the_placements_that_the_file_counts(
    engine: Engine[Any], position: dict[str, Any]
) -> None:
    state = load_position(engine, position)
    for color in COLORS:
        expected = position["legal"][color]
        placements = engine.legal_placements(state, color)
        by_piece = dict.fromkeys(expected["by_piece"], 0)
        for placement in placements:
            by_piece[placement.piece] += 1
        assert by_piece == expected["by_piece"]
        assert len(placements) == expected["total"]
        assert fnv1a64(placements) == expected["fnv1a64"]


@pytest.mark.slow(keep=4)
@POSITIONS
def test_two_more_placements(engine: Engine[Any], position: dict[str, Any]) -> None:
    state = load_position(engine, position)
    assert engine.perft(state, 2) == position["perft2"], engine.perft_split(state, 2)


# ---- Sequences from the empty board -----------------------------------------------------------

INITIAL = DATA["perft_initial"]
ORDERLY = INITIAL["fixed corners, order blue yellow red green"]
FREE = INITIAL["any free corner"]
ALONE = INITIAL["blue alone, fixed corner"]


@pytest.mark.parametrize(
    ("corners", "depth", "expected"),
    [
        # A development build counts about 100 million sequences a second.
        pytest.param(corners, depth, count, marks=[pytest.mark.slow] if count > 10**8 else [])
        for corners, counts in (("fixed", ORDERLY), ("any", FREE))
        for depth, count in enumerate(counts, 1)
    ],
)
def test_sequences_from_the_start_on_rust(
    rust: Engine[Any], corners: str, depth: int, expected: int
) -> None:
    assert rust.perft(rust.new_game({"start_corners": corners}, 0), depth) == expected


@pytest.mark.parametrize(
    ("corners", "expected"),
    [
        pytest.param("fixed", ORDERLY[:3], marks=pytest.mark.slow, id="fixed"),
        pytest.param("any", FREE[:2], id="any"),
    ],
)
def test_sequences_from_the_start_on_python(
    python: Engine[Any], corners: str, expected: list[int]
) -> None:
    state = python.new_game({"start_corners": corners}, 0)
    assert [python.perft(state, depth + 1) for depth in range(len(expected))] == expected


def blue_alone(engine: Engine[Any], depth: int) -> int:
    """Count sequences of blue placements; the others sit in their corners, too far to matter."""
    if depth == 1:
        return len(engine.legal_placements(engine.new_game(FIXED, 0), "blue"))
    others = [Place("I1", 0, 0, 19), Place("I1", 0, 19, 19), Place("I1", 0, 19, 0)]
    total = 0
    for first in engine.legal_actions(engine.new_game(FIXED, 0)):
        state, _ = engine.apply(engine.new_game(FIXED, 0), [first, *others])
        if depth == 2:
            total += engine.count_actions(state)
        else:
            for second in engine.legal_actions(state):
                after, _ = engine.apply(state, second)
                total += len(engine.legal_placements(after, "blue"))
    return total


def test_blue_alone_on_rust(rust: Engine[Any]) -> None:
    assert [blue_alone(rust, depth) for depth in (1, 2, 3)] == ALONE


def test_blue_alone_on_python(python: Engine[Any]) -> None:
    assert [blue_alone(python, depth) for depth in (1, 2)] == ALONE[:2]


# ---- Games ------------------------------------------------------------------------------------


def restrict(actions: list[Place], policy: int, color: str) -> list[Place]:
    """Return the actions among which the file's policy chooses."""
    if policy == 0:
        return actions
    choose = max if policy == 1 or color == "blue" else min
    size = choose(canonical(action)[0] for action in actions)
    return [action for action in actions if canonical(action)[0] == size]


def play(engine: Engine[Any], game: dict[str, Any]) -> tuple[State, int]:
    """Play one of the file's games; return its last state and the sum of all legal counts."""
    state = engine.new_game({**FIXED, "scoring": "advanced"}, 0)
    x, total = game["seed"], 0
    while state.color is not None:
        actions = place_actions(engine, state)
        total += len(actions)
        choice = sorted(restrict(actions, game["policy"], state.color), key=canonical)
        x = (x * 6364136223846793005 + 1442695040888963407) % 2**64
        state, _ = engine.apply(state, choice[(x >> 33) % len(choice)])
    return state, total


@pytest.mark.slow(keep=4)
@pytest.mark.parametrize("game", DATA["games"], ids=lambda game: f"game{game['game']}")
def test_games(engine: Engine[Any], game: dict[str, Any]) -> None:
    state, total_legal = play(engine, game)
    score = engine.score(state)
    assert len(state.placements) == game["plies"]
    assert total_legal == game["total_legal"]
    assert str(state).replace("\n", "") == game["final_board"]
    assert {one.color: one.squares_left for one in score.colors} == game["remaining_squares"]
    assert {one.color: one.score for one in score.colors} == game["advanced"]
    assert score.final
