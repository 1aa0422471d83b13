"""POST /v1/games: a new state from options."""

from __future__ import annotations

from typing import Any

import pytest
from cornerwise.engine import Engine
from cornerwise.types import COLORS
from flask.testing import FlaskClient

from tests.service.client import ask, errors_of
from tests.service.contract import answers

RULES: tuple[dict[str, Any], ...] = (
    {"seats": 4},
    {"seats": 4, "teams": True},
    {"seats": 3},
    {"seats": 3, "shared_color": "yellow"},
    {"seats": 2},
    {"first_color": "red"},
    {"start_corners": "fixed"},
    {"scoring": "advanced"},
)


def test_an_empty_request_is_a_game_for_four_with_every_default_written_out(
    client: FlaskClient,
) -> None:
    assert ask(client, "games", {}) == {
        "state": {
            "rules": {
                "game": "classic",
                "seats": 4,
                "teams": False,
                "shared_color": None,
                "first_color": "blue",
                "start_corners": "any",
                "scoring": "basic",
            },
            "placements": [],
            "turn": {"color": "blue", "phase": "place"},
            "last_placed": dict.fromkeys(COLORS),
            "shared_turns": 0,
        },
        "events": [],
        "next": {"color": "blue", "seat": 1, "phase": "place"},
        "seed": None,
    }


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_a_game_is_the_one_that_the_engine_starts(
    client: FlaskClient, engine: Engine[Any], rules: dict[str, Any]
) -> None:
    answer = ask(client, "games", {"rules": rules})
    state = engine.new_game(rules, 0)
    assert answer["state"] == state.to_dict()
    assert answer["state"]["rules"].items() >= rules.items()
    assert answer["next"] == {"color": state.color, "seat": state.seat, "phase": "place"}
    answers("/v1/games", answer)


def test_the_first_color_decides_who_begins(client: FlaskClient) -> None:
    answer = ask(client, "games", {"rules": {"seats": 2, "first_color": "red"}})
    assert answer["next"] == {"color": "red", "seat": 1, "phase": "place"}


def test_three_seats_share_green_unless_told_otherwise(client: FlaskClient) -> None:
    answer = ask(client, "games", {"rules": {"seats": 3}})
    assert answer["state"]["rules"]["shared_color"] == "green"


@pytest.mark.parametrize("seed", [None, 0, 1, 2**53 - 1])
def test_the_seed_is_returned(client: FlaskClient, seed: int | None) -> None:
    assert ask(client, "games", {"seed": seed})["seed"] == seed


@pytest.mark.parametrize(
    ("seed", "code"),
    [
        (-1, "out_of_range"),
        (2**53, "out_of_range"),
        ("1", "wrong_type"),
        (1.0, "wrong_type"),
        (True, "wrong_type"),
        ([], "wrong_type"),
    ],
)
def test_a_seed_that_is_none_is_refused(client: FlaskClient, seed: object, code: str) -> None:
    response = client.post("/v1/games", json={"seed": seed})
    assert errors_of(response, "invalid_request") == [(code, "/seed")]


@pytest.mark.parametrize(
    ("rules", "error"),
    [
        ({"seats": 2, "teams": True}, ("options_conflict", "/rules/teams")),
        ({"seats": 5}, ("out_of_range", "/rules/seats")),
        ({"seats": "4"}, ("wrong_type", "/rules/seats")),
        ({"game": "chess"}, ("unknown_value", "/rules/game")),
        ({"first_color": "pink"}, ("unknown_color", "/rules/first_color")),
        ({"colors": 4}, ("unknown_field", "/rules/colors")),
        ([], ("wrong_type", "/rules")),
        (None, ("wrong_type", "/rules")),
    ],
)
def test_options_that_make_no_game_are_pointed_at(
    client: FlaskClient, rules: object, error: tuple[str, str]
) -> None:
    response = client.post("/v1/games", json={"rules": rules})
    assert errors_of(response, "invalid_request") == [error]
