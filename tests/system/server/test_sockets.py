"""Raw bytes on a socket: the response is never HTML and never a 500, and the server survives."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from contextlib import closing
from http import HTTPStatus

import pytest

from loadtests.servers import TIMEOUT, Server, exchange
from service.http.problems import CODES
from tests.service.contract import assert_matches

POST = b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"

MALFORMED = {
    "nonsense": b"nonsense\r\n\r\n",
    "half a request line": b"GET\r\n\r\n",
    "no version": b"GET /healthz\r\n\r\n",
    "an unknown version": b"GET /healthz HTTP/9.9\r\n\r\n",
    "the preface of HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "a TLS handshake": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"a" * 99 + b"\r\n\r\n",
    "all bytes": bytes(range(256)) + b"\r\n\r\n",
    "a path beyond ASCII": b"GET /\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n",
    "a line too long": b"GET /" + b"a" * 5000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    "a header too long": b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 20_000 + b"\r\n\r\n",
    "headers too many": b"GET / HTTP/1.1\r\n" + b"X: 1\r\n" * 100 + b"\r\n",
    "a header without a name": b"GET / HTTP/1.1\r\n: 1\r\n\r\n",
    "a header without a colon": b"GET / HTTP/1.1\r\nHost\r\n\r\n",
    "a folded header": b"GET / HTTP/1.1\r\nX: 1\r\n 2\r\n\r\n",
    "a null byte": b"GET / HTTP/1.1\r\nX: \x00\r\n\r\n",
    "a length that is no number": POST + b"Content-Length: x\r\n\r\n{}",
    "a length below zero": POST + b"Content-Length: -1\r\n\r\n{}",
    "two lengths": POST + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
    "a length of 20 digits": POST + b"Content-Length: " + b"9" * 20 + b"\r\n\r\n{}",
    "a length of 4000 digits": POST + b"Content-Length: " + b"9" * 4000 + b"\r\n\r\n{}",
    "a length of 5000 digits": POST + b"Content-Length: " + b"9" * 5000 + b"\r\n\r\n{}",
    "a length beyond the limit": POST + b"Content-Length: 99999999\r\n\r\n{}",
    "a length longer than the body": POST + b"Content-Length: 20\r\n\r\n{}",
    "a length and chunks": POST
    + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
    "compressed chunks": POST + b"Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
    "compressed chunks in two lines": POST
    + b"Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
    "an unknown coding": POST + b"Transfer-Encoding: zip\r\n\r\n{}",
    "a chunk without a size": POST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
    "a chunk longer than its size": POST
    + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}xyz\r\n0\r\n\r\n",
    "an incomplete chunk": POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{}",
    "chunks without an end": POST + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n",
    "chunks beyond the limit": POST
    + b"Transfer-Encoding: chunked\r\n\r\n20000\r\n"
    + b" " * 0x20000
    + b"\r\n0\r\n\r\n",
    "an expectation": POST + b"Expect: miracles\r\nContent-Length: 2\r\n\r\n{}",
    "double slashes": b"GET //v1//pieces HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    "an unknown method": b"BREW /healthz HTTP/1.1\r\nHost: x\r\n\r\n",
    "a tunnel": b"CONNECT example.com:80 HTTP/1.1\r\nHost: x\r\n\r\n",
    "no body": POST + b"\r\n",
}


def talk(server: Server, data: bytes) -> bytes:
    """Send data, close our side, and return everything that is received."""
    with socket.create_connection(("127.0.0.1", server.port), TIMEOUT) as connection:
        received = b""
        try:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
            while part := connection.recv(65_536):
                received += part
        except (ConnectionResetError, BrokenPipeError):
            # The server has closed first; what was received until then counts.
            pass
        return received


def responses(received: bytes) -> Iterator[tuple[int, dict[str, str], bytes]]:
    """Yield the status, the headers and the body of each response, which must be complete."""
    while received:
        head, _, rest = received.partition(b"\r\n\r\n")
        line, *lines = head.decode("latin-1").split("\r\n")
        headers = {
            name.lower(): value.strip() for name, _, value in (x.partition(":") for x in lines)
        }
        length = int(headers["content-length"])
        assert len(rest) >= length, received
        yield int(line.split()[1]), headers, rest[:length]
        received = rest[length:]


@pytest.mark.parametrize("name", MALFORMED)
def test_malformed_request_is_a_problem_or_closes_the_connection(server: Server, name: str) -> None:
    for status, headers, body in responses(talk(server, MALFORMED[name])):
        assert 400 <= status < 500 or status == 501, body
        assert headers["content-type"] == "application/problem+json"
        document = json.loads(body)
        assert_matches("ProblemDocument", document)
        assert document["status"] == status
        assert document["code"] != "internal_error"
        assert document["type"] == f"/docs/errors#{document['code']}"
        assert document["title"] == CODES[document["code"]][1]
        assert document["detail"] not in (HTTPStatus(status).phrase, document["title"])


@pytest.mark.parametrize("coding", [b"gzip, chunked", b"gzip,chunked", b"deflate, chunked"])
def test_compressed_chunks_are_refused(server: Server, coding: bytes) -> None:
    text = POST + b"Transfer-Encoding: " + coding + b"\r\n\r\n2\r\n{}\r\n0\r\n\r\n"
    ((status, headers, body),) = responses(talk(server, text))
    assert (status, json.loads(body)["code"]) == (501, "bad_request")
    assert "chunked" in json.loads(body)["detail"]
    assert headers["connection"] == "close"


@pytest.mark.parametrize(("count", "expected"), [(9000, 200), (12_000, 400)])
def test_number_of_chunks_is_limited(server: Server, count: int, expected: int) -> None:
    chunks = b"1\r\n{\r\n" + b"1\r\n \r\n" * count + b"1\r\n}\r\n0\r\n\r\n"
    text = POST + b"Transfer-Encoding: chunked\r\n\r\n" + chunks
    ((status, headers, body),) = responses(talk(server, text))
    assert status == expected, body
    if expected == 400:
        assert json.loads(body)["code"] == "bad_request"
        assert headers["connection"] == "close"


def test_many_long_headers_are_refused(server: Server) -> None:
    for count, expected in ((3, 200), (5, 431)):
        lines = b"Accept: " + b"a/b," * 2000 + b"x/y\r\n"
        head = b"GET /healthz HTTP/1.1\r\nHost: x\r\n" + lines * count + b"\r\n"
        ((status, _, body),) = responses(talk(server, head))
        assert status == expected, body


def test_bytes_after_a_body_are_another_request(server: Server) -> None:
    first, second = responses(talk(server, POST + b"Content-Length: 2\r\n\r\n{}and more\r\n\r\n"))
    assert (first[0], first[1]["content-type"]) == (200, "application/json")
    assert (second[0], second[1]["content-type"]) == (400, "application/problem+json")


def test_pipelined_requests_are_answered_in_order(server: Server) -> None:
    one = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
    two = POST + b"Content-Length: 2\r\n\r\n[]"
    three = POST + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"
    last = b"GET /readyz HTTP/1.0\r\n\r\n"
    statuses = [status for status, _, _ in responses(talk(server, one + two + three + last))]
    assert statuses == [200, 422, 200, 200]


def test_repeated_name_is_found_among_very_many(server: Server) -> None:
    # As many names as fit into a batch, the last one repeated. A quadratic search would take hours.
    names = b",".join(b'"%x":1' % number for number in range(400_000))
    body = b"{" + names + b',"61a7f":1}'
    head = b"POST /v1/batches HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    length = b"Content-Length: %d\r\nConnection: close\r\n\r\n" % len(body)
    ((status, _, text),) = responses(talk(server, head + length + body))
    assert status == 400
    assert "61a7f" in json.loads(text)["detail"]


@pytest.mark.parametrize("rest", [b"zz\r\n", b"2\r\n{}\r\n0\r\nHost: y\r\n bad\r\n\r\n"])
def test_malformed_unread_body_is_not_answered_twice(server: Server, rest: bytes) -> None:
    head = b"GET /healthz HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    assert [status for status, _, _ in responses(talk(server, head + rest))] == [200]


def test_response_to_an_unread_body_closes_the_connection(server: Server) -> None:
    # Otherwise a thread would have to search for the end of the body.
    for length, connection in ((70_000, "close"), (7, "close"), (0, "keep-alive")):
        head = b"GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % length
        ((status, headers, _),) = responses(talk(server, head + b" " * length))
        assert (status, headers["connection"]) == (200, connection)


def test_client_that_sends_late_is_answered_without_keep_alive(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with Server(tmp_path_factory.mktemp("short"), "--keep-alive", "0") as server:
        clients = [socket.create_connection(("127.0.0.1", server.port), TIMEOUT) for _ in range(8)]
        time.sleep(0.2)
        for client in clients:
            with closing(client):
                client.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
                ((status, headers, _),) = responses(read_to_end(client))
                assert (status, headers["connection"]) == (200, "close")


@pytest.mark.parametrize("name", [b"SCRIPT_NAME", b"PATH_INFO", b"Script-Name", b"REQUEST_METHOD"])
def test_header_does_not_change_the_path(server: Server, name: bytes) -> None:
    request = b"GET /healthz HTTP/1.1\r\nHost: x\r\n%b: /readyz\r\n\r\n" % name
    ((status, _, body),) = responses(talk(server, request))
    assert status < 500
    assert status >= 400 or json.loads(body) == {"status": "ok"}


def test_no_worker_was_lost(server: Server) -> None:
    with closing(server.connect()) as connection:
        assert exchange(connection, "GET", "/healthz")[0] == 200
    assert len(server.worker_ids()) == 2, "a worker was lost"


def test_unfinished_bodies_do_not_hold_threads(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    stalled = (
        POST + b"Content-Length: 50\r\n\r\n{",
        POST + b"Transfer-Encoding: chunked\r\n\r\n32\r\n{",
    )
    folder = tmp_path_factory.mktemp("stalled")
    with Server(folder, WEB_CONCURRENCY="1", CORNERWISE_BODY_SECONDS="1") as server:
        # More than the worker has threads: nothing else is answered until they are closed.
        clients = [
            socket.create_connection(("127.0.0.1", server.port), timeout=TIMEOUT) for _ in range(9)
        ]
        for number, client in enumerate(clients):
            client.sendall(stalled[number % 2])
        connection = server.connect()
        with closing(connection):
            assert exchange(connection, "GET", "/healthz")[0] == 200
        for client in clients:
            with closing(client):
                ((status, headers, body),) = responses(read_to_end(client))
                assert (status, json.loads(body)["code"]) == (408, "request_timeout")
                assert headers["connection"] == "close"


def read_to_end(client: socket.socket) -> bytes:
    """Return what the server sends until it closes the connection."""
    received = b""
    while data := client.recv(65_536):
        received += data
    return received
