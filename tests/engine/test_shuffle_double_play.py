"""Blokus Shuffle: Double Play (S27)."""

from __future__ import annotations

from typing import Any

import pytest
from cornerwise.engine import Engine, State
from cornerwise.types import (
    CardDiscarded,
    CardPlayed,
    CardsDrawn,
    Pass,
    Passed,
    PiecePlaced,
    PlayCard,
)

from tests.helpers.shuffle_states import FOUR_CORNERS, fitting, placing, playing
from tests.helpers.support import draw, is_legal, place, played_last, refusal

ELSEWHERE = {"top_right": "Y", "bottom_right": "R", "bottom_left": "G"}
NOT_TOUCHED = ("S27", "first_not_touched", ())
NO_CORNER = ("C2", "no_corner_contact", ())


def second(engine: Engine[Any], board: str) -> State:
    """Return the state after blue's I2, the first piece of a Double Play."""
    placements = played_last(draw(board, **ELSEWHERE).placements, ("blue", "I2"))
    return placing(engine, placements, "double_play", first="I2")


@pytest.mark.rule("S27")
def test_s27_after_the_piece_a_second_one_is_placed_that_touches_it(engine: Engine[Any]) -> None:
    state = playing(engine, FOUR_CORNERS, "double_play", top="wild skip")
    state, events = engine.apply(state, PlayCard("double_play"))
    assert events == [CardPlayed("blue", 1, "double_play")]
    assert (state.phase, state.turn.card, state.turn.first) == ("place", "double_play", None)
    state, events = engine.apply(state, place("I2", [(1, 1), (1, 2)]))
    assert events == [PiecePlaced("blue", 1, "I2", 0, 1, 1)]
    assert (state.color, state.phase) == ("blue", "place")
    assert (state.turn.card, state.turn.first) == ("double_play", "I2")
    state, events = engine.apply(state, place("I3", [(2, 3), (2, 4), (2, 5)]))
    assert events == [
        PiecePlaced("blue", 1, "I3", 0, 2, 3),
        CardsDrawn("blue", 1, 1, ("wild",)),
    ]
    assert state.color == "yellow"


@pytest.mark.rule("S27")
def test_s27_touching_another_piece_of_the_color_is_not_enough(engine: Engine[Any]) -> None:
    """The first piece is I2: a second at the corner of I3 is refused, one at I2's is not."""
    state = second(
        engine,
        """
        B.......
        .BBB....
        ....BB..
        """,
    )
    assert refusal(engine, state, place("V3", [(2, 0), (3, 0), (3, 1)])) == [NOT_TOUCHED]
    assert is_legal(engine, state, place("V3", [(3, 6), (3, 7), (4, 6)]))


@pytest.mark.rule("S27", "C2")
def test_s27_c2_holds_as_well_and_all_that_is_wrong_is_named(engine: Engine[Any]) -> None:
    state = second(
        engine,
        """
        B...
        .BB.
        """,
    )
    # It touches the first at a corner, and along a side too.
    assert refusal(engine, state, place("V3", [(2, 2), (2, 3), (3, 2)])) == [
        ("C2", "side_contact", ((2, 2),))
    ]
    # It touches the first along a side only.
    assert refusal(engine, state, place("I3", [(1, 3), (1, 4), (1, 5)])) == [
        NOT_TOUCHED,
        NO_CORNER,
        ("C2", "side_contact", ((1, 3),)),
    ]
    # It touches nothing, lies off the board, and is placed already.
    assert refusal(engine, state, place("I1", [(20, 5)])) == [
        NOT_TOUCHED,
        NO_CORNER,
        ("C4b", "off_board", ((20, 5),)),
        ("C4c", "not_in_supply", ()),
    ]


@pytest.mark.rule("S27", "C6")
def test_s27_it_is_compulsory_if_possible(engine: Engine[Any]) -> None:
    state = second(
        engine,
        """
        B...
        .BB.
        """,
    )
    assert refusal(engine, state, Pass()) == [("C6", "must_place", ())]
    around = {(0, 3), (2, 3), (2, 0)}
    ways = fitting(engine, state)
    assert ways
    assert all(around & set(cells) for cells in ways)


POCKET = draw(
    """
    BB.YY
    .....
    .R.G.
    .R.G.
    """,
    **ELSEWHERE,
)
"""A single blue square at (1, 2) would have no free corner."""


@pytest.mark.rule("S27")
def test_s27_no_duty_to_choose_a_first_piece_that_allows_a_second(engine: Engine[Any]) -> None:
    state = placing(engine, POCKET, "double_play", top="wild")
    after, _ = engine.apply(state, place("I3", [(1, 2), (1, 3), (1, 4)]))
    assert after.turn.first == "I3"
    assert is_legal(engine, state, place("I1", [(1, 2)]))


@pytest.mark.rule("S27", "S7")
@pytest.mark.ruling("S27")
def test_s27_without_a_second_piece_the_card_comes_to_nothing_and_one_card_is_drawn(
    engine: Engine[Any],
) -> None:
    """The card was in force until then; that it comes to nothing is told all the same."""
    state = placing(engine, POCKET, "double_play", top="wild skip")
    state, events = engine.apply(state, place("I1", [(1, 2)]))
    assert events == [
        PiecePlaced("blue", 1, "I1", 0, 1, 2),
        CardDiscarded("blue", 1, "double_play", "nothing_fits", "S27"),
        CardsDrawn("blue", 1, 1, ("wild",)),
    ]
    assert state.color == "yellow"


@pytest.mark.rule("S27", "C1")
def test_s27_the_first_may_be_the_first_piece_of_its_color(engine: Engine[Any]) -> None:
    board = draw(top_right="Y", bottom_right="R", bottom_left="G")
    state = placing(engine, board, "double_play", top="wild")
    state, events = engine.apply(state, place("I1", [(0, 0)]))
    assert state.turn.first == "I1"
    assert len(events) == 1
    assert is_legal(engine, state, place("I2", [(1, 1), (1, 2)]))


@pytest.mark.rule("S27")
def test_s27_it_is_judged_after_the_first_piece(engine: Engine[Any]) -> None:
    """Nothing is promised when the card is played: it is in force, whatever comes of it."""
    state = playing(engine, FOUR_CORNERS, "double_play")
    state, events = engine.apply(state, PlayCard("double_play"))
    assert len(events) == 1
    assert fitting(engine, state) == fitting(engine, placing(engine, FOUR_CORNERS))


@pytest.mark.rule("S27", "S6", "S7")
def test_s27_who_cannot_place_the_first_passes_and_the_card_comes_to_nothing(
    engine: Engine[Any],
) -> None:
    board = draw(
        """
        B..
        .YY
        """,
        **ELSEWHERE,
    )
    state = placing(engine, board, "double_play", top="wild")
    assert engine.legal_actions(state) == [Pass()]
    _, events = engine.apply(state, Pass())
    assert events == [
        CardDiscarded("blue", 1, "double_play", "nothing_fits", "S27"),
        Passed("blue", 1),
    ]


@pytest.mark.rule("S27", "P7")
def test_s27_the_second_piece_counts_as_the_last(engine: Engine[Any]) -> None:
    state = placing(engine, FOUR_CORNERS, "double_play")
    state, _ = engine.apply(state, place("I2", [(1, 1), (1, 2)]))
    assert state.last_placed["blue"] == "I2"
    state, _ = engine.apply(state, place("I3", [(2, 3), (2, 4), (2, 5)]))
    assert state.last_placed["blue"] == "I3"
