"""Damaged layouts and other data: the engines agree with each other and with the rules."""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

import pytest
from cornerwise.engine import Engine
from cornerwise.errors import InvalidStateError
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers.agreement import (
    EXAMPLES,
    PYTHON,
    assert_often,
    codes,
    compare,
    result_of,
)
from tests.helpers.examples import examples
from tests.helpers.puzzle_layouts import (
    DESCENDING,
    FROM_ONE,
    HANGING,
    PUZZLES,
    REFERENCE,
    SCATTERED,
    SOLUTIONS,
    is_right,
    is_solved,
    painted,
    pieces,
    shifted,
)
from tests.helpers.strategies import LAYOUT, Data, Draw, corrupt, disguised, odd_values, trees

WHOLE_COLORS = [pieces(drawing) for drawing in (DESCENDING, HANGING, FROM_ONE, SCATTERED)]
SOUND = [
    *SOLUTIONS.items(),
    *((query["puzzle"], query["fixed"]) for query in REFERENCE["queries"]),
    *((puzzle, layout) for puzzle in ("board84", "board84_descending") for layout in WHOLE_COLORS),
    *(("board84_descending", painted(layout, "yellow")) for layout in WHOLE_COLORS),
    ("board84", SOLUTIONS["board84_descending"]),
    ("board84_descending", SOLUTIONS["board84"]),
]


@st.composite
def damaged_layouts(draw_from: Draw) -> tuple[str, Data]:
    """Draw a layout that is right, or nearly, and do it one to three kinds of damage."""
    puzzle, sound = draw_from(st.sampled_from(SOUND))
    data = {"placements": copy.deepcopy(sound)}
    for _ in range(draw_from(st.integers(1, 3))):
        draw_from(st.sampled_from(LAYOUT))(draw_from, data)
    return draw_from(st.sampled_from([puzzle, puzzle, puzzle, *PUZZLES])), data


@st.composite
def moved_layouts(draw_from: Draw) -> tuple[str, Data]:
    """Draw one whole colour on the board of 84, moved as a whole, and perhaps a piece alone."""
    layout = draw_from(st.sampled_from(WHOLE_COLORS))
    steps = st.sampled_from([0, 0, 0, 1, 5])
    layout = shifted(layout, draw_from(steps), draw_from(steps))
    if draw_from(st.booleans()):
        moved = layout.pop(draw_from(st.integers(0, len(layout) - 1)))
        row, col = moved["cells"][0]
        target = draw_from(st.tuples(st.integers(12, 16), st.integers(1, 15)))
        layout += shifted([moved], target[0] - row, target[1] - col)
    return draw_from(st.sampled_from(["board84", "board84_descending"])), {"placements": layout}


@pytest.mark.slow
def test_damaged_layouts_are_checked_by_the_rules(engine: Engine[Any]) -> None:
    seen: Counter[str] = Counter()

    @settings(EXAMPLES, max_examples=examples(250))
    @given(damaged_layouts() | moved_layouts())
    def playing_comes_to_the_same(damaged: tuple[str, Data]) -> None:
        puzzle, layout = damaged
        try:
            checked = engine.check_layout(puzzle, layout)
        except InvalidStateError:
            seen["refused"] += 1
            return
        assert checked.valid == is_right(puzzle, layout["placements"])
        assert checked.solved == is_solved(puzzle, layout["placements"])
        seen.update({problem.code for problem in checked.problems} or {"right"})

    playing_comes_to_the_same()
    assert_often(seen, "right refused wrong_piece wrong_shape off_board piece_twice overlap")
    assert_often(seen, "side_contact no_corner_contact corner_not_covered not_descending")


@settings(EXAMPLES, max_examples=examples(300))
@given(damaged_layouts() | moved_layouts(), st.data())
def test_engines_agree_on_damaged_layouts(damaged: tuple[str, Data], data: st.DataObject) -> None:
    puzzle, layout = damaged
    compare("check_layout", puzzle, layout)
    corrupt(data.draw, layout)
    compare("check_layout", puzzle, layout)


@settings(EXAMPLES, max_examples=examples(150))
@given(trees)
def test_engines_agree_on_arbitrary_layouts(tree: object) -> None:
    compare("check_layout", tree, {})
    compare("check_layout", "rect4", tree)
    compare("check_layout", "board84", {"placements": tree})
    compare("check_layout", "rect5_apart", {"placements": [tree]})


@settings(EXAMPLES, max_examples=examples(150))
@given(trees | odd_values, odd_values)
def test_both_engines_give_the_same_errors_for_invalid_searches(tree: object, odd: object) -> None:
    """The seconds are never right here: what is right would be searched for."""
    is_a_time = codes(result_of(PYTHON.solve_puzzle, "rect4", {}, 0, odd)) == ["unsupported"]
    no_seconds = 0 if is_a_time else odd
    compare("solve_puzzle", tree, {}, 0, no_seconds)
    compare("solve_puzzle", "rect4", tree, 0, no_seconds)
    compare("solve_puzzle", "rect4", {}, tree, no_seconds)


def test_layouts_of_derived_types_are_accepted(engine: Engine[Any]) -> None:
    for puzzle, layout in SOUND:
        data = {"placements": layout}
        plain = engine.check_layout(puzzle, data)
        assert engine.check_layout(disguised(puzzle), disguised(data)) == plain
