"""Blokus Shuffle: Wild (S23)."""

from __future__ import annotations

from typing import Any

import pytest
from cornerwise.engine import Engine
from cornerwise.types import (
    COLORS,
    CardDiscarded,
    CardPlayed,
    ChooseColor,
    Color,
    PiecePlaced,
    PlayCard,
)

from tests.helpers.drawing import CORNERS, cells_of, draw, place
from tests.helpers.example_boards import PRINTED_EXAMPLE
from tests.helpers.problems import is_legal, refusal
from tests.helpers.shuffle_states import FOUR_CORNERS, legal_cells, place_state, play_card_state

NO_CORNER = ("S23", "no_corner_contact", ())
PRINTED = draw(PRINTED_EXAMPLE).placements


# ---- Declaring a colour -----------------------------------------------------------------------


@pytest.mark.rule("S23")
def test_s23_any_of_the_four_colors_may_be_declared_ones_own_too(engine: Engine[Any]) -> None:
    state = play_card_state(engine, FOUR_CORNERS, "wild")
    state, events = engine.apply(state, PlayCard("wild"))
    assert events == [CardPlayed("blue", 1, "wild")]
    assert state.phase == "choose_color"
    assert engine.legal_actions(state) == [ChooseColor(color) for color in COLORS]
    state, events = engine.apply(state, ChooseColor("blue"))
    assert events == []
    assert (state.phase, state.turn.card, state.turn.as_color) == ("place", "wild", "blue")
    assert legal_cells(engine, state) == legal_cells(engine, place_state(engine, FOUR_CORNERS))


@pytest.mark.rule("S23")
def test_s23_a_color_for_which_nothing_fits_cannot_be_declared(engine: Engine[Any]) -> None:
    """Red covers the only square that touches yellow's piece at a corner."""
    board = draw(
        "B",
        top_right="""
        ...Y
        .RR.
        """,
        bottom_right="R",
        bottom_left="G",
    )
    state = play_card_state(engine, board, "wild")
    state, _ = engine.apply(state, PlayCard("wild"))
    assert engine.legal_actions(state) == [ChooseColor(color) for color in ("blue", "red", "green")]
    assert refusal(engine, state, ChooseColor("yellow")) == [("S23", "nothing_fits", ())]


@pytest.mark.rule("S23")
def test_s23_only_unplayed_pieces_can_make_a_color_possible(engine: Engine[Any]) -> None:
    """As yellow a single square would fit, but blue has placed its I1."""
    board = draw(
        "B",
        top_right="""
        .RRY
        .G.R
        .GGG
        """,
        bottom_right="RRR",
        bottom_left="G",
    )
    hole = (1, 18)
    blue = play_card_state(engine, board, "wild")
    blue, _ = engine.apply(blue, PlayCard("wild"))
    assert ChooseColor("yellow") not in engine.legal_actions(blue)
    without_it = [one for one in board.placements if one["cells"] != [[0, 0]]]
    blue = play_card_state(engine, without_it, "wild")
    blue, _ = engine.apply(blue, PlayCard("wild"))
    assert ChooseColor("yellow") in engine.legal_actions(blue)
    blue, _ = engine.apply(blue, ChooseColor("yellow"))
    assert legal_cells(engine, blue) == {(hole,)}


@pytest.mark.rule("S23", "S5")
def test_s23_without_a_possible_color_the_card_is_discarded(engine: Engine[Any]) -> None:
    """Yellow has two pieces of four squares left, and no room for either, next to anybody."""
    state = play_card_state(engine, PRINTED, "wild skip", color="yellow")
    state, events = engine.apply(state, PlayCard("wild"))
    assert events == [
        CardPlayed("yellow", 2, "wild"),
        CardDiscarded("yellow", 2, "wild", "nothing_fits", "S23"),
    ]
    assert (state.phase, state.turn.card, state.turn.as_color) == ("place", None, None)


# ---- Placing as another colour ----------------------------------------------------------------


@pytest.mark.rule("S23")
def test_s23_the_piece_touches_the_declared_color_at_a_corner(engine: Engine[Any]) -> None:
    drawing = draw(
        "B",
        top_right="""
        ...Y
        xxx.
        """,
        bottom_right="R",
        bottom_left="G",
    )
    state = place_state(engine, drawing, "wild", as_color="yellow")
    assert is_legal(engine, state, drawing.action())
    # Its own colour is a foreign one for this turn: to touch it is not enough.
    assert refusal(engine, state, place("I2", [(1, 1), (1, 2)])) == [NO_CORNER]


