"""The fast path answers operations exactly as Flask does without it."""

from __future__ import annotations

import pytest
from cornerwise.selection import load_engine
from flask.testing import FlaskClient

from service.app import create_app
from service.settings import Settings
from tests.service.client import ILLEGAL_ACTION, JSON, STATE, VALID_REQUESTS

HEADERS = {"X-Request-ID": "same"}

WRONG: list[tuple[str, bytes, str]] = [
    ("games", b"{", JSON),
    ("games", b"[]", JSON),
    ("games", b"{}", "text/plain"),
    ("games", b" " * 70_000, JSON),
    ("scores", b'{"state": {"x": 1}}', JSON),
    ("checks", b'{"state": {}, "action": 5}', JSON),
    ("turns", b'{"state": {}, "actions": [{"type": "pass"}]}', JSON),
    ("card-resolutions", b'{"state": {}, "card": "skip"}', JSON),
    ("card-resolutions", b'{"state": {}, "card": "uno"}', JSON),
    ("views", b'{"state": {}, "seat": 1, "events": [1]}', JSON),
    ("batches", b'{"operations": [1]}', JSON),
]


@pytest.fixture(scope="module")
def clients() -> list[FlaskClient]:
    """Return a client of an application with the fast path, and of one without it."""
    settings = Settings(log_requests=False, cors_origins=("https://play.example",))
    return [
        create_app(settings, load_engine("rust"), fast_path=fast_path).test_client()
        for fast_path in (True, False)
    ]


def assert_same_answers(
    clients: list[FlaskClient], path: str, body: bytes, content_type: str = JSON
) -> None:
    headers = {**HEADERS, "Origin": "https://play.example"}
    fast, flask = (
        client.post(path, data=body, content_type=content_type, headers=headers)
        for client in clients
    )
    assert (fast.status_code, fast.data) == (flask.status_code, flask.data)
    assert dict(fast.headers) == dict(flask.headers)


@pytest.mark.parametrize("operation", VALID_REQUESTS)
def test_valid_request(clients: list[FlaskClient], operation: str) -> None:
    body = clients[0].application.json.dumps(VALID_REQUESTS[operation]).encode()
    assert_same_answers(clients, f"/v1/{operation}", body)


@pytest.mark.parametrize(("operation", "body", "content_type"), WRONG)
def test_invalid_request(
    clients: list[FlaskClient], operation: str, body: bytes, content_type: str
) -> None:
    assert_same_answers(clients, f"/v1/{operation}", body, content_type)


def test_illegal_action(clients: list[FlaskClient]) -> None:
    request = {"state": STATE, "actions": [ILLEGAL_ACTION]}
    body = clients[0].application.json.dumps(request).encode()
    assert_same_answers(clients, "/v1/turns", body)


@pytest.mark.parametrize("path", ["//v1/games", "/v1//games", "/v1/games/", "/v1/nothing"])
def test_other_spelling_of_an_address(clients: list[FlaskClient], path: str) -> None:
    assert_same_answers(clients, path, b"{}")


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS", "PUT", "BREW"])
def test_other_methods_are_answered_by_flask(clients: list[FlaskClient], method: str) -> None:
    fast, flask = (client.open("/v1/games", method=method, headers=HEADERS) for client in clients)
    assert (fast.status, fast.data, dict(fast.headers)) == (
        flask.status,
        flask.data,
        dict(flask.headers),
    )
    assert "POST" in fast.headers["Allow"]


def test_hooks_of_flask_do_not_see_operations() -> None:
    seen: list[str] = []
    application = create_app(Settings(log_requests=False), load_engine("rust"))
    application.before_request(lambda: seen.append("request"))
    client = application.test_client()
    assert client.post("/v1/games", json={}).status_code == 200
    assert seen == []
    assert client.get("/healthz").status_code == 200
    assert seen == ["request"]
