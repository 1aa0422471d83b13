"""The middle stages of loading: single pieces, pieces together, contact within a colour."""

from __future__ import annotations

from typing import Any

import pytest
from cornerwise.engine import Engine
from cornerwise.types import Color

from tests.helpers.drawing import CORNERS, Cell, draw
from tests.helpers.problems import problem_locations, state_problems
from tests.helpers.states import placement


def numbered(piece: str, orientation: int, row: int, col: int) -> dict[str, Any]:
    """Return a blue placement given by its pose."""
    pose = {"orientation": orientation, "row": row, "col": col}
    return {"color": "blue", "piece": piece, **pose}


# ---- Each placement by itself (G3, C4b) -------------------------------------------------------

WRONG_SHAPE, OFF_BOARD = ("wrong_shape", "G3"), ("off_board", "C4b")


@pytest.mark.parametrize(
    ("placed", "expected"),
    [
        (numbered("I5", 2, 0, 0), [(*WRONG_SHAPE, ())]),
        (numbered("I5", -1, 0, 0), [(*WRONG_SHAPE, ())]),
        (numbered("I5", 2, 99, 99), [(*WRONG_SHAPE, ())]),
        (placement("blue", "I1"), [(*WRONG_SHAPE, ())]),
        (placement("blue", "I1", (0, 0), (0, 0)), [(*WRONG_SHAPE, ())]),
        (placement("blue", "I2", (0, 0), (1, 1)), [(*WRONG_SHAPE, ())]),
        (placement("blue", "O4", (0, 0), (0, 1), (1, 0)), [(*WRONG_SHAPE, ())]),
        ({**numbered("I1", 0, 0, 0), "cells": [[0, 1]]}, [(*WRONG_SHAPE, ())]),
        ({**numbered("I2", 0, 0, 0), "cells": [[0, 0], [1, 0]]}, [(*WRONG_SHAPE, ())]),
        (numbered("I5", 0, 0, 17), [(*OFF_BOARD, ((0, 20), (0, 21)))]),
        (numbered("I1", 0, -1, 0), [(*OFF_BOARD, ((-1, 0),))]),
        (placement("blue", "V3", (20, 5), (19, 5), (20, 4)), [(*OFF_BOARD, ((20, 4), (20, 5)))]),
        (
            placement("blue", "I2", (3, 20), (3, 20), (3, 18)),
            [(*WRONG_SHAPE, ()), (*OFF_BOARD, ((3, 20),))],
        ),
        (
            {**numbered("I1", 0, 99, 99), "cells": [[0, 0]]},
            [(*WRONG_SHAPE, ())],
        ),
        (
            {**numbered("I1", 5, 0, 0), "cells": [[0, -1]]},
            [(*WRONG_SHAPE, ()), (*OFF_BOARD, ((0, -1),))],
        ),
        (numbered("I1", 0, 2**31 - 1, -(2**31)), [(*OFF_BOARD, ((2**31 - 1, -(2**31)),))]),
        (numbered("I2", 0, 0, 2**31 - 1), [(*OFF_BOARD, ((0, 2**31 - 1), (0, 2**31)))]),
    ],
    ids=lambda value: ascii(value)[:60],
)
def test_each_placement_is_checked_by_itself(
    engine: Engine[Any], placed: dict[str, Any], expected: list[tuple[Any, ...]]
) -> None:
    data = {"placements": [placement("yellow", "I1", (0, 19)), placed]}
    assert state_problems(engine, data) == [
        (code, "/placements/1", rule, squares) for code, rule, squares in expected
    ]


def test_single_placements_are_checked_in_order(engine: Engine[Any]) -> None:
    data = {
        "placements": [
            placement("red", "I1", (20, 20)),
            placement("blue", "I1", (0, 0)),
            placement("blue", "I2", (0, 0), (0, 2)),
            placement("red", "I1", (20, 20)),
        ]
    }
    assert state_problems(engine, data) == [
        ("off_board", "/placements/0", "C4b", ((20, 20),)),
        ("wrong_shape", "/placements/2", "G3", ()),
        ("off_board", "/placements/3", "C4b", ((20, 20),)),
    ]


# ---- Placements together (C4a, C4c) -----------------------------------------------------------


def test_each_placement_is_compared_with_earlier_ones(engine: Engine[Any]) -> None:
    data = {
        "placements": [
            placement("blue", "I3", (0, 0), (0, 1), (0, 2)),
            placement("yellow", "I3", (1, 0), (1, 1), (1, 2)),
            placement("red", "O4", (0, 1), (0, 2), (1, 1), (1, 2)),
            placement("red", "I1", (9, 9)),
            placement("red", "O4", (1, 2), (1, 3), (2, 2), (2, 3)),
            placement("blue", "I3", (9, 9), (10, 9), (11, 9)),
            placement("yellow", "I1", (11, 9)),
        ]
    }
    assert state_problems(engine, data) == [
        ("overlap", "/placements/2", "C4a", ((0, 1), (0, 2), (1, 1), (1, 2))),
        ("piece_twice", "/placements/4", "C4c", ()),
        ("overlap", "/placements/4", "C4a", ((1, 2),)),
        ("piece_twice", "/placements/5", "C4c", ()),
        ("overlap", "/placements/5", "C4a", ((9, 9),)),
        ("overlap", "/placements/6", "C4a", ((11, 9),)),
    ]