@pytest.mark.rule("S23")
def test_s23_the_piece_does_not_touch_the_declared_color_along_a_side(engine: Engine[Any]) -> None:
    drawing = draw(
        "B",
        top_right="""
        ...Y
        ..x!
        """,
        bottom_right="R",
        bottom_left="G",
    )
    state = place_state(engine, drawing, "wild", as_color="yellow")
    assert refusal(engine, state, drawing.action()) == [("S23", "side_contact", drawing.beside)]
    assert refusal(engine, state, place("I2", [(1, 19), (2, 19)])) == [
        NO_CORNER,
        ("S23", "side_contact", ((1, 19),)),
    ]


@pytest.mark.rule("S23")
def test_s23_the_own_color_may_be_touched_along_a_side(engine: Engine[Any]) -> None:
    drawing = draw(
        """
        BBBB
        xxx.
        ...Y
        """,
        top_right="R",
        bottom_left="G",
    )
    state = place_state(engine, drawing, "wild", as_color="yellow")
    assert is_legal(engine, state, drawing.action())


@pytest.mark.rule("S23", "C1")
def test_s23_a_declared_color_without_pieces_requires_a_free_corner(
    engine: Engine[Any],
) -> None:
    drawing = draw(
        """
        B...
        .xxx
        """,
        top_right="Y",
        bottom_left="G",
    )
    state = place_state(engine, drawing, "wild", as_color="red")
    assert refusal(engine, state, drawing.action()) == [("S23", "corner_not_covered", ((19, 19),))]
    assert is_legal(engine, state, place("I2", [(19, 19), (19, 18)]))


@pytest.mark.rule("S23", "C1")
@pytest.mark.parametrize("declared", ["yellow", "red", "green"])
def test_s23_with_fixed_corners_it_is_the_declared_colors_corner(
    engine: Engine[Any], declared: Color
) -> None:
    own = {"yellow": (0, 19), "red": (19, 19), "green": (19, 0)}[declared]
    state = place_state(engine, draw("B"), "wild", as_color=declared, start_corners="fixed")
    for corner in CORNERS[1:]:
        expected = [] if corner == own else [("S23", "corner_not_covered", (own,))]
        row, col = corner
        inward = (row, col + (1 if col == 0 else -1))
        assert refusal(engine, state, place("I2", [corner, inward])) == expected


@pytest.mark.rule("S23")
def test_s23_with_fixed_corners_a_covered_corner_rules_its_color_out(engine: Engine[Any]) -> None:
    """Blue covers red's corner, and red has nothing on the board: nothing fits as red."""
    board = draw("BBBB", top_right="Y", bottom_right="B", bottom_left="G")
    state = play_card_state(engine, board, "wild", start_corners="fixed")
    state, _ = engine.apply(state, PlayCard("wild"))
    assert ChooseColor("red") not in engine.legal_actions(state)
    assert refusal(engine, state, ChooseColor("red")) == [("S23", "nothing_fits", ())]


@pytest.mark.rule("S23")
def test_s23_a_color_without_a_piece_may_declare_another(engine: Engine[Any]) -> None:
    """Blue's only piece was recycled: as yellow it need not go to a corner."""
    board = draw(top_right="Y", bottom_right="R", bottom_left="G")
    state = place_state(engine, board, "wild", as_color="yellow")
    assert is_legal(engine, state, place("I1", [(1, 18)]))
    assert refusal(engine, state, place("I1", [(0, 0)])) == [NO_CORNER]


@pytest.mark.rule("S23")
def test_s23_once_placed_it_is_an_ordinary_piece_of_its_real_color(engine: Engine[Any]) -> None:
    drawing = draw(
        "B",
        top_right="""
        ....Y
        .xxx.
        """,
        bottom_right="R",
        bottom_left="G",
    )
    state = place_state(engine, drawing, "wild", as_color="yellow")
    state, events = engine.apply(state, drawing.action())
    assert isinstance(events[0], PiecePlaced)
    assert (events[0].color, state.placements[-1].color) == ("blue", "blue")
    assert "I3" not in state.supply("blue")
    assert "I3" in state.supply("yellow")
    going_on = ((2, 15), (3, 15))
    assert going_on in {cells_of(one) for one in engine.legal_placements(state, "blue")}
    assert engine.legal_placements(state, "yellow") == []  # its only way on is covered


@pytest.mark.rule("S23")
def test_s23_c4_holds(engine: Engine[Any]) -> None:
    state = place_state(engine, FOUR_CORNERS, "wild", as_color="yellow")
    assert refusal(engine, state, place("I1", [(1, 18)])) == [("C4c", "not_in_supply", ())]
    assert refusal(engine, state, place("V3", [(0, 19), (1, 19), (1, 20)])) == [
        NO_CORNER,
        ("S23", "side_contact", ((1, 19),)),
        ("C4a", "overlap", ((0, 19),)),
        ("C4b", "off_board", ((1, 20),)),
    ]
