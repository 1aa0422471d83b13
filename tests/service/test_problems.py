"""Errors: the same body for every one of them, and a catalogue that is complete."""

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
from service.settings import Settings
from tests.service.client import GETS, GOOD, ILLEGAL, POSTS, STATE, client_of, problem_of, send

CATALOGUE = Path(__file__).parents[2] / "docs" / "errors.md"


class Broken:
    """An engine that fails when it is asked to check an action."""

    def __init__(self, engine: Engine[Any]) -> None:
        self.engine = engine

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 (whatever an engine has)
        return getattr(self.engine, name)

    def check(self, _state: object, _action: object) -> object:
        """Fail for a reason that is nobody's business outside."""
        raise RuntimeError("the secret reason")


def broken() -> FlaskClient:
    """Return a client of an application that fails when it is asked to check an action."""
    engine: Any = Broken(load_engine("rust"))
    return create_app(Settings(log_requests=False), engine).test_client()


PRODUCERS: dict[str, Callable[[FlaskClient], TestResponse]] = {
    "bad_request": lambda client: client.get("/healthz", headers={"Host": "a" * 300}),
    "invalid_json": lambda client: send(client, "games", b"{"),
    "not_found": lambda client: client.get("/v1/nothing"),
    "method_not_allowed": lambda client: client.get("/v1/games"),
    "body_too_large": lambda client: send(client, "games", b" " * 70_000),
    "unsupported_media_type": lambda client: send(client, "games", b"{}", "text/plain"),
    "invalid_request": lambda client: send(client, "games", b"[]"),
    "invalid_state": lambda client: send(client, "scores", b'{"state": {"x": 1}}'),
    "invalid_action": lambda client: client.post(
        "/v1/checks", json={"state": STATE, "action": {"type": "jump"}}
    ),
    "illegal_action": lambda client: client.post(
        "/v1/turns", json={"state": STATE, "action": ILLEGAL}
    ),
    "invalid_layout": lambda client: client.post("/v1/puzzles/rect4/checks", json={"layout": 5}),
    "unsupported": lambda _: client_of("python").post("/v1/puzzles/rect4/solutions", json={}),
    "internal_error": lambda _: broken().post("/v1/checks", json=GOOD["checks"]),
}
"""For each code a request that leads to it."""


def rows(*, documents: bool) -> dict[str, list[str]]:
    """Return the rows of a table of the catalogue by their codes.

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
"""Codes whose tests are with batches, with puzzles, and with real sockets."""


def test_every_code_has_a_request_that_leads_to_it() -> None:
    assert set(PRODUCERS) | ELSEWHERE == set(CODES)


@pytest.mark.parametrize("code", PRODUCERS)
def test_a_problem_is_told_in_one_form(client: FlaskClient, code: str) -> None:
    problem_of(PRODUCERS[code](client), code)


def test_the_catalogue_has_every_code_and_no_other() -> None:
    assert set(rows(documents=True)) == set(CODES)
    assert set(rows(documents=False)) == set(errors.CODES)


def test_the_catalogue_tells_the_status_of_every_problem() -> None:
    told = rows(documents=True)
    assert {code: told[code][0] for code in CODES} == {
        code: str(status) for code, (status, _) in CODES.items()
    }


def test_the_catalogue_tells_what_every_code_means() -> None:
    told = rows(documents=False)
    for code, meaning in errors.CODES.items():
        assert told[code][1] == meaning
    told = rows(documents=True)
    for code, (_, title) in CODES.items():
        assert told[code][1].replace("`", "").startswith(title.split(".")[0])


@pytest.mark.parametrize(
    "path",
    [
        "/",
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
@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "OPTIONS", "BREW"])
def test_there_is_nothing_elsewhere(rust_client: FlaskClient, method: str, path: str) -> None:
    response = rust_client.open(path, method=method)
    problem_of(response, "not_found")
    assert b"script" not in response.data


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "PATCH", "DELETE", "TRACE", "BREW"])
def test_operations_are_posted(rust_client: FlaskClient, path: str, method: str) -> None:
    response = rust_client.open(path, method=method)
    assert response.allow.as_set() == {"post", "options"}
    if method == "HEAD":
        assert (response.status_code, response.data) == (405, b"")
    else:
        problem_of(response, "method_not_allowed")


@pytest.mark.parametrize("path", GETS)
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "TRACE", "BREW"])
def test_the_rest_is_got(rust_client: FlaskClient, path: str, method: str) -> None:
    response = rust_client.open(path, method=method)
    assert response.allow.as_set() == {"get", "head", "options"}
    problem_of(response, "method_not_allowed")


@pytest.mark.parametrize("path", [*POSTS, *GETS])
def test_options_are_told_without_a_word(rust_client: FlaskClient, path: str) -> None:
    response = rust_client.options(path)
    assert response.status_code in {200, 204}
    assert response.data == b""
    assert "options" in response.allow.as_set()
    assert response.mimetype != "text/html"


@pytest.mark.parametrize("path", ["/v1//pieces", "/v1/pieces//", "/docs//assets//x", "//v1/pieces"])
def test_slashes_too_many_do_not_lead_to_html(rust_client: FlaskClient, path: str) -> None:
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


def test_a_failure_is_told_without_its_reason_and_logged_with_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.ERROR):
        response = broken().post(
            "/v1/checks", json=GOOD["checks"], headers={"X-Request-ID": "case-17"}
        )
    document = problem_of(response, "internal_error")
    assert document["request_id"] == response.headers["X-Request-ID"] == "case-17"
    for word in ("secret", "Traceback", "RuntimeError", ".py"):
        assert word not in response.text
    (record,) = caplog.records
    assert "case-17" in record.getMessage()
    assert record.exc_info
    assert "the secret reason" in str(record.exc_info[1])


def test_a_failure_inside_a_batch_is_told_in_the_same_way() -> None:
    request = {"operations": [{"operation": "checks", **GOOD["checks"]}]}
    response = broken().post("/v1/batches", json=request)
    assert "secret" not in response.text
    problem_of(response, "internal_error")


def test_a_failure_does_not_last() -> None:
    client = broken()
    client.post("/v1/checks", json=GOOD["checks"])
    assert client.post("/v1/scores", json=GOOD["scores"]).status_code == 200
