"""Request bodies: strict JSON of a limited size, with the right media type."""

from __future__ import annotations

import io
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.service.client import (
    JSON,
    POSTS,
    VALID_REQUESTS,
    assert_problem,
    listed_errors,
    make_client,
    post_bytes,
    post_json,
)

BROKEN = {
    "nothing": b"",
    "blanks": b" \n ",
    "half an object": b'{"rules": ',
    "two values": b"{} {}",
    "a comma too many": b'{"seed": 1,}',
    "a comment": b"{} // no",
    "single quotes": b"{'seed': 1}",
    "no quotes": b"{seed: 1}",
    "a tab in a text": b'{"a\tb": 1}',
    "an unknown escape": b'{"\\x": 1}',
    "half a surrogate": b'{"\\ud800": 1}',
    "a leading zero": b'{"seed": 01}',
    "a plus": b'{"seed": +1}',
    "NaN": b'{"seed": NaN}',
    "Infinity": b'{"seed": Infinity}',
    "-Infinity": b'{"seed": -Infinity}',
    "a number beyond floats": b'{"seed": 1e999}',
    "a number of 5000 digits": b'{"seed": ' + b"1" * 5000 + b"}",
    "a number of 5000 digits and an escape": b'{"\\u0061": ' + b"1" * 5000 + b"}",
    "not UTF-8": b'{"\xff": 1}',
    "Latin-1": '{"grön": 1}'.encode("latin-1"),
    "UTF-16": '{"seed": 1}'.encode("utf-16"),
    "a byte order mark": b"\xef\xbb\xbf{}",
    "a null byte": b"{}\x00",
    "a form": b"seed=1",
    "HTML": b"<p>hello</p>",
}

TWICE = {
    "at the top": b'{"seed": 1, "seed": 1}',
    "with another value": b'{"seed": 1, "seed": 2}',
    "as an escape": b'{"seed": 1, "s\\u0065ed": 1}',
    "both as escapes": b'{"\\u0061": 1, "\\u0061": 1}',
    "as an escape of a slash": b'{"a/b": 1, "a\\/b": 1}',
    "below": b'{"rules": {"seats": 2, "seats": 3}}',
    "far below": b'{"rules": [[[{"a": [{"b": 1, "b": 2}]}]]]}',
    "far below as an escape": b'{"rules": [[[{"a": [{"b": 1, "\\u0062": 2}]}]]]}',
    "and dropped with all it held": b'{"rules": {"a": {"b": {"c": 1}}}, "rules": 1}',
    "with a colon in it": b'{"a:b": 1, "a:b": 2}',
    "among colons in texts": b'{"a": "::::", "b": ":", "a": ":::"}',
    "with nothing in it": b'{"": 1, "": 2}',
    "beyond ASCII": '{"grön": 1, "grön": 2}'.encode(),
    "three times": b'{"a": 1, "a": 1, "a": 1}',
}

ONCE = {
    "in two objects": b'{"rules": {"seats": 2}, "seats": {"seats": 2}}',
    "in another case": b'{"a": 1, "A": 1}',
    "composed and not": '{"\u00e5": 1, "a\u030a": 1}'.encode(),
    "with colons all over": b'{":": ":", "::": {":": ":::"}}',
    "with escapes all over": b'{"\\u003a": "\\"\\\\", "\\n": ["\\u0000:"]}',
}


def nested(opening: bytes, closing: bytes, depth: int, inside: bytes = b"1") -> bytes:
    """Return JSON that is nested to that depth."""
    return opening * depth + inside + closing * depth


@pytest.mark.parametrize("name", BROKEN)
def test_malformed_json_is_refused(rust_client: FlaskClient, name: str) -> None:
    for path in POSTS:
        response = rust_client.post(path, data=BROKEN[name], content_type=JSON)
        document = assert_problem(response, "invalid_json")
        assert "errors" not in document


def test_position_of_a_json_error_is_reported(rust_client: FlaskClient) -> None:
    document = assert_problem(post_bytes(rust_client, "games", b'{"seed":\n NaN}'), "invalid_json")
    assert "line 2, column 2" in document["detail"]


