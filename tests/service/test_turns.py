"""POST /v1/turns: one action or several, all of them or none."""

from __future__ import annotations

from typing import Any

import pytest
from cornerwise.engine import Engine
from flask.testing import FlaskClient

from tests.helpers.drawing import draw, place
from tests.helpers.example_boards import PRINTED_EXAMPLE
from tests.helpers.states import action_for, placed_last, without_pieces
from tests.service.client import (
    ILLEGAL_ACTION,
    LEGAL_ACTION,
    NOT_INCLUDED,
    STATE,
    assert_problem,
    listed_errors,
    post_json,
    with_texts,
)
from tests.service.contract import assert_answer

# The end of the printed example: blue places I2, which leaves yellow without a move, then I1.
FINISHED = placed_last(draw(PRINTED_EXAMPLE).placements, ("blue", "I2"), ("blue", "I1"))
ENDING = without_pieces(FINISHED, ("blue", "I2"), ("blue", "I1"))
LAST_TWO = [action_for(FINISHED, "blue", "I2"), action_for(FINISHED, "blue", "I1")]


def test_one_action(client: FlaskClient) -> None:
    answer = post_json(client, "turns", {"state": STATE, "action": LEGAL_ACTION})
    placed = {"color": "yellow", "piece": "I2", "orientation": 1, "row": 3, "col": 18}
    assert answer["state"]["placements"] == [*STATE["placements"], placed]
    assert answer["state"]["turn"] == {"color": "red", "phase": "place"}
    assert answer["state"]["last_placed"]["yellow"] == "I2"
    assert answer["events"] == with_texts([{"type": "piece_placed", "seat": 2, **placed}])
    assert answer["next"] == {"color": "red", "seat": 1, "phase": "place"}
    assert {name for name, value in answer.items() if value is None} == set(NOT_INCLUDED)
    assert set(answer) == {"state", "events", "next", *NOT_INCLUDED}
    assert_answer("/v1/turns", answer)


def test_list_of_one_action(client: FlaskClient) -> None:
    one = post_json(client, "turns", {"state": STATE, "action": LEGAL_ACTION})
    assert post_json(client, "turns", {"state": STATE, "actions": [LEGAL_ACTION]}) == one


def test_several_actions_equal_single_requests(client: FlaskClient, engine: Engine[Any]) -> None:
    actions = [
        place("O4", [(0, 0), (0, 1), (1, 0), (1, 1)]),
        place("I1", [(0, 19)]),
        place("V3", [(19, 18), (19, 19), (18, 19)]),
    ]
    together = post_json(client, "turns", {"state": {}, "actions": actions})
    state: dict[str, Any] = {}
    events = []
    for action in actions:
        answer = post_json(client, "turns", {"state": state, "action": action})
        state = answer["state"]
        events += answer["events"]
    assert together == {**answer, "state": state, "events": events}
    by_engine, _ = engine.apply(engine.load_state({}), actions)
    assert state == by_engine.to_dict()


def test_passes_and_the_end_are_events(client: FlaskClient) -> None:
    answer = post_json(client, "turns", {"state": {"placements": ENDING}, "actions": LAST_TWO})
    types = [event["type"] for event in answer["events"]]
    assert types[0] == "piece_placed"
    assert types[-2:] == ["piece_placed", "game_over"]
    assert set(types[1:-2]) == {"passed"}
    (passed,) = with_texts([{"type": "passed", "color": "yellow", "seat": 2}])
    assert passed in answer["events"]
    assert answer["next"] == {"color": None, "seat": None, "phase": "over"}
    assert answer["state"]["turn"] == {"color": None, "phase": "over"}
    assert_answer("/v1/turns", answer)


def test_final_score_comes_with_the_end(client: FlaskClient) -> None:
    answer = post_json(client, "turns", {"state": {"placements": ENDING}, "actions": LAST_TWO})
    assert answer["score"] == post_json(client, "scores", {"state": answer["state"]})
    assert answer["score"]["final"] is True


@pytest.mark.parametrize("form", [{}, {"cells": True}, {"groups": True}], ids=str)
def test_included_moves_are_those_of_the_next_request(
    client: FlaskClient, form: dict[str, bool]
) -> None:
    request = {"state": STATE, "action": LEGAL_ACTION, **form}
    include = ["moves", "supply", "score", "summary"]
    answer = post_json(client, "turns", {**request, "include": include})
    listed = post_json(
        client,
        "legal-moves",
        {"state": answer["state"], "include": include, **form},
    )
    for name in ("moves", "groups", "count", "supply", "score", "summary"):
        assert answer[name] == listed[name]
    assert_answer("/v1/turns", answer)


