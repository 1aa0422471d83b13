"""422: invalid requests and unreachable states, each error located by a JSON pointer."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.service.client import (
    OPERATIONS,
    STATE,
    VALID_REQUESTS,
    assert_problem,
    listed_errors,
    post_bytes,
)

WITH_STATE = tuple(name for name in OPERATIONS if name != "games")


@pytest.mark.parametrize(
    ("name", "pointer"),
    [
        ("extra", "/extra"),
        ("a/b", "/a~1b"),
        ("a~b", "/a~0b"),
        ("", "/"),
        ("grön", "/grön"),
        ("_schema", "/_schema"),
    ],
)
def test_unknown_field_is_located(client: FlaskClient, name: str, pointer: str) -> None:
    for operation in [*OPERATIONS, "batches"]:
        response = client.post(f"/v1/{operation}", json={**VALID_REQUESTS[operation], name: 1})
        assert listed_errors(response, "invalid_request") == [("unknown_field", pointer)]


@pytest.mark.parametrize(
    ("name", "pointer"), [("extra", "/state/extra"), ("a/b~c", "/state/a~1b~0c")]
)
def test_unknown_field_of_a_state_is_located(client: FlaskClient, name: str, pointer: str) -> None:
    for operation in WITH_STATE:
        state = {**STATE, name: 1}
        response = client.post(
            f"/v1/{operation}", json={**VALID_REQUESTS[operation], "state": state}
        )
        assert listed_errors(response, "invalid_state") == [("unknown_field", pointer)]


@pytest.mark.parametrize("operation", WITH_STATE)
def test_state_is_required(client: FlaskClient, operation: str) -> None:
    request = {name: value for name, value in VALID_REQUESTS[operation].items() if name != "state"}
    response = client.post(f"/v1/{operation}", json=request)
    assert listed_errors(response, "invalid_request") == [("missing_field", "")]
    response = client.post(f"/v1/{operation}", json={**request, "state": None})
    assert listed_errors(response, "invalid_request") == [("missing_field", "")]


def test_state_and_view_exclude_each_other(client: FlaskClient) -> None:
    response = client.post("/v1/scores", json={"state": STATE, "view": {"seat": 1}})
    assert listed_errors(response, "invalid_request") == [("options_conflict", "")]


@pytest.mark.parametrize(
    ("operation", "name", "home"),
    [
        ("games", "seats", "rules"),
        ("legal-moves", "placements", "state"),
        ("turns", "scoring", "state.rules"),
        ("turns", "piece", "action"),
        ("checks", "card", "action"),
    ],
)
def test_unknown_field_lists_the_known_ones_and_where_it_belongs(
    client: FlaskClient, operation: str, name: str, home: str
) -> None:
    response = client.post(f"/v1/{operation}", json={**VALID_REQUESTS[operation], name: 2})
    (error,) = assert_problem(response, "invalid_request")["errors"]
    assert error["message"].startswith(f"unknown field; belongs in {home}; known fields: ")
    assert all(known in error["message"] for known in VALID_REQUESTS[operation])


@pytest.mark.parametrize(
    ("path", "name", "home"),
    [
        ("puzzles/rect4/checks", "placements", "layout"),
        ("replays", "moves", "record"),
        ("replays", "seed", "record.start"),
        ("replays", "seats", "record.start.rules"),
    ],
)
def test_misplaced_field_of_puzzles_and_records(
    client: FlaskClient, path: str, name: str, home: str
) -> None:
    response = client.post(f"/v1/{path}", json={"layout": {}, name: 2})
    errors = assert_problem(response, "invalid_request")["errors"]
    (message,) = (error["message"] for error in errors if error["pointer"] == f"/{name}")
    assert message.startswith(f"unknown field; belongs in {home}; known fields: ")


def corner(piece: str, *cells: list[int]) -> dict[str, Any]:
    """Return a placement by blue."""
    return {"color": "blue", "piece": piece, "cells": cells}


@pytest.mark.parametrize(
    ("state", "error"),
    [
        ([], ("wrong_type", "/state")),
        ("new", ("wrong_type", "/state")),
        ({"rules": {"seats": 7}}, ("out_of_range", "/state/rules/seats")),
        ({"rules": {"seats": 2, "teams": True}}, ("options_conflict", "/state/rules/teams")),
        ({"placements": {}}, ("wrong_type", "/state/placements")),
        ({"placements": [None] * 85}, ("too_many_placements", "/state/placements")),
        (
            {"placements": [{"color": "blue", "cells": [[0, 0]]}]},
            ("missing_field", "/state/placements/0/piece"),
        ),
        ({"placements": [corner("I2", [0, 0], [1, 1])]}, ("wrong_shape", "/state/placements/0")),
        ({"placements": [corner("I1", [5, 5])]}, ("corner_not_covered", "/state/placements/0")),
        ({"turn": {"color": "red"}}, ("wrong_turn", "/state/turn/color")),
        ({"turn": {"phase": "over"}}, ("wrong_phase", "/state/turn/phase")),
        ({"last_placed": {"blue": "I1"}}, ("wrong_last_placed", "/state/last_placed/blue")),
        ({"shared_turns": 1}, ("wrong_shared_turns", "/state/shared_turns")),
        ({"direction": "counterclockwise"}, ("options_conflict", "/state/direction")),
        ({"decks": {"blue": {}}}, ("options_conflict", "/state/decks")),
        ({"turn": {"phase": "play_card"}}, ("wrong_phase", "/state/turn/phase")),
        ({"board": []}, ("unknown_field", "/state/board")),
    ],
    ids=lambda value: str(value)[:50],
)
def test_unreachable_state_is_located(
    client: FlaskClient, state: object, error: tuple[str, str]
) -> None:
    for operation in WITH_STATE:
        response = client.post(
            f"/v1/{operation}", json={**VALID_REQUESTS[operation], "state": state}
        )
        assert listed_errors(response, "invalid_state") == [error]


def test_all_errors_of_an_envelope_are_listed(client: FlaskClient) -> None:
    response = client.post("/v1/card-resolutions", json={"groups": 1, "include": [2], "x": 3})
    assert sorted(listed_errors(response, "invalid_request")) == [
        ("missing_field", "/card"),
        ("unknown_field", "/x"),
        ("wrong_type", "/groups"),
        ("wrong_type", "/include/0"),
    ]


def test_detail_is_the_first_error(client: FlaskClient) -> None:
    response = client.post("/v1/scores", json={"state": {"shared_turns": -1}})
    document = assert_problem(response, "invalid_state")
    (error,) = document["errors"]
    assert document["detail"] == f"{error['pointer']}: {error['message']}"


@pytest.mark.parametrize("operation", ["games", "scores", "batches"])
def test_number_of_listed_errors_is_limited(client: FlaskClient, operation: str) -> None:
    body = "{" + ",".join(f'"{number}":1' for number in range(6000)) + "}"
    response = post_bytes(client, operation, body)
    assert listed_errors(response, "invalid_request")
    assert len(response.data) < len(body)


@pytest.mark.parametrize("operation", OPERATIONS)
def test_long_field_name_is_truncated(client: FlaskClient, operation: str) -> None:
    response = client.post(f"/v1/{operation}", json={**VALID_REQUESTS[operation], "x" * 50_000: 1})
    assert_problem(response, "invalid_request")
    assert len(response.data) < 2000


@pytest.mark.parametrize(
    "state",
    [
        {"x" * 50_000: 1},
        {"rules": {"game": "x" * 50_000}},
        {"placements": [{"color": "x" * 50_000}]},
        {"turn": {"color": "x" * 50_000}},
        {"last_placed": {"x" * 50_000: 1}},
    ],
    ids=lambda state: str(state)[:30],
)
def test_long_text_in_a_state_is_truncated(client: FlaskClient, state: dict[str, Any]) -> None:
    response = client.post("/v1/scores", json={"state": state})
    assert_problem(response, "invalid_state")
    assert len(response.data) < 4000
