"""POST /v1/batches: many independent operations in one request."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.service.client import (
    ILLEGAL_ACTION,
    LEGAL_ACTION,
    OPERATIONS,
    SHUFFLE,
    STATE,
    VALID_REQUESTS,
    assert_problem,
    listed_errors,
    make_client,
    post_json,
)
from tests.service.contract import assert_answer, assert_matches

WRONG: tuple[dict[str, Any], ...] = (
    {"operation": "turns", "state": STATE, "action": ILLEGAL_ACTION},
    {"operation": "turns", "state": STATE},
    {"operation": "checks", "state": STATE, "action": {"type": "jump"}},
    {"operation": "scores", "state": {"rules": {"seats": 9}}},
    {"operation": "scores", "state": STATE, "extra": 1},
    {"operation": "views", "state": STATE, "seat": 4},
    {"operation": "games", "rules": {"seats": 2, "teams": True}},
    {"operation": "card-resolutions", "state": SHUFFLE, "card": "skip"},
    {"operation": "renderings/svg", "state": SHUFFLE, "bottom": "pink"},
)


def alone(client: FlaskClient, operation: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to a single request in the form of a batch result."""
    request = {name: value for name, value in operation.items() if name != "operation"}
    response = client.post(f"/v1/{operation['operation']}", json=request)
    body = response.get_json() if response.is_json else {"drawing": response.text}
    name = operation["operation"]
    return {"operation": name, "status": response.status_code, "body": body}


def test_results_are_those_of_single_requests_in_order(
    client: FlaskClient,
) -> None:
    good = [{"operation": name, **VALID_REQUESTS[name]} for name in OPERATIONS]
    mixed = [one for pair in zip(good, WRONG, strict=True) for one in pair]
    answer = post_json(client, "batches", {"operations": mixed})
    assert answer == {"results": [alone(client, operation) for operation in mixed]}
    assert [result["status"] for result in answer["results"]] == [200, 422] * len(good)
    assert_answer("/v1/batches", answer)
    for result in answer["results"][1::2]:
        assert_matches("ProblemDocument", result["body"])


def test_empty_lists_of_other_operations_are_not_given(client: FlaskClient) -> None:
    # One type describes all operations, and Java's clients send its lists even if they are empty.
    names = ("include", "pieces", "actions", "choices", "events", "highlights")
    lists: dict[str, Any] = {name: [] for name in names}
    operations = [{"operation": name, **VALID_REQUESTS[name]} for name in OPERATIONS]
    answer = post_json(client, "batches", {"operations": operations})
    full = [{**lists, **operation} for operation in operations]
    assert post_json(client, "batches", {"operations": full}) == answer


@pytest.mark.parametrize("field", [{"choices": [{}]}, {"moves": []}, {"card": ""}])
def test_other_fields_of_other_operations_are_refused(
    client: FlaskClient, field: dict[str, Any]
) -> None:
    operations = [{"operation": "scores", "state": STATE, **field}]
    (result,) = post_json(client, "batches", {"operations": operations})["results"]
    assert [error["code"] for error in result["body"]["errors"]] == ["unknown_field"]


def test_shuffle_operations_in_a_batch(client: FlaskClient) -> None:
    played = [{"type": "play_card", "card": "recycle"}]
    chosen = [{"type": "choose_piece", "color": "blue", "piece": "V5"}]
    operations: list[dict[str, Any]] = [
        {"operation": "games", "rules": {"game": "shuffle", "seats": 3}, "seed": 5},
        {"operation": "legal-moves", "state": SHUFFLE},
        {"operation": "checks", "state": SHUFFLE, "action": played[0]},
        {"operation": "turns", "state": SHUFFLE, "actions": [*played, *chosen]},
        {"operation": "card-resolutions", "state": SHUFFLE, "card": "recycle", "choices": chosen},
        {"operation": "card-resolutions", "state": SHUFFLE, "card": "recycle", "choices": played},
        {"operation": "scores", "state": SHUFFLE},
        {"operation": "views", "state": SHUFFLE, "seat": 4, "events": []},
        {"operation": "renderings/svg", "state": SHUFFLE},
    ]
    answer = post_json(client, "batches", {"operations": operations})
    assert answer == {"results": [alone(client, operation) for operation in operations]}
    statuses = [result["status"] for result in answer["results"]]
    assert statuses == [200, 200, 200, 200, 200, 422, 200, 200, 200]
    assert_answer("/v1/batches", answer)


