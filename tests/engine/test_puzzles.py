"""The solo puzzles: definitions, known layouts, and pieces that are invalid by themselves."""

from __future__ import annotations

from typing import Any

import pytest
from cornerwise.engine import Engine
from cornerwise.puzzle import Puzzle
from cornerwise.types import COLORS

from tests.helpers.puzzle_layouts import (
    PUZZLES,
    REFERENCE,
    SOLUTIONS,
    check,
    is_order_of_play,
    problems_of,
    shifted,
)
from tests.helpers.states import placement

ALL = pytest.mark.parametrize("puzzle", PUZZLES)
BOARDS = pytest.mark.parametrize("puzzle", ["board84", "board84_descending"])


# ---- The six puzzles --------------------------------------------------------------------------


@pytest.mark.rule("U1", "U2", "U3", "U4", "U5", "U6")
def test_there_are_six_puzzles(engine: Engine[Any]) -> None:
    assert engine.puzzles() == tuple(
        Puzzle(
            name,
            rules.rule,
            rules.rows,
            rules.cols,
            tuple(rules.pieces),
            apart=rules.apart,
            connected=rules.connected,
            descending=rules.descending,
        )
        for name, rules in PUZZLES.items()
    )


def test_the_rectangles_have_room_for_their_pieces_and_no_more(engine: Engine[Any]) -> None:
    for puzzle in engine.puzzles():
        squares = 4 * sum(int(piece[1]) for piece in puzzle.pieces)
        if puzzle.connected:
            assert (len(puzzle.pieces), squares) == (21, 356)
        else:
            assert squares == puzzle.rows * puzzle.cols


def test_a_puzzle_in_json(engine: Engine[Any]) -> None:
    assert engine.puzzles()[3].to_dict() == {
        "id": "rect4_apart",
        "rule": "U4",
        "rows": 8,
        "cols": 10,
        "pieces": ["I4", "L4", "T4", "O4", "Z4"],
        "apart": True,
        "connected": False,
        "descending": False,
    }


def test_a_check_in_json(engine: Engine[Any]) -> None:
    layout = [placement("red", "I4", (0, 8), (0, 9), (0, 10), (0, 11))]
    result = check(engine, "rect4", layout)
    assert result.to_dict() == {
        "puzzle": "rect4",
        "solved": False,
        "complete": False,
        "valid": False,
        "problems": [
            {
                "code": "off_board",
                "message": result.problems[0].message,
                "pointer": "/placements/0",
                "rule": "C4b",
                "squares": [[0, 10], [0, 11]],
            }
        ],
    }


# ---- Known layouts ----------------------------------------------------------------------------


@ALL
def test_known_solutions_are_valid(engine: Engine[Any], puzzle: str) -> None:
    checked = check(engine, puzzle, SOLUTIONS[puzzle])
    assert checked.solved
    assert checked.problems == ()


@pytest.mark.rule("U1", "U2")
@BOARDS
def test_a_solution_in_an_order_of_play_is_right_in_any_other(
    engine: Engine[Any], puzzle: str
) -> None:
    solution = SOLUTIONS[puzzle]
    assert is_order_of_play(solution, descending=puzzle == "board84_descending")
    backwards = solution[::-1]
    assert not is_order_of_play(backwards, descending=False)
    assert check(engine, puzzle, backwards).solved


@pytest.mark.slow(keep=1)
@ALL
def test_a_solution_with_a_moved_piece_is_invalid(engine: Engine[Any], puzzle: str) -> None:
    solution = SOLUTIONS[puzzle]
    for index, placed in [*enumerate(solution)][::5]:
        for rows, cols in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            (moved,) = shifted([placed], rows, cols)
            damaged = [*solution[:index], moved, *solution[index + 1 :]]
            checked = check(engine, puzzle, damaged)
            assert checked.complete
            assert checked.valid <= PUZZLES[puzzle].connected  # a full rectangle has no room


