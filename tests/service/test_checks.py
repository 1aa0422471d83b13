"""POST /v1/checks: every reason why an action is illegal."""

from __future__ import annotations

from typing import Any

import pytest
from cornerwise.engine import Engine
from flask.testing import FlaskClient

from tests.helpers.drawing import draw, place
from tests.helpers.example_boards import PRINTED_EXAMPLE
from tests.helpers.games import middle_game
from tests.service.client import ILLEGAL_ACTION, LEGAL_ACTION, STATE, listed_errors, post_json
from tests.service.contract import assert_answer

OVER = {"placements": draw(PRINTED_EXAMPLE).placements}


def at(piece: str, orientation: int, row: int, col: int) -> dict[str, Any]:
    """Return the action that places a piece, given by its numbers."""
    return {"type": "place", "piece": piece, "orientation": orientation, "row": row, "col": col}


def test_legal_action_has_no_reasons(client: FlaskClient) -> None:
    answer = post_json(client, "checks", {"state": STATE, "action": LEGAL_ACTION})
    assert answer == {"legal": True, "reasons": []}


def test_illegal_action_has_every_reason_with_rule_and_squares(client: FlaskClient) -> None:
    answer = post_json(client, "checks", {"state": STATE, "action": ILLEGAL_ACTION})
    assert answer["legal"] is False
    reasons = [
        (one["rule"], one["code"], one["pointer"], one["squares"]) for one in answer["reasons"]
    ]
    assert reasons == [
        ("C2", "side_contact", "/action", [[2, 18], [2, 19], [3, 19]]),
        ("C4a", "overlap", "/action", [[2, 19]]),
    ]
    assert all(one["message"] for one in answer["reasons"])
    assert_answer("/v1/checks", answer)


@pytest.mark.parametrize(
    ("state", "action", "codes"),
    [
        (STATE, {"type": "pass"}, ["must_place"]),
        (STATE, at("I3", 0, 3, 16), ["not_in_supply"]),
        (STATE, at("I1", 0, 10, 10), ["no_corner_contact"]),
        (STATE, at("Q9", 0, 0, 0), ["unknown_piece"]),
        (STATE, at("", 0, 0, 0), ["unknown_piece"]),
        (STATE, at("Q" * 10_000, 0, 0, 0), ["unknown_piece"]),
        (STATE, at("I1", 1, 3, 18), ["wrong_shape"]),
        (STATE, at("I1", -1, 3, 18), ["wrong_shape"]),
        (STATE, place("I2", [(3, 18), (5, 18)]), ["wrong_shape"]),
        (STATE, place("I2", []), ["no_corner_contact", "wrong_shape"]),
        (STATE, {**LEGAL_ACTION, "cells": [[3, 17], [3, 18]]}, ["wrong_shape"]),
        (STATE, at("I1", 0, 20, 0), ["no_corner_contact", "off_board"]),
        (STATE, at("I5", 0, 2**31 - 1, -(2**31)), ["no_corner_contact", "off_board"]),
        ({}, at("I1", 0, 5, 5), ["corner_not_covered"]),
        (OVER, {"type": "pass"}, ["game_over"]),
        (OVER, at("Q9", 0, 0, 0), ["game_over"]),
    ],
    ids=lambda value: str(value)[:40],
)
def test_illegal_action_is_not_an_error(
    client: FlaskClient, state: dict[str, Any], action: dict[str, Any], codes: list[str]
) -> None:
    answer = post_json(client, "checks", {"state": state, "action": action})
    assert answer["legal"] is False
    assert [reason["code"] for reason in answer["reasons"]] == codes
    assert_answer("/v1/checks", answer)


def test_legal_actions_are_exactly_those_listed(client: FlaskClient, engine: Engine[Any]) -> None:
    state = middle_game(engine, 2, 9, seats=3).to_dict()
    listed = post_json(client, "legal-moves", {"state": state, "pieces": ["L4"]})["moves"]
    assert listed
    tried = [
        {**at("L4", orientation, row, col), "color": listed[0]["color"]}
        for orientation in range(8)
        for row in range(20)
        for col in range(20)
    ]
    tried = [*listed, *tried[:: 3 if engine.NAME == "rust" else 17]]
    operations = [{"operation": "checks", "state": state, "action": action} for action in tried]
    # A batch has at most 1,000 operations.
    half = len(operations) // 2
    for start in (0, half):
        some = operations[start : start + half]
        results = post_json(client, "batches", {"operations": some})["results"]
        for action, result in zip(tried[start:], results, strict=False):
            assert result["body"]["legal"] is (action in listed)


@pytest.mark.parametrize(
    ("action", "error"),
    [
        ([], ("wrong_type", "/action")),
        ({}, ("missing_field", "/action/type")),
        ({"type": "jump"}, ("unknown_value", "/action/type")),
        ({"type": "pass", "piece": "I1"}, ("unknown_field", "/action/piece")),
        ({**LEGAL_ACTION, "color": "pink"}, ("unknown_color", "/action/color")),
        ({**LEGAL_ACTION, "color": 1}, ("wrong_type", "/action/color")),
        ({**LEGAL_ACTION, "row": "3"}, ("wrong_type", "/action/row")),
        ({**LEGAL_ACTION, "row": 3.5}, ("wrong_type", "/action/row")),
        ({**LEGAL_ACTION, "row": 2**31}, ("out_of_range", "/action/row")),
        ({**LEGAL_ACTION, "piece": 7}, ("wrong_type", "/action/piece")),
        ({**LEGAL_ACTION, "cells": [[1]]}, ("wrong_type", "/action/cells/0")),
        ({"type": "place", "piece": "I1"}, ("missing_field", "/action/cells")),
        ({"type": "place", "piece": "I1", "row": 1}, ("missing_field", "/action/orientation")),
    ],
    ids=str,
)
def test_malformed_action_is_an_error(
    client: FlaskClient, action: object, error: tuple[str, str]
) -> None:
    response = client.post("/v1/checks", json={"state": STATE, "action": action})
    assert error in listed_errors(response, "invalid_action")


def test_action_is_required(client: FlaskClient) -> None:
    response = client.post("/v1/checks", json={"state": STATE})
    assert listed_errors(response, "invalid_request") == [("missing_field", "/action")]