@pytest.mark.parametrize("name", TWICE)
def test_duplicate_names_are_refused(rust_client: FlaskClient, name: str) -> None:
    for path in POSTS:
        response = rust_client.post(path, data=TWICE[name], content_type=JSON)
        assert_problem(response, "invalid_json")


@pytest.mark.parametrize("name", ONCE)
def test_similar_names_are_not_duplicates(rust_client: FlaskClient, name: str) -> None:
    # None of them is a game, but all of them are JSON.
    assert_problem(post_bytes(rust_client, "games", ONCE[name]), "invalid_request")


def test_escapes_are_decoded(client: FlaskClient) -> None:
    plain = post_json(client, "games", {"rules": {"seats": 2}})
    response = post_bytes(client, "games", b'{"r\\u0075les": {"\\u0073eats": 2}}')
    assert response.get_json() == plain


@pytest.mark.parametrize(
    "body",
    [
        nested(b"[", b"]", 1000),
        nested(b"[", b"]", 30_000),
        nested(b"[", b"]", 900, b'"\\n"'),
        nested(b'{"a":', b"}", 1000),
        nested(b'{"a":', b"}", 10_000),
        nested(b'{"a":', b"}", 900, b'"\\n"'),
        b"[" * 60_000,
        b'{"a":' * 12_000,
    ],
    ids=lambda body: f"{body[:6]!r} {len(body)} bytes",
)
def test_deep_nesting_is_refused(rust_client: FlaskClient, body: bytes) -> None:
    for path in POSTS:
        response = rust_client.post(path, data=body, content_type=JSON)
        assert response.status_code in {400, 422}
        assert_problem(
            response, "invalid_json" if response.status_code == 400 else "invalid_request"
        )


@pytest.mark.parametrize("body", ["null", "1", '"state"', "[]", "true", "1.5"])
def test_body_must_be_an_object(client: FlaskClient, body: str) -> None:
    for path in POSTS:
        response = client.post(path, data=body, content_type=JSON)
        assert listed_errors(response, "invalid_request") == [("wrong_type", "")]


@pytest.mark.parametrize(
    "kind",
    [
        None,
        "",
        "text/plain",
        "text/json",
        "application/jsonx",
        "application/xml",
        "application/problem+json",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "json",
        "application/json, text/plain",
        "*/*",
        "nonsense" * 500,
    ],
    ids=lambda kind: str(kind)[:40],
)
def test_other_media_types_are_refused(rust_client: FlaskClient, kind: str | None) -> None:
    for path in POSTS:
        response = rust_client.post(path, data=b"{}", content_type=kind)
        document = assert_problem(response, "unsupported_media_type")
        assert len(document["detail"]) < 200
        assert response.headers["Accept"] == JSON


@pytest.mark.parametrize(
    "kind",
    [
        "application/json; charset=utf-8",
        "application/json;charset=UTF-8",
        "Application/JSON",
        "application/json ; x=y",
        " application/json",
    ],
)
def test_media_type_may_have_parameters(rust_client: FlaskClient, kind: str) -> None:
    assert post_bytes(rust_client, "games", b"{}", kind).status_code == 200


@pytest.mark.parametrize("coding", ["gzip", "br", "deflate", "gzip, identity", "x" * 3000])
def test_compressed_body_is_refused(rust_client: FlaskClient, coding: str) -> None:
    response = rust_client.post(
        "/v1/games", data=b"{}", content_type=JSON, headers={"Content-Encoding": coding}
    )
    assert_problem(response, "unsupported_media_type")


@pytest.mark.parametrize("coding", ["identity", "Identity"])
def test_identity_encoding_is_accepted(rust_client: FlaskClient, coding: str) -> None:
    response = rust_client.post(
        "/v1/games", data=b"{}", content_type=JSON, headers={"Content-Encoding": coding}
    )
    assert response.status_code == 200


