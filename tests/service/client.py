"""Asking the service, and seeing that what it answers is whole."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from cornerwise import CARDS
from cornerwise.selection import load_engine
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.app import create_app
from service.http.problems import CODES
from service.settings import Settings
from tests.service.contract import conforms

JSON = "application/json"
PROBLEM = "application/problem+json"

OPERATIONS = (
    *("games", "legal-moves", "checks", "turns"),
    *("card-resolutions", "scores", "views", "renderings"),
)
# Some of what can be asked about puzzles; not everything of it is for every engine.
PUZZLES = ("puzzles/rect4/checks", "puzzles/board84/renderings")
POSTS = tuple(f"/v1/{name}" for name in (*OPERATIONS, "batches", *PUZZLES))
GETS = (
    *("/v1/variants", "/v1/pieces", "/v1/cards", "/v1/puzzles"),
    *("/openapi.json", "/healthz", "/readyz", "/metrics", "/docs"),
)

# A game for two after five placements, the fifth by blue: yellow is to move, which has one piece,
# three squares down from the top-right corner.
STATE: dict[str, Any] = {
    "rules": {"seats": 2},
    "placements": [
        {"color": "blue", "piece": "V5", "orientation": 0, "row": 0, "col": 0},
        {"color": "yellow", "piece": "I3", "orientation": 1, "row": 0, "col": 19},
        {"color": "red", "piece": "W5", "orientation": 1, "row": 17, "col": 17},
        {"color": "green", "piece": "L4", "orientation": 2, "row": 17, "col": 0},
        {"color": "blue", "piece": "X5", "orientation": 0, "row": 1, "col": 2},
    ],
}
LEGAL: dict[str, Any] = {"type": "place", "piece": "I2", "orientation": 1, "row": 3, "col": 18}
ILLEGAL: dict[str, Any] = {"type": "place", "piece": "O4", "orientation": 0, "row": 2, "col": 18}


def pile(without: Iterable[str]) -> list[str]:
    """Return the cards of a standard deck, in the order of their kinds, but for some of them."""
    cards = [card for card in CARDS for _ in range(1 if card in {"skip", "reverse"} else 2)]
    for card in without:
        cards.remove(card)
    return cards


# Blokus Shuffle for four after the set-up round: blue is to play a card.
SHUFFLE: dict[str, Any] = {
    "rules": {"game": "shuffle"},
    "placements": STATE["placements"][:4],
    "turn": {"color": "blue", "phase": "play_card"},
    "decks": {
        color: {"draw": pile(hand), "hand": hand}
        for color, hand in {
            "blue": ["wild", "recycle"],
            "yellow": ["skip", "warp"],
            "red": ["draw_two", "double_play"],
            "green": ["reverse", "edge_to_edge"],
        }.items()
    },
}

GOOD: dict[str, dict[str, Any]] = {
    "games": {"rules": {"seats": 3}},
    "legal-moves": {"state": STATE, "pieces": ["I1", "I2"]},
    "checks": {"state": STATE, "action": ILLEGAL},
    "turns": {"state": STATE, "actions": [LEGAL]},
    "card-resolutions": {"state": SHUFFLE, "card": "wild"},
    "scores": {"state": STATE},
    "views": {"state": STATE, "seat": 1},
    "renderings": {"state": STATE, "format": "text"},
    "batches": {"operations": [{"operation": "scores", "state": STATE}]},
    "puzzles/rect4/checks": {"layout": {"placements": STATE["placements"]}},
    "puzzles/board84/renderings": {"layout": {"placements": STATE["placements"]}},
}
"""A good request for every POST."""


def make_client(engine: str = "rust", **settings: Any) -> FlaskClient:
    """Return a client of a new application; its log is off unless it is asked for."""
    made = Settings(**{"log_requests": False, **settings})
    return create_app(made, load_engine(engine)).test_client()


@cache
def client_of(engine: str) -> FlaskClient:
    """Return the client of an application with the settings of a fresh installation."""
    return make_client(engine)


def ask(client: FlaskClient, operation: str, body: object) -> Any:  # noqa: ANN401 (JSON)
    """Return the answer to a request, which must be a success and JSON."""
    response = client.post(f"/v1/{operation}", json=body)
    assert response.status_code == 200, response.text
    assert response.content_type == JSON
    return response.get_json()


def send(
    client: FlaskClient, operation: str, text: bytes | str, content_type: str = JSON
) -> TestResponse:
    """Send a body as it is written."""
    return client.post(f"/v1/{operation}", data=text, content_type=content_type)


def problem_of(response: TestResponse, code: str) -> dict[str, Any]:
    """Return a problem document, after seeing that it is whole and has that code."""
    status, title = CODES[code]
    assert (response.status_code, response.content_type) == (status, PROBLEM), response.text
    document: dict[str, Any] = response.get_json()
    conforms("ProblemDocument", document)
    assert document["code"] == code, document
    assert document["status"] == status
    assert document["title"] == title
    assert document["type"] == f"urn:cornerwise:problem:{code}"
    assert document["detail"]
    assert all(error["message"] for error in document.get("errors", []))
    return document


def errors_of(response: TestResponse, code: str) -> list[tuple[str, str]]:
    """Return code and pointer of everything that a problem document lists."""
    return [(error["code"], error["pointer"]) for error in problem_of(response, code)["errors"]]
