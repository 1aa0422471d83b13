"""Blokus Shuffle: Warp (S26)."""

from __future__ import annotations

from typing import Any

import pytest
from cornerwise.engine import Engine, State
from cornerwise.types import (
    COLORS,
    CardDiscarded,
    CardPlayed,
    ChoosePiece,
    Color,
    PieceWarped,
    PlayCard,
    WarpTo,
)

from tests.helpers.drawing import Cell, draw, grid, place
from tests.helpers.problems import is_legal, refusal
from tests.helpers.shuffle_states import (
    FOUR_CORNERS,
    choosable_pieces,
    legal_cells,
    place_state,
    play_card_state,
    state_data,
)

NO_CORNER = ("S26", "no_corner_contact", ())

STAIRS = draw(
    "B",
    top_right="""
    .....Y
    ...YY.
    YYY...
    """,
    bottom_right="R",
    bottom_left="G",
)
"""Yellow's I2 connects its I1, on the corner of the board, and its I3."""

TWO_EACH = draw(
    """
    B..
    .BB
    """,
    top_right="""
    ..Y
    YY.
    """,
    bottom_right="""
    RR.
    ..R
    """,
    bottom_left="""
    .GG
    G..
    """,
)


def to(*cells: Cell) -> dict[str, Any]:
    """Return the action that puts the chosen piece down on these squares."""
    return {"type": "warp_to", "cells": [list(cell) for cell in cells]}


def warping(
    engine: Engine[Any],
    piece: str,
    color: Color = "yellow",
    board: Any = STAIRS,  # noqa: ANN401
    **rest: Any,
) -> State:
    """Return the state in which blue has chosen a piece to warp."""
    turn = {"target": {"color": color, "piece": piece}}
    state: State = engine.load_state(state_data(board, "warp_to", turn=turn, **rest))
    return state


# ---- Choosing a piece -------------------------------------------------------------------------


@pytest.mark.rule("S26")
def test_s26_a_piece_of_an_opponent_is_chosen_and_then_where_it_goes(engine: Engine[Any]) -> None:
    state = play_card_state(engine, STAIRS, "warp", top="wild")
    state, events = engine.apply(state, PlayCard("warp"))
    assert events == [CardPlayed("blue", 1, "warp")]
    assert (state.phase, state.turn.card) == ("choose_piece", "warp")
    assert choosable_pieces(engine, state) == ["yellow I1", "yellow I2", "yellow I3"]
    state, events = engine.apply(state, ChoosePiece("yellow", "I2"))
    assert events == []
    assert (state.phase, state.turn.target) == ("warp_to", ("yellow", "I2"))
    state, events = engine.apply(state, WarpTo(1, 1, 18))
    assert events == [PieceWarped("yellow", 1, "I2", (0, 1, 17), (1, 1, 18))]
    assert (state.color, state.phase, state.turn.card) == ("blue", "place", "warp")
    assert str(state) == grid(
        "B",
        top_right="""
        .....Y
        ....Y.
        YYY.Y.
        """,
        bottom_right="R",
        bottom_left="G",
    )
    # The turn continues with an ordinary piece of blue.
    assert legal_cells(engine, state) == legal_cells(engine, place_state(engine, FOUR_CORNERS))


@pytest.mark.rule("S26")
@pytest.mark.ruling("S26")
@pytest.mark.parametrize(
    ("seats", "color", "reached"),
    [
        (4, "blue", "yellow red green"),
        (4, "red", "blue yellow green"),
        (2, "blue", "yellow green"),
        (2, "red", "yellow green"),
        (2, "green", "blue red"),
        # Green is shared: an opponent's colour on the turns of a seat's own colour.
        (3, "blue", "yellow red green"),
        (3, "yellow", "blue red green"),
        # Seat 2 plays it here: neither green nor seat 2's own yellow are an opponent's.
        (3, "green", "blue red"),
    ],
)
def test_s26_an_opponents_color_is_neither_the_slots_nor_the_acting_seats(
    engine: Engine[Any], seats: int, color: Color, reached: str
) -> None:
    state = play_card_state(engine, TWO_EACH, "warp", color=color, seats=seats)
    state, _ = engine.apply(state, PlayCard("warp"))
    expected = [f"{one} {piece}" for one in reached.split() for piece in ("I1", "I2")]
    assert choosable_pieces(engine, state) == expected
    for one in [one for one in COLORS if one not in reached.split()]:
        assert refusal(engine, state, ChoosePiece(one, "I1")) == [("S26", "wrong_owner", ())]


