"""Every decision of Blokus Shuffle over HTTP: listed, checked, played, scored and drawn."""

from __future__ import annotations

from typing import Any

import pytest
from cornerwise.engine import Engine
from flask.testing import FlaskClient

from tests.helpers.drawing import cells_of
from tests.service.client import SHUFFLE, assert_problem, listed_errors, post_json, with_texts
from tests.service.contract import assert_answer
from tests.service.shuffle_positions import DECISIONS, SEATS, state_at

ASKING = tuple(decision for decision in DECISIONS if decision != "over")

OTHERS: tuple[dict[str, Any], ...] = (
    {"type": "place", "piece": "I1", "orientation": 0, "row": 9, "col": 9},
    {"type": "pass"},
    {"type": "play_card", "card": "skip"},
    {"type": "choose_card", "card": "skip"},
    {"type": "choose_color", "color": "red"},
    {"type": "choose_piece", "color": "red", "piece": "I1"},
    {"type": "warp_to", "orientation": 0, "row": 9, "col": 9},
)
"""One action of each type."""

WRONG_STEP = {
    "play_card": "S5",
    "choose_card": "S22",
    "choose_color": "S23",
    "choose_piece recycle": "S25",
    "choose_piece warp": "S26",
    "warp_to": "S26",
}
"""The rule broken by an action of another step; S4 in all other phases."""


def with_squares(move: dict[str, Any], state: dict[str, Any]) -> dict[str, Any]:
    """Return a move with its squares, if it places a piece."""
    if move["type"] not in {"place", "warp_to"}:
        return move
    piece = move.get("piece") or state["turn"]["target"]["piece"]
    return {**move, "cells": [list(cell) for cell in cells_of({**move, "piece": piece})]}