@pytest.mark.parametrize(("form", "opening"), [("svg", "<svg "), ("text", "             1111")])
def test_drawing_is_the_member_of_an_object(client: FlaskClient, form: str, opening: str) -> None:
    drawing = {"operation": f"renderings/{form}", "state": STATE}
    (result,) = post_json(client, "batches", {"operations": [drawing]})["results"]
    assert result == alone(client, drawing)
    assert result["body"]["drawing"].startswith(opening)


def test_png_is_not_part_of_a_batch(client: FlaskClient) -> None:
    drawing = {"operation": "renderings/png", "state": STATE}
    (result,) = post_json(client, "batches", {"operations": [drawing]})["results"]
    assert (result["operation"], result["status"]) == (None, 422)


# ---- States of earlier operations --------------------------------------------------------------


def test_game_is_replayed_in_one_request(client: FlaskClient) -> None:
    opening = [
        {"type": "place", **{name: placed[name] for name in ("piece", "orientation", "row", "col")}}
        for placed in STATE["placements"]
    ]
    operations: list[dict[str, Any]] = [{"operation": "games", "rules": STATE["rules"]}]
    for index, action in enumerate(opening):
        operations.append({"operation": "turns", "state_from": index, "action": action})
    operations += [
        {"operation": name, **VALID_REQUESTS[name], "state": None, "state_from": len(opening)}
        for name in ("legal-moves", "checks", "scores", "views", "renderings/svg")
    ]
    results = post_json(client, "batches", {"operations": operations})["results"]
    assert {result["status"] for result in results} == {200}
    state = results[len(opening)]["body"]["state"]
    assert state["placements"] == STATE["placements"]
    for operation, result in zip(operations[-5:], results[-5:], strict=True):
        alike = {**operation, "state": state}
        del alike["state_from"]
        assert result == alone(client, alike)


@pytest.mark.parametrize(
    ("more", "error"),
    [
        ({"state_from": 2}, ("out_of_range", "/state_from")),
        ({"state_from": 3}, ("out_of_range", "/state_from")),
        ({"state_from": -1}, ("out_of_range", "/state_from")),
        ({"state_from": 1}, ("out_of_range", "/state_from")),
        ({"state_from": "0"}, ("wrong_type", "/state_from")),
        ({"state_from": True}, ("wrong_type", "/state_from")),
        ({"state_from": 0.5}, ("wrong_type", "/state_from")),
        ({"state_from": 0, "state": {}}, ("options_conflict", "/state_from")),
        ({"operation": "games", "state_from": 0}, ("unknown_field", "/state_from")),
    ],
    ids=str,
)
def test_state_that_does_not_exist(
    client: FlaskClient, more: dict[str, Any], error: tuple[str, str]
) -> None:
    operations = [
        {"operation": "games"},
        {"operation": "scores", "state": {}},
        {"operation": "scores", **more},
    ]
    results = post_json(client, "batches", {"operations": operations})["results"]
    assert [result["status"] for result in results] == [200, 200, 422]
    (listed,) = results[2]["body"]["errors"]
    assert (listed["code"], listed["pointer"]) == error


def test_state_from_alone_in_a_request_is_unknown(client: FlaskClient) -> None:
    response = client.post("/v1/scores", json={"state": {}, "state_from": 0})
    assert listed_errors(response, "invalid_request") == [("unknown_field", "/state_from")]


