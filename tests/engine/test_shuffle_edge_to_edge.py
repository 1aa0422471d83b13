"""Blokus Shuffle: Edge to Edge (S24)."""

from __future__ import annotations

from typing import Any

import pytest
from cornerwise.engine import Engine
from cornerwise.types import CardDiscarded, CardPlayed, Pass, PlayCard

from tests.helpers.drawing import cells_of, draw, neighbors, place
from tests.helpers.problems import is_legal, refusal
from tests.helpers.shuffle_states import FOUR_CORNERS, legal_cells, place_state, play_card_state

NO_SIDE = ("S24", "no_side_contact", ())


@pytest.mark.rule("S24")
def test_s24_the_piece_touches_one_of_the_own_along_a_side(engine: Engine[Any]) -> None:
    drawing = draw(
        """
        BBxx
        ...x
        """,
        top_right="Y",
        bottom_right="R",
        bottom_left="G",
    )
    state = play_card_state(engine, drawing, "edge_to_edge")
    state, events = engine.apply(state, PlayCard("edge_to_edge"))
    assert events == [CardPlayed("blue", 1, "edge_to_edge")]
    assert (state.phase, state.turn.card) == ("place", "edge_to_edge")
    assert is_legal(engine, state, drawing.action())
    around = set().union(*map(neighbors, [(0, 0), (0, 1)]))
    assert all(around & set(cells) for cells in legal_cells(engine, state))


@pytest.mark.rule("S24")
def test_s24_it_is_compulsory_if_possible(engine: Engine[Any]) -> None:
    drawing = draw(
        """
        BB.
        ..x
        """,
        top_right="Y",
        bottom_right="R",
        bottom_left="G",
    )
    state = place_state(engine, drawing, "edge_to_edge")
    assert refusal(engine, state, drawing.action()) == [NO_SIDE]
    assert refusal(engine, state, place("X5", [(9, 9), (9, 8), (9, 10), (8, 9), (10, 9)])) == [
        NO_SIDE
    ]
    assert refusal(engine, state, Pass()) == [("C6", "must_place", ())]


@pytest.mark.rule("S24")
@pytest.mark.parametrize(
    "board",
    [
        "Bxx",
        """
        BB.
        xxx
        """,
        """
        B....
        .xx..
        ..CCC
        """,
    ],
    ids=["no corner", "the same piece's", "another piece's"],
)
def test_s24_corners_are_neither_needed_nor_forbidden(engine: Engine[Any], board: str) -> None:
    drawing = draw(board, top_right="Y", bottom_right="R", bottom_left="G")
    assert is_legal(engine, place_state(engine, drawing, "edge_to_edge"), drawing.action())


@pytest.mark.rule("S24")
def test_s24_other_colors_do_not_count(engine: Engine[Any]) -> None:
    drawing = draw(
        "B",
        top_right="""
        xxY
        """,
        bottom_right="R",
        bottom_left="G",
    )
    for seats in (3, 4):
        state = place_state(engine, drawing, "edge_to_edge", seats=seats)
        assert refusal(engine, state, drawing.action()) == [NO_SIDE]


@pytest.mark.rule("S24")
@pytest.mark.ruling("S24")
@pytest.mark.parametrize(("seats", "expected"), [(2, []), (3, [NO_SIDE]), (4, [NO_SIDE])])
def test_s24_with_two_seats_both_colors_of_the_seat_are_ones_own(
    engine: Engine[Any], seats: int, expected: list[object]
) -> None:
    drawing = draw(
        "B",
        top_right="Y",
        bottom_right="""
        ..x
        .xx
        RRR
        """,
        bottom_left="G",
    )
    state = place_state(engine, drawing, "edge_to_edge", seats=seats)
    assert refusal(engine, state, drawing.action()) == expected


