"""POST /v1/games for Blokus Shuffle: decks, seeds and options."""

from __future__ import annotations

from typing import Any

import pytest
from cornerwise.engine import Engine
from cornerwise.types import CARDS, COLORS
from flask.testing import FlaskClient

from tests.service.client import NOT_INCLUDED, listed_errors, post_json
from tests.service.contract import assert_answer

RULES: tuple[dict[str, Any], ...] = (
    {},
    {"seats": 3},
    {"seats": 3, "shared_color": "blue"},
    {"seats": 2},
    {"first_color": "green", "start_corners": "fixed"},
    {"scoring": "advanced", "monomino_bonus": "with_all_placed"},
    {"deck": {"wild": 1}},
    {"seats": 2, "deck": {"warp": 30, "skip": 30}},
)


def start(client: FlaskClient, rules: dict[str, Any], **more: object) -> Any:  # noqa: ANN401 (JSON)
    """Start a game of Shuffle."""
    return post_json(client, "games", {"rules": {"game": "shuffle", **rules}, **more})


def test_complete_new_game(client: FlaskClient) -> None:
    rules = {"seats": 2, "deck": {"wild": 1}}
    deck = {"draw": ["wild", "wild"], "hand": [], "discard": []}
    assert start(client, rules, seed=3) == {
        "state": {
            "rules": {
                "game": "shuffle",
                "seats": 2,
                "teams": False,
                "shared_color": None,
                "first_color": "blue",
                "start_corners": "any",
                "scoring": "basic",
                "monomino_bonus": "independent",
                "deck": {card: int(card == "wild") for card in CARDS},
            },
            "placements": [],
            "turn": {"color": "blue", "phase": "opening"},
            "direction": "clockwise",
            "decks": {"seat1": deck, "seat2": deck},
            "last_placed": dict.fromkeys(COLORS),
            "shared_turns": 0,
        },
        "events": [],
        "next": {"color": "blue", "seat": 1, "phase": "opening"},
        **NOT_INCLUDED,
        "seed": 3,
    }


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_game_agrees_with_the_engine(
    client: FlaskClient, engine: Engine[Any], rules: dict[str, Any]
) -> None:
    answer = start(client, rules, seed=11)
    state = engine.new_game({"game": "shuffle", **rules}, 11)
    assert answer["state"] == state.to_dict()
    assert answer["next"] == {"color": state.color, "seat": state.seat, "phase": "opening"}
    assert_answer("/v1/games", answer)


def test_seed_gives_the_documented_decks(client: FlaskClient) -> None:
    decks = start(client, {}, seed=7)["state"]["decks"]
    assert [*decks] == list(COLORS)
    assert decks["blue"]["draw"][:5] == [
        *("draw_two", "double_play", "reverse"),
        *("recycle", "edge_to_edge"),
    ]
    assert decks["green"]["draw"][:5] == ["warp", "draw_two", "wild", "double_play", "recycle"]
    decks = start(client, {"seats": 2}, seed=7)["state"]["decks"]
    assert [*decks] == ["seat1", "seat2"]
    assert decks["seat2"]["draw"][:5] == ["wild", "recycle", "skip", "wild", "warp"]


@pytest.mark.parametrize("more", [{}, {"seed": None}], ids=["left out", "null"])
def test_without_a_seed_the_decks_are_random_and_the_answer_has_none(
    client: FlaskClient, more: dict[str, None]
) -> None:
    first, second = start(client, {}, **more), start(client, {}, **more)
    assert first["state"]["decks"] != second["state"]["decks"]
    for answer in (first, second):
        assert answer["seed"] is None
        assert_answer("/v1/games", answer)


@pytest.mark.parametrize("seed", [0, 1, 2**53 - 1])
def test_given_seed_is_returned(client: FlaskClient, seed: int) -> None:
    assert start(client, {"seats": 3}, seed=seed)["seed"] == seed


def test_state_does_not_contain_the_seed(client: FlaskClient) -> None:
    assert "123456789012345" not in str(start(client, {}, seed=123456789012345)["state"])


@pytest.mark.parametrize(
    ("rules", "error"),
    [
        ({"teams": True}, ("options_conflict", "/rules/teams")),
        ({"teams": True, "seats": 2}, ("options_conflict", "/rules/teams")),
        ({"seats": 1}, ("out_of_range", "/rules/seats")),
        ({"monomino_bonus": "never"}, ("unknown_value", "/rules/monomino_bonus")),
        ({"deck": []}, ("wrong_type", "/rules/deck")),
        ({"deck": {}}, ("out_of_range", "/rules/deck")),
        ({"deck": {"wild": 31, "skip": 30}}, ("out_of_range", "/rules/deck")),
        ({"deck": {"wild": 61}}, ("out_of_range", "/rules/deck/wild")),
        ({"deck": {"wild": -1}}, ("out_of_range", "/rules/deck/wild")),
        ({"deck": {"wild": "2"}}, ("wrong_type", "/rules/deck/wild")),
        ({"deck": {"joker": 2}}, ("unknown_field", "/rules/deck/joker")),
        ({"game": "classic", "deck": {"wild": 2}}, ("options_conflict", "/rules/deck")),
        (
            {"game": "classic", "monomino_bonus": "independent"},
            ("options_conflict", "/rules/monomino_bonus"),
        ),
    ],
    ids=str,
)
def test_invalid_options_are_located(
    client: FlaskClient, rules: dict[str, Any], error: tuple[str, str]
) -> None:
    response = client.post("/v1/games", json={"rules": {"game": "shuffle", **rules}})
    assert listed_errors(response, "invalid_request") == [error]
