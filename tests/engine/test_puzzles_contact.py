"""The solo puzzles: how the pieces of a colour touch, on drawn boards."""

from __future__ import annotations

from typing import Any

import pytest
from cornerwise.engine import Engine
from cornerwise.types import COLORS

from tests.helpers.drawing import CORNERS
from tests.helpers.example_boards import BOTH_FINISHED
from tests.helpers.puzzle_layouts import (
    DESCENDING,
    FROM_ONE,
    HANGING,
    SCATTERED,
    SOLUTIONS,
    Layout,
    at,
    check,
    painted,
    pieces,
    problems_of,
    shifted,
)
from tests.helpers.states import placement, without_pieces

BOARDS = pytest.mark.parametrize("puzzle", ["board84", "board84_descending"])
APART = pytest.mark.parametrize("puzzle", ["rect4_apart", "rect5_apart"])


# ---- Contact along sides ----------------------------------------------------------------------

TWO_FOURS = [
    placement("blue", "I4", (0, 0), (0, 1), (0, 2), (0, 3)),
    placement("blue", "L4", (1, 1), (1, 2), (1, 3), (2, 1)),
]
SIZES = (5, 4, 3, 2, 1)
SQUARE = ((2, 3), (2, 4), (3, 3), (3, 4))
TWO_FIVES = [
    placement("blue", "I5", (0, 0), (0, 1), (0, 2), (0, 3), (0, 4)),
    placement("blue", "L5", (1, 1), (1, 2), (1, 3), (1, 4), (2, 1)),
]


@pytest.mark.rule("U3", "U5")
@pytest.mark.parametrize(("puzzle", "layout"), [("rect4", TWO_FOURS), ("rect5", TWO_FIVES)])
def test_side_contact_is_allowed_in_some_puzzles(
    engine: Engine[Any], puzzle: str, layout: Layout
) -> None:
    assert check(engine, puzzle, layout).valid


@pytest.mark.rule("U1", "U2", "U4", "U6")
@pytest.mark.parametrize(
    ("puzzle", "rule", "layout"),
    [
        ("rect4_apart", "U4", TWO_FOURS),
        ("rect5_apart", "U6", TWO_FIVES),
        ("board84", "C2", TWO_FOURS),
        ("board84_descending", "C2", TWO_FIVES),
    ],
)
def test_side_contact_within_a_color_is_a_problem(
    engine: Engine[Any], puzzle: str, rule: str, layout: Layout
) -> None:
    first, second = layout
    beside = tuple((1, col) for col in range(1, len(first["cells"])))
    assert problems_of(engine, puzzle, layout) == [("side_contact", "/placements/1", rule, beside)]
    beside = tuple((0, col) for col in range(1, len(first["cells"])))
    assert problems_of(engine, puzzle, [second, first]) == [
        ("side_contact", "/placements/1", rule, beside)
    ]
    assert check(engine, puzzle, [first, *painted([second], "red")]).valid


@pytest.mark.rule("U4", "U6")
@APART
def test_in_a_rectangle_pieces_of_a_color_need_not_touch_at_all(
    engine: Engine[Any], puzzle: str
) -> None:
    solution = SOLUTIONS[puzzle]
    blue = [placed for placed in solution if placed["color"] == "blue"]
    assert check(engine, puzzle, blue).valid
    assert check(engine, puzzle, solution).solved


@pytest.mark.rule("U7")
@APART
def test_forbidden_contact_is_wrong_at_once(engine: Engine[Any], puzzle: str) -> None:
    layout = TWO_FOURS if puzzle == "rect4_apart" else TWO_FIVES
    checked = check(engine, puzzle, layout)
    assert (checked.complete, checked.valid) == (False, False)


def test_contact_is_reported_by_color_against_earlier_pieces(
    engine: Engine[Any],
) -> None:
    layout = [
        *painted(shifted(TWO_FOURS, 4, 4), "green"),
        placement("blue", "O4", (2, 2), (2, 3), (3, 2), (3, 3)),
        *TWO_FOURS,
        placement("yellow", "I4", (7, 0), (7, 1), (7, 2), (7, 3)),
    ]
    assert problems_of(engine, "rect4_apart", layout) == [
        ("side_contact", "/placements/4", "U4", ((1, 1), (1, 2), (1, 3), (2, 1))),
        ("side_contact", "/placements/1", "U4", ((5, 5), (5, 6), (5, 7))),
    ]


def test_no_more_than_20_contacts_are_reported(engine: Engine[Any]) -> None:
    heap = [
        placement("blue", f"I{size}", *((5 - size, col) for col in range(size))) for size in SIZES
    ]
    heap += [placement("blue", "V3", (0, 5), (1, 5), (1, 4)), placement("blue", "O4", *SQUARE)]
    layout = [
        placed
        for rows, color in zip((0, 5, 10, 15), COLORS, strict=True)
        for placed in shifted(painted(heap, color), rows, 0)
    ]
    problems = problems_of(engine, "board84", layout)
    assert [code for code, *_ in problems] == ["side_contact"] * 20