@pytest.mark.parametrize(
    ("operation", "error"),
    [
        (5, ("wrong_type", "")),
        (None, ("wrong_type", "")),
        ([], ("wrong_type", "")),
        ({}, ("missing_field", "/operation")),
        ({"operation": None}, ("missing_field", "/operation")),
        ({"operation": "dance"}, ("unknown_value", "/operation")),
        ({"operation": "batches", "operations": []}, ("unknown_value", "/operation")),
        ({"operation": ["scores"]}, ("unknown_value", "/operation")),
        ({"operation": {}}, ("unknown_value", "/operation")),
    ],
    ids=str,
)
def test_invalid_operation_does_not_affect_the_others(
    client: FlaskClient, operation: object, error: tuple[str, str]
) -> None:
    good = {"operation": "scores", "state": STATE}
    answer = post_json(client, "batches", {"operations": [good, operation, good]})
    before, wrong, after = answer["results"]
    assert before == after == alone(client, good)
    assert wrong["status"] == 422
    assert_matches("ProblemDocument", wrong["body"])
    assert wrong["body"]["code"] == "invalid_request"
    assert [(one["code"], one["pointer"]) for one in wrong["body"]["errors"]] == [error]


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ([], ("wrong_type", "")),
        ({}, ("missing_field", "/operations")),
        ({"operations": {}}, ("wrong_type", "/operations")),
        ({"operations": None}, ("missing_field", "/operations")),
        ({"operations": []}, ("out_of_range", "/operations")),
    ],
    ids=str,
)
def test_invalid_batch_is_refused(
    client: FlaskClient, body: object, error: tuple[str, str]
) -> None:
    response = client.post("/v1/batches", json=body)
    assert listed_errors(response, "invalid_request") == [error]


def test_unknown_field_of_the_batch_is_refused(client: FlaskClient) -> None:
    response = client.post("/v1/batches", json={**VALID_REQUESTS["batches"], "parallel": True})
    assert listed_errors(response, "invalid_request") == [("unknown_field", "/parallel")]


def test_empty_batch_is_refused(rust_client: FlaskClient) -> None:
    document = assert_problem(
        rust_client.post("/v1/batches", json={"operations": []}), "invalid_request"
    )
    assert "None" not in document["errors"][0]["message"]


def test_batch_of_1000_runs_and_1001_is_refused(client: FlaskClient) -> None:
    operations = [{"operation": "games"}] * 1000
    answer = post_json(client, "batches", {"operations": operations})
    assert answer["results"] == [alone(client, {"operation": "games"})] * 1000
    response = client.post("/v1/batches", json={"operations": [*operations, operations[0]]})
    assert listed_errors(response, "invalid_request") == [("out_of_range", "/operations")]


def test_maximum_number_of_operations_is_configurable() -> None:
    client = make_client(max_batch=2)
    games = [{"operation": "games"}] * 3
    assert len(post_json(client, "batches", {"operations": games[:2]})["results"]) == 2
    response = client.post("/v1/batches", json={"operations": games})
    assert listed_errors(response, "invalid_request") == [("out_of_range", "/operations")]


def test_batch_body_may_exceed_the_limit_of_a_single_request(rust_client: FlaskClient) -> None:
    drawing = {"operation": "renderings/svg", "state": STATE}
    operations = [drawing] * (80 * 1024 // len(json.dumps(drawing)))
    body = {"operations": operations}
    assert len(json.dumps(body)) > 64 * 1024
    assert len(post_json(rust_client, "batches", body)["results"]) == len(operations)


def test_batch_stops_when_its_results_are_too_large() -> None:
    client = make_client(max_batch_answer=4096)
    operations = [{"operation": "legal-moves", "state": {}}] * 3
    first, *rest = post_json(client, "batches", {"operations": operations})["results"]
    assert first["status"] == 200
    assert [one["status"] for one in rest] == [413, 413]
    for one in rest:
        assert one["body"]["code"] == "answer_too_large"
        assert_matches("ProblemDocument", one["body"])


def test_batch_stops_when_its_turns_have_played_too_many_actions(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.operations.batches.MAX_ACTIONS", 2)
    turn = {"operation": "turns", "state": STATE, "action": LEGAL_ACTION}
    refused = {"operation": "turns", "state": STATE, "action": {"type": "pass"}}
    scores = {"operation": "scores", "state": STATE}
    operations = [turn, scores, refused, turn, turn, turn, scores]
    results = post_json(client, "batches", {"operations": operations})["results"]
    assert [one["status"] for one in results] == [200, 200, 422, 200, 200, 413, 413]
    assert results[-1]["body"]["code"] == "answer_too_large"


def test_batch_stops_when_it_takes_too_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = iter(range(0, 1000, 15))
    monkeypatch.setattr("service.operations.batches.monotonic", lambda: next(clock))
    client = make_client()
    operations = [{"operation": "scores", "state": {}}] * 3
    results = post_json(client, "batches", {"operations": operations})["results"]
    assert [one["status"] for one in results] == [200, 503, 503]
    for one in results[1:]:
        assert one["body"]["code"] == "busy"
        assert_matches("ProblemDocument", one["body"])
