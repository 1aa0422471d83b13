"""What may be done: the list of legal actions, its filters and forms, and the law it keeps."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import pytest
from cornerwise.engine import Engine, State
from cornerwise.errors import IllegalActionError, InvalidActionError
from cornerwise.types import COLORS, Place

from tests.helpers.drawing import ORIENTATIONS, PIECES, cells_of, draw
from tests.helpers.example_boards import PRINTED_EXAMPLE
from tests.helpers.formats import compact_json, groups
from tests.helpers.games import middle_game, place_actions, random_game, seeded_rng
from tests.helpers.problems import argument_problems, problem_fields
from tests.helpers.states import load_board

NAMES = list(PIECES)
PRINTED = draw(PRINTED_EXAMPLE).placements

STATES = pytest.mark.parametrize(
    ("seed", "ply"), [(1, 0), (2, 1), (3, 7), (4, 16), (5, 30), (6, 45), (8, 52)]
)


# ---- The list of legal actions ----------------------------------------------------------------


@STATES
def test_legal_actions_are_sorted_by_piece_orientation_row_and_col(
    engine: Engine[Any], seed: int, ply: int
) -> None:
    actions = place_actions(engine, middle_game(engine, seed, ply))
    keys = [(NAMES.index(one.piece), one.orientation, one.row, one.col) for one in actions]
    assert keys == sorted(set(keys))
    assert keys


@pytest.mark.rule("G3")
@STATES
def test_g3_no_two_legal_actions_cover_the_same_squares(
    engine: Engine[Any], seed: int, ply: int
) -> None:
    actions = place_actions(engine, middle_game(engine, seed, ply))
    assert len({cells_of(action) for action in actions}) == len(actions)


@STATES
def test_count_actions_is_the_length_of_the_list(engine: Engine[Any], seed: int, ply: int) -> None:
    state = middle_game(engine, seed, ply)
    assert engine.count_actions(state) == len(engine.legal_actions(state))


@STATES
def test_the_placements_of_the_mover_are_the_legal_actions(
    engine: Engine[Any], seed: int, ply: int
) -> None:
    state = middle_game(engine, seed, ply)
    assert state.color is not None
    assert engine.legal_placements(state, state.color) == engine.legal_actions(state)


def test_placements_of_a_color_do_not_depend_on_whose_turn_it_is(
    engine: Engine[Any],
) -> None:
    """Nothing that the first three place reaches green's corner, so its turn brings no news."""
    state = engine.new_game({"start_corners": "fixed"}, 0)
    expected = engine.legal_placements(state, "green")
    assert len(expected) == 58
    state, _ = engine.apply(
        state, [Place("I5", 0, 0, 0), Place("I5", 0, 0, 15), Place("I5", 0, 19, 15)]
    )
    assert state.color == "green"
    assert engine.legal_actions(state) == expected


@pytest.mark.parametrize(
    ("color", "code"),
    [("pink", "unknown_color"), ("Blue", "unknown_color"), (None, "wrong_type"), (1, "wrong_type")],
)
def test_legal_placements_refuses_unknown_colors(
    engine: Engine[Any],
    color: object,
    code: str,
) -> None:
    assert argument_problems(engine.legal_placements, engine.new_game({}, 0), color) == [(code, "")]


# ---- Filters ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "pieces",
    [["V5"], ["I1", "I2"], ["Z5", "I1", "Z5"], [], NAMES, ("O4",), {"X5": 1, "W5": 2}],
    ids=str,
)
def test_a_filter_keeps_only_its_pieces(engine: Engine[Any], pieces: Iterable[str]) -> None:
    state = middle_game(engine, 3, 7)
    wanted = list(pieces) or NAMES
    expected = [action for action in place_actions(engine, state) if action.piece in wanted]
    assert engine.legal_actions(state, pieces) == expected
    assert engine.legal_actions(state, iter(list(pieces))) == expected
    count, text = engine.legal_actions_json(state, "objects", pieces)
    assert count == len(expected)
    assert json.loads(text) == [action.to_dict() for action in expected]