def padded(path: str, size: int) -> bytes:
    """Return a valid request of exactly that many bytes."""
    name = path.removeprefix("/v1/")
    text = str(VALID_REQUESTS[name]).replace("'", '"').encode()
    return text[:-1] + b" " * (size - len(text)) + b"}"


LIMITS = {path: 4 * 1024 * 1024 if path == "/v1/batches" else 64 * 1024 for path in POSTS}


@pytest.mark.parametrize("path", POSTS)
def test_body_size_limit_is_inclusive(client: FlaskClient, path: str) -> None:
    limit = LIMITS[path]
    fits = client.post(path, data=padded(path, limit), content_type=JSON)
    assert fits.status_code == 200, fits.text
    too_long = client.post(path, data=padded(path, limit + 1), content_type=JSON)
    assert str(limit) in assert_problem(too_long, "body_too_large")["detail"]


def test_size_limits_are_configurable() -> None:
    client = make_client(max_body=2000, max_batch_body=3000)
    for path in POSTS:
        limit = 3000 if path == "/v1/batches" else 2000
        assert client.post(path, data=padded(path, limit), content_type=JSON).status_code == 200
        too_long = client.post(path, data=padded(path, limit + 1), content_type=JSON)
        assert str(limit) in assert_problem(too_long, "body_too_large")["detail"]


class Unreadable(io.BytesIO):
    """A body that fails when it is read."""

    def read(self, size: int | None = -1) -> bytes:
        """Fail unless the size is 0."""
        assert size == 0, "the body must not be read"
        return b""


class Endless(io.BytesIO):
    """A body without end that counts the bytes read."""

    taken = 0

    def read(self, size: int | None = -1) -> bytes:
        """Return as many bytes as requested."""
        assert size is not None
        assert size >= 0, "the whole body was requested"
        self.taken += size
        return b" " * size


def raw(client: FlaskClient, path: str, body: io.BytesIO, **environment: Any) -> TestResponse:
    """Send a body with a modified WSGI environment."""
    overrides = {"wsgi.input": body, "CONTENT_LENGTH": "", **environment}
    return client.post(path, content_type=JSON, environ_overrides=overrides)


@pytest.mark.parametrize(
    "length", ["4194305", "99999999999", "9" * 19, "9" * 20, "9" * 400, "9" * 5000, "1e9", "-1"]
)
def test_body_with_an_excessive_content_length_is_not_read(length: str) -> None:
    client = make_client(log_requests=True)
    for path in POSTS:
        response = raw(client, path, Unreadable(), CONTENT_LENGTH=length)
        assert_problem(response, "body_too_large")


@pytest.mark.parametrize("path", POSTS)
def test_chunked_body_is_read_up_to_the_limit(rust_client: FlaskClient, path: str) -> None:
    endless = Endless()
    response = raw(rust_client, path, endless, **{"wsgi.input_terminated": True})
    assert_problem(response, "body_too_large")
    assert endless.taken == LIMITS[path] + 1


def test_chunked_body_is_read_completely(client: FlaskClient) -> None:
    body = io.BytesIO(b'{"rules": {"seats": 2}}')
    response = raw(client, "/v1/games", body, **{"wsgi.input_terminated": True})
    assert response.get_json()["state"]["rules"]["seats"] == 2


def test_without_length_and_chunks_the_body_is_empty(rust_client: FlaskClient) -> None:
    assert_problem(raw(rust_client, "/v1/games", Unreadable()), "invalid_json")


def test_body_is_not_read_beyond_its_content_length(rust_client: FlaskClient) -> None:
    body = io.BytesIO(b"{}GET / HTTP/1.1")
    assert raw(rust_client, "/v1/games", body, CONTENT_LENGTH="2").status_code == 200
    assert body.read() == b"GET / HTTP/1.1"


def test_body_shorter_than_its_content_length_is_refused(rust_client: FlaskClient) -> None:
    response = raw(rust_client, "/v1/games", io.BytesIO(b"{}"), CONTENT_LENGTH="20")
    assert response.status_code == 400
    assert_problem(response, response.get_json()["code"])
