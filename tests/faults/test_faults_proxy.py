"""What the proxy does by itself: refusals in the service's own shape, a cache, compression."""

from __future__ import annotations

import gzip
import json
import socket
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from typing import Any

import pytest

from loadtests.serving import PATIENCE, Cluster
from service.problems import CODES, MEDIA_TYPE

pytestmark = pytest.mark.load

OF_THE_PROXY = {"too_many_requests": 429, "unavailable": 503}
"""Codes that the service itself never answers with."""


@pytest.fixture(scope="module")
def standing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Return a cluster that nothing is done to."""
    with Cluster(tmp_path_factory.mktemp("standing")) as running:
        yield running


def ask(
    cluster: Cluster, path: str, body: bytes | None = None, **headers: str
) -> tuple[int, dict[str, str], bytes]:
    """Send a request on a connection of its own; return the status, headers and body."""
    with closing(cluster.connect()) as connection:
        return ask_on(connection, path, body, **headers)


def ask_on(
    connection: HTTPConnection, path: str, body: bytes | None = None, **headers: str
) -> tuple[int, dict[str, str], bytes]:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request("GET" if body is None else "POST", path, body, named)
    response = connection.getresponse()
    return response.status, {k.lower(): v for k, v in response.getheaders()}, response.read()


def check_problem(status: int, headers: dict[str, str], body: bytes, code: str) -> None:
    """See that a problem is told as the service would tell it."""
    problem: dict[str, Any] = json.loads(body)
    assert headers["content-type"] == MEDIA_TYPE
    assert problem["code"] == code
    assert problem["type"] == f"urn:cornerwise:problem:{code}"
    assert problem["status"] == status == OF_THE_PROXY.get(code, CODES.get(code, (0, ""))[0])
    if code not in OF_THE_PROXY:
        assert problem["title"] == CODES[code][1]
    assert problem["detail"]
    assert headers["x-request-id"]
    assert "set-cookie" not in headers


def test_counters_are_not_for_strangers(standing: Cluster) -> None:
    check_problem(*ask(standing, "/metrics"), "not_found")


def test_a_body_that_is_too_large_is_refused_before_it_is_read(standing: Cluster) -> None:
    json_type = {"Content_Type": "application/json"}
    large = b"[" + b" " * 100_000 + b"]"
    check_problem(*ask(standing, "/v1/legal-moves", large, **json_type), "body_too_large")
    # A batch may be larger; what is wrong with this one is for the service to say.
    status, _, body = ask(standing, "/v1/batches", large, **json_type)
    assert (status, json.loads(body)["code"]) == (422, "invalid_request")
    huge = b"[" + b" " * 5_000_000 + b"]"
    check_problem(*ask(standing, "/v1/batches", huge, **json_type), "body_too_large")


@pytest.mark.parametrize(
    "said",
    [
        b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 60_000 + b"\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\n\r\n",
        b"nonsense\r\n\r\n",
        b"GET /v1/../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n",
    ],
    ids=["a long address", "a long header", "no host", "nonsense", "above the root", "no escape"],
)
def test_a_broken_head_is_a_problem(standing: Cluster, said: bytes) -> None:
    with socket.create_connection(("127.0.0.1", standing.port), PATIENCE) as client:
        client.sendall(said)
        client.shutdown(socket.SHUT_WR)
        answer = b""
        while data := client.recv(65_536):
            answer += data
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400")
    assert b"application/problem+json" in head
    assert json.loads(body)["code"] == "bad_request"


def test_ids_stay_with_a_request_if_they_are_sensible(standing: Cluster) -> None:
    assert ask(standing, "/healthz", X_Request_ID="game-7")[1]["x-request-id"] == "game-7"
    assert ask(standing, "/metrics", X_Request_ID="game-7")[1]["x-request-id"] == "game-7"
    assert ask(standing, "/metrics", X_Request_ID="<b>")[1]["x-request-id"] != "<b>"


def test_the_catalogue_is_cached_by_language(standing: Cluster) -> None:
    german = {"Accept_Language": "de", "X_Request_ID": "mine"}
    first = ask(standing, "/v1/pieces", **german)
    again = ask(standing, "/v1/pieces", **german)
    other = ask(standing, "/v1/pieces", Accept_Language="en")
    assert again[1]["x-cache"] == "HIT"
    assert other[1]["x-request-id"] != "mine"
    english = ask(standing, "/v1/pieces", Accept_Language="en", X_Request_ID="yours")
    assert (english[1]["x-cache"], english[1]["x-request-id"]) == ("HIT", "yours")
    assert first[2] == again[2] != other[2]
    assert (first[1]["content-language"], other[1]["content-language"]) == ("de", "en")
    etag = {"If_None_Match": first[1]["etag"]}
    assert ask(standing, "/v1/pieces", **german, **etag)[::2] == (304, b"")


def test_answers_are_compressed_for_who_wants_it(standing: Cluster) -> None:
    body, json_type = b'{"state": {}}', {"Content_Type": "application/json"}
    plain = ask(standing, "/v1/legal-moves", body, **json_type)[2]
    status, headers, packed = ask(
        standing, "/v1/legal-moves", body, Accept_Encoding="gzip", **json_type
    )
    assert (status, headers["content-encoding"]) == (200, "gzip")
    assert gzip.decompress(packed) == plain
    assert len(packed) < len(plain) / 5


def test_without_any_instance_the_proxy_says_so_and_recovers(cluster: Cluster) -> None:
    for server in cluster.servers:
        server.stop()
    status, headers, body = ask(cluster, "/v1/variants")
    check_problem(status, headers, body, "unavailable")
    assert headers["retry-after"] == "1"
    assert ask(cluster, "/proxyz")[0] == 200
    for server in cluster.servers:
        server.run()
    assert ask(cluster, "/v1/variants")[0] == 200