def test_a_filter_for_placed_pieces_gives_no_actions(engine: Engine[Any]) -> None:
    state = middle_game(engine, 3, 8)
    placed = [one.piece for one in state.placements if one.color == state.color]
    assert len(placed) == 2
    assert engine.legal_actions(state, placed) == []


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        (["I1", "Q9"], [("unknown_piece", "/1", "G4", ())]),
        (
            ["i1", 5, "I1", None],
            [
                ("unknown_piece", "/0", "G4", ()),
                ("wrong_type", "/1", None, ()),
                ("wrong_type", "/3", None, ()),
            ],
        ),
        ("I1", [("unknown_piece", "/0", "G4", ()), ("unknown_piece", "/1", "G4", ())]),
        (["\ud800"], [("wrong_type", "/0", None, ())]),
        (["I1"] * 22, [("out_of_range", "", None, ())]),
        ([None] * 22, [("out_of_range", "", None, ())]),
        (["Q9"] * 21, [("unknown_piece", f"/{index}", "G4", ()) for index in range(20)]),
        (5, [("wrong_type", "", None, ())]),
    ],
    ids=lambda value: ascii(value)[:40],
)
def test_a_filter_is_validated(
    engine: Engine[Any],
    pieces: Any,  # noqa: ANN401 (untrusted)
    expected: list[tuple[Any, ...]],
) -> None:
    for state in (engine.new_game({}, 0), load_board(engine, PRINTED)):
        with pytest.raises(InvalidActionError) as caught:
            engine.legal_actions(state, pieces)
        assert problem_fields(caught.value.problems) == expected
        with pytest.raises(InvalidActionError) as caught:
            engine.legal_actions_json(state, "groups", pieces)
        assert problem_fields(caught.value.problems) == expected


# ---- JSON -------------------------------------------------------------------------------------


@STATES
def test_json_formats_match_the_actions(engine: Engine[Any], seed: int, ply: int) -> None:
    state = middle_game(engine, seed, ply)
    actions = place_actions(engine, state)
    objects = [action.to_dict() for action in actions]
    with_cells = [{**action.to_dict(), "cells": cells_of(action)} for action in actions]
    count = len(actions)
    assert engine.legal_actions_json(state) == (count, compact_json(objects))
    assert engine.legal_actions_json(state, "objects") == (count, compact_json(objects))
    assert engine.legal_actions_json(state, "cells") == (count, compact_json(with_cells))
    assert engine.legal_actions_json(state, "groups") == (count, compact_json(groups(actions)))


@pytest.mark.parametrize("name", ["xml", "Objects", "compact", "", None, 5, "\ud800"])
def test_an_unknown_format_is_refused(engine: Engine[Any], name: Any) -> None:  # noqa: ANN401
    with pytest.raises(ValueError, match="format") as caught:
        engine.legal_actions_json(engine.new_game({}, 0), name)
    assert caught.type is ValueError


# ---- Laws -------------------------------------------------------------------------------------


def is_applied(engine: Engine[Any], state: State, action: Place) -> bool:
    try:
        engine.apply(state, [action])
    except IllegalActionError as error:
        return not error.problems
    return True


@pytest.mark.slow(keep=4)
@STATES
@pytest.mark.parametrize("start_corners", ["any", "fixed"])
def test_legal_actions_check_and_apply_agree(
    engine: Engine[Any], seed: int, ply: int, start_corners: str
) -> None:
    """A sample of legal actions, and of others near pieces of the board and anywhere on it."""
    state = middle_game(engine, seed, ply, start_corners=start_corners)
    legal = place_actions(engine, state)
    rng = seeded_rng(seed)
    sample = rng.sample(legal, min(40, len(legal)))
    for _ in range(120):
        name: Any = rng.choice(NAMES)
        orientation = rng.randrange(len(ORIENTATIONS[name]))
        position = rng.randrange(20), rng.randrange(20)
        sample.append(Place(name, orientation, *position, state.color))
        near = rng.choice(legal)
        row, col = near.row + rng.randint(-1, 1), near.col + rng.randint(-1, 1)
        sample.append(Place(near.piece, near.orientation, row, col, near.color))
    verdicts = set()
    for action in sample:
        is_listed = action in legal
        assert (engine.check(state, action) == []) == is_listed
        assert is_applied(engine, state, action) == is_listed
        verdicts.add(is_listed)
    assert verdicts == {True, False}


def test_an_unfinished_state_has_a_legal_action_and_a_finished_one_has_none(
    engine: Engine[Any],
) -> None:
    for state in random_game(engine, 21):
        assert (engine.count_actions(state) > 0) == (state.phase == "place")
        assert (state.color is None) == (state.phase == "over")
        able = [color for color in COLORS if engine.legal_placements(state, color)]
        assert bool(able) == (state.phase == "place")