# ---- A whole colour on the board of 84 --------------------------------------------------------


@pytest.mark.rule("U1", "U2")
@pytest.mark.ruling("U1")
@BOARDS
@pytest.mark.parametrize("color", COLORS)
def test_a_color_that_is_connected_from_any_corner_is_right(
    engine: Engine[Any], puzzle: str, color: str
) -> None:
    layout = painted(pieces(DESCENDING), color)
    turned = [
        {**one, "cells": [[19 - row, 19 - col] for row, col in one["cells"]]} for one in layout
    ]
    assert check(engine, puzzle, layout).valid
    assert check(engine, puzzle, turned).valid


@pytest.mark.rule("U1", "U7")
@BOARDS
def test_two_finished_colors_of_a_game_are_right(engine: Engine[Any], puzzle: str) -> None:
    layout = pieces(BOTH_FINISHED)
    hanging = at([{**one, "piece": one["color"] + one["piece"]} for one in layout], "blueZ4")
    wrong = [("not_descending", hanging[0], "U2", hanging[1])]
    assert problems_of(engine, puzzle, layout) == (wrong if "descending" in puzzle else [])


@pytest.mark.rule("U1", "U7")
@BOARDS
def test_no_piece_in_a_corner_is_wrong_once_the_color_is_complete(
    engine: Engine[Any], puzzle: str
) -> None:
    layout = shifted(pieces(DESCENDING), 1, 1)
    others = [placement("blue", "I1", (0, 0)), placement("blue", "I2", (19, 0), (19, 1))]
    assert problems_of(engine, puzzle, [*others, *painted(layout, "red")]) == [
        ("corner_not_covered", "/placements/2", "C1", CORNERS)
    ]
    assert check(engine, puzzle, layout[1:]).valid


@pytest.mark.rule("U1", "U7")
@BOARDS
def test_an_unconnected_piece_is_a_problem_when_the_color_is_complete(
    engine: Engine[Any], puzzle: str
) -> None:
    layout = without_pieces(pieces(DESCENDING), ("blue", "I2"))
    far = placement("blue", "I2", (18, 9), (18, 10))
    assert problems_of(engine, puzzle, [far, *layout]) == [
        ("no_corner_contact", "/placements/0", "C2", ((18, 9), (18, 10)))
    ]
    assert check(engine, puzzle, [far, *layout[1:]]).valid


@pytest.mark.rule("U1")
@BOARDS
def test_connection_begins_at_the_first_piece_in_a_corner(engine: Engine[Any], puzzle: str) -> None:
    """Two groups, each in a corner of its own: what is listed later is what is apart."""
    layout = without_pieces(pieces(DESCENDING), ("blue", "I1"))
    lone = placement("blue", "I1", (19, 19))
    assert problems_of(engine, puzzle, [*layout, lone]) == [
        ("no_corner_contact", "/placements/20", "C2", ((19, 19),))
    ]
    problems = problems_of(engine, puzzle, [lone, *layout])
    assert [pointer for _, pointer, _, _ in problems] == [
        f"/placements/{index}" for index in range(1, 21)
    ]


@BOARDS
def test_a_color_that_touches_itself_has_no_other_problem(engine: Engine[Any], puzzle: str) -> None:
    away = without_pieces(shifted(pieces(DESCENDING), 1, 1), ("blue", "I1"))
    beside = placement("blue", "I1", (1, 0))
    assert problems_of(engine, puzzle, [*away, beside]) == [
        ("side_contact", "/placements/20", "C2", ((1, 0),))
    ]


# ---- Larger pieces first ----------------------------------------------------------------------


@pytest.mark.rule("U2", "U7")
def test_a_five_connected_only_by_a_smaller_piece_is_not_descending(engine: Engine[Any]) -> None:
    layout = pieces(HANGING)
    pointer, squares = at(layout, "L5")
    assert check(engine, "board84", layout).valid
    assert problems_of(engine, "board84_descending", layout) == [
        ("not_descending", pointer, "U2", squares)
    ]
    assert check(engine, "board84_descending", without_pieces(layout, ("blue", "T4"))).valid


@pytest.mark.rule("U2")
def test_a_five_must_cover_a_corner(engine: Engine[Any]) -> None:
    layout = pieces(FROM_ONE)
    assert check(engine, "board84", layout).valid
    assert problems_of(engine, "board84_descending", layout) == [
        ("not_descending", "/placements/0", "U2", CORNERS)
    ]


@pytest.mark.rule("U2")
def test_pieces_out_of_order_are_reported_by_descending_size(engine: Engine[Any]) -> None:
    layout = pieces(SCATTERED)
    assert check(engine, "board84", layout).valid
    problems = check(engine, "board84_descending", layout).problems
    named = [layout[int(problem.pointer.split("/")[2])]["piece"] for problem in problems]
    assert named == ["Y5", "L5", "F5", "T4"]
    assert all(problem.squares for problem in problems)
