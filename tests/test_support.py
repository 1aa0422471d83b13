"""The helpers read and write drawings faithfully, so that the other tests may rely on them."""

from __future__ import annotations

import pytest
from boards import EIGHT_AND_TWENTY_TWO, FOUR_EQUAL, PRINTED_EXAMPLE
from support import blue_to_move, draw, grid, write


def test_a_group_of_one_color_is_one_piece_and_the_list_is_in_reading_order() -> None:
    drawing = draw("""
        BB.Y
        B.YY
        .B..
        """)
    assert drawing.placements == [
        {"color": "blue", "piece": "V3", "cells": [[0, 0], [0, 1], [1, 0]]},
        {"color": "yellow", "piece": "V3", "cells": [[0, 3], [1, 2], [1, 3]]},
        {"color": "blue", "piece": "I1", "cells": [[2, 1]]},
    ]


def test_a_drawing_lies_in_the_corner_it_is_given_for() -> None:
    drawing = draw("B", top_right="YY", bottom_left="G\nG", bottom_right="RRR")
    assert [placed["cells"] for placed in drawing.placements] == [
        [[0, 0]],
        [[0, 18], [0, 19]],
        [[18, 0], [19, 0]],
        [[19, 17], [19, 18], [19, 19]],
    ]


def test_a_piece_that_is_tried_is_told_from_the_pieces_on_the_board() -> None:
    drawing = draw("""
        BBy.
        Y.!x
        """)
    assert [placed["piece"] for placed in drawing.placements] == ["I2", "I1", "I1"]
    assert drawing.tried == ((0, 2), (1, 2), (1, 3))
    assert drawing.beside == ((1, 2),)
    assert drawing.taken == ((0, 2),)
    assert drawing.action()["piece"] == "V3"


def test_blue_is_given_as_many_pieces_of_each_other_color() -> None:
    colors = [placed["color"] for placed in blue_to_move("BB\n..B").placements]
    assert sorted(colors) == ["blue"] * 2 + ["green"] * 2 + ["red"] * 2 + ["yellow"] * 2


@pytest.mark.parametrize("board", [PRINTED_EXAMPLE, EIGHT_AND_TWENTY_TWO, FOUR_EQUAL])
def test_what_is_written_is_what_was_read(board: str) -> None:
    assert write(draw(board).placements) == grid(board)


def test_two_drawings_may_not_meet() -> None:
    with pytest.raises(AssertionError, match="two drawings meet"):
        grid("B" * 15, top_right="Y" * 6)
