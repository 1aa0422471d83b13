"""Scores (P1-P7), of finished games and of those still being played."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from cornerwise.engine import Engine
from cornerwise.types import COLORS, Color, ColorScore, Place, Score, SeatScore, TeamScore

from tests.helpers.drawing import draw
from tests.helpers.example_boards import (
    BOTH_FINISHED,
    EIGHT_AND_TWENTY_TWO,
    FOUR_EQUAL,
    PRINTED_EXAMPLE,
)
from tests.helpers.states import load_board, placed_last

PRINTED = placed_last(
    draw(PRINTED_EXAMPLE).placements, ("yellow", "I1"), ("red", "I1"), ("blue", "I1")
)
LEFT = {"blue": 0, "yellow": 8, "red": 24, "green": 20}
"""The squares left in the printed example."""


def points(score: Score) -> list[int | None]:
    """Return the scores of the four colours, in their order."""
    return [color.score for color in score.colors]


# ---- The score of a colour --------------------------------------------------------------------


@pytest.mark.rule("P1")
def test_p1_a_new_game_has_every_square_left(engine: Engine[Any]) -> None:
    score = engine.score(engine.new_game({}, 0))
    assert score.scoring == "basic"
    assert score.colors == tuple(ColorScore(color, 21, 89, 89) for color in COLORS)


@pytest.mark.rule("P1")
def test_p1_squares_that_are_placed_no_longer_count(engine: Engine[Any]) -> None:
    score = engine.score(load_board(engine, draw("BBBBB", top_right="Y")))
    assert score.colors[:3] == (
        ColorScore("blue", 20, 84, 84),
        ColorScore("yellow", 20, 88, 88),
        ColorScore("red", 21, 89, 89),
    )


@pytest.mark.rule("P2")
def test_p2_advanced_counts_the_same_squares_against_a_color(engine: Engine[Any]) -> None:
    score = engine.score(load_board(engine, draw("BBBBB", top_right="Y"), scoring="advanced"))
    assert score.scoring == "advanced"
    assert points(score) == [-84, -88, -89, -89]


@pytest.mark.rule("P6")
def test_p6_the_printed_example(engine: Engine[Any]) -> None:
    """Everything placed with I1 last, two 4s left, 3 + 4x4 + 5 left, 3 + 3x4 + 5 left."""
    state = load_board(engine, PRINTED, scoring="advanced")
    left = {color: sorted(int(name[1]) for name in state.supply(color)) for color in COLORS}
    assert left == {
        "blue": [],
        "yellow": [4, 4],
        "red": [3, 4, 4, 4, 4, 5],
        "green": [3, 4, 4, 4, 5],
    }
    score = engine.score(state)
    assert score.final
    assert points(score) == [20, -8, -24, -20]
    assert score.winners == (1,)


@pytest.mark.rule("P6")
def test_p6_the_printed_example_by_basic_scoring(engine: Engine[Any]) -> None:
    score = engine.score(load_board(engine, PRINTED))
    assert score.colors == (
        ColorScore("blue", 0, 0, 0),
        ColorScore("yellow", 2, 8, 8),
        ColorScore("red", 6, 24, 24),
        ColorScore("green", 5, 20, 20),
    )
    assert score.winners == (1,)


@pytest.mark.rule("P6")
def test_p6_seven_squares_left_beat_eight_by_basic_scoring(engine: Engine[Any]) -> None:
    left = {("blue", "I5"), ("blue", "I2"), ("yellow", "I4"), ("yellow", "T4")}
    placements = [
        one for one in draw(BOTH_FINISHED).placements if (one["color"], one["piece"]) not in left
    ]
    score = engine.score(load_board(engine, placements))
    assert [color.score for color in score.colors[:2]] == [7, 8]
    assert score.winners == (1,)


@pytest.mark.rule("P2")
def test_p2_all_placed_is_15_and_with_i1_last_20(engine: Engine[Any]) -> None:
    placements = placed_last(draw(BOTH_FINISHED).placements, ("blue", "Z4"), ("yellow", "I1"))
    score = engine.score(load_board(engine, placements, scoring="advanced"))
    assert points(score)[:2] == [15, 20]
    assert score.winners == (2,)


@pytest.mark.rule("P7")
@pytest.mark.parametrize(("last", "expected"), [("I1", 20), ("I2", 15), ("X5", 15)])
def test_p7_the_last_piece_is_the_last_of_its_color_in_the_list(
    engine: Engine[Any], last: str, expected: int
) -> None:
    placements = placed_last(PRINTED, ("blue", last), ("green", "I1"))
    state = load_board(engine, placements, scoring="advanced")
    assert state.last_placed["blue"] == last
    assert points(engine.score(state))[0] == expected


@pytest.mark.rule("P7")
def test_p7_the_last_piece_is_the_last_one_played(engine: Engine[Any]) -> None:
    *before, last = PRINTED
    state = load_board(engine, before, scoring="advanced")
    assert points(engine.score(state))[0] == -1
    state, _ = engine.apply(state, [{"type": "place", "piece": "I1", "cells": last["cells"]}])
    assert points(engine.score(state))[0] == 20


@pytest.mark.rule("P3")
def test_p3_the_5_comes_only_on_top_of_the_15(engine: Engine[Any]) -> None:
    """Yellow and red ended with I1 as well, but have pieces left."""
    state = load_board(engine, PRINTED, scoring="advanced")
    last = state.last_placed
    assert last["yellow"] == last["red"] == "I1"
    assert points(engine.score(state))[1:3] == [-8, -24]


@pytest.mark.rule("P3")
def test_p3_basic_scoring_has_no_bonus(engine: Engine[Any]) -> None:
    assert points(engine.score(load_board(engine, PRINTED)))[0] == 0


# ---- Seats and teams --------------------------------------------------------------------------


@pytest.mark.rule("P6")
@pytest.mark.parametrize(("scoring", "sign"), [("basic", 1), ("advanced", -1)])
def test_p6_two_seats_have_the_sum_of_their_colors(
    engine: Engine[Any], scoring: str, sign: int
) -> None:
    state = load_board(engine, draw(EIGHT_AND_TWENTY_TWO), seats=2, scoring=scoring)
    score = engine.score(state)
    assert [color.squares_left for color in score.colors] == [8, 10, 22, 23]
    assert score.seats == (
        SeatScore(1, ("blue", "red"), sign * 30),
        SeatScore(2, ("yellow", "green"), sign * 33),
    )
    assert score.teams == ()
    assert score.winners == (1,)


@pytest.mark.rule("P4")
def test_p4_four_seats_have_one_color_each(engine: Engine[Any]) -> None:
    score = engine.score(load_board(engine, PRINTED))
    assert score.seats == (
        SeatScore(1, ("blue",), 0),
        SeatScore(2, ("yellow",), 8),
        SeatScore(3, ("red",), 24),
        SeatScore(4, ("green",), 20),
    )
    assert score.teams == ()


@pytest.mark.rule("P4")
def test_p4_in_teams_only_the_teams_are_scored(engine: Engine[Any]) -> None:
    score = engine.score(load_board(engine, PRINTED, teams=True))
    assert score.seats == ()
    assert score.teams == (
        TeamScore("A", (1, 3), ("blue", "red"), 24),
        TeamScore("B", (2, 4), ("yellow", "green"), 28),
    )
    assert (score.winners, score.winning_teams) == ((1, 3), ("A",))


@pytest.mark.rule("P4")
def test_p4_a_team_adds_points_and_bonus(engine: Engine[Any]) -> None:
    score = engine.score(load_board(engine, PRINTED, teams=True, scoring="advanced"))
    assert [team.score for team in score.teams] == [20 - 24, -8 - 20]
    assert (score.winners, score.winning_teams) == ((1, 3), ("A",))


@pytest.mark.rule("P4")
@pytest.mark.parametrize("scoring", ["basic", "advanced"])
@pytest.mark.parametrize("shared", COLORS)
def test_p4_the_shared_color_is_never_scored(
    engine: Engine[Any], shared: Color, scoring: Literal["basic", "advanced"]
) -> None:
    rules = {"seats": 3, "shared_color": shared, "scoring": scoring}
    score = engine.score(load_board(engine, PRINTED, **rules))
    expected = dict(LEFT) if scoring == "basic" else {"blue": 20, "yellow": -8, "red": -24}
    expected.setdefault("green", -20)
    own = [color for color in COLORS if color != shared]
    assert {one.color: one.score for one in score.colors} == {**expected, shared: None}
    assert {one.color: one.squares_left for one in score.colors} == LEFT
    assert score.seats == tuple(
        SeatScore(seat, (color,), expected[color]) for seat, color in enumerate(own, start=1)
    )
    assert score.winners == (1,)


@pytest.mark.rule("P4")
def test_p4_the_shared_color_cannot_win(engine: Engine[Any]) -> None:
    """Blue has placed everything, but it is shared: yellow wins with 8 left."""
    score = engine.score(load_board(engine, PRINTED, seats=3, shared_color="blue"))
    assert score.winners == (1,)
    assert score.seats[0] == SeatScore(1, ("yellow",), 8)


# ---- Winners ----------------------------------------------------------------------------------


@pytest.mark.rule("P5")
@pytest.mark.ruling("P5")
@pytest.mark.parametrize("scoring", ["basic", "advanced"])
@pytest.mark.parametrize(
    ("rules", "winners"),
    [
        ({}, (1, 2, 3, 4)),
        ({"teams": True}, (1, 2, 3, 4)),
        ({"seats": 3, "shared_color": "yellow"}, (1, 2, 3)),
        ({"seats": 2}, (1, 2)),
    ],
    ids=str,
)
def test_p5_a_tie_is_a_shared_victory(
    engine: Engine[Any], rules: dict[str, object], winners: tuple[int, ...], scoring: str
) -> None:
    score = engine.score(load_board(engine, draw(FOUR_EQUAL), scoring=scoring, **rules))
    assert {color.squares_left for color in score.colors} == {13}
    assert score.final
    assert score.winners == winners
    assert score.winning_teams == (("A", "B") if "teams" in rules else ())


@pytest.mark.rule("P5")
def test_p5_two_of_four_may_share_the_lead(engine: Engine[Any]) -> None:
    drawing = draw("BB", top_right="YYY", bottom_right="RRR", bottom_left="G")
    for scoring in ("basic", "advanced"):
        score = engine.score(load_board(engine, drawing, scoring=scoring))
        assert not score.final
        assert score.winners == (2, 3)


@pytest.mark.rule("P5")
def test_p5_before_the_end_the_winners_are_the_leaders(engine: Engine[Any]) -> None:
    state = engine.new_game({}, 0)
    assert engine.score(state).winners == (1, 2, 3, 4)
    leaders = []
    for action in (Place("I3", 0, 0, 0), Place("I4", 0, 0, 16), Place("I5", 0, 19, 15)):
        state, _ = engine.apply(state, [action])
        score = engine.score(state)
        assert not score.final
        leaders.append(score.winners)
    assert leaders == [(1,), (2,), (3,)]


@pytest.mark.rule("P5")
def test_p5_a_score_is_final_when_the_game_is_over(engine: Engine[Any]) -> None:
    *before, _ = PRINTED
    assert not engine.score(load_board(engine, before)).final
    assert engine.score(load_board(engine, PRINTED)).final


def test_scores_to_json(engine: Engine[Any]) -> None:
    score = engine.score(load_board(engine, PRINTED, seats=3, scoring="advanced"))
    assert score.to_dict() == {
        "scoring": "advanced",
        "final": True,
        "colors": {
            "blue": {"pieces_left": 0, "squares_left": 0, "score": 20},
            "yellow": {"pieces_left": 2, "squares_left": 8, "score": -8},
            "red": {"pieces_left": 6, "squares_left": 24, "score": -24},
            "green": {"pieces_left": 5, "squares_left": 20, "score": None},
        },
        "seats": [
            {"seat": 1, "colors": ["blue"], "score": 20},
            {"seat": 2, "colors": ["yellow"], "score": -8},
            {"seat": 3, "colors": ["red"], "score": -24},
        ],
        "teams": [],
        "winners": [1],
        "winning_teams": [],
    }


def test_team_scores_to_json(engine: Engine[Any]) -> None:
    data = engine.score(load_board(engine, PRINTED, teams=True)).to_dict()
    assert data["seats"] == []
    assert data["teams"] == [
        {"team": "A", "seats": [1, 3], "colors": ["blue", "red"], "score": 24},
        {"team": "B", "seats": [2, 4], "colors": ["yellow", "green"], "score": 28},
    ]
    assert (data["winners"], data["winning_teams"]) == ([1, 3], ["A"])