@ALL
def test_a_solution_with_swapped_pieces_is_invalid(engine: Engine[Any], puzzle: str) -> None:
    first, *rest = SOLUTIONS[puzzle]
    index = next(index for index, one in enumerate(rest) if one["piece"] != first["piece"])
    second = rest.pop(index)
    damaged = [{**first, "piece": second["piece"]}, {**second, "piece": first["piece"]}, *rest]
    assert problems_of(engine, puzzle, damaged) == [
        ("wrong_shape", "/placements/0", "G3", ()),
        ("wrong_shape", "/placements/1", "G3", ()),
    ]


@ALL
def test_a_solution_in_two_colors_exchanged_is_one_too(engine: Engine[Any], puzzle: str) -> None:
    other = {"blue": "green", "green": "blue"}
    exchanged = [
        {**placed, "color": other.get(placed["color"], placed["color"])}
        for placed in SOLUTIONS[puzzle]
    ]
    assert check(engine, puzzle, exchanged).solved


@pytest.mark.parametrize(
    "query", REFERENCE["queries"], ids=lambda query: f"{query['puzzle']}-{len(query['fixed'])}"
)
def test_partial_layouts_of_the_reference_are_valid(
    engine: Engine[Any], query: dict[str, Any]
) -> None:
    checked = check(engine, query["puzzle"], query["fixed"])
    assert (checked.valid, checked.complete, checked.solved) == (True, False, False)


# ---- Complete or not --------------------------------------------------------------------------


@pytest.mark.rule("U7")
@pytest.mark.ruling("U7")
@ALL
def test_a_part_of_a_solution_is_right_but_not_complete(engine: Engine[Any], puzzle: str) -> None:
    solution = SOLUTIONS[puzzle]
    for layout in ([], solution[:1], solution[::2], solution[:-1]):
        checked = check(engine, puzzle, layout)
        assert (checked.complete, checked.valid, checked.solved) == (False, True, False)


def test_a_layout_may_omit_placements(engine: Engine[Any]) -> None:
    assert engine.check_layout("rect4", {}).valid


def test_a_layout_can_be_complete_and_wrong(engine: Engine[Any]) -> None:
    everything = [
        placement(color, "I4", (0, 0), (0, 1), (0, 2), (0, 3)) | {"piece": piece}
        for color in COLORS
        for piece in PUZZLES["rect4"].pieces
    ]
    checked = check(engine, "rect4", everything)
    assert (checked.complete, checked.valid, checked.solved) == (True, False, False)


def test_pieces_too_many_leave_a_layout_complete(engine: Engine[Any]) -> None:
    more = [*SOLUTIONS["rect4"], placement("red", "I1", (0, 0))]
    checked = check(engine, "rect4", more)
    assert (checked.complete, checked.solved) == (True, False)


# ---- Each piece by itself ---------------------------------------------------------------------


@pytest.mark.rule("U3", "U4", "U5", "U6")
@pytest.mark.parametrize(
    ("puzzle", "rule", "piece"),
    [
        ("rect4", "U3", "I5"),
        ("rect4_apart", "U4", "I1"),
        ("rect5", "U5", "I4"),
        ("rect5_apart", "U6", "I3"),
    ],
)
def test_a_piece_of_another_size_does_not_belong_there(
    engine: Engine[Any], puzzle: str, rule: str, piece: str
) -> None:
    layout = [placement("blue", piece, *((0, col) for col in range(int(piece[1]))))]
    assert problems_of(engine, puzzle, layout) == [("wrong_piece", "/placements/0", rule, ())]