@pytest.mark.rule("S24")
@pytest.mark.ruling("S24")
def test_s24_with_three_seats_only_the_slots_color_counts(engine: Engine[Any]) -> None:
    """Seat 1 plays the shared green; its own blue is not green's."""
    drawing = draw(
        """
        Bxx
        """,
        top_right="Y",
        bottom_right="R",
        bottom_left="G",
    )
    state = place_state(engine, drawing, "edge_to_edge", color="green", seats=3, shared_turns=3)
    assert state.seat == 1
    assert refusal(engine, state, drawing.action()) == [NO_SIDE]


@pytest.mark.rule("S24", "S5")
def test_s24_where_there_is_no_such_placement_an_ordinary_one_follows(
    engine: Engine[Any],
) -> None:
    """Blue's single square is walled in on both sides, but not at its corner."""
    drawing = draw(
        """
        BYY
        Gxx
        G..
        """,
        bottom_right="R",
    )
    state = play_card_state(engine, drawing, "edge_to_edge")
    state, events = engine.apply(state, PlayCard("edge_to_edge"))
    assert events[1:] == [CardDiscarded("blue", 1, "edge_to_edge", "nothing_fits", "S24")]
    assert (state.phase, state.turn.card) == ("place", None)
    assert is_legal(engine, state, drawing.action())


@pytest.mark.rule("S24", "C1")
def test_s24_without_a_piece_on_the_board_the_first_one_follows(engine: Engine[Any]) -> None:
    board = draw(top_right="Y", bottom_right="R", bottom_left="G")
    state = play_card_state(engine, board, "edge_to_edge")
    state, events = engine.apply(state, PlayCard("edge_to_edge"))
    assert events[1:] == [CardDiscarded("blue", 1, "edge_to_edge", "nothing_fits", "S24")]
    assert refusal(engine, state, place("I1", [(5, 5)])) == [
        ("C1", "corner_not_covered", ((0, 0),))
    ]


@pytest.mark.rule("S24", "C1")
def test_s24_with_two_seats_it_replaces_the_corner_of_a_first_piece(engine: Engine[Any]) -> None:
    """Blue has nothing on the board, but its seat has red: blue touches red, on no corner."""
    drawing = draw(
        top_right="Y",
        bottom_right="""
        .x.
        xx.
        RRR
        """,
        bottom_left="G",
    )
    state = play_card_state(engine, drawing, "edge_to_edge", seats=2)
    state, events = engine.apply(state, PlayCard("edge_to_edge"))
    assert len(events) == 1
    assert is_legal(engine, state, drawing.action())
    assert refusal(engine, state, place("I1", [(0, 0)])) == [NO_SIDE]


@pytest.mark.rule("S24")
def test_s24_c4_holds(engine: Engine[Any]) -> None:
    state = place_state(engine, FOUR_CORNERS, "edge_to_edge")
    assert refusal(engine, state, place("I1", [(0, 1)])) == [("C4c", "not_in_supply", ())]
    assert refusal(engine, state, place("V3", [(0, 0), (-1, 0), (0, 1)])) == [
        ("C4a", "overlap", ((0, 0),)),
        ("C4b", "off_board", ((-1, 0),)),
    ]
    assert refusal(engine, state, place("I2", [(0, -1), (1, -1)])) == [
        NO_SIDE,
        ("C4b", "off_board", ((0, -1), (1, -1))),
    ]


@pytest.mark.rule("S24")
def test_s24_states_with_side_contact_are_accepted(
    engine: Engine[Any],
) -> None:
    state = place_state(engine, FOUR_CORNERS, "edge_to_edge")
    state, _ = engine.apply(state, place("I2", [(0, 1), (0, 2)]))
    assert engine.load_state(state.to_dict()) == state
    # From now on it is an ordinary piece: what comes next may not touch it along a side.
    beside = set().union(*map(neighbors, [(0, 0), (0, 1), (0, 2)]))
    placements = engine.legal_placements(state, "blue")
    assert placements
    assert all(beside.isdisjoint(cells_of(one)) for one in placements)
