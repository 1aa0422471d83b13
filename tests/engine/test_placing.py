"""Where a piece may be placed (C1-C4), and every reason why it may not.

Each clause of the rules has a drawn board that keeps it and one that breaks it. Blue is to move
unless the test says otherwise.
"""

from __future__ import annotations

from typing import Any

import pytest
from cornerwise.engine import Engine
from cornerwise.types import COLORS, Color, Place

from tests.helpers.drawing import BOARD_SIZE, CORNERS, Cell, blue_to_move, draw, place
from tests.helpers.problems import is_legal, refusal
from tests.helpers.states import load_board

OWN_CORNER: dict[Color, Cell] = {
    "blue": (0, 0),
    "yellow": (0, 19),
    "red": (19, 19),
    "green": (19, 0),
}
NO_CONTACT = ("C2", "no_corner_contact", ())


# ---- C1: the first piece of a colour ----------------------------------------------------------


@pytest.mark.rule("C1")
def test_c1_a_first_piece_away_from_the_corners_is_refused(engine: Engine[Any]) -> None:
    drawing = draw("""
        ...
        .x.
        .x.
        """)
    state = engine.new_game({}, 0)
    assert refusal(engine, state, drawing.action()) == [("C1", "corner_not_covered", CORNERS)]


@pytest.mark.rule("C1")
def test_c1_a_piece_next_to_a_corner_square_does_not_cover_it(engine: Engine[Any]) -> None:
    drawing = draw("""
        .xx
        xx.
        """)
    state = engine.new_game({}, 0)
    assert refusal(engine, state, drawing.action("Z4")) == [("C1", "corner_not_covered", CORNERS)]


@pytest.mark.rule("C1")
@pytest.mark.ruling("C1")
@pytest.mark.parametrize("color", COLORS)
@pytest.mark.parametrize("corner", CORNERS)
def test_c1_every_color_may_start_on_any_corner(
    engine: Engine[Any], color: Color, corner: Cell
) -> None:
    state = engine.new_game({"first_color": color}, 0)
    assert is_legal(engine, state, place("I1", [corner]))


@pytest.mark.rule("C1")
def test_c1_a_corner_that_is_covered_is_not_free_to_choose(engine: Engine[Any]) -> None:
    drawing = draw("""
        bx
        x.
        """)
    state = load_board(engine, drawing)
    assert state.color == "yellow"
    assert refusal(engine, state, drawing.action()) == [
        ("C1", "corner_not_covered", ((0, 19), (19, 0), (19, 19))),
        ("C4a", "overlap", ((0, 0),)),
    ]


@pytest.mark.rule("C1")
def test_c1_only_one_corner_is_left_for_the_last_color(engine: Engine[Any]) -> None:
    drawing = draw("B", top_right="Y", bottom_left="R")
    state = load_board(engine, drawing)
    assert state.color == "green"
    assert refusal(engine, state, place("I1", [(9, 9)])) == [
        ("C1", "corner_not_covered", ((19, 19),))
    ]
    assert is_legal(engine, state, place("I1", [(19, 19)]))


@pytest.mark.rule("C1")
@pytest.mark.parametrize("color", COLORS)
@pytest.mark.parametrize("corner", CORNERS)
def test_c1_with_fixed_corners_each_color_has_its_own(
    engine: Engine[Any], color: Color, corner: Cell
) -> None:
    state = engine.new_game({"first_color": color, "start_corners": "fixed"}, 0)
    own = OWN_CORNER[color]
    expected = [] if corner == own else [("C1", "corner_not_covered", (own,))]
    assert refusal(engine, state, place("I1", [corner])) == expected


@pytest.mark.rule("C1")
def test_c1_a_first_piece_needs_no_contact(engine: Engine[Any]) -> None:
    drawing = draw(
        "BBBBB",
        bottom_right="""
        ..x
        ..x
        xxx
        """,
    )
    assert is_legal(engine, load_board(engine, drawing), drawing.action())


# ---- C2: further pieces -----------------------------------------------------------------------


@pytest.mark.rule("C2")
def test_c2_a_piece_that_touches_its_color_at_a_corner_is_legal(engine: Engine[Any]) -> None:
    drawing = blue_to_move("""
        BB..
        ..xx
        ..x.
        """)
    assert is_legal(engine, load_board(engine, drawing), drawing.action())


@pytest.mark.rule("C2")
def test_c2_a_piece_may_touch_its_color_at_several_corners(engine: Engine[Any]) -> None:
    drawing = blue_to_move("""
        BB..
        ..B.
        .x.x
        .xxx
        """)
    assert is_legal(engine, load_board(engine, drawing), drawing.action())


