"""Blokus Shuffle, 2 seats: the recycled piece of the seat's other colour is placed again (S25)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from cornerwise.engine import Engine, State
from cornerwise.types import (
    COLORS,
    CardsDrawn,
    ChoosePiece,
    Pass,
    Passed,
    PiecePlaced,
    Place,
    PlayCard,
)

from tests.helpers.drawing import cells_of, draw, place
from tests.helpers.example_boards import PRINTED_EXAMPLE
from tests.helpers.formats import compact_json, groups
from tests.helpers.games import place_actions
from tests.helpers.problems import is_legal, refusal, state_problems
from tests.helpers.shuffle_states import (
    CONNECTED_BY_I2,
    FOUR_CORNERS,
    place_state,
    play_card_state,
    state_data,
)
from tests.helpers.states import with_value

PRINTED = draw(PRINTED_EXAMPLE).placements


def recycle(
    engine: Engine[Any],
    board: Any = CONNECTED_BY_I2,  # noqa: ANN401
    piece: tuple[Any, Any] = ("blue", "I3"),
    color: str = "red",
    **rest: Any,
) -> State:
    """Return the state after seat 1 has recycled a piece on the turn of one of its colours."""
    state = play_card_state(engine, board, "recycle", color=color, seats=2, **rest)
    after: State = engine.apply(state, [PlayCard("recycle"), ChoosePiece(*piece)])[0]
    return after


def of_color(color: str, action: dict[str, Any]) -> dict[str, Any]:
    return {**action, "color": color}


BLUE_I3 = of_color("blue", place("I3", [(0, 0), (0, 1), (0, 2)]))


# ---- Legal moves ------------------------------------------------------------------------------


@pytest.mark.rule("S25")
@pytest.mark.ruling("S25")
def test_s25_the_recycled_piece_of_the_other_color_can_be_placed_again(engine: Engine[Any]) -> None:
    """The moves of the colour to move come first, then those of the recycled piece."""
    state = recycle(engine)
    assert (state.color, state.phase, state.turn.card) == ("red", "place", "recycle")
    assert state.turn.recycled == ("blue", "I3")
    ordinary = engine.legal_placements(state, "red")
    replays = [one for one in engine.legal_placements(state, "blue") if one.piece == "I3"]
    assert len(ordinary) > 100
    assert len(replays) > 5
    assert engine.legal_actions(state) == [*ordinary, *replays]
    assert engine.count_actions(state) == len(ordinary) + len(replays)
    assert {action.color for action in ordinary} == {"red"}
    assert {action.color for action in replays} == {"blue"}
    assert all(is_legal(engine, state, action) for action in replays)


@pytest.mark.rule("S25")
def test_s25_a_recycled_piece_of_the_same_color_adds_nothing(engine: Engine[Any]) -> None:
    state = recycle(engine, color="blue")
    assert state.turn.recycled == ("blue", "I3")
    assert engine.legal_actions(state) == engine.legal_placements(state, "blue")
    for color in ("red", "yellow", "green"):
        assert refusal(engine, state, of_color(color, place("I1", [(9, 9)]))) == [
            ("S25", "wrong_turn", ())
        ]


@pytest.mark.rule("S25")
def test_s25_the_json_formats_name_the_color(engine: Engine[Any]) -> None:
    state = recycle(engine)
    actions = engine.legal_actions(state)
    objects = [action.to_dict() for action in actions]
    with_cells = [{**one, "cells": cells_of(one)} for one in objects]
    count = len(actions)
    assert engine.legal_actions_json(state) == (count, compact_json(objects))
    assert engine.legal_actions_json(state, "cells") == (count, compact_json(with_cells))
    assert engine.legal_actions_json(state, "groups") == (count, compact_json(groups(actions)))
    assert list(objects[-1]) == ["type", "color", "piece", "orientation", "row", "col"]


@pytest.mark.rule("S25")
def test_s25_a_filter_for_pieces_holds_for_both_colors(engine: Engine[Any]) -> None:
    state = recycle(engine)
    only = place_actions(engine, state, ["I3"])
    assert {(action.color, action.piece) for action in only} == {("red", "I3"), ("blue", "I3")}
    assert {action.color for action in place_actions(engine, state, ["I4"])} == {"red"}


@pytest.mark.rule("S25", "C1")
@pytest.mark.parametrize("start_corners", ["any", "fixed"])
def test_s25_c1_applies_if_the_other_color_has_nothing_left_on_the_board(
    engine: Engine[Any], start_corners: str
) -> None:
    """Green has left its corner free: with fixed corners it is not blue's."""
    board = draw("B", top_right="Y", bottom_right="R\n.", bottom_left=".G")
    state = recycle(engine, board, ("blue", "I1"), start_corners=start_corners)
    replays = {cells_of(one) for one in place_actions(engine, state) if one.color == "blue"}
    corners = ((0, 0),) if start_corners == "fixed" else ((0, 0), (19, 0), (19, 19))
    assert replays == {(corner,) for corner in corners}
    assert refusal(engine, state, of_color("blue", place("I1", [(9, 9)]))) == [
        ("C1", "corner_not_covered", corners)
    ]