@pytest.mark.parametrize("empty", [[], None])
def test_empty_actions_beside_an_action(client: FlaskClient, empty: object) -> None:
    request = {"state": STATE, "action": LEGAL_ACTION}
    assert post_json(client, "turns", {**request, "actions": empty}) == post_json(
        client, "turns", request
    )


def test_single_illegal_action_is_located(client: FlaskClient) -> None:
    response = client.post("/v1/turns", json={"state": STATE, "action": ILLEGAL_ACTION})
    document = assert_problem(response, "illegal_action")
    assert document["index"] == 0
    assert [(error["code"], error["pointer"], error["rule"]) for error in document["errors"]] == [
        ("side_contact", "/action", "C2"),
        ("overlap", "/action", "C4a"),
    ]


def test_illegal_action_in_a_list_is_located(
    client: FlaskClient,
) -> None:
    request = {"state": STATE, "actions": [LEGAL_ACTION, ILLEGAL_ACTION, LEGAL_ACTION]}
    response = client.post("/v1/turns", json=request)
    document = assert_problem(response, "illegal_action")
    assert document["index"] == 1
    assert [(error["code"], error["pointer"]) for error in document["errors"]] == [
        ("no_corner_contact", "/actions/1"),
        ("overlap", "/actions/1"),
    ]
    assert ".." not in document["detail"]
    assert not {"state", "events"} & set(document)


@pytest.mark.parametrize("action", [{"type": "pass"}, {**LEGAL_ACTION, "piece": "Q9"}], ids=str)
def test_illegal_action_is_not_malformed(client: FlaskClient, action: dict[str, Any]) -> None:
    response = client.post("/v1/turns", json={"state": STATE, "action": action})
    assert assert_problem(response, "illegal_action")["index"] == 0


def test_no_action_after_the_end(client: FlaskClient) -> None:
    request = {"state": {"placements": ENDING}, "actions": [*LAST_TWO, {"type": "pass"}]}
    response = client.post("/v1/turns", json=request)
    assert listed_errors(response, "illegal_action") == [("game_over", "/actions/2")]


@pytest.mark.parametrize(
    "more", [{}, {"action": LEGAL_ACTION, "actions": [LEGAL_ACTION]}], ids=["neither", "both"]
)
def test_exactly_one_of_action_and_actions_is_required(
    client: FlaskClient, more: dict[str, Any]
) -> None:
    response = client.post("/v1/turns", json={"state": STATE, **more})
    (error,) = listed_errors(response, "invalid_request")
    assert error[1] == "/actions"


@pytest.mark.parametrize(
    ("more", "error"),
    [
        ({"action": None}, ("missing_field", "/actions")),
        ({"actions": LEGAL_ACTION}, ("wrong_type", "/actions")),
        ({"actions": []}, ("missing_field", "/actions")),
        ({"actions": [{"type": "pass"}] * 1001}, ("out_of_range", "/actions")),
    ],
    ids=lambda value: str(value)[:40],
)
def test_actions_must_be_a_list_of_1_to_1000(
    client: FlaskClient, more: dict[str, Any], error: tuple[str, str]
) -> None:
    response = client.post("/v1/turns", json={"state": {}, **more})
    assert listed_errors(response, "invalid_request") == [error]


@pytest.mark.parametrize(
    ("more", "error"),
    [
        ({"action": {"type": "jump"}}, ("unknown_value", "/action/type")),
        ({"action": {**LEGAL_ACTION, "col": None}}, ("missing_field", "/action/col")),
        ({"action": {**LEGAL_ACTION, "x/y": 1}}, ("unknown_field", "/action/x~1y")),
        ({"actions": [LEGAL_ACTION, 5]}, ("wrong_type", "/actions/1")),
        ({"actions": [LEGAL_ACTION, {"type": "place"}]}, ("missing_field", "/actions/1/piece")),
    ],
    ids=str,
)
def test_malformed_action_is_located(
    client: FlaskClient, more: dict[str, Any], error: tuple[str, str]
) -> None:
    response = client.post("/v1/turns", json={"state": STATE, **more})
    assert error in listed_errors(response, "invalid_action")


def test_malformed_action_is_reported_before_an_illegal_one(client: FlaskClient) -> None:
    request = {"state": STATE, "actions": [ILLEGAL_ACTION, {"type": "jump"}]}
    response = client.post("/v1/turns", json=request)
    assert listed_errors(response, "invalid_action") == [("unknown_value", "/actions/1/type")]
