"""Legal placements that cover a square, and their summary, against the list of all placements."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from typing import Any

import pytest
from cornerwise.engine import Engine, State
from cornerwise.selection import load_engine
from cornerwise.types import Action, Pass, PieceCount, Place, Summary, WarpTo

from tests.helpers.drawing import BOARD_SIZE, CORNERS, Cell, cells_of, draw
from tests.helpers.example_boards import PRINTED_EXAMPLE
from tests.helpers.examples import thinned
from tests.helpers.games import random_game, seeded_rng
from tests.helpers.problems import argument_problems
from tests.helpers.shuffle_states import (
    FOUR_CORNERS,
    place_state,
    random_shuffle_game,
    state_data,
)

STAIRS = draw(
    """
    B...
    .BB.
    """,
    top_right="""
    ..Y
    YY.
    """,
)


def squares_of(state: State, action: Place | WarpTo) -> tuple[Cell, ...]:
    """Return the squares that a placement, or the destination of a Warp, covers."""
    if isinstance(action, Place):
        return tuple(cells_of(action))
    assert state.turn.target is not None
    piece = state.turn.target[1]
    return tuple(cells_of(Place(piece, action.orientation, action.row, action.col)))


def covering_by_search(state: State, actions: list[Action], square: Cell) -> list[Action]:
    """Return the actions without the placements that do not cover a square."""
    return [
        action
        for action in actions
        if not isinstance(action, Place | WarpTo) or square in squares_of(state, action)
    ]


def summary_by_search(state: State, actions: list[Action]) -> Summary:
    """Return the summary of a list of actions."""
    placements = [action for action in actions if isinstance(action, Place)]
    counts = Counter((action.color, action.piece) for action in placements)
    coverable = {cell for action in placements for cell in cells_of(action)}
    own = {
        cell
        for placed in state.placements
        if placed.color == state.color
        for cell in cells_of(Place(placed.piece, placed.orientation, placed.row, placed.col))
    }
    steps = [(down, right) for down in (-1, 1) for right in (-1, 1)]
    sides = [(-1, 0), (0, -1), (0, 1), (1, 0)]
    if own:
        anchors = {(row + down, col + right) for row, col in own for down, right in steps}
        anchors -= {(row + down, col + right) for row, col in own for down, right in sides}
    elif state.rules.start_corners == "any":
        anchors = set(CORNERS)
    else:
        order = {"blue": (0, 0), "yellow": (0, 19), "red": (19, 19), "green": (19, 0)}
        anchors = {order[state.color or "blue"]}
    return Summary(
        tuple(
            PieceCount(color or "blue", piece, count) for (color, piece), count in counts.items()
        ),
        tuple(sorted(coverable)),
        tuple(sorted(anchors & coverable)),
    )


def some_states(engine: Engine[Any]) -> list[tuple[State, list[Action]]]:
    """Return states of games of every kind, with their legal actions."""
    return _states(engine.NAME)


@cache
def _states(engine_name: str) -> list[tuple[State, list[Action]]]:
    engine = load_engine(engine_name)
    found = []
    for seats, corners in ((2, "any"), (4, "fixed")):
        game = list(random_game(engine, seats, seats=seats, start_corners=corners))
        found += [(state, engine.legal_actions(state)) for state in [*game[:3], *game[8::20]]]
    for seed in thinned((0, 1, 2)):
        for number, (state, actions, _) in enumerate(random_shuffle_game(engine, seed)):
            if number % 12 == 0 or (state.phase != "place" and number % 5 == 0):
                found.append((state, actions))
    return found


def test_covering_keeps_the_placements_that_cover_the_square(engine: Engine[Any]) -> None:
    rng = seeded_rng(5)
    for state, actions in some_states(engine):
        placements = [action for action in actions if isinstance(action, Place | WarpTo)]
        squares: list[Cell] = [(rng.randrange(BOARD_SIZE), rng.randrange(BOARD_SIZE))]
        if placements:
            squares.append(rng.choice(squares_of(state, rng.choice(placements))))
        for square in squares:
            expected = covering_by_search(state, actions, square)
            assert engine.legal_actions(state, None, square) == expected
            count, text = engine.legal_actions_json(state, "objects", None, list(square))
            assert count == len(expected)
            assert json.loads(text) == [action.to_dict() for action in expected]
        assert engine.legal_actions(state, None, []) == actions


def test_covering_and_pieces_are_combined(engine: Engine[Any]) -> None:
    state = engine.new_game({}, 0)
    found = engine.legal_actions(state, ["I5", "V5"], (0, 2))
    both = engine.legal_actions(state, ["I5", "V5"])
    assert found == covering_by_search(state, both, (0, 2))
    assert {action.piece for action in found if isinstance(action, Place)} == {"I5", "V5"}
    assert engine.legal_actions(state, ["I1"], (10, 10)) == []


def test_covering_filters_destinations_of_warp(engine: Engine[Any]) -> None:
    turn = {"target": {"color": "yellow", "piece": "I1"}}
    state = engine.load_state(state_data(STAIRS, "warp_to", turn=turn))
    actions = engine.legal_actions(state)
    square = squares_of(state, actions[0])[0]  # type: ignore[arg-type]
    expected = covering_by_search(state, actions, square)
    assert 0 < len(expected) < len(actions)
    assert engine.legal_actions(state, None, square) == expected
    count, text = engine.legal_actions_json(state, "groups", None, square)
    assert count == len(expected)
    assert {group["type"] for group in json.loads(text)} == {"warp_to"}


def test_pass_stays_if_nothing_can_be_placed(engine: Engine[Any]) -> None:
    state = engine.load_state(state_data(draw(PRINTED_EXAMPLE), "place", color="yellow"))
    assert engine.legal_actions(state) == [Pass()]
    assert engine.legal_actions(state, None, (10, 10)) == [Pass()]


@pytest.mark.parametrize(
    ("covering", "problem"),
    [
        (5, ("wrong_type", "")),
        ("ab", ("wrong_type", "")),
        ([1], ("wrong_type", "")),
        ([1, 2, 3], ("wrong_type", "")),
        ([1, 2.5], ("wrong_type", "")),
        ([1, None], ("wrong_type", "")),
        ([True, 1], ("wrong_type", "")),
        ([20, 0], ("out_of_range", "/0")),
        ((0, -1), ("out_of_range", "/1")),
        ((0, 10**30), ("out_of_range", "/1")),
    ],
)
def test_a_square_that_is_not_on_the_board_is_refused(
    engine: Engine[Any], covering: object, problem: tuple[str, str]
) -> None:
    state = engine.new_game({}, 0)
    assert argument_problems(engine.legal_actions, state, None, covering) == [problem]
    assert argument_problems(engine.legal_actions_json, state, "cells", None, covering) == [problem]


def test_the_summary_matches_the_placements(engine: Engine[Any]) -> None:
    for state, actions in some_states(engine):
        summary = engine.summary(state)
        if state.phase in ("opening", "place"):
            assert summary == summary_by_search(state, actions)
            total = sum(isinstance(action, Place) for action in actions)
            assert sum(piece.count for piece in summary.pieces) == total
        else:
            assert summary == Summary((), (), ())


def test_the_summary_of_a_first_move(engine: Engine[Any]) -> None:
    summary = engine.summary(engine.new_game({"start_corners": "fixed"}, 0))
    assert summary.pieces[0] == PieceCount("blue", "I1", 1)
    assert summary.open_corners == ((0, 0),)
    assert summary.coverable[:2] == ((0, 0), (0, 1))
    data = summary.to_dict()
    assert list(data) == ["pieces", "coverable", "open_corners"]
    assert data["pieces"][0] == {"color": "blue", "piece": "I1", "count": 1}
    assert data["open_corners"] == [[0, 0]]


@pytest.mark.rule("S25")
def test_the_summary_counts_a_recycled_piece_of_the_other_color(engine: Engine[Any]) -> None:
    state = place_state(engine, FOUR_CORNERS, "recycle", recycled=("red", "V5"), seats=2)
    summary = engine.summary(state)
    assert summary == summary_by_search(state, engine.legal_actions(state))
    assert summary.pieces[-1].color == "red"


def test_the_summary_of_a_finished_game_is_empty(engine: Engine[Any]) -> None:
    *_, over = random_game(engine, 1)
    assert engine.summary(over) == Summary((), (), ())
