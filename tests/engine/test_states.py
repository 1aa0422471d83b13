"""Loading states: the order of its stages, and valid states.

What is refused, and how, is in test_states_shape, test_states_layout and test_states_turn; that
every code has an example is in test_codes.
"""

from __future__ import annotations

from typing import Any

from cornerwise.engine import Engine
from cornerwise.types import PlacedPiece

from tests.helpers.drawing import blue_to_move, draw
from tests.helpers.example_boards import PRINTED_EXAMPLE
from tests.helpers.problems import problem_locations
from tests.helpers.states import load_board, placement, without_pieces

TWO_BEFORE = without_pieces(draw(PRINTED_EXAMPLE).placements, ("blue", "I1"), ("blue", "I2"))
"""The worked example of P6, before blue's last two pieces."""


def test_later_stages_do_not_run_after_problems(engine: Engine[Any]) -> None:
    """Everything is wrong at once; then it is put right, stage by stage."""
    data: dict[str, Any] = {
        "more": 1,
        "rules": {"teams": True, "seats": 3},
        "placements": [
            placement("blue", "I1", (20, 0)),
            placement("blue", "I1", (0, 0)),
            placement("blue", "I2", (0, 1), (0, 2)),
        ],
        "turn": {"color": "red"},
    }
    assert problem_locations(engine, data) == [("unknown_field", "/more")]
    del data["more"]
    assert problem_locations(engine, data) == [("options_conflict", "/rules/teams")]
    del data["rules"]
    assert problem_locations(engine, data) == [("off_board", "/placements/0")]
    data["placements"][0] = placement("yellow", "I1", (0, 0))
    assert problem_locations(engine, data) == [("overlap", "/placements/1")]
    data["placements"][0] = placement("yellow", "I1", (0, 19))
    assert problem_locations(engine, data) == [("side_contact", "/placements/2")]
    data["placements"][2] = placement("blue", "I2", (1, 1), (1, 2))
    assert problem_locations(engine, data) == [("wrong_counts", "/placements")]
    del data["placements"][2]
    data["turn"]["color"] = "yellow"
    assert problem_locations(engine, data) == [("wrong_turn", "/turn/color")]
    data["turn"]["color"] = "red"
    assert engine.load_state(data).color == "red"


def test_an_empty_object_is_a_new_game(engine: Engine[Any]) -> None:
    assert engine.load_state({}) == engine.new_game({}, 0)
    assert engine.load_state(engine.new_game({}, 0).to_dict()) == engine.new_game({}, 0)


def test_omitted_fields_have_defaults(engine: Engine[Any]) -> None:
    data = {
        "rules": {"seats": 3, "shared_color": None},
        "placements": (),
        "turn": None,
        "last_placed": {"blue": None},
        "shared_turns": 0,
    }
    assert engine.load_state(data) == engine.new_game({"seats": 3, "shared_color": "green"}, 0)


def test_the_list_need_not_be_an_order_of_play(engine: Engine[Any]) -> None:
    """Some order of play leads there; the list itself is kept as it was given."""
    forwards, backwards = load_board(engine, TWO_BEFORE), load_board(engine, TWO_BEFORE[::-1])
    assert backwards.color == forwards.color == "blue"
    assert backwards.placements == forwards.placements[::-1]
    assert engine.legal_actions(backwards) == engine.legal_actions(forwards)


def test_the_first_of_the_list_need_not_cover_the_corner(engine: Engine[Any]) -> None:
    drawing = blue_to_move("""
        BB..
        ..B.
        """)
    assert load_board(engine, drawing.placements[::-1]).color == "blue"


def test_pose_cells_or_both_are_accepted(engine: Engine[Any]) -> None:
    numbers = PlacedPiece("blue", "L4", 0, 0, 0).to_dict()
    squares = placement("blue", "L4", (1, 0), (0, 2), (0, 0), (0, 1))
    both = {**numbers, **squares}
    states = {load_board(engine, [placed]) for placed in (numbers, squares, both)}
    assert len(states) == 1
    assert states.pop().to_dict()["placements"] == [numbers]


def test_tuples_are_accepted_as_lists(engine: Engine[Any]) -> None:
    placed = {"color": "blue", "piece": "I2", "cells": ((0, 1), (0, 0))}
    assert engine.load_state({"placements": (placed,)}).color == "yellow"


def test_load_state_does_not_change_the_data(engine: Engine[Any]) -> None:
    data = load_board(engine, TWO_BEFORE).to_dict()
    kept = repr(data)
    engine.load_state(data)
    assert repr(data) == kept
