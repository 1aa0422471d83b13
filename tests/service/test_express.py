"""The way past Flask answers as Flask would."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import Client

from service.http.middleware import REQUEST_ID
from tests.service.client import GOOD, ILLEGAL, JSON, STATE, client_of

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


def through_flask(client: FlaskClient) -> Client:
    """Return a client of the Flask application without what stands before it."""
    application = client.application

    def bare(environ: dict[str, object], start_response: object) -> object:
        return Flask.wsgi_app(application, {**environ, REQUEST_ID: "x"}, start_response)  # type: ignore[arg-type]

    return Client(bare)  # type: ignore[arg-type]


def same(client: FlaskClient, path: str, body: bytes, content_type: str) -> None:
    ours = client.post(path, data=body, content_type=content_type)
    flasks = through_flask(client).post(path, data=body, content_type=content_type)
    assert (ours.status_code, ours.data) == (flasks.status_code, flasks.data)
    for name in ("Content-Type", "Content-Length", "Accept", "Allow"):
        assert ours.headers.get(name) == flasks.headers.get(name)


@pytest.mark.parametrize("operation", GOOD)
def test_a_good_request(rust_client: FlaskClient, operation: str) -> None:
    body = rust_client.application.json.dumps(GOOD[operation]).encode()
    same(rust_client, f"/v1/{operation}", body, JSON)


@pytest.mark.parametrize(("operation", "body", "content_type"), WRONG)
def test_a_wrong_request(
    rust_client: FlaskClient, operation: str, body: bytes, content_type: str
) -> None:
    same(rust_client, f"/v1/{operation}", body, content_type)


def test_an_illegal_action(rust_client: FlaskClient) -> None:
    request = {"state": STATE, "actions": [ILLEGAL]}
    same(rust_client, "/v1/turns", rust_client.application.json.dumps(request).encode(), JSON)


def test_another_method_goes_on_to_flask() -> None:
    response = client_of("rust").get("/v1/games")
    assert response.status_code == 405
    assert "POST" in response.headers["Allow"]
