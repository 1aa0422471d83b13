"""Problem documents: one format for every error, and complete documentation."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cornerwise import errors
from cornerwise.engine import Engine
from cornerwise.selection import load_engine
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.app import create_app
from service.http.problems import CODES
from service.operations.examples import shuffle_view
from service.settings import Settings
from tests.service.client import (
    GETS,
    ILLEGAL_ACTION,
    POSTS,
    STATE,
    VALID_REQUESTS,
    assert_problem,
    make_client,
    post_bytes,
    shared_client,
)

CATALOGUE = Path(__file__).parents[2] / "docs" / "errors.md"


class Broken:
    """An engine that fails when it checks an action."""

    def __init__(self, engine: Engine[Any]) -> None:
        self.engine = engine

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 (any attribute of an engine)
        return getattr(self.engine, name)

    def check(self, _state: object, _action: object) -> object:
        """Fail with a message that must not be exposed."""
        raise RuntimeError("the secret reason")


def broken() -> FlaskClient:
    """Return a client of an application that fails when it checks an action."""
    engine: Any = Broken(load_engine("rust"))
    return create_app(Settings(log_requests=False), engine).test_client()


PRODUCERS: dict[str, Callable[[FlaskClient], TestResponse]] = {
    "bad_request": lambda client: client.get("/healthz", headers={"Host": "a" * 300}),
    "invalid_json": lambda client: post_bytes(client, "games", b"{"),
    "not_found": lambda client: client.get("/v1/nothing"),
    "method_not_allowed": lambda client: client.get("/v1/games"),
    "body_too_large": lambda client: post_bytes(client, "games", b" " * 70_000),
    "unsupported_media_type": lambda client: post_bytes(client, "games", b"{}", "text/plain"),
    "invalid_request": lambda client: post_bytes(client, "games", b"[]"),
    "invalid_state": lambda client: post_bytes(client, "scores", b'{"state": {"x": 1}}'),
    "invalid_seal": lambda _: make_client(seal_keys=(bytes(32),)).post(
        "/v1/scores", json={"sealed": "cws1", "seat": 1}
    ),
    "seal_not_configured": lambda client: client.post("/v1/games", json={"seal": True}),
    "invalid_action": lambda client: client.post(
        "/v1/checks", json={"state": STATE, "action": {"type": "jump"}}
    ),
    "illegal_action": lambda client: client.post(
        "/v1/turns", json={"state": STATE, "action": ILLEGAL_ACTION}
    ),
    "hidden_information": lambda client: client.post(
        "/v1/legal-moves", json={"view": shuffle_view(2)}
    ),
    "invalid_record": lambda client: client.post("/v1/replays", json={"record": {}}),
    "invalid_layout": lambda client: client.post("/v1/puzzles/rect4/checks", json={"layout": 5}),
    "unsupported": lambda _: shared_client("python").post("/v1/puzzles/rect4/solutions", json={}),
    "internal_error": lambda _: broken().post("/v1/checks", json=VALID_REQUESTS["checks"]),
}
"""A request for each code."""


def rows(*, documents: bool) -> dict[str, list[str]]:
    """Return the rows of a table in docs/errors.md by their codes.

    The one of problem documents has a status where the one of single problems has rules.
    """
    lines = CATALOGUE.read_text("utf-8").splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {
        found[1]: row[1:]
        for row in cells
        if len(row) == 3 and (found := re.fullmatch(r"`([a-z_]+)`", row[0]))
        if row[1].isdecimal() is documents
    }


ELSEWHERE = {"answer_too_large", "busy", "request_timeout"}
"""Codes that are tested with batches, puzzles and real sockets."""


def test_every_code_has_a_test_request() -> None:
    assert set(PRODUCERS) | ELSEWHERE == set(CODES)


@pytest.mark.parametrize("code", PRODUCERS)
def test_every_code_is_a_complete_problem_document(client: FlaskClient, code: str) -> None:
    assert_problem(PRODUCERS[code](client), code)


def test_documentation_lists_every_code() -> None:
    assert set(rows(documents=True)) == set(CODES)
    assert set(rows(documents=False)) == set(errors.CODES)


def test_documentation_has_the_status_of_every_code() -> None:
    documented = rows(documents=True)
    assert {code: documented[code][0] for code in CODES} == {
        code: str(status) for code, (status, _) in CODES.items()
    }


def test_documentation_has_the_meaning_of_every_code() -> None:
    documented = rows(documents=False)
    for code, meaning in errors.CODES.items():
        assert documented[code][1] == meaning
    documented = rows(documents=True)
    for code, (_, title) in CODES.items():
        assert documented[code][1].replace("`", "").startswith(title.split(".")[0])


@pytest.mark.parametrize(
    "path",
    [
        "/v1",
        "/v1/",
        "/v1/nothing",
        "/v2/games",
        "/v1/games/1",
        "/V1/games",
        "/static/x",
        "/favicon.ico",
        "/index.html",
        "/../etc/passwd",
        "/%00",
        "/%ff%fe",
        "/" + "x" * 3000,
        "/<script>",
    ],
    ids=lambda path: path[:20],
)
def test_unknown_address_is_not_found(rust_client: FlaskClient, path: str) -> None:
    for method in ["GET", "POST", "PUT", "OPTIONS", "BREW"]:
        response = rust_client.open(path, method=method)
        assert_problem(response, "not_found")
        assert b"script" not in response.data


@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "PATCH", "DELETE", "TRACE", "BREW"])
def test_operations_accept_post_only(rust_client: FlaskClient, method: str) -> None:
    for path in POSTS:
        response = rust_client.open(path, method=method)
        assert response.allow.as_set() == {"post", "options"}
        if method == "HEAD":
            assert (response.status_code, response.data) == (405, b"")
        else:
            assert_problem(response, "method_not_allowed")


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "TRACE", "BREW"])
def test_other_routes_accept_get_only(rust_client: FlaskClient, method: str) -> None:
    for path in GETS:
        response = rust_client.open(path, method=method)
        assert response.allow.as_set() == {"get", "head", "options"}
        assert_problem(response, "method_not_allowed")


@pytest.mark.parametrize("path", [*POSTS, *GETS])
def test_options_has_no_body(rust_client: FlaskClient, path: str) -> None:
    response = rust_client.options(path)
    assert response.status_code in {200, 204}
    assert response.data == b""
    assert "options" in response.allow.as_set()
    assert response.mimetype != "text/html"


@pytest.mark.parametrize("path", ["/v1//pieces", "/v1/pieces//", "/docs//assets//x", "//v1/pieces"])
def test_extra_slashes_do_not_redirect(rust_client: FlaskClient, path: str) -> None:
    response = rust_client.get("/", environ_overrides={"PATH_INFO": path})
    assert response.mimetype != "text/html"
    assert b"<" not in response.data


def test_range_outside_the_file_is_416_with_the_size(rust_client: FlaskClient) -> None:
    path = "/docs/assets/swagger-ui.css"
    size = len(rust_client.get(path, buffered=True).data)
    response = rust_client.get(path, headers={"Range": "bytes=99999999-"}, buffered=True)
    assert response.status_code == 416
    assert response.headers["Content-Range"] == f"bytes */{size}"
    assert response.mimetype == "application/problem+json"
    document = response.get_json()
    assert (document["status"], document["code"]) == (416, "bad_request")


def test_internal_error_is_logged_but_not_exposed(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.ERROR):
        response = broken().post(
            "/v1/checks", json=VALID_REQUESTS["checks"], headers={"X-Request-ID": "case-17"}
        )
    document = assert_problem(response, "internal_error")
    assert document["request_id"] == response.headers["X-Request-ID"] == "case-17"
    for word in ("secret", "Traceback", "RuntimeError", ".py"):
        assert word not in response.text
    (record,) = caplog.records
    assert "case-17" in record.getMessage()
    assert record.exc_info
    assert "the secret reason" in str(record.exc_info[1])


def test_internal_error_in_a_batch() -> None:
    request = {"operations": [{"operation": "checks", **VALID_REQUESTS["checks"]}]}
    response = broken().post("/v1/batches", json=request)
    assert "secret" not in response.text
    assert_problem(response, "internal_error")


def test_service_recovers_from_an_internal_error() -> None:
    client = broken()
    client.post("/v1/checks", json=VALID_REQUESTS["checks"])
    assert client.post("/v1/scores", json=VALID_REQUESTS["scores"]).status_code == 200