@pytest.mark.rule("S25", "C6")
def test_s25_passing_is_illegal_if_only_the_recycled_piece_fits(engine: Engine[Any]) -> None:
    state = recycle(engine, PRINTED, ("blue", "I1"), others="")
    assert engine.legal_placements(state, "red") == []
    assert {(action.color, action.piece) for action in place_actions(engine, state)} == {
        ("blue", "I1")
    }
    assert refusal(engine, state, Pass()) == [("C6", "must_place", ())]
    assert engine.legal_actions(state, ["I5"]) == []


@pytest.mark.rule("S25", "C6")
def test_s25_passing_is_legal_if_neither_color_can_place(engine: Engine[Any]) -> None:
    """Yellow blocks what is left of blue, and green blocks red."""
    board = draw(
        """
        B..
        .YY
        """,
        top_right="Y",
        bottom_right="""
        GG.
        ..R
        """,
        bottom_left="G",
    )
    state = place_state(engine, board, "recycle", recycled=("blue", "V5"), color="red", seats=2)
    assert engine.legal_actions(state) == [Pass()]
    _, events = engine.apply(state, Pass())
    assert events == [Passed("red", 1)]


# ---- Playing it -------------------------------------------------------------------------------


@pytest.mark.rule("S25", "P7")
def test_s25_the_turn_stays_that_of_the_colour_to_move(engine: Engine[Any]) -> None:
    """The event names blue; red draws one card, and green, which follows red, is next."""
    state = recycle(engine, top="wild skip", others="skip")
    assert state.last_placed["blue"] == "I1"
    assert state.last_placed["red"] == "I1"
    state, events = engine.apply(state, BLUE_I3)
    assert events == [
        PiecePlaced("blue", 1, "I3", 0, 0, 0),
        CardsDrawn("red", 1, 1, ("wild",)),
    ]
    assert (state.color, state.seat) == ("green", 2)
    assert state.turn.recycled is None
    assert "recycled" not in state.to_dict()["turn"]
    assert state.last_placed["blue"] == "I3"
    assert state.last_placed["red"] == "I1"
    assert (state.placements[-1].color, state.placements[-1].piece) == ("blue", "I3")
    assert "I3" not in state.supply("blue")
    assert "I3" in state.supply("red")


@pytest.mark.rule("S25", "S21")
def test_s25_the_order_continues_after_the_slot_in_either_direction(engine: Engine[Any]) -> None:
    state = recycle(engine, direction="counterclockwise")
    state, _ = engine.apply(state, BLUE_I3)
    assert (state.color, state.seat) == ("yellow", 2)


@pytest.mark.rule("S25", "P7")
def test_s25_a_replayed_monomino_is_the_last_piece_of_its_color(engine: Engine[Any]) -> None:
    state = recycle(engine, piece=("blue", "I1"), scoring="advanced")
    assert state.last_placed["blue"] is None
    without = engine.score(state).colors[0].score
    state, _ = engine.apply(state, of_color("blue", place("I1", [(2, 5)])))
    assert state.last_placed["blue"] == "I1"
    assert engine.score(state).colors[0].score == (without or 0) + 1 + 5


@pytest.mark.rule("S25", "S8")
def test_s25_a_finished_color_is_finished_again_after_the_replay(engine: Engine[Any]) -> None:
    state = recycle(engine, PRINTED, ("blue", "I1"), others="wild")
    state, happened = engine.apply(state, engine.legal_actions(state)[0])
    assert state.supply("blue") == ()
    while state.color != "red":
        assert state.color != "blue"
        state, events = engine.apply(state, engine.legal_actions(state)[0])
        happened += events
    assert Passed("blue", 1) in happened