@pytest.mark.rule("C2")
def test_c2_a_piece_without_contact_is_refused(engine: Engine[Any]) -> None:
    drawing = blue_to_move("""
        BB...
        .....
        ..xxx
        """)
    assert refusal(engine, load_board(engine, drawing), drawing.action()) == [NO_CONTACT]


@pytest.mark.rule("C2")
def test_c2_side_contact_is_not_corner_contact(engine: Engine[Any]) -> None:
    drawing = blue_to_move("""
        BB!
        """)
    assert refusal(engine, load_board(engine, drawing), drawing.action()) == [
        NO_CONTACT,
        ("C2", "side_contact", drawing.beside),
    ]


@pytest.mark.rule("C2")
def test_c2_corner_contact_does_not_excuse_side_contact(engine: Engine[Any]) -> None:
    drawing = blue_to_move("""
        BB.
        .!x
        ..x
        """)
    assert refusal(engine, load_board(engine, drawing), drawing.action()) == [
        ("C2", "side_contact", drawing.beside)
    ]


@pytest.mark.rule("C2")
def test_c2_every_square_beside_the_own_color_is_named(engine: Engine[Any]) -> None:
    drawing = blue_to_move("""
        BBB.
        !!!x
        """)
    assert refusal(engine, load_board(engine, drawing), drawing.action()) == [
        ("C2", "side_contact", drawing.beside)
    ]


@pytest.mark.rule("C2")
def test_c2_a_side_of_one_piece_counts_beside_a_corner_of_another(engine: Engine[Any]) -> None:
    drawing = blue_to_move("""
        BB..
        ..B!
        ...x
        ...x
        """)
    assert refusal(engine, load_board(engine, drawing), drawing.action()) == [
        ("C2", "side_contact", drawing.beside)
    ]


@pytest.mark.rule("C2")
def test_c2_corner_contact_with_another_color_does_not_count(engine: Engine[Any]) -> None:
    drawing = draw(
        "B",
        top_right="""
        ..Y
        xx.
        """,
        bottom_right="R",
        bottom_left="G",
    )
    assert refusal(engine, load_board(engine, drawing), drawing.action()) == [NO_CONTACT]


@pytest.mark.rule("C2")
@pytest.mark.parametrize("corner", CORNERS)
def test_c2_contact_does_not_wrap_around_the_board(engine: Engine[Any], corner: Cell) -> None:
    """Blue has an O4 in a corner of the board: one square alone touches it at a corner."""
    rows = (0, 1) if corner[0] == 0 else (18, 19)
    cols = (0, 1) if corner[1] == 0 else (18, 19)
    placements = [{"color": "blue", "piece": "O4", "cells": [[r, c] for r in rows for c in cols]}]
    placements += [
        {"color": color, "piece": "I1", "cells": [other]}
        for color, other in zip(COLORS[1:], sorted({*CORNERS} - {corner}), strict=True)
    ]
    state = load_board(engine, placements)
    legal = {
        (row, col)
        for row in range(BOARD_SIZE)
        for col in range(BOARD_SIZE)
        if not engine.check(state, place("I1", [(row, col)]))
    }
    assert legal == {(2 if corner[0] == 0 else 17, 2 if corner[1] == 0 else 17)}


# ---- C3: other colours ------------------------------------------------------------------------

SEATINGS = pytest.mark.parametrize(
    "rules", [{}, {"teams": True}, {"seats": 3}, {"seats": 2}], ids=str
)
BELOW = {
    "bottom_right": """
        YY.
        ..Y
        """,
    "bottom_left": """
        .GG
        G..
        """,
}


@pytest.mark.rule("C3")
@SEATINGS
def test_c3_a_piece_may_touch_another_color_along_a_side(
    engine: Engine[Any], rules: dict[str, object]
) -> None:
    """Red is of the same seat if there are 2, and of the same team if there are teams."""
    drawing = draw(
        """
        BBBBB....xxx...RRRRR
        .....BBBB..RRRR.....
        """,
        **BELOW,
    )
    state = load_board(engine, drawing, **rules)
    assert state.color == "blue"
    assert is_legal(engine, state, drawing.action())


@pytest.mark.rule("C3")
@SEATINGS
def test_c3_corner_contact_with_the_partners_color_does_not_count(
    engine: Engine[Any], rules: dict[str, object]
) -> None:
    drawing = draw(
        """
        BBBBB..........RRRRR
        .....BBBB..RRRR.....
        ..........x.........
        ..........x.........
        """,
        **BELOW,
    )
    assert refusal(engine, load_board(engine, drawing, **rules), drawing.action()) == [NO_CONTACT]


# ---- C4: overlap, the board, the supply -------------------------------------------------------


