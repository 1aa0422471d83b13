"""POST /v1/scores and /v1/views."""

from __future__ import annotations

from typing import Any

import pytest
from cornerwise.engine import Engine
from flask.testing import FlaskClient

from tests.helpers.drawing import draw
from tests.helpers.example_boards import PRINTED_EXAMPLE
from tests.helpers.games import middle_game
from tests.helpers.states import placed_last
from tests.service.client import NOT_INCLUDED, STATE, listed_errors, post_json
from tests.service.contract import assert_answer

VARIANTS: tuple[dict[str, Any], ...] = (
    {"seats": 4},
    {"seats": 4, "teams": True},
    {"seats": 3, "shared_color": "red"},
    {"seats": 2},
    {"seats": 2, "scoring": "advanced"},
)


def test_complete_score(client: FlaskClient) -> None:
    answer = post_json(client, "scores", {"state": STATE})
    assert answer == {
        "scoring": "basic",
        "final": False,
        "colors": {
            "blue": {"pieces_left": 19, "squares_left": 79, "score": 79},
            "yellow": {"pieces_left": 20, "squares_left": 86, "score": 86},
            "red": {"pieces_left": 20, "squares_left": 84, "score": 84},
            "green": {"pieces_left": 20, "squares_left": 85, "score": 85},
        },
        "seats": [
            {"seat": 1, "colors": ["blue", "red"], "score": 163},
            {"seat": 2, "colors": ["yellow", "green"], "score": 171},
        ],
        "teams": [],
        "winners": [1],
        "winning_teams": [],
    }
    assert_answer("/v1/scores", answer)


def test_score_of_a_finished_game_is_final(client: FlaskClient) -> None:
    finished = placed_last(draw(PRINTED_EXAMPLE).placements, ("blue", "I2"), ("blue", "I1"))
    rules = {"scoring": "advanced"}
    answer = post_json(client, "scores", {"state": {"rules": rules, "placements": finished}})
    assert answer["final"] is True
    assert answer["winners"] == [1]
    assert answer["seats"][0] == {"seat": 1, "colors": ["blue"], "score": 20}
    assert [seat["score"] for seat in answer["seats"][1:]] == [-8, -24, -20]


@pytest.mark.parametrize("rules", VARIANTS, ids=str)
def test_score_agrees_with_the_engine(
    client: FlaskClient, engine: Engine[Any], rules: dict[str, Any]
) -> None:
    state = middle_game(engine, 11, 26, **rules)
    answer = post_json(client, "scores", {"state": state.to_dict()})
    assert answer == engine.score(state).to_dict()
    assert bool(answer["teams"]) is ("teams" in rules)
    assert bool(answer["seats"]) is ("teams" not in rules)
    assert_answer("/v1/scores", answer)


@pytest.mark.parametrize("rules", VARIANTS, ids=str)
def test_classic_view_hides_nothing(
    client: FlaskClient, engine: Engine[Any], rules: dict[str, Any]
) -> None:
    state = middle_game(engine, 11, 7, **rules).to_dict()
    for seat in range(1, rules["seats"] + 1):
        answer = post_json(client, "views", {"state": state, "seat": seat})
        view = {"seat": seat, **state}
        assert answer == {"seat": seat, "view": view, "events": [], **NOT_INCLUDED}
        assert_answer("/v1/views", answer)


@pytest.mark.parametrize(
    ("more", "error"),
    [
        ({}, ("missing_field", "/seat")),
        ({"seat": 0}, ("out_of_range", "/seat")),
        ({"seat": 3}, ("out_of_range", "/seat")),
        ({"seat": 5}, ("out_of_range", "/seat")),
        ({"seat": True}, ("wrong_type", "/seat")),
        ({"seat": "1"}, ("wrong_type", "/seat")),
        ({"seat": None}, ("missing_field", "/seat")),
    ],
    ids=str,
)
def test_seat_must_exist(client: FlaskClient, more: dict[str, Any], error: tuple[str, str]) -> None:
    response = client.post("/v1/views", json={"state": STATE, **more})
    assert listed_errors(response, "invalid_request") == [error]