def test_together_no_more_than_20_problems_are_reported(engine: Engine[Any]) -> None:
    data = {"placements": [placement("blue", "I1", (0, 0))] * 30}
    assert problem_locations(engine, data) == [
        (code, f"/placements/{index}")
        for index in range(1, 11)
        for code in ("piece_twice", "overlap")
    ]


# ---- Contact (C1, C2) -------------------------------------------------------------------------


def test_contact_along_a_side_is_reported_for_the_later_piece(engine: Engine[Any]) -> None:
    first = placement("blue", "I2", (0, 0), (0, 1))
    second = placement("blue", "I3", (1, 0), (1, 1), (1, 2))
    assert state_problems(engine, {"placements": [first, second]}) == [
        ("side_contact", "/placements/1", "C2", ((1, 0), (1, 1)))
    ]
    assert state_problems(engine, {"placements": [second, first]}) == [
        ("side_contact", "/placements/1", "C2", ((0, 0), (0, 1)))
    ]


def test_contact_with_several_earlier_pieces_is_reported_once(engine: Engine[Any]) -> None:
    drawing = [
        placement("blue", "I1", (0, 0)),
        placement("blue", "I2", (1, 1), (2, 1)),
        placement("blue", "V3", (0, 1), (0, 2), (1, 2)),
    ]
    assert state_problems(engine, {"placements": drawing}) == [
        ("side_contact", "/placements/2", "C2", ((0, 1), (1, 2)))
    ]


def test_contact_of_a_color_is_not_checked_further_after_side_contact(engine: Engine[Any]) -> None:
    placements = [
        placement("blue", "I1", (5, 5)),
        placement("blue", "I2", (5, 6), (5, 7)),
        placement("blue", "I3", (9, 9), (9, 10), (9, 11)),
    ]
    assert state_problems(engine, {"placements": placements}) == [
        ("side_contact", "/placements/1", "C2", ((5, 6),))
    ]


def test_contact_is_reported_in_the_order_of_colors(engine: Engine[Any]) -> None:
    placements = [
        placement("green", "I1", (1, 0)),
        placement("red", "I1", (19, 19)),
        placement("yellow", "I1", (0, 18)),
        placement("blue", "I1", (9, 9)),
        placement("red", "I2", (17, 18), (16, 18)),
        placement("blue", "I2", (9, 10), (9, 11)),
    ]
    assert state_problems(engine, {"placements": placements}) == [
        ("side_contact", "/placements/5", "C2", ((9, 10),)),
        ("corner_not_covered", "/placements/2", "C1", CORNERS),
        ("no_corner_contact", "/placements/4", "C2", ()),
        ("corner_not_covered", "/placements/0", "C1", CORNERS),
    ]


def test_contact_with_no_corner_is_reported_for_the_first_piece(engine: Engine[Any]) -> None:
    placements = [
        placement("blue", "I1", (0, 0)),
        placement("yellow", "I2", (3, 3), (3, 4)),
        placement("yellow", "I1", (4, 5)),
    ]
    assert state_problems(engine, {"placements": placements}) == [
        ("corner_not_covered", "/placements/1", "C1", CORNERS)
    ]


@pytest.mark.parametrize(
    ("color", "own"),
    [("blue", (0, 0)), ("yellow", (0, 19)), ("red", (19, 19)), ("green", (19, 0))],
)
def test_contact_with_fixed_corners_only_the_own_corner_counts(
    engine: Engine[Any], color: Color, own: Cell
) -> None:
    rules = {"start_corners": "fixed", "first_color": color}
    for corner in CORNERS:
        data = {"rules": rules, "placements": [placement(color, "I1", corner)]}
        if corner == own:
            assert engine.load_state(data).placements[0].color == color
        else:
            assert state_problems(engine, data) == [
                ("corner_not_covered", "/placements/0", "C1", (own,))
            ]


def test_contact_problems_include_every_unconnected_piece(engine: Engine[Any]) -> None:
    """Those that hang together elsewhere are not connected either, if they have no corner."""
    placements = draw("""
        BB......
        ..BBB...
        ........
        .B..BBBB
        B.......
        B.......
        BB......
        """).placements
    assert [placed["piece"] for placed in placements] == ["I2", "I3", "I1", "I4", "L4"]
    assert state_problems(engine, {"placements": placements}) == [
        ("no_corner_contact", f"/placements/{index}", "C2", ()) for index in (2, 3, 4)
    ]


def test_contact_two_groups_on_two_corners_are_not_connected(engine: Engine[Any]) -> None:
    """The first piece of the list that covers a corner is where the colour began."""
    here, there = placement("blue", "I1", (0, 0)), placement("blue", "I2", (19, 19), (19, 18))
    for placements in ([here, there], [there, here]):
        assert state_problems(engine, {"placements": placements}) == [
            ("no_corner_contact", "/placements/1", "C2", ())
        ]