@pytest.mark.rule("S26")
@pytest.mark.parametrize(
    ("shared_turns", "reached"), [(1, "blue red"), (2, "blue yellow"), (3, "yellow red")]
)
def test_s26_opponents_of_the_shared_color_depend_on_its_controller(
    engine: Engine[Any], shared_turns: int, reached: str
) -> None:
    state = play_card_state(
        engine, TWO_EACH, "warp", color="green", seats=3, shared_turns=shared_turns
    )
    state, _ = engine.apply(state, PlayCard("warp"))
    assert choosable_pieces(engine, state) == [
        f"{color} {piece}" for color in reached.split() for piece in ("I1", "I2")
    ]


@pytest.mark.rule("S26")
def test_s26_a_color_with_one_piece_on_the_board_cannot_be_warped(engine: Engine[Any]) -> None:
    state, _ = engine.apply(play_card_state(engine, STAIRS, "warp"), PlayCard("warp"))
    for color in ("red", "green"):
        assert refusal(engine, state, ChoosePiece(color, "I1")) == [("S26", "no_destination", ())]


@pytest.mark.rule("S26", "S5")
@pytest.mark.parametrize("seats", [2, 4])
def test_s26_where_no_warp_exists_the_card_is_discarded(engine: Engine[Any], seats: int) -> None:
    """Only blue has two pieces: blue itself cannot warp them, nor can red of the same seat."""
    board = draw(
        """
        BB.
        ..B
        """,
        top_right="Y",
        bottom_right="R",
        bottom_left="G",
    )
    color: Color = "blue" if seats == 4 else "red"
    state = play_card_state(engine, board, "warp", color=color, seats=seats)
    state, events = engine.apply(state, PlayCard("warp"))
    assert state.seat is not None
    assert events[1:] == [CardDiscarded(color, state.seat, "warp", "no_piece", "S26")]
    assert (state.phase, state.turn.card) == ("place", None)


NOWHERE = draw(
    "B",
    top_right="""
    ...Y
    .YY.
    ..R.
    """,
    bottom_right="RR",
    bottom_left="G",
)
"""Without its I2 yellow has one square to go on from, (1, 18), and I2 fits there one way only."""


@pytest.mark.rule("S26")
def test_s26_a_piece_without_a_destination_cannot_be_chosen(engine: Engine[Any]) -> None:
    state, _ = engine.apply(play_card_state(engine, NOWHERE, "warp"), PlayCard("warp"))
    assert choosable_pieces(engine, state) == ["yellow I1", "red I1", "red I2"]
    assert refusal(engine, state, ChoosePiece("yellow", "I2")) == [("S26", "no_destination", ())]


@pytest.mark.rule("S26")
def test_s26_every_reason_against_a_choice_is_named(engine: Engine[Any]) -> None:
    state = engine.load_state(state_data(STAIRS, "choose_piece", turn={"card": "warp"}))
    assert refusal(engine, state, ChoosePiece("yellow", "V5")) == [("S26", "not_on_board", ())]
    assert refusal(engine, state, ChoosePiece("blue", "I1")) == [("S26", "wrong_owner", ())]
    assert refusal(engine, state, ChoosePiece("blue", "V5")) == [
        ("S26", "wrong_owner", ()),
        ("S26", "not_on_board", ()),
    ]
    assert refusal(engine, state, ChoosePiece("yellow", "Q9")) == [("G4", "unknown_piece", ())]  # type: ignore[arg-type]
    assert refusal(engine, state, ChoosePiece("blue", "Q9")) == [  # type: ignore[arg-type]
        ("S26", "wrong_owner", ()),
        ("G4", "unknown_piece", ()),
    ]


# ---- Choosing a destination -------------------------------------------------------------------


@pytest.mark.rule("S26")
def test_s26_the_destination_touches_another_piece_of_its_color_at_a_corner(
    engine: Engine[Any],
) -> None:
    state = warping(engine, "I2")
    assert is_legal(engine, state, to((3, 13), (3, 12)))  # at I3's other end
    assert refusal(engine, state, to((9, 9), (9, 10))) == [NO_CORNER]
    # It does not touch itself: there is nothing next to its current squares.
    assert refusal(engine, state, to((2, 19), (3, 19))) == [NO_CORNER]


@pytest.mark.rule("S26")
def test_s26_the_destination_has_no_side_contact(engine: Engine[Any]) -> None:
    state = warping(engine, "I2")
    assert refusal(engine, state, to((0, 18), (1, 18))) == [("S26", "side_contact", ((0, 18),))]
    assert refusal(engine, state, to((0, 18), (0, 17))) == [
        NO_CORNER,
        ("S26", "side_contact", ((0, 18),)),
    ]


@pytest.mark.rule("S26")
def test_s26_the_squares_it_leaves_count_as_free(engine: Engine[Any]) -> None:
    """One of its squares is one that it covers now."""
    state = warping(engine, "I2")
    assert is_legal(engine, state, to((1, 18), (2, 18)))


