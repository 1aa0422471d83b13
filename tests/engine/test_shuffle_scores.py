"""Scores of Blokus Shuffle (P3, P4, P6, P7)."""

from __future__ import annotations

from typing import Any

import pytest
from cornerwise.engine import Engine, State
from cornerwise.types import COLORS, ChoosePiece, ColorScore, PlayCard, SeatScore, WarpTo

from tests.helpers.drawing import draw, place
from tests.helpers.example_boards import EIGHT_AND_TWENTY_TWO, FOUR_EQUAL, PRINTED_EXAMPLE
from tests.helpers.shuffle_states import FOUR_CORNERS, place_state, play_card_state, state_data
from tests.helpers.states import placed_last

PRINTED = draw(PRINTED_EXAMPLE).placements
LAST = [("yellow", "I1"), ("red", "X5"), ("green", "X5"), ("blue", "I1")]


def over(engine: Engine[Any], placements: list[dict[str, Any]], **rules: Any) -> State:
    """Return a finished game: no colour can place, and no hand has a card."""
    state: State = engine.load_state(state_data(placements, "over", color=None, others="", **rules))
    return state


def points(engine: Engine[Any], state: State) -> list[int | None]:
    """Return the scores of the four colours, in their order."""
    return [color.score for color in engine.score(state).colors]


# ---- P3: the bonus for I1 ---------------------------------------------------------------------


@pytest.mark.rule("P2", "P3", "P6")
@pytest.mark.ruling("P3")
@pytest.mark.parametrize(
    ("bonus", "expected"),
    [("independent", [20, -3, -24, -20]), ("with_all_placed", [20, -8, -24, -20])],
)
def test_p3_the_5_is_given_independently_of_the_15_unless_the_option_says_otherwise(
    engine: Engine[Any], bonus: str, expected: list[int]
) -> None:
    """The printed example, in which yellow too ended with I1, but has two 4s left."""
    placements = placed_last(PRINTED, *LAST)
    state = over(engine, placements, scoring="advanced", monomino_bonus=bonus)
    assert state.last_placed["yellow"] == state.last_placed["blue"] == "I1"
    assert points(engine, state) == expected


@pytest.mark.rule("P3")
def test_p3_independent_is_the_default(engine: Engine[Any]) -> None:
    state = place_state(engine, FOUR_CORNERS, scoring="advanced")
    assert state.rules.monomino_bonus == "independent"
    assert points(engine, state) == [5 - 88] * 4
    state = place_state(engine, FOUR_CORNERS, scoring="advanced", monomino_bonus="with_all_placed")
    assert points(engine, state) == [-88] * 4


@pytest.mark.rule("P1", "P3")
def test_p3_basic_scoring_has_no_bonus(engine: Engine[Any]) -> None:
    assert points(engine, place_state(engine, FOUR_CORNERS)) == [88] * 4


@pytest.mark.rule("P2")
@pytest.mark.parametrize("bonus", ["independent", "with_all_placed"])
def test_p2_all_placed_is_15_whatever_came_last(engine: Engine[Any], bonus: str) -> None:
    placements = placed_last(PRINTED, ("blue", "X5"))
    state = over(engine, placements, scoring="advanced", monomino_bonus=bonus)
    assert points(engine, state)[0] == 15


# ---- P4, P6: seats ----------------------------------------------------------------------------


@pytest.mark.rule("P4", "P6")
def test_p6_two_seats_are_scored_by_their_worst_color(engine: Engine[Any]) -> None:
    """8 blue and 22 red squares left are 22, where classic has the sum."""
    state = over(engine, draw(EIGHT_AND_TWENTY_TWO).placements, seats=2)
    score = engine.score(state)
    assert score.final
    assert [color.squares_left for color in score.colors] == [8, 10, 22, 23]
    assert score.seats == (
        SeatScore(1, ("blue", "red"), 22),
        SeatScore(2, ("yellow", "green"), 23),
    )
    assert score.winners == (1,)


@pytest.mark.rule("P4")
def test_p4_the_worst_color_by_points_can_be_another_than_by_squares(engine: Engine[Any]) -> None:
    """Red has more squares left than blue, but ended with I1: 88 and -83 against 87 and -87."""
    drawing = draw("BB", top_right="YYYYY", bottom_right="R", bottom_left="GGGG")
    basic = engine.score(place_state(engine, drawing, seats=2))
    assert [color.score for color in basic.colors] == [87, 84, 88, 85]
    assert [seat.score for seat in basic.seats] == [88, 85]
    advanced = engine.score(place_state(engine, drawing, seats=2, scoring="advanced"))
    assert [color.score for color in advanced.colors] == [-87, -84, -83, -85]
    assert [seat.score for seat in advanced.seats] == [-87, -85]
    assert basic.winners == advanced.winners == (2,)


@pytest.mark.rule("P4")
def test_p4_with_two_seats_a_finished_color_does_not_help_the_other(engine: Engine[Any]) -> None:
    placements = placed_last(PRINTED, *LAST)
    score = engine.score(over(engine, placements, seats=2, scoring="advanced"))
    assert [color.score for color in score.colors] == [20, -3, -24, -20]
    assert [seat.score for seat in score.seats] == [-24, -20]
    assert score.winners == (2,)