@ALL
def test_pieces_must_be_on_the_board_of_the_puzzle(engine: Engine[Any], puzzle: str) -> None:
    rules = PUZZLES[puzzle]
    size = rules.sizes[-1]
    piece, row, col = f"I{size}", rules.rows - 1, rules.cols - 1
    across = placement("green", piece, *((row, col - step) for step in range(size)))
    assert check(engine, puzzle, [across]).valid
    down, right = shifted([across], 1, 0), shifted([across], 0, 2)
    below = tuple((row + 1, col - step) for step in reversed(range(size)))
    assert problems_of(engine, puzzle, down) == [("off_board", "/placements/0", "C4b", below)]
    beyond = ((row, col + 1), (row, col + 2))
    assert problems_of(engine, puzzle, right) == [("off_board", "/placements/0", "C4b", beyond)]


def test_problems_of_single_pieces_are_reported_in_order(engine: Engine[Any]) -> None:
    layout = [
        placement("red", "I5", (7, 7), (7, 8), (7, 9), (7, 10), (8, 10)),
        placement("blue", "O4", (0, 0), (0, 1), (1, 0), (1, 1)),
        placement("blue", "O4", (0, 0), (0, 1), (1, 0), (2, 0)),
        {"color": "blue", "piece": "I4", "orientation": 2, "row": 99, "col": 99},
        {"color": "blue", "piece": "I4", "orientation": 0, "row": -1, "col": 0},
    ]
    assert problems_of(engine, "rect4", layout) == [
        ("wrong_piece", "/placements/0", "U3", ()),
        ("wrong_shape", "/placements/0", "G3", ()),
        ("off_board", "/placements/0", "C4b", ((7, 10), (8, 10))),
        ("wrong_shape", "/placements/2", "G3", ()),
        ("wrong_shape", "/placements/3", "G3", ()),
        ("off_board", "/placements/4", "C4b", ((-1, 0), (-1, 1), (-1, 2), (-1, 3))),
    ]


# ---- Pieces together --------------------------------------------------------------------------


def test_pieces_may_not_overlap_or_be_placed_twice(engine: Engine[Any]) -> None:
    layout = [
        placement("blue", "O4", (0, 0), (0, 1), (1, 0), (1, 1)),
        placement("red", "O4", (1, 1), (1, 2), (2, 1), (2, 2)),
        placement("blue", "O4", (2, 2), (2, 3), (3, 2), (3, 3)),
        placement("red", "I4", (7, 0), (7, 1), (7, 2), (7, 3)),
    ]
    assert problems_of(engine, "rect4_apart", layout) == [
        ("overlap", "/placements/1", "C4a", ((1, 1),)),
        ("piece_twice", "/placements/2", "C4c", ()),
        ("overlap", "/placements/2", "C4a", ((2, 2),)),
    ]


def test_later_stages_run_only_if_earlier_ones_pass(engine: Engine[Any]) -> None:
    """By itself, together, by contact: the same pieces, with one fault less each time."""
    beside = placement("blue", "I4", (2, 0), (2, 1), (2, 2), (2, 3))
    layout = [placement("blue", "O4", (0, 0), (0, 1), (1, 0), (1, 1)), beside]
    over = placement("red", "Z4", (0, 1), (0, 2), (1, 2), (1, 3))
    wrong = placement("green", "I1", (7, 7))
    contact = ("side_contact", "/placements/1", "U4", ((2, 0), (2, 1)))
    overlap = ("overlap", "/placements/2", "C4a", ((0, 1),))
    of_no_use = ("wrong_piece", "/placements/3", "U4", ())
    assert problems_of(engine, "rect4_apart", [*layout, over, wrong]) == [of_no_use]
    assert problems_of(engine, "rect4_apart", [*layout, over]) == [overlap]
    assert problems_of(engine, "rect4_apart", layout) == [contact]


@pytest.mark.parametrize(
    ("puzzle", "code"),
    [("rect4", "wrong_piece"), ("board84", "piece_twice")],
)
def test_at_most_20_problems_are_reported(engine: Engine[Any], puzzle: str, code: str) -> None:
    layout = [placement("blue", "I1", (7, 7))] * 30
    problems = check(engine, puzzle, layout).problems
    assert len(problems) == 20
    assert problems[0].code == code