def grouped(moves: list[dict[str, Any]], state: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the groups of moves that place a piece."""
    if moves[0]["type"] not in {"place", "warp_to"}:
        return []
    groups: dict[tuple[str, str, int], list[int]] = {}
    for move in moves:
        piece = move if move["type"] == "place" else state["turn"]["target"]
        key = (piece["color"], piece["piece"], move["orientation"])
        groups.setdefault(key, []).append(move["row"] * 20 + move["col"])
    names = ("color", "piece", "orientation")
    return [
        {
            "type": moves[0]["type"],
            **dict(zip(names, key, strict=True)),
            "positions": positions,
        }
        for key, positions in groups.items()
    ]


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("decision", ASKING)
def test_legal_moves_in_every_form(
    client: FlaskClient, engine: Engine[Any], decision: str, seats: int
) -> None:
    given = state_at(decision, seats)
    state = engine.load_state(given)
    moves = [action.to_dict() for action in engine.legal_actions(state)]
    groups = grouped(moves, given)
    forms: list[tuple[dict[str, bool], Any, Any]] = [
        ({}, moves, None),
        ({"cells": True}, [with_squares(move, given) for move in moves], None),
        ({"groups": True}, [] if groups else moves, groups),
    ]
    for form, listed, in_groups in forms:
        answer = post_json(client, "legal-moves", {"state": given, **form})
        decided = (answer["color"], answer["seat"], answer["phase"], answer["count"])
        assert decided == (state.color, state.seat, state.phase, len(moves))
        assert (answer["moves"], answer["groups"]) == (listed, in_groups)
        assert_answer("/v1/legal-moves", answer)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("decision", ASKING)
def test_listed_moves_can_be_played(
    client: FlaskClient, engine: Engine[Any], decision: str, seats: int
) -> None:
    state = state_at(decision, seats)
    moves = post_json(client, "legal-moves", {"state": state, "cells": True})["moves"]
    for move in moves[:: len(moves) // 4 + 1]:
        assert post_json(client, "checks", {"state": state, "action": move})["legal"] is True
        answer = post_json(client, "turns", {"state": state, "action": move})
        after, events = engine.apply(engine.load_state(state), move)
        assert answer["state"] == after.to_dict()
        assert answer["events"] == with_texts(events)
        assert answer["next"] == {"color": after.color, "seat": after.seat, "phase": after.phase}
        assert_answer("/v1/turns", answer)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("decision", ASKING)
def test_other_step_is_refused_with_its_rule(
    client: FlaskClient, decision: str, seats: int
) -> None:
    state = state_at(decision, seats)
    expected_type = post_json(client, "legal-moves", {"state": state})["moves"][0]["type"]
    allowed_types = {"place", "pass"} if expected_type in {"place", "pass"} else {expected_type}
    for action in OTHERS:
        if action["type"] in allowed_types:
            continue
        answer = post_json(client, "checks", {"state": state, "action": action})
        (reason,) = answer["reasons"]
        assert answer["legal"] is False
        assert (reason["code"], reason["pointer"]) == ("wrong_step", "/action")
        assert reason["rule"] == WRONG_STEP.get(decision, "S4")
        assert_answer("/v1/checks", answer)
        response = client.post("/v1/turns", json={"state": state, "actions": [action]})
        assert listed_errors(response, "illegal_action") == [("wrong_step", "/actions/0")]


@pytest.mark.parametrize("seats", SEATS)
def test_no_actions_when_the_game_is_over(client: FlaskClient, seats: int) -> None:
    state = state_at("over", seats)
    answer = post_json(client, "legal-moves", {"state": state})
    assert (answer["color"], answer["seat"], answer["phase"]) == (None, None, "over")
    assert (answer["count"], answer["moves"]) == (0, [])
    for action in OTHERS:
        (reason,) = post_json(client, "checks", {"state": state, "action": action})["reasons"]
        assert (reason["code"], reason["rule"]) == ("game_over", "S10")
    assert post_json(client, "scores", {"state": state})["final"] is True


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("decision", DECISIONS)
def test_any_state_is_scored_and_drawn(
    client: FlaskClient, engine: Engine[Any], decision: str, seats: int
) -> None:
    state = state_at(decision, seats)
    score = post_json(client, "scores", {"state": state})
    assert score == engine.score(engine.load_state(state)).to_dict()
    assert_answer("/v1/scores", score)
    drawn = client.post("/v1/renderings/text", json={"state": state})
    covered = sum(len(cells_of(placed)) for placed in state["placements"])
    assert sum(drawn.text.count(letter) for letter in "BYRG") == covered


def test_with_two_seats_the_worse_color_is_the_score(client: FlaskClient) -> None:
    for seat in post_json(client, "scores", {"state": state_at("play_card", 2)})["seats"]:
        colors = post_json(client, "scores", {"state": state_at("play_card", 2)})["colors"]
        assert seat["score"] == max(colors[color]["score"] for color in seat["colors"])


def test_filter_by_pieces(client: FlaskClient) -> None:
    for decision in ("place", "choose_piece warp"):
        request = {"state": state_at(decision, 4)}
        every = post_json(client, "legal-moves", request)["moves"]
        piece = every[-1]["piece"]
        some = post_json(client, "legal-moves", {**request, "pieces": [piece]})["moves"]
        assert some == [move for move in every if move["piece"] == piece]
    cards = {"state": state_at("play_card", 4)}
    assert post_json(client, "legal-moves", {**cards, "pieces": []}) == post_json(
        client, "legal-moves", cards
    )


@pytest.mark.parametrize("seats", SEATS)
def test_whole_turn_in_one_request(client: FlaskClient, seats: int) -> None:
    answer = {"state": state_at("play_card", seats), "next": {"phase": ""}}
    begin, actions, events = answer["state"], [], []
    while answer["next"]["phase"] not in {"play_card", "over"}:
        actions.append(post_json(client, "legal-moves", {"state": answer["state"]})["moves"][-1])
        answer = post_json(client, "turns", {"state": answer["state"], "action": actions[-1]})
        events += answer["events"]
    assert len(actions) > 1
    together = post_json(client, "turns", {"state": begin, "actions": actions})
    assert together == {**answer, "events": events}
    assert {"card_played", "piece_placed", "cards_drawn"} <= {event["type"] for event in events}
    assert_answer("/v1/turns", together)


def test_failing_turn_changes_nothing(client: FlaskClient) -> None:
    actions = [
        {"type": "play_card", "card": "wild"},
        {"type": "choose_color", "color": "red"},
        {"type": "place", "piece": "I1", "orientation": 0, "row": 9, "col": 9},
    ]
    response = client.post("/v1/turns", json={"state": SHUFFLE, "actions": actions})
    document = assert_problem(response, "illegal_action")
    assert document["index"] == 2
    assert [(error["code"], error["rule"]) for error in document["errors"]] == [
        ("no_corner_contact", "S23")
    ]


@pytest.mark.parametrize(
    ("action", "error"),
    [
        ({"type": "play_card"}, ("missing_field", "/action/card")),
        ({"type": "play_card", "card": "joker"}, ("unknown_card", "/action/card")),
        ({"type": "play_card", "card": None}, ("missing_field", "/action/card")),
        ({"type": "play_card", "card": "wild", "color": "red"}, ("unknown_field", "/action/color")),
        ({"type": "choose_card", "card": 2}, ("wrong_type", "/action/card")),
        ({"type": "choose_color", "color": "pink"}, ("unknown_color", "/action/color")),
        ({"type": "choose_piece", "color": "red"}, ("missing_field", "/action/piece")),
        ({"type": "choose_piece", "piece": "I1"}, ("missing_field", "/action/color")),
        ({"type": "warp_to", "row": 1, "col": 1}, ("missing_field", "/action/orientation")),
        ({"type": "warp_to", "cells": 1}, ("wrong_type", "/action/cells")),
    ],
    ids=str,
)
@pytest.mark.parametrize("operation", ["checks", "turns"])
def test_malformed_action_is_located(
    client: FlaskClient, operation: str, action: dict[str, Any], error: tuple[str, str]
) -> None:
    response = client.post(f"/v1/{operation}", json={"state": SHUFFLE, "action": action})
    assert listed_errors(response, "invalid_action") == [error]


WRONG_STATES: tuple[tuple[dict[str, Any], tuple[str, str]], ...] = (
    ({"turn": None}, ("missing_field", "/state/turn")),
    ({"decks": None}, ("missing_field", "/state/decks")),
    ({"turn": {"color": "blue"}}, ("missing_field", "/state/turn/phase")),
    ({"turn": {"color": "blue", "phase": "nap"}}, ("unknown_value", "/state/turn/phase")),
    (
        {"turn": {"color": "blue", "phase": "place", "card": "uno"}},
        ("unknown_card", "/state/turn/card"),
    ),
    (
        {"turn": {"color": "blue", "phase": "play_card", "first": "I1"}},
        ("wrong_phase", "/state/turn/first"),
    ),
    ({"direction": "up"}, ("unknown_value", "/state/direction")),
    ({"rules": {"game": "classic"}}, ("wrong_phase", "/state/turn/phase")),
    (
        {"decks": {**SHUFFLE["decks"], "seat1": {}}},
        ("unknown_field", "/state/decks/seat1"),
    ),
    (
        {"decks": {**SHUFFLE["decks"], "red": {"draw": ["uno"]}}},
        ("unknown_card", "/state/decks/red/draw/0"),
    ),
    ({"decks": {**SHUFFLE["decks"], "red": {}}}, ("wrong_deck", "/state/decks/red")),
)


@pytest.mark.parametrize(("change", "error"), WRONG_STATES, ids=lambda value: str(value)[:50])
def test_unreachable_state_is_located(
    client: FlaskClient, change: dict[str, Any], error: tuple[str, str]
) -> None:
    response = client.post("/v1/scores", json={"state": {**SHUFFLE, **change}})
    assert error in listed_errors(response, "invalid_state")
