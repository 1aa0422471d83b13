"""A client that has only its view asks the same questions as one that has the state."""

from __future__ import annotations

import random
from typing import Any

import pytest
from cornerwise import CARDS
from cornerwise.engine import Engine
from flask.testing import FlaskClient

from tests.helpers.examples import examples
from tests.service.client import SHUFFLE, assert_problem, post_json
from tests.service.contract import assert_answer


def ask_view(client: FlaskClient, operation: str, **request: object) -> Any:  # noqa: ANN401 (JSON)
    """Ask about a view; None if hidden cards decide the answer."""
    response = client.post(f"/v1/{operation}", json=request)
    if response.status_code == 422:
        document = assert_problem(response, "hidden_information")
        (error,) = document["errors"]
        assert error["code"] == "hidden_information"
        assert error["pointer"].startswith("/view/")
        assert error["message"]
        return None
    assert response.status_code == 200, response.text
    return response.get_json()


def hidden_cards(view: dict[str, Any], events: list[dict[str, Any]]) -> set[str]:
    """Return the kinds of cards that a seat does not see anywhere and has not drawn itself.

    A seat that has played the shared colour saw the card it drew, though the hand is now hidden.
    """
    seen: set[str] = set(view["turn"].get("drawn", []))
    for event in events:
        if event["type"] == "cards_drawn" and event["seat"] == view["seat"]:
            seen |= set(event["cards"])
    for deck in view["decks"].values():
        seen |= {*(deck["hand"] or []), *deck["discard"]}
    seen |= {view["turn"].get("card", "")}
    return {card for card in CARDS if card not in seen}


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_game_of_a_client_with_views(
    client: FlaskClient, engine: Engine[Any], seats: int
) -> None:
    dice = random.Random(seats)  # noqa: S311 (a random game)
    game = post_json(client, "games", {"rules": {"game": "shuffle", "seats": seats}, "seed": 16})
    steps = 0
    while game["next"]["phase"] != "over" and steps < (
        examples(400) if engine.NAME == "rust" else 40
    ):
        steps += 1
        state, mover = game["state"], game["next"]["seat"]
        moves = post_json(client, "legal-moves", {"state": state})
        views = [
            post_json(client, "views", {"state": state, "seat": seat, "events": game["events"]})
            for seat in range(1, seats + 1)
        ]
        seen = ask_view(client, "legal-moves", view=views[mover - 1]["view"])
        assert seen == moves
        for answer in views:
            view = answer["view"]
            other = ask_view(client, "legal-moves", view=view)
            hidden = game["next"]["phase"] in {"play_card", "choose_card"}
            if answer["seat"] == mover or not hidden:
                assert other == moves
            else:
                assert other is None
            score = ask_view(client, "scores", view=view)
            assert score == post_json(client, "scores", {"state": state})
            text = str((view["decks"], view["turn"], answer["events"], other))
            if answer["seat"] != mover:
                assert not [
                    card for card in hidden_cards(view, answer["events"]) if repr(card) in text
                ]
        action = dice.choice(moves["moves"])
        check = {"view": views[mover - 1]["view"], "action": action}
        assert post_json(client, "checks", check) == {"legal": True, "reasons": []}
        if action["type"] == "play_card":
            resolution = {"view": views[mover - 1]["view"], "card": action["card"]}
            resolved = ask_view(client, "card-resolutions", **resolution)
            if resolved is not None:
                assert resolved["state"] is None
                assert resolved["view"]["seat"] == mover
                assert_answer("/v1/card-resolutions", resolved)
                full = post_json(
                    client, "card-resolutions", {"state": state, "card": action["card"]}
                )
                for name in ("outcome", "reason", "choices", "count", "next", "events"):
                    assert resolved[name] == full[name]
        game = post_json(client, "turns", {"state": state, "action": action})
    assert steps > 30


def test_draw_two_needs_the_pile(client: FlaskClient) -> None:
    state = {**SHUFFLE, "turn": {"color": "red", "phase": "play_card"}}
    view = post_json(client, "views", {"state": state, "seat": 3})["view"]
    response = client.post("/v1/card-resolutions", json={"view": view, "card": "draw_two"})
    (error,) = assert_problem(response, "hidden_information")["errors"]
    assert error["pointer"] == "/view/decks/red/draw_count"
    assert "red" in error["message"]


@pytest.mark.parametrize("form", ["svg", "text", "png"])
def test_view_is_drawn_like_its_state(client: FlaskClient, form: str) -> None:
    view = post_json(client, "views", {"state": SHUFFLE, "seat": 1})["view"]
    drawings = [
        client.post(f"/v1/renderings/{form}", json=request).data
        for request in ({"state": SHUFFLE}, {"view": view})
    ]
    assert drawings[0] == drawings[1]


@pytest.mark.parametrize("operation", ["turns", "views"])
def test_view_is_not_enough(client: FlaskClient, operation: str) -> None:
    view = post_json(client, "views", {"state": SHUFFLE, "seat": 1})["view"]
    response = client.post(f"/v1/{operation}", json={"view": view, "seat": 1})
    document = assert_problem(response, "invalid_request")
    assert "/view" in {error["pointer"] for error in document["errors"]}
