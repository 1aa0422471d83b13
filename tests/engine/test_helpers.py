"""The helpers read and write drawings faithfully, so that the other tests may rely on them."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.helpers.drawing import blue_to_move, draw, grid, render_board
from tests.helpers.example_boards import EIGHT_AND_TWENTY_TWO, FOUR_EQUAL, PRINTED_EXAMPLE
from tests.helpers.shuffle_states import (
    FOUR_CORNERS,
    STANDARD_COPIES,
    deal,
    deck_copies,
    state_data,
)
from tests.helpers.states import with_value, without_fields


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


def test_the_next_letter_is_the_same_color_and_another_piece() -> None:
    drawing = draw("""
        BBCC
        BSRR
        """)
    assert [(placed["color"], placed["piece"]) for placed in drawing.placements] == [
        ("blue", "V3"),
        ("blue", "I2"),
        ("red", "I1"),
        ("red", "I2"),
    ]


def test_a_drawing_is_put_in_its_corner() -> None:
    drawing = draw("B", top_right="YY", bottom_left="G\nG", bottom_right="RRR")
    assert [placed["cells"] for placed in drawing.placements] == [
        [[0, 0]],
        [[0, 18], [0, 19]],
        [[18, 0], [19, 0]],
        [[19, 17], [19, 18], [19, 19]],
    ]


def test_a_tried_piece_is_not_on_the_board() -> None:
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
def test_a_loaded_state_is_written_unchanged(board: str) -> None:
    assert render_board(draw(board).placements) == grid(board)


def test_two_drawings_must_not_overlap() -> None:
    with pytest.raises(AssertionError, match="two drawings overlap"):
        grid("B" * 15, top_right="Y" * 6)


# ---- Tables of Blokus Shuffle -----------------------------------------------------------------


def test_all_cards_of_a_deck_are_dealt_whatever_is_named() -> None:
    for deck in (
        deal(deck_copies(4)),
        deal(deck_copies(4), hand="skip wild", top="warp", played="reverse"),
        deal(deck_copies(4), hand="skip", pile="wild warp", played="draw_two"),
        deal(deck_copies(4), drawn="", pile=""),
    ):
        assert Counter(deck["draw"] + deck["hand"] + deck["discard"]) == STANDARD_COPIES
    assert deal(deck_copies(4), pile="warp wild", played="skip")["discard"][-1] == "skip"
    assert deal(deck_copies(4), top="warp wild")["draw"][:2] == ["warp", "wild"]


def test_a_card_that_the_deck_does_not_have_cannot_be_dealt() -> None:
    with pytest.raises(AssertionError, match="no such cards"):
        deal(deck_copies(4), hand="skip skip")


def test_state_data_deals_cards_to_every_deck() -> None:
    data = state_data(FOUR_CORNERS, "choose_card", hand="wild", turn={"drawn": ["warp", "skip"]})
    blue = data["decks"]["blue"]
    assert (blue["hand"], blue["discard"], len(blue["draw"])) == (["wild"], ["draw_two"], 10)
    assert data["decks"]["red"]["hand"] == ["skip", "reverse"]
    two = state_data(FOUR_CORNERS, hand="wild", color="green", seats=2, others="warp")
    assert [deck["hand"] for deck in two["decks"].values()] == [["warp"], ["wild"]]


def test_with_value_changes_a_copy() -> None:
    data = {"a": {"b": [1, 2]}, "c": 3}
    assert with_value(data, "/a/b/1", 9) == {"a": {"b": [1, 9]}, "c": 3}
    assert with_value(data, "/d/e", 9) == {**data, "d": {"e": 9}}
    assert without_fields(data, "/a/b", "/c") == {"a": {}}
    assert data == {"a": {"b": [1, 2]}, "c": 3}