@pytest.mark.rule("S25")
@pytest.mark.parametrize("color", [None, "red"])
def test_s25_without_a_color_the_piece_is_of_the_colour_to_move(
    engine: Engine[Any], color: str | None
) -> None:
    state = recycle(engine)
    action = {**place("I3", [(18, 18), (18, 17), (18, 16)]), "color": color}
    _, events = engine.apply(state, action)
    assert events[0] == PiecePlaced("red", 1, "I3", 0, 18, 16)
    assert is_legal(engine, state, Place("I3", 0, 18, 16))


# ---- Reasons ----------------------------------------------------------------------------------


@pytest.mark.rule("S25")
@pytest.mark.parametrize(
    ("action", "expected"),
    [
        # Of blue only the recycled piece itself, not even one that is not on the board.
        (of_color("blue", place("I2", [(1, 3), (1, 4)])), [("S25", "wrong_turn", ())]),
        (of_color("blue", place("V5", [(9, 9)])), [("S25", "wrong_turn", ())]),
        (of_color("blue", place("I6", [(9, 9)])), [("S25", "wrong_turn", ())]),
        # The opponent's colours.
        (of_color("yellow", place("I3", [(9, 9)])), [("S25", "wrong_turn", ())]),
        (of_color("green", place("I3", [(9, 9)])), [("S25", "wrong_turn", ())]),
        # The recycled piece by the rules of its own colour.
        (
            of_color("blue", place("I3", [(17, 18), (17, 17), (17, 16)])),
            [("C2", "no_corner_contact", ())],
        ),
        (
            of_color("blue", place("I3", [(1, 2), (2, 2), (3, 2)])),
            [("C2", "side_contact", ((1, 2),))],
        ),
        (
            of_color("blue", place("I3", [(0, 2), (0, 1), (1, 1)])),
            [("G3", "wrong_shape", ())],
        ),
        # The same squares are wrong for red, which is nowhere near.
        (
            of_color("red", place("I3", [(0, 0), (0, 1), (0, 2)])),
            [("C2", "no_corner_contact", ())],
        ),
    ],
)
def test_s25_an_illegal_action_gets_the_reasons_of_its_color(
    engine: Engine[Any], action: dict[str, Any], expected: list[Any]
) -> None:
    assert refusal(engine, recycle(engine), action) == expected


@pytest.mark.rule("S4")
@pytest.mark.parametrize(
    "rest",
    [
        {"seats": 2},
        {"seats": 2, "card": "skip"},
        {"seats": 2, "card": "recycle"},
        {"seats": 3, "card": "recycle", "recycled": ("blue", "V5")},
        {"card": "recycle", "recycled": ("blue", "V5")},
        {"card": "double_play"},
    ],
    ids=str,
)
def test_s4_no_other_color_can_be_placed_without_a_recycled_piece_of_it(
    engine: Engine[Any], rest: dict[str, Any]
) -> None:
    """In a state that does not say what was recycled, nothing can be replayed either."""
    state = place_state(engine, CONNECTED_BY_I2, **rest)
    assert {action.color for action in place_actions(engine, state)} == {"blue"}
    for color in ("red", "yellow", "green"):
        action = of_color(color, place("V5", [(9, 9)]))
        expected = [("S4", "wrong_turn", ())]
        assert refusal(engine, state, action) == expected


@pytest.mark.rule("S4")
def test_s4_in_classic_and_in_the_set_up_round_only_the_colour_to_move_can_be_placed(
    engine: Engine[Any],
) -> None:
    for rules in ({}, {"seats": 2}, {"game": "shuffle", "seats": 2}):
        state = engine.new_game(rules, 1)
        for color in COLORS:
            action = of_color(color, place("I1", [(0, 0)]))
            expected = [] if color == "blue" else [("S4", "wrong_turn", ())]
            assert refusal(engine, state, action) == expected


# ---- States -----------------------------------------------------------------------------------


@pytest.mark.rule("S25")
def test_s25_the_state_says_what_was_recycled(engine: Engine[Any]) -> None:
    state = recycle(engine)
    turn = state.to_dict()["turn"]
    assert turn == {
        "color": "red",
        "phase": "place",
        "card": "recycle",
        "recycled": {"color": "blue", "piece": "I3"},
    }
    assert list(turn) == ["color", "phase", "card", "recycled"]
    assert engine.load_state(json.loads(state.to_json())) == state
    assert engine.view(state, 2)["turn"] == turn


