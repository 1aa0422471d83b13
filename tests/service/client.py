"""Clients of the service, example requests, and checks of answers."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import cornerwise
from cornerwise import CARDS
from cornerwise.event_data import read_events
from cornerwise.selection import load_engine
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.app import create_app
from service.http.problems import CODES
from service.settings import Settings
from tests.service.contract import assert_matches

JSON = "application/json"
PROBLEM = "application/problem+json"

OPERATIONS = (
    *("games", "legal-moves", "checks", "turns"),
    *("card-resolutions", "scores", "views", "renderings/svg", "renderings/text"),
)
# Two operations on puzzles; both engines support them.
PUZZLES = ("puzzles/rect4/checks", "puzzles/board84/renderings/svg")
POSTS = tuple(f"/v1/{name}" for name in (*OPERATIONS, "replays", "batches", *PUZZLES))
GETS = (
    *("/v1/variants", "/v1/pieces", "/v1/cards", "/v1/puzzles"),
    *("/openapi.json", "/healthz", "/readyz", "/metrics", "/docs"),
)

# A classic game for two after five placements. Yellow is to move; its only piece covers the three
# squares down from the top-right corner.
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
LEGAL_ACTION: dict[str, Any] = {
    "type": "place",
    "piece": "I2",
    "orientation": 1,
    "row": 3,
    "col": 18,
}
ILLEGAL_ACTION: dict[str, Any] = {
    "type": "place",
    "piece": "O4",
    "orientation": 0,
    "row": 2,
    "col": 18,
}


def pile_without(without: Iterable[str]) -> list[str]:
    """Return the cards of a standard deck in order, without the given ones."""
    cards: list[str] = [
        card for card in CARDS for _ in range(1 if card in {"skip", "reverse"} else 2)
    ]
    for card in without:
        cards.remove(card)
    return cards


# A game of Blokus Shuffle for four after the set-up round; blue is to play a card.
SHUFFLE: dict[str, Any] = {
    "rules": {"game": "shuffle"},
    "placements": STATE["placements"][:4],
    "turn": {"color": "blue", "phase": "play_card"},
    "decks": {
        color: {"draw": pile_without(hand), "hand": hand}
        for color, hand in {
            "blue": ["wild", "recycle"],
            "yellow": ["skip", "warp"],
            "red": ["draw_two", "double_play"],
            "green": ["reverse", "edge_to_edge"],
        }.items()
    },
}

VALID_REQUESTS: dict[str, dict[str, Any]] = {
    "games": {"rules": {"seats": 3}},
    "legal-moves": {"state": STATE, "pieces": ["I1", "I2"]},
    "checks": {"state": STATE, "action": ILLEGAL_ACTION},
    "turns": {"state": STATE, "actions": [LEGAL_ACTION]},
    "card-resolutions": {"state": SHUFFLE, "card": "wild"},
    "scores": {"state": STATE},
    "views": {"state": STATE, "seat": 1},
    "replays": {"sgf": "(;GM[Blokus];1[a20,b20])"},
    "renderings/svg": {"state": STATE},
    "renderings/text": {"state": STATE},
    "batches": {"operations": [{"operation": "scores", "state": STATE}]},
    "puzzles/rect4/checks": {"layout": {"placements": STATE["placements"]}},
    "puzzles/board84/renderings/svg": {"layout": {"placements": STATE["placements"]}},
}
"""A valid request for every path in POSTS."""


NOT_INCLUDED: dict[str, None] = dict.fromkeys(
    ("moves", "groups", "count", "summary", "supply", "score", "position")
)
"""What an answer contains for what can be included in it, and was not."""


def with_texts(events: Iterable[Any]) -> list[dict[str, Any]]:
    """Return events, or their JSON forms, as an answer has them: each with its text."""
    data = [one if isinstance(one, dict) else one.to_dict() for one in events]
    shown = [{name: value for name, value in one.items() if value is not None} for one in data]
    texts = map(cornerwise.event_to_text, read_events(shown))
    return [{**one, "text": text} for one, text in zip(shown, texts, strict=True)]


def make_client(engine: Any = "rust", **settings: Any) -> FlaskClient:  # noqa: ANN401 (or a name)
    """Return a client of a new application; its request log is off by default."""
    made = Settings(**{"log_requests": False, **settings})
    loaded = load_engine(engine) if isinstance(engine, str) else engine
    return create_app(made, loaded).test_client()


@cache
def shared_client(engine: str) -> FlaskClient:
    """Return the client of an application with default settings, which tests share."""
    return make_client(engine)


def post_json(client: FlaskClient, operation: str, body: object) -> Any:  # noqa: ANN401 (JSON)
    """Return the JSON answer to a request, which must succeed."""
    response = client.post(f"/v1/{operation}", json=body)
    assert response.status_code == 200, response.text
    assert response.content_type == JSON
    return response.get_json()


def post_bytes(
    client: FlaskClient, operation: str, text: bytes | str, content_type: str = JSON
) -> TestResponse:
    """Send a body unchanged."""
    return client.post(f"/v1/{operation}", data=text, content_type=content_type)


def assert_problem(response: TestResponse, code: str) -> dict[str, Any]:
    """Check that a response is a complete problem document with this code, and return it."""
    status, title = CODES[code]
    assert (response.status_code, response.content_type) == (status, PROBLEM), response.text
    document: dict[str, Any] = response.get_json()
    assert_matches("ProblemDocument", document)
    assert document["code"] == code, document
    assert document["status"] == status
    assert document["title"] == title
    assert document["type"] == f"/docs/errors#{code}"
    assert document["detail"]
    assert all(error["message"] for error in document.get("errors", []))
    return document


def listed_errors(response: TestResponse, code: str) -> list[tuple[str, str]]:
    """Check a problem document, and return code and pointer of each of its errors."""
    return [(error["code"], error["pointer"]) for error in assert_problem(response, code)["errors"]]