@pytest.mark.rule("S26")
def test_s26_the_same_squares_are_not_a_destination(engine: Engine[Any]) -> None:
    state = warping(engine, "I2")
    assert refusal(engine, state, WarpTo(0, 1, 17)) == [("S26", "same_squares", ())]
    assert refusal(engine, state, to((1, 18), (1, 17))) == [("S26", "same_squares", ())]
    assert WarpTo(0, 1, 17) not in engine.legal_actions(state)


@pytest.mark.rule("S26")
def test_s26_any_orientation_is_allowed(engine: Engine[Any]) -> None:
    state = warping(engine, "I3")
    actions: list[Any] = engine.legal_actions(state)
    orientations = {action.orientation for action in actions}
    assert orientations == {0, 1}
    assert is_legal(engine, state, to((2, 16), (3, 16), (4, 16)))


@pytest.mark.rule("S26")
def test_s26_what_is_left_behind_is_not_checked(engine: Engine[Any]) -> None:
    """I1 is left alone on its corner."""
    state, _ = engine.apply(warping(engine, "I2"), to((3, 13), (3, 12)))
    assert (
        str(state).splitlines()[:4]
        == grid(
            "B",
            top_right="""
        .......Y
        ........
        ..YYY...
        YY......
        """,
        ).splitlines()[:4]
    )
    assert engine.load_state(state.to_dict()) == state


@pytest.mark.rule("S26", "C1")
@pytest.mark.parametrize("start_corners", ["any", "fixed"])
def test_s26_c1_does_not_apply(engine: Engine[Any], start_corners: str) -> None:
    board = [one for one in STAIRS.placements if one["color"] in ("blue", "yellow")]
    state = warping(engine, "I1", board=board, start_corners=start_corners)
    assert is_legal(engine, state, to((0, 16)))
    # Nor is a corner square of the board a destination by itself.
    assert refusal(engine, state, to((19, 19))) == [NO_CORNER]


@pytest.mark.rule("S26")
def test_s26_other_colors_may_be_touched_but_not_covered(engine: Engine[Any]) -> None:
    red = {"color": "red", "piece": "I2", "cells": [[3, 14], [3, 15]]}
    state = warping(engine, "I2", board=[*STAIRS.placements, red])
    assert is_legal(engine, state, to((3, 13), (3, 12)))
    assert refusal(engine, state, to((3, 13), (3, 14))) == [
        ("S26", "side_contact", ((3, 14),)),
        ("C4a", "overlap", ((3, 14),)),
    ]


@pytest.mark.rule("S26")
def test_s26_every_reason_against_a_destination_is_named(engine: Engine[Any]) -> None:
    state = warping(engine, "I2")
    assert refusal(engine, state, to((0, 0), (-1, 0), (5, 5))) == [
        NO_CORNER,
        ("C4a", "overlap", ((0, 0),)),
        ("C4b", "off_board", ((-1, 0),)),
        ("G3", "wrong_shape", ()),
    ]
    # Its own squares, one of them named twice: the same squares, but not the piece.
    assert refusal(engine, state, to((1, 17), (1, 18), (1, 17))) == [
        ("S26", "same_squares", ()),
        ("G3", "wrong_shape", ()),
    ]
    assert refusal(engine, state, WarpTo(2, 5, 5)) == [("G3", "wrong_shape", ())]


@pytest.mark.rule("S26")
def test_s26_every_step_is_compulsory(engine: Engine[Any]) -> None:
    """Once a piece is chosen it is put down, and no other one is chosen."""
    state = warping(engine, "I2")
    for action in (ChoosePiece("yellow", "I1"), place("V3", [(1, 1), (1, 2), (2, 1)])):
        assert refusal(engine, state, action) == [("S26", "wrong_step", ())]


@pytest.mark.rule("S26", "P7")
def test_s26_a_warped_piece_keeps_its_place_in_the_list(engine: Engine[Any]) -> None:
    state = warping(engine, "I2")
    before = [(one.color, one.piece) for one in state.placements]
    last = dict(state.last_placed)
    state, _ = engine.apply(state, WarpTo(1, 1, 18))
    assert [(one.color, one.piece) for one in state.placements] == before
    assert dict(state.last_placed) == last
    assert state.supply("yellow") == warping(engine, "I2").supply("yellow")


@pytest.mark.rule("S26", "S3")
def test_s26_the_event_names_the_seat_that_acts(engine: Engine[Any]) -> None:
    turn = {"target": {"color": "red", "piece": "I1"}}
    state = engine.load_state(
        state_data(TWO_EACH, "warp_to", color="green", seats=3, shared_turns=4, turn=turn)
    )
    _, events = engine.apply(state, WarpTo(0, 17, 19))
    assert events == [PieceWarped("red", 2, "I1", (0, 19, 19), (0, 17, 19))]
