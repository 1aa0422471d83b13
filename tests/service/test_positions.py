"""A position text says where the game is, wherever a state or a view does."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest
from cornerwise.engine import Engine
from cornerwise.types import MAX_POSITION_LENGTH
from flask.testing import FlaskClient

from service.operations.table import OPERATIONS
from tests.helpers.examples import thinned
from tests.service.client import (
    ILLEGAL_ACTION,
    LEGAL_ACTION,
    SHUFFLE,
    STATE,
    assert_problem,
    listed_errors,
    post_json,
)
from tests.service.contract import assert_answer
from tests.service.shuffle_positions import SEATS, random_states

REQUESTS: dict[str, dict[str, Any]] = {
    "legal-moves": {"include": ["position", "summary"]},
    "checks": {"action": ILLEGAL_ACTION},
    "turns": {"action": LEGAL_ACTION, "include": ["position", "moves"]},
    "scores": {},
    "views": {"seat": 2, "include": ["position", "moves"]},
    "renderings/svg": {"theme": "dark"},
    "renderings/text": {"bottom": "red"},
    "renderings/png": {"size": 100},
}
"""What the operations on a classic game have in their requests, besides the game."""

TAKING_VIEWS = [name for name in REQUESTS if name not in {"turns", "views"}]


def text_of(client: FlaskClient, state: object) -> str:
    """Return the position text of a state."""
    answer = post_json(client, "legal-moves", {"state": state, "include": ["position"]})
    text: str = answer["position"]
    return text


def test_every_operation_on_a_game_is_here() -> None:
    taking = {one.name for one in OPERATIONS if "position" in one.request.fields}
    assert taking == {*REQUESTS, "card-resolutions", "suggestions"}


@pytest.mark.parametrize("operation", REQUESTS)
def test_position_instead_of_a_state(client: FlaskClient, operation: str) -> None:
    request = REQUESTS[operation]
    expected = client.post(f"/v1/{operation}", json={"state": STATE, **request})
    assert expected.status_code == 200, expected.text
    by_text = {"position": text_of(client, STATE), **request}
    assert client.post(f"/v1/{operation}", json=by_text).data == expected.data


def test_suggestions_for_a_position(client: FlaskClient) -> None:
    by_state = post_json(client, "suggestions", {"state": STATE, "level": 3})
    by_text = post_json(client, "suggestions", {"position": text_of(client, STATE), "level": 3})
    assert by_text["moves"] == by_state["moves"]


@pytest.mark.parametrize("operation", TAKING_VIEWS)
def test_position_instead_of_a_view(client: FlaskClient, operation: str) -> None:
    seen = post_json(client, "views", {"state": STATE, "seat": 2, "include": ["position"]})
    request = REQUESTS[operation]
    expected = client.post(f"/v1/{operation}", json={"view": seen["view"], **request})
    assert expected.status_code == 200, expected.text
    by_text = {"position": seen["position"], **request}
    assert client.post(f"/v1/{operation}", json=by_text).data == expected.data


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize("seats", SEATS)
def test_texts_of_shuffle_games(client: FlaskClient, engine: Engine[Any], seats: int) -> None:
    states = random_states(engine, seats, seats=seats)
    for state in thinned(islice(states, 0, None, 1 if engine.NAME == "rust" else 9)):
        data = state.to_dict()
        text = state.to_text()
        answer = post_json(client, "legal-moves", {"position": text, "include": ["position"]})
        assert answer["position"] == text
        without = {"state": data, "include": ["position"]}
        assert answer == post_json(client, "legal-moves", without)
        for seat in range(1, seats + 1):
            seen = post_json(
                client, "views", {"position": text, "seat": seat, "include": ["position"]}
            )
            assert_answer("/v1/views", seen)
            assert seen["position"] == engine.load_view(seen["view"]).to_text()


def test_position_of_a_card_resolution(client: FlaskClient) -> None:
    request = {"card": "wild", "include": ["position"]}
    by_state = post_json(client, "card-resolutions", {"state": SHUFFLE, **request})
    assert by_state["position"] == text_of(client, by_state["state"])
    by_text = {"position": text_of(client, SHUFFLE), **request}
    assert post_json(client, "card-resolutions", by_text) == by_state
    seen = post_json(client, "views", {"state": SHUFFLE, "seat": 1, "include": ["position"]})
    by_view = post_json(client, "card-resolutions", {"position": seen["position"], **request})
    assert by_view["state"] is None
    assert by_view["view"]["seat"] == 1
    answer = post_json(client, "legal-moves", {"view": by_view["view"], "include": ["position"]})
    assert by_view["position"] == answer["position"]
    assert by_view["position"] != by_state["position"]


def test_position_of_a_new_game(client: FlaskClient) -> None:
    request = {"rules": {"game": "shuffle"}, "seed": 3}
    assert post_json(client, "games", request)["position"] is None
    game = post_json(client, "games", {**request, "include": ["position"]})
    assert_answer("/v1/games", game)
    action = {"type": "place", "piece": "I1", "orientation": 0, "row": 0, "col": 0}
    turn = post_json(client, "turns", {"position": game["position"], "action": action})
    assert turn == post_json(client, "turns", {"state": game["state"], "action": action})


def test_moves_that_are_hidden_are_null(client: FlaskClient) -> None:
    include = ["moves", "summary", "supply", "score", "position"]
    request = {"state": SHUFFLE, "include": include}
    own = post_json(client, "views", {**request, "seat": 1})
    assert own["count"] == 2
    other = post_json(client, "views", {**request, "seat": 2})
    assert other["moves"] is other["count"] is None
    assert_answer("/v1/views", other)
    assert other["score"] == own["score"]


def test_hidden_information_points_to_the_text(client: FlaskClient) -> None:
    seen = post_json(client, "views", {"state": SHUFFLE, "seat": 2, "include": ["position"]})
    refused = client.post("/v1/legal-moves", json={"position": seen["position"]})
    assert listed_errors(refused, "hidden_information") == [("hidden_information", "/position")]


@pytest.mark.parametrize(
    "request_body",
    [{}, {"position": ""}, {"position": None, "state": None}, {"position": "", "view": None}],
    ids=str,
)
def test_request_without_a_game_is_refused(
    client: FlaskClient, request_body: dict[str, Any]
) -> None:
    refused = client.post("/v1/scores", json=request_body)
    assert listed_errors(refused, "invalid_request") == [("missing_field", "")]
    detail = refused.get_json()["detail"]
    assert all(name in detail for name in ("state", "view", "position", "sealed"))


def test_empty_means_not_given(client: FlaskClient) -> None:
    expected = post_json(client, "scores", {"state": STATE})
    assert post_json(client, "scores", {"state": STATE, "position": ""}) == expected
    assert post_json(client, "scores", {"state": STATE, "position": None}) == expected


@pytest.mark.parametrize("other", ["state", "view"])
def test_two_ways_conflict(client: FlaskClient, other: str) -> None:
    refused = client.post("/v1/scores", json={"position": "cw1sx", other: {}})
    assert listed_errors(refused, "invalid_request") == [("options_conflict", "")]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (5, "wrong_type"),
        (["cw1s"], "wrong_type"),
        ("c" * (MAX_POSITION_LENGTH + 1), "out_of_range"),
    ],
    ids=lambda value: str(value)[:9],
)
def test_values_that_are_not_texts(client: FlaskClient, text: object, code: str) -> None:
    refused = client.post("/v1/scores", json={"position": text})
    assert listed_errors(refused, "invalid_request") == [(code, "/position")]


@pytest.mark.parametrize("text", ["x", "cw1", "cw1s", "cw1v", "cw2sAAABIwADBqfPl", "\ud800", "é"])
def test_wrong_texts(client: FlaskClient, text: str) -> None:
    refused = client.post("/v1/scores", json={"position": text})
    if text == "\ud800":
        assert_problem(refused, "invalid_json")  # half of a surrogate pair
    else:
        assert listed_errors(refused, "invalid_state") == [("invalid_text", "/position")]


def test_damaged_texts(client: FlaskClient) -> None:
    text = text_of(client, STATE)
    for index in range(0, len(text), 5):
        damaged = text[:index] + ("A" if text[index] != "A" else "B") + text[index + 1 :]
        refused = client.post("/v1/scores", json={"position": damaged})
        assert listed_errors(refused, "invalid_state") == [("invalid_text", "/position")]


@pytest.mark.parametrize("operation", ["turns", "views"])
def test_view_where_a_state_is_needed(client: FlaskClient, operation: str) -> None:
    seen = post_json(client, "views", {"state": STATE, "seat": 1, "include": ["position"]})
    request = {**REQUESTS[operation], "position": seen["position"]}
    refused = client.post(f"/v1/{operation}", json=request)
    assert listed_errors(refused, "invalid_state") == [("invalid_text", "/position")]


def test_positions_in_a_batch(client: FlaskClient) -> None:
    text = text_of(client, STATE)
    turn = {"operation": "turns", "position": text, "action": LEGAL_ACTION}
    after = {"operation": "scores", "state_from": 0, "position": ""}
    both = {"operation": "scores", "state_from": 0, "position": text}
    answer = post_json(client, "batches", {"operations": [turn, after, both]})
    assert [one["status"] for one in answer["results"]] == [200, 200, 422]
    assert answer["results"][2]["body"]["errors"][0]["pointer"] == "/state_from"
