"""Recycle with 2 seats over HTTP: a piece of the seat's other colour may be placed again (S25)."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.helpers.drawing import cells_of
from tests.helpers.shuffle_states import CONNECTED_BY_I2, state_data
from tests.service.client import listed_errors, post_json
from tests.service.contract import assert_answer, assert_matches

STATE: dict[str, Any] = state_data(CONNECTED_BY_I2, hand="recycle", color="red", seats=2)
RECYCLED = {"color": "blue", "piece": "I3"}
CHOICE = {"type": "choose_piece", **RECYCLED}
REPLAY: dict[str, Any] = {
    "type": "place",
    **RECYCLED,
    "orientation": 0,
    "row": 0,
    "col": 0,
}


@pytest.fixture
def state(client: FlaskClient) -> dict[str, Any]:
    """Return the state after seat 1 has recycled blue's I3 on red's turn."""
    actions = [{"type": "play_card", "card": "recycle"}, CHOICE]
    answer = post_json(client, "turns", {"state": STATE, "actions": actions})
    assert_answer("/v1/turns", answer)
    recycled: dict[str, Any] = answer["state"]
    return recycled


def test_turn_has_the_recycled_piece(state: dict[str, Any]) -> None:
    assert state["turn"]["recycled"] == RECYCLED
    assert (state["turn"]["color"], state["turn"]["phase"]) == ("red", "place")
    assert_matches("State", state)


def test_legal_moves_of_both_colors(client: FlaskClient, state: dict[str, Any]) -> None:
    answer = post_json(client, "legal-moves", {"state": state, "cells": True})
    assert_answer("/v1/legal-moves", answer)
    assert answer["color"] == "red"
    colors = [move["color"] for move in answer["moves"]]
    assert colors == ["red"] * colors.count("red") + ["blue"] * colors.count("blue")
    replays = [move for move in answer["moves"] if move["color"] == "blue"]
    assert {move["piece"] for move in replays} == {"I3"}
    cells = [[0, 0], [0, 1], [0, 2]]
    assert {**REPLAY, "cells": cells} in replays


def test_groups_of_both_colors(client: FlaskClient, state: dict[str, Any]) -> None:
    moves = post_json(client, "legal-moves", {"state": state})["moves"]
    answer = post_json(client, "legal-moves", {"state": state, "groups": True})
    assert_answer("/v1/legal-moves", answer)
    expanded = [
        (group["color"], group["piece"], group["orientation"], *divmod(position, 20))
        for group in answer["groups"]
        for position in group["positions"]
    ]
    assert expanded == [
        (move["color"], move["piece"], move["orientation"], move["row"], move["col"])
        for move in moves
    ]
    assert answer["count"] == len(moves)


def test_replayed_piece_is_placed_on_the_turn_of_the_other_color(
    client: FlaskClient, state: dict[str, Any]
) -> None:
    answer = post_json(client, "turns", {"state": state, "action": REPLAY})
    assert_answer("/v1/turns", answer)
    placed, *_, drawn = answer["events"]
    assert (placed["type"], placed["color"], placed["seat"]) == ("piece_placed", "blue", 1)
    assert (drawn["type"], drawn["color"]) == ("cards_drawn", "red")
    assert cells_of(answer["state"]["placements"][-1]) == cells_of(REPLAY)
    assert answer["state"]["last_placed"]["blue"] == "I3"
    assert answer["next"]["color"] == "green"
    assert "recycled" not in answer["state"]["turn"]


@pytest.mark.parametrize("color", [None, "red"])
def test_color_defaults_to_the_color_whose_turn_it_is(
    client: FlaskClient, state: dict[str, Any], color: str | None
) -> None:
    moves = post_json(client, "legal-moves", {"state": state, "pieces": ["I2"]})["moves"]
    action = {**moves[0], "color": color}
    answer = post_json(client, "turns", {"state": state, "action": action})
    assert answer["events"][0]["color"] == "red"
    del action["color"]
    assert post_json(client, "turns", {"state": state, "action": action}) == answer


@pytest.mark.parametrize(
    ("color", "rules"),
    [("yellow", {"S25"}), ("blue", {"S25", "C4c"})],
)
def test_other_placements_of_another_color_are_illegal(
    client: FlaskClient, state: dict[str, Any], color: str, rules: set[str]
) -> None:
    action = {**REPLAY, "color": color, "piece": "I2"}
    answer = post_json(client, "checks", {"state": state, "action": action})
    assert_answer("/v1/checks", answer)
    assert answer["legal"] is False
    assert {reason["rule"] for reason in answer["reasons"]} & rules
    response = client.post("/v1/turns", json={"state": state, "action": action})
    assert listed_errors(response, "illegal_action")


def test_card_resolution_leads_to_the_recycled_piece(
    client: FlaskClient, state: dict[str, Any]
) -> None:
    request = {"state": STATE, "card": "recycle", "choices": [CHOICE]}
    answer = post_json(client, "card-resolutions", request)
    assert_answer("/v1/card-resolutions", answer)
    assert answer["state"] == state
    assert answer["phase"] == "place"


def test_views_and_drawings_of_the_state(client: FlaskClient, state: dict[str, Any]) -> None:
    for seat in (1, 2):
        answer = post_json(client, "views", {"state": state, "seat": seat})
        assert_answer("/v1/views", answer)
        assert answer["view"]["turn"]["recycled"] == RECYCLED
    drawing = client.post("/v1/renderings/text", json={"state": state})
    assert drawing.status_code == 200
    assert post_json(client, "scores", {"state": state})["final"] is False


def test_without_turn_recycled_only_ordinary_placements_are_legal(
    client: FlaskClient, state: dict[str, Any]
) -> None:
    turn = {name: value for name, value in state["turn"].items() if name != "recycled"}
    for changed in (turn, {**turn, "recycled": None}):
        moves = post_json(client, "legal-moves", {"state": {**state, "turn": changed}})["moves"]
        assert {move["color"] for move in moves} == {"red"}


@pytest.mark.parametrize(
    "recycled",
    [
        {"color": "yellow", "piece": "I3"},
        {"color": "blue", "piece": "I1"},
        {"color": "blue", "piece": "Q9"},
        {"color": "blue"},
        [],
    ],
    ids=str,
)
def test_invalid_recycled_piece_is_located(
    client: FlaskClient, state: dict[str, Any], recycled: object
) -> None:
    turn = {**state["turn"], "recycled": recycled}
    response = client.post("/v1/scores", json={"state": {**state, "turn": turn}})
    ((_, pointer),) = listed_errors(response, "invalid_state")
    assert pointer.startswith("/state/turn/recycled")