@pytest.mark.rule("S25")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_s25_every_number_of_seats_writes_it(engine: Engine[Any], seats: int) -> None:
    state = play_card_state(engine, CONNECTED_BY_I2, "recycle", seats=seats)
    state, _ = engine.apply(state, [PlayCard("recycle"), ChoosePiece("blue", "I3")])
    assert state.to_dict()["turn"]["recycled"] == {"color": "blue", "piece": "I3"}
    assert engine.load_state(state.to_dict()) == state


@pytest.mark.rule("S25")
@pytest.mark.parametrize("recycled", [None, "absent"])
def test_s25_a_state_may_omit_it(engine: Engine[Any], recycled: str | None) -> None:
    data = state_data(CONNECTED_BY_I2, "place", color="red", turn={"card": "recycle"}, seats=2)
    if recycled is None:
        data["turn"]["recycled"] = None
    state = engine.load_state(data)
    assert state.turn.recycled is None
    assert "recycled" not in state.to_dict()["turn"]
    assert engine.legal_actions(state) == engine.legal_placements(state, "red")


STATE = state_data(
    CONNECTED_BY_I2,
    "place",
    color="red",
    turn={"card": "recycle", "recycled": {"color": "blue", "piece": "V5"}},
    seats=2,
)
OTHER_OWNER = ("wrong_owner", "/turn/recycled", "S25", ())
ON_BOARD = ("not_in_supply", "/turn/recycled", "S25", ())


@pytest.mark.rule("S25")
@pytest.mark.parametrize(
    ("pointer", "value", "expected"),
    [
        ("/turn/recycled/piece", "I2", [ON_BOARD]),
        ("/turn/recycled/color", "yellow", [OTHER_OWNER]),
        ("/turn/recycled/color", "green", [OTHER_OWNER]),
        ("/turn/recycled", {"color": "yellow", "piece": "I1"}, [OTHER_OWNER, ON_BOARD]),
        ("/turn/card", None, [("wrong_phase", "/turn/recycled", None, ())]),
        ("/turn/card", "skip", [("wrong_phase", "/turn/recycled", None, ())]),
        ("/turn/phase", "play_card", None),
        ("/turn/recycled", {}, None),
        ("/turn/recycled", "V5", [("wrong_type", "/turn/recycled", None, ())]),
        ("/turn/recycled/piece", "I6", [("unknown_piece", "/turn/recycled/piece", "G4", ())]),
        ("/turn/recycled/color", "pink", [("unknown_color", "/turn/recycled/color", None, ())]),
        ("/turn/recycled/more", 1, [("unknown_field", "/turn/recycled/more", None, ())]),
    ],
    ids=str,
)
def test_s25_a_state_with_a_wrong_recycled_piece_is_refused(
    engine: Engine[Any], pointer: str, value: object, expected: list[Any] | None
) -> None:
    assert engine.load_state(STATE).turn.recycled == ("blue", "V5")
    problems = state_problems(engine, with_value(STATE, pointer, value))
    if expected is None:
        assert all(where.startswith("/turn/") for _, where, _, _ in problems)
        assert problems
    else:
        assert problems == expected


@pytest.mark.rule("S25")
def test_s25_with_more_seats_the_recycled_piece_is_of_the_colour_to_move(
    engine: Engine[Any],
) -> None:
    turn = {"card": "recycle", "recycled": {"color": "red", "piece": "V5"}}
    for seats, color in ((4, "blue"), (3, "blue"), (3, "green")):
        data = state_data(CONNECTED_BY_I2, "place", color=color, turn=turn, seats=seats)
        assert state_problems(engine, data) == [OTHER_OWNER]


@pytest.mark.rule("S25")
def test_s25_classic_has_no_recycled_piece(engine: Engine[Any]) -> None:
    turn = {"color": "blue", "phase": "place", "recycled": {"color": "blue", "piece": "I1"}}
    assert state_problems(engine, {"turn": turn}) == [
        ("options_conflict", "/turn/recycled", None, ())
    ]


@pytest.mark.rule("S25", "C6")
def test_s25_the_recycled_piece_may_be_kept(engine: Engine[Any]) -> None:
    """Seat 1 recycles its only blue piece on red's turn, and places an ordinary red one."""
    state = recycle(engine, FOUR_CORNERS, ("blue", "I1"), others="")
    state, _ = engine.apply(state, place("I2", [(18, 18), (18, 17)]))
    while state.color != "blue":
        state, _ = engine.apply(state, engine.legal_actions(state)[0])
    assert "I1" in state.supply("blue")
    assert state.turn.recycled is None