@pytest.mark.rule("P4")
@pytest.mark.parametrize("shared", COLORS)
def test_p4_the_shared_color_is_ignored(engine: Engine[Any], shared: str) -> None:
    score = engine.score(over(engine, PRINTED, seats=3, shared_color=shared))
    left = {"blue": 0, "yellow": 8, "red": 24, "green": 20}
    assert [color.score for color in score.colors] == [
        None if color == shared else left[color] for color in COLORS
    ]
    assert [seat.score for seat in score.seats] == [
        left[color] for color in COLORS if color != shared
    ]


@pytest.mark.rule("P4")
def test_p4_four_seats_have_one_color_each(engine: Engine[Any]) -> None:
    score = engine.score(over(engine, PRINTED))
    assert score.seats == (
        SeatScore(1, ("blue",), 0),
        SeatScore(2, ("yellow",), 8),
        SeatScore(3, ("red",), 24),
        SeatScore(4, ("green",), 20),
    )
    assert score.colors[3] == ColorScore("green", 5, 20, 20)
    assert (score.teams, score.winners) == ((), (1,))


@pytest.mark.rule("P5")
@pytest.mark.parametrize(("seats", "winners"), [(2, (1, 2)), (3, (1, 2, 3)), (4, (1, 2, 3, 4))])
def test_p5_a_tie_is_a_shared_victory_in_shuffle_too(
    engine: Engine[Any], seats: int, winners: tuple[int, ...]
) -> None:
    score = engine.score(over(engine, draw(FOUR_EQUAL).placements, seats=seats))
    assert {seat.score for seat in score.seats} == {13}
    assert score.winners == winners


@pytest.mark.rule("P5")
def test_p5_a_game_in_which_cards_are_left_is_not_final(engine: Engine[Any]) -> None:
    """No colour can place, but yellow has a card."""
    state = play_card_state(engine, PRINTED, "skip", color="yellow", others="")
    assert not engine.score(state).final
    assert engine.score(over(engine, PRINTED)).final


# ---- P7: the last piece -----------------------------------------------------------------------


@pytest.mark.rule("P7")
def test_p7_the_set_up_round_counts(engine: Engine[Any]) -> None:
    state = engine.new_game({"game": "shuffle", "scoring": "advanced"}, 7)
    assert state.last_placed["blue"] is None
    state, _ = engine.apply(state, place("I1", [(0, 0)]))
    assert dict(state.last_placed) == {"blue": "I1", "yellow": None, "red": None, "green": None}
    assert points(engine, state) == [-83, -89, -89, -89]


@pytest.mark.rule("P7")
@pytest.mark.ruling("P7")
def test_p7_recycling_that_very_piece_clears_the_record_until_the_next_placement(
    engine: Engine[Any],
) -> None:
    drawing = draw(
        """
        BB.
        ..B
        """,
        top_right="Y",
    )
    board = placed_last(drawing.placements, ("blue", "I1"))
    state = play_card_state(engine, board, "recycle", scoring="advanced")
    assert state.last_placed["blue"] == "I1"
    assert points(engine, state)[0] == -86 + 5
    state, _ = engine.apply(state, [PlayCard("recycle"), ChoosePiece("blue", "I1")])
    assert state.last_placed["blue"] is None
    assert points(engine, state)[0] == -87
    assert engine.load_state(state.to_dict()) == state
    state, _ = engine.apply(state, place("I1", [(1, 2)]))
    assert state.last_placed["blue"] == "I1"
    assert points(engine, state)[0] == -86 + 5


@pytest.mark.rule("P7")
def test_p7_recycling_another_piece_changes_nothing(engine: Engine[Any]) -> None:
    drawing = draw(
        """
        BB.
        ..B
        """,
        top_right="Y",
    )
    board = placed_last(drawing.placements, ("blue", "I1"))
    state = play_card_state(engine, board, "recycle")
    state, _ = engine.apply(state, [PlayCard("recycle"), ChoosePiece("blue", "I2")])
    assert state.last_placed["blue"] == "I1"


@pytest.mark.rule("P7", "S25")
def test_p7_with_two_seats_the_record_of_the_recycled_color_is_cleared(
    engine: Engine[Any],
) -> None:
    state = play_card_state(engine, FOUR_CORNERS, "recycle", color="red", seats=2)
    state, _ = engine.apply(state, [PlayCard("recycle"), ChoosePiece("blue", "I1")])
    assert dict(state.last_placed) == {"blue": None, "yellow": "I1", "red": "I1", "green": "I1"}


@pytest.mark.rule("P7", "S26")
def test_p7_a_warp_changes_nothing(engine: Engine[Any]) -> None:
    drawing = draw(
        "B",
        top_right="""
        ..Y
        YY.
        """,
    )
    board = placed_last(drawing.placements, ("yellow", "I1"))
    for choice, to in (
        (ChoosePiece("yellow", "I1"), WarpTo(0, 0, 16)),
        (ChoosePiece("yellow", "I2"), WarpTo(1, 1, 18)),
    ):
        state = play_card_state(engine, board, "warp")
        before = dict(state.last_placed)
        state, _ = engine.apply(state, [PlayCard("warp"), choice, to])
        assert dict(state.last_placed) == before


@pytest.mark.rule("P7")
def test_p7_the_last_piece_is_recorded_for_each_color(engine: Engine[Any]) -> None:
    state = place_state(engine, FOUR_CORNERS)
    state, _ = engine.apply(state, place("I2", [(1, 1), (1, 2)]))
    assert dict(state.last_placed) == {"blue": "I2", "yellow": "I1", "red": "I1", "green": "I1"}
