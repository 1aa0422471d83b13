"""Headers of every answer: request ids, security headers and CORS."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.service.client import GETS, POSTS, VALID_REQUESTS, make_client, post_bytes

ORIGIN = "https://play.example"


def everything(client: FlaskClient) -> list[TestResponse]:
    """Return responses of every kind: answers, drawings, pages and errors."""
    posts = [client.post(path, json=VALID_REQUESTS[path.removeprefix("/v1/")]) for path in POSTS]
    gets = [client.get(path) for path in GETS]
    known = gets[0].headers["ETag"]
    others = [
        client.get("/v1/variants", headers={"If-None-Match": known}),
        client.get("/docs/start.js"),
        client.get("/docs/assets/swagger-ui.css", buffered=True),
        client.head("/healthz"),
        client.options("/v1/games"),
        client.get("/nothing"),
        client.get("/v1/games"),
        client.get("/healthz", headers={"Host": "a" * 300}),
        client.post("/v1/renderings/svg", json={"state": {}}),
        post_bytes(client, "games", b"{"),
        post_bytes(client, "games", b"[]"),
        post_bytes(client, "games", b"{}", "text/plain"),
        post_bytes(client, "games", b" " * 70_000),
    ]
    return [*posts, *gets, *others]


def test_security_headers_on_every_answer(
    rust_client: FlaskClient,
) -> None:
    answers = everything(rust_client)
    assert {answer.status_code for answer in answers} >= {200, 304, 400, 404, 405, 413, 415, 422}
    for answer in answers:
        assert answer.headers.getlist("X-Content-Type-Options") == ["nosniff"]
        assert answer.headers.getlist("Referrer-Policy") == ["no-referrer"]
        assert answer.headers.getlist("Cross-Origin-Resource-Policy") == ["same-origin"]
        (policy,) = answer.headers.getlist("Content-Security-Policy")
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        (kept,) = answer.headers.getlist("Cache-Control")
        assert kept == "no-store" or "max-age" in kept
        assert len(answer.headers.getlist("Content-Type")) <= 1
        assert len(answer.headers.getlist("X-Request-ID")) == 1


@pytest.mark.parametrize(
    ("base_url", "headers", "sent"),
    [
        ("http://localhost", {}, False),
        ("https://localhost", {}, True),
        ("http://localhost", {"X-Forwarded-Proto": "https"}, True),
        ("http://localhost", {"X-Forwarded-Proto": "http"}, False),
    ],
)
def test_transport_security_is_sent_behind_tls_only(
    rust_client: FlaskClient,
    base_url: str,
    headers: dict[str, str],
    sent: bool,  # noqa: FBT001
) -> None:
    for path in ("/healthz", "/nothing"):
        response = rust_client.get(path, base_url=base_url, headers=headers)
        assert ("Strict-Transport-Security" in response.headers) is sent


def test_only_the_reference_page_may_run_scripts(rust_client: FlaskClient) -> None:
    for answer in everything(rust_client):
        is_page = answer.mimetype == "text/html" and answer.status_code == 200 and answer.data
        assert ("script-src" in answer.headers["Content-Security-Policy"]) is bool(is_page)


@pytest.mark.parametrize(
    "given", ["a", "7", "case-17", "A.b_C-9", "x" * 64, "123e4567-e89b-12d3-a456-426614174000"]
)
@pytest.mark.parametrize("path", ["/healthz", "/nothing"])
def test_request_id_is_returned(rust_client: FlaskClient, path: str, given: str) -> None:
    response = rust_client.get(path, headers={"X-Request-ID": given})
    assert response.headers["X-Request-ID"] == given


@pytest.mark.parametrize(
    "given",
    [
        "",
        "x" * 65,
        "a b",
        "a,b",
        "a;b",
        'a"b',
        "a{}b",
        "<script>",
        "grön",
        "a\tb",
        "a/b",
        "%0d%0a",
        "\x00",
        "a\u2028",
        "abc\x0b",
    ],
    ids=ascii,
)
def test_invalid_request_id_is_replaced(rust_client: FlaskClient, given: str) -> None:
    environment = {"HTTP_X_REQUEST_ID": given}
    response = rust_client.get("/healthz", environ_overrides=environment)
    made = response.headers["X-Request-ID"]
    assert made != given
    assert made.isalnum()
    assert len(made) == 16


def test_newline_is_not_copied_into_a_request_id(rust_client: FlaskClient) -> None:
    environment = {"HTTP_X_REQUEST_ID": "abc\n"}
    response = rust_client.get("/healthz", environ_overrides=environment)
    assert "abc" not in response.headers["X-Request-ID"]


def test_generated_request_ids_do_not_show_how_many_there_were(rust_client: FlaskClient) -> None:
    made = [rust_client.get("/healthz").headers["X-Request-ID"] for _ in range(50)]
    # The parts of consecutive ids have nothing in common.
    assert len({one[:6] for one in made}) > 45
    assert len({one[-6:] for one in made}) > 45
    assert made != sorted(made)


def test_generated_request_ids_are_unique(rust_client: FlaskClient) -> None:
    made = {rust_client.get("/healthz").headers["X-Request-ID"] for _ in range(100)}
    assert len(made) == 100


def allowed(response: TestResponse) -> dict[str, str]:
    """Return the CORS headers of a response."""
    return {
        name: value
        for name, value in response.headers.items()
        if name.startswith("Access-Control-")
    }


def varies(response: TestResponse) -> set[str]:
    """Return the names in the Vary header."""
    lines = response.headers.getlist("Vary")
    return {name.strip() for line in lines for name in line.split(",")}


def preflight(client: FlaskClient, origin: str, path: str = "/v1/turns") -> TestResponse:
    """Send the preflight request of a browser that wants to post JSON from another origin."""
    headers = {
        "Origin": origin,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type, x-request-id",
    }
    return client.options(path, headers=headers)


def test_cors_is_off_by_default(rust_client: FlaskClient) -> None:
    for response in (
        rust_client.get("/v1/pieces", headers={"Origin": ORIGIN}),
        rust_client.post("/v1/games", json={}, headers={"Origin": ORIGIN}),
        preflight(rust_client, ORIGIN),
    ):
        assert allowed(response) == {}
        assert "Origin" not in varies(response)


@pytest.mark.parametrize("origins", [(ORIGIN,), ("https://a.example", ORIGIN), ("*",)], ids=str)
def test_configured_origins_are_allowed(origins: tuple[str, ...]) -> None:
    client = make_client(cors_origins=origins)
    for response in (
        client.get("/v1/pieces", headers={"Origin": ORIGIN}),
        client.post("/v1/games", json={}, headers={"Origin": ORIGIN}),
        client.post("/v1/games", json=[], headers={"Origin": ORIGIN}),
        client.get("/nothing", headers={"Origin": ORIGIN}),
    ):
        let_in = allowed(response)
        assert let_in.pop("Access-Control-Allow-Origin") in {ORIGIN, "*"}
        exposed = let_in.pop("Access-Control-Expose-Headers").lower()
        assert {"etag", "x-request-id"} <= {name.strip() for name in exposed.split(",")}
        assert let_in == {}
        assert "Origin" in varies(response)


def test_preflight_lists_methods_and_headers() -> None:
    response = preflight(make_client(cors_origins=(ORIGIN,)), ORIGIN)
    assert response.status_code in {200, 204}
    let_in = allowed(response)
    assert let_in["Access-Control-Allow-Origin"] == ORIGIN
    methods = {name.strip() for name in let_in["Access-Control-Allow-Methods"].split(",")}
    assert {"GET", "POST"} <= methods
    names = {name.strip().lower() for name in let_in["Access-Control-Allow-Headers"].split(",")}
    assert {"content-type", "x-request-id"} <= names
    assert int(let_in["Access-Control-Max-Age"]) > 0
    assert "Access-Control-Allow-Credentials" not in let_in


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "http://play.example",
        "https://play.example:444",
        "https://play.example.evil.example",
        "https://PLAY.example/",
        "null",
        "",
    ],
)
def test_other_origins_are_not_allowed(origin: str) -> None:
    client = make_client(cors_origins=(ORIGIN,))
    for response in (
        client.post("/v1/games", json={}, headers={"Origin": origin}),
        preflight(client, origin),
    ):
        assert allowed(response) == {}
        # A cache must not use this answer for an origin that is allowed.
        assert "Origin" in varies(response)


@pytest.mark.parametrize("settings", [{}, {"cors_origins": ("https://a.example",)}], ids=str)
def test_blocked_preflight_says_what_to_set(settings: dict[str, Any]) -> None:
    response = preflight(make_client(**settings), ORIGIN)
    assert response.status_code == 200
    assert response.content_type == "text/plain; charset=utf-8"
    assert ORIGIN in response.text
    assert "CORNERWISE_CORS_ORIGINS" in response.text
    assert "<" not in preflight(make_client(), "<script>" + "x" * 500).text[-200:]


def test_answer_varies_by_origin_without_an_origin() -> None:
    response = make_client(cors_origins=(ORIGIN,)).get("/v1/pieces")
    assert allowed(response) == {}
    assert varies(response) == {"Origin", "Accept-Language"}
