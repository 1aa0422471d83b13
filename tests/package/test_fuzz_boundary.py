"""A short, deterministic run of the HTTP fuzzer; ``make fuzz`` runs it for longer."""

from __future__ import annotations

import io
from typing import Any

import pytest

from tests.fuzz import boundary, loop


@pytest.mark.slow
def test_short_run_finds_nothing() -> None:
    result = loop.fuzz(boundary, 1, loop.times(400))
    assert not result.finds, "\n".join(result.finds.values())
    statuses = {outcome[1] for outcome in result.outcomes}
    assert statuses >= {200, 400, 404, 405, 413, 415, 422}


def test_requests_are_reproducible() -> None:
    for seed in range(40):
        assert boundary.make((seed, 5)) == boundary.make((seed, 5))


def application_answering(line: str, body: bytes, **headers: str) -> Any:  # noqa: ANN401 (WSGI)
    """Return an application that always gives the same response."""

    def application(_: object, start_response: Any) -> list[bytes]:  # noqa: ANN401
        named = {"Content-Type": "application/json", "X-Request-ID": "x", **headers}
        start_response(line, [*named.items()])
        return [body]

    return application


@pytest.mark.parametrize(
    ("line", "body", "headers"),
    [
        ("500 INTERNAL SERVER ERROR", b"{}", {}),
        ("418 I'M A TEAPOT", b"{}", {}),
        ("200 OK", b"not JSON", {}),
        ("200 OK", b'{"count": "many"}', {}),
        ("200 OK", b"{}", {"Content-Length": "3"}),
        ("200 OK", b"{}", {"X-Request-ID": "a b"}),
        ("200 OK", b"{}", {"X-Other": "two\r\nlines"}),
        ("422 UNPROCESSABLE ENTITY", b'{"code": "invalid_state"}', {}),
        ("422 UNPROCESSABLE ENTITY", b"<html>", {"Content-Type": "text/html"}),
    ],
)
def test_wrong_response_is_a_failure(
    monkeypatch: pytest.MonkeyPatch, line: str, body: bytes, headers: dict[str, str]
) -> None:
    application = application_answering(line, body, **headers)
    monkeypatch.setattr(boundary, "application", lambda _: application)
    request = boundary.Request("rust", "POST", "/v1/legal-moves", {}, b"{}")
    with pytest.raises(Exception):  # noqa: B017, PT011 (any check may fail)
        boundary.run(request)


def test_request_environment_is_that_of_a_server() -> None:
    request = boundary.Request("rust", "POST", "/v1/games", {"CONTENT_TYPE": "x"}, b"{}")
    environ = boundary.environ_of(request)
    assert environ["CONTENT_LENGTH"] == "2"
    assert isinstance(environ["wsgi.input"], io.BytesIO)
    assert boundary.run(request) == ("/v1/games", 415, "unsupported_media_type")