@pytest.mark.rule("C4a")
def test_c4a_a_piece_may_not_cover_another_color(engine: Engine[Any]) -> None:
    drawing = draw(
        """
        BBBBB....xx....RRRRR
        .....BBBB.xrRRR.....
        """,
        **BELOW,
    )
    assert refusal(engine, load_board(engine, drawing), drawing.action()) == [
        ("C4a", "overlap", drawing.taken)
    ]


@pytest.mark.rule("C4a")
def test_c4a_every_covered_square_is_named(engine: Engine[Any]) -> None:
    drawing = draw(
        """
        BBBBB..........RRRRR
        .....BBBB..rrrR.....
        .........xxx........
        """,
        **BELOW,
    )
    # Six squares are not a piece, but their contacts are checked all the same.
    assert refusal(engine, load_board(engine, drawing), drawing.action("I5")) == [
        ("C4a", "overlap", drawing.taken),
        ("C4c", "not_in_supply", ()),
        ("G3", "wrong_shape", ()),
    ]


@pytest.mark.rule("C4a")
def test_c4a_a_piece_may_not_cover_its_own_color(engine: Engine[Any]) -> None:
    """A square on top of its own colour is also next to it: both are reported."""
    drawing = blue_to_move("""
        Bb.
        .!x
        """)
    assert refusal(engine, load_board(engine, drawing), drawing.action()) == [
        ("C2", "side_contact", (*drawing.taken, *drawing.beside)),
        ("C4a", "overlap", drawing.taken),
    ]


@pytest.mark.rule("C4b")
@pytest.mark.parametrize(
    ("action", "outside"),
    [
        (Place("I5", 0, 0, -1), ((0, -1),)),
        (Place("I5", 0, 0, 16), ((0, 20),)),
        (Place("I5", 1, -1, 0), ((-1, 0),)),
        (Place("I5", 1, 16, 19), ((20, 19),)),
        (Place("X5", 0, 18, 18), ((19, 20), (20, 19))),
        (place("V3", [(20, 19), (19, 19), (19, 20)]), ((19, 20), (20, 19))),
    ],
)
def test_c4b_a_piece_must_be_entirely_on_the_board(
    engine: Engine[Any], action: object, outside: tuple[Cell, ...]
) -> None:
    problems = refusal(engine, engine.new_game({}, 0), action)
    assert problems[-1] == ("C4b", "off_board", outside)
    if "X5" not in str(action):  # which covers no corner of the board, wherever it lies
        assert len(problems) == 1


@pytest.mark.rule("C4b")
def test_c4b_extreme_coordinates_are_off_the_board(engine: Engine[Any]) -> None:
    low, high = -(2**31), 2**31 - 1
    assert refusal(engine, engine.new_game({}, 0), Place("I2", 0, low, high)) == [
        ("C1", "corner_not_covered", CORNERS),
        ("C4b", "off_board", ((low, high), (low, high + 1))),
    ]


@pytest.mark.rule("C4b")
@pytest.mark.ruling("C2")
def test_c4b_squares_off_the_board_touch_nothing(engine: Engine[Any]) -> None:
    """The square above (0, 1) would be next to blue, the one above (0, 2) at its corner."""
    drawing = blue_to_move("BB")
    assert refusal(
        engine, load_board(engine, drawing), place("I3", [(-1, 1), (-1, 2), (-1, 3)])
    ) == [
        NO_CONTACT,
        ("C4b", "off_board", ((-1, 1), (-1, 2), (-1, 3))),
    ]


@pytest.mark.rule("C4c")
def test_c4c_a_piece_is_placed_once(engine: Engine[Any]) -> None:
    drawing = blue_to_move("""
        BB..
        ..xx
        """)
    assert refusal(engine, load_board(engine, drawing), drawing.action()) == [
        ("C4c", "not_in_supply", ())
    ]


@pytest.mark.rule("C4c")
def test_c4c_every_color_has_pieces_of_its_own(engine: Engine[Any]) -> None:
    drawing = draw("B", top_right="x")
    assert is_legal(engine, load_board(engine, drawing), drawing.action())


# ---- G3, G4: the piece itself -----------------------------------------------------------------


@pytest.mark.rule("G3")
@pytest.mark.ruling("G3")
@pytest.mark.parametrize("orientation", [-1, 2, 2**31 - 1, -(2**31)])
def test_g3_an_orientation_that_the_piece_does_not_have(
    engine: Engine[Any], orientation: int
) -> None:
    """No contact is reported, as the squares are unknown."""
    assert refusal(engine, engine.new_game({}, 0), Place("I5", orientation, 5, 5)) == [
        ("G3", "wrong_shape", ())
    ]


