"""POST /v1/games: a new state from options."""

from __future__ import annotations

from typing import Any

import pytest
from cornerwise.engine import Engine
from cornerwise.types import COLORS
from flask.testing import FlaskClient

from tests.service.client import NOT_INCLUDED, listed_errors, post_json
from tests.service.contract import assert_answer

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


def test_empty_request_starts_a_game_with_all_defaults(
    client: FlaskClient,
) -> None:
    assert post_json(client, "games", {}) == {
        "state": {
            "rules": {
                "game": "classic",
                "seats": 4,
                "teams": False,
                "shared_color": None,
                "first_color": "blue",
                "start_corners": "any",
                "scoring": "basic",
                "monomino_bonus": None,
                "deck": None,
            },
            "placements": [],
            "turn": {"color": "blue", "phase": "place"},
            "direction": "clockwise",
            "decks": {},
            "last_placed": dict.fromkeys(COLORS),
            "shared_turns": 0,
        },
        "events": [],
        "next": {"color": "blue", "seat": 1, "phase": "place"},
        **NOT_INCLUDED,
        "seed": None,
    }


def test_game_with_its_first_moves(client: FlaskClient) -> None:
    answer = post_json(client, "games", {"include": ["moves", "supply"], "groups": True})
    listed = post_json(client, "legal-moves", {"state": {}, "groups": True})
    assert (answer["count"], answer["groups"]) == (listed["count"], listed["groups"])
    assert {len(pieces) for pieces in answer["supply"].values()} == {21}
    assert_answer("/v1/games", answer)


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_game_agrees_with_the_engine(
    client: FlaskClient, engine: Engine[Any], rules: dict[str, Any]
) -> None:
    answer = post_json(client, "games", {"rules": rules})
    state = engine.new_game(rules, 0)
    assert answer["state"] == state.to_dict()
    assert answer["state"]["rules"].items() >= rules.items()
    assert answer["next"] == {"color": state.color, "seat": state.seat, "phase": "place"}
    assert_answer("/v1/games", answer)


def test_first_color_starts_the_game(client: FlaskClient) -> None:
    answer = post_json(client, "games", {"rules": {"seats": 2, "first_color": "red"}})
    assert answer["next"] == {"color": "red", "seat": 1, "phase": "place"}


def test_three_seats_share_green_by_default(client: FlaskClient) -> None:
    answer = post_json(client, "games", {"rules": {"seats": 3}})
    assert answer["state"]["rules"]["shared_color"] == "green"


@pytest.mark.parametrize("seed", [None, 0, 1, 2**53 - 1])
def test_seed_is_returned(client: FlaskClient, seed: int | None) -> None:
    assert post_json(client, "games", {"seed": seed})["seed"] == seed


@pytest.mark.parametrize(
    ("seed", "code"),
    [
        (-1, "out_of_range"),
        (2**53, "out_of_range"),
        ("1", "wrong_type"),
        (1.5, "wrong_type"),
        (True, "wrong_type"),
        ([], "wrong_type"),
    ],
)
def test_invalid_seed_is_refused(client: FlaskClient, seed: object, code: str) -> None:
    response = client.post("/v1/games", json={"seed": seed})
    assert listed_errors(response, "invalid_request") == [(code, "/seed")]


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
    ],
)
def test_invalid_options_are_located(
    client: FlaskClient, rules: object, error: tuple[str, str]
) -> None:
    response = client.post("/v1/games", json={"rules": rules})
    assert listed_errors(response, "invalid_request") == [error]