@pytest.mark.rule("G3")
@pytest.mark.parametrize(
    ("piece", "drawing"),
    [
        ("V3", "xxx"),
        ("I3", "xx"),
        ("I2", "xxx"),
        ("I2", "x.\n.x"),
        ("L4", "xx.\n.xx"),
        ("I5", "xxx.xx"),
    ],
)
def test_g3_squares_that_are_not_the_piece(engine: Engine[Any], piece: str, drawing: str) -> None:
    action = draw(drawing).action(piece)
    assert refusal(engine, engine.new_game({}, 0), action) == [("G3", "wrong_shape", ())]


@pytest.mark.rule("G3")
def test_g3_a_repeated_square_is_a_wrong_shape(engine: Engine[Any]) -> None:
    action = place("I2", [(0, 0), (0, 1), (0, 0)])
    assert refusal(engine, engine.new_game({}, 0), action) == [("G3", "wrong_shape", ())]


@pytest.mark.rule("G3")
def test_g3_no_squares_at_all(engine: Engine[Any]) -> None:
    assert refusal(engine, engine.new_game({}, 0), place("I1", [])) == [
        ("C1", "corner_not_covered", CORNERS),
        ("G3", "wrong_shape", ()),
    ]


@pytest.mark.rule("G3")
def test_g3_squares_may_be_named_in_any_order(engine: Engine[Any]) -> None:
    action = place("L4", [(2, 0), (0, 1), (0, 0), (1, 0)])
    assert is_legal(engine, engine.new_game({}, 0), action)


@pytest.mark.rule("G3")
def test_g3_pose_and_cells_must_agree(engine: Engine[Any]) -> None:
    state = engine.new_game({}, 0)
    both = {**Place("I2", 0, 0, 0).to_dict(), "cells": [[0, 1], [0, 0]]}
    assert is_legal(engine, state, both)
    for change in ({"orientation": 1}, {"row": 1}, {"col": 1}):
        assert refusal(engine, state, {**both, **change}) == [("G3", "wrong_shape", ())]


@pytest.mark.rule("G3")
def test_g3_if_pose_and_cells_are_given_the_cells_are_checked(engine: Engine[Any]) -> None:
    action = {**Place("I2", 0, 0, 0).to_dict(), "cells": [[5, 5], [5, 20]]}
    assert refusal(engine, engine.new_game({}, 0), action) == [
        ("C1", "corner_not_covered", CORNERS),
        ("C4b", "off_board", ((5, 20),)),
        ("G3", "wrong_shape", ()),
    ]


@pytest.mark.rule("G4")
@pytest.mark.parametrize("name", ["Q9", "i1", "", "I1 ", "F", "F5\u0301"])
def test_g4_a_name_that_no_piece_has(engine: Engine[Any], name: Any) -> None:  # noqa: ANN401
    state = engine.new_game({}, 0)
    assert refusal(engine, state, Place(name, 0, 5, 5)) == [("G4", "unknown_piece", ())]
    assert refusal(engine, state, place(name, [(0, 0)])) == [("G4", "unknown_piece", ())]
    assert refusal(engine, state, place(name, [(5, 5), (5, 20)])) == [
        ("C1", "corner_not_covered", CORNERS),
        ("C4b", "off_board", ((5, 20),)),
        ("G4", "unknown_piece", ()),
    ]


# ---- All reasons at once ----------------------------------------------------------------------


def test_all_reasons_are_given_at_once_and_in_order(engine: Engine[Any]) -> None:
    drawing = blue_to_move("BB")
    action = place("I2", [(0, 2), (-1, 2), (0, 1), (-1, 0), (0, 2)])
    assert refusal(engine, load_board(engine, drawing), action) == [
        ("C2", "no_corner_contact", ()),
        ("C2", "side_contact", ((0, 1), (0, 2))),
        ("C4a", "overlap", ((0, 1),)),
        ("C4b", "off_board", ((-1, 0), (-1, 2))),
        ("C4c", "not_in_supply", ()),
        ("G3", "wrong_shape", ()),
    ]
    assert refusal(engine, load_board(engine, drawing), {**action, "piece": "I6"}) == [
        ("C2", "no_corner_contact", ()),
        ("C2", "side_contact", ((0, 1), (0, 2))),
        ("C4a", "overlap", ((0, 1),)),
        ("C4b", "off_board", ((-1, 0), (-1, 2))),
        ("G4", "unknown_piece", ()),
    ]


def test_all_reasons_against_a_first_piece(engine: Engine[Any]) -> None:
    action = place("I4", [(0, 0), (-1, 0), (1, 1)])
    assert refusal(engine, load_board(engine, draw("B")), action) == [
        ("C1", "corner_not_covered", ((0, 19), (19, 0), (19, 19))),
        ("C4a", "overlap", ((0, 0),)),
        ("C4b", "off_board", ((-1, 0),)),
        ("G3", "wrong_shape", ()),
    ]
