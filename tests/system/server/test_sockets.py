"""What a stranger can write into a socket: never HTML, never a 500, and the service goes on."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from contextlib import closing

import pytest

from loadtests.servers import PATIENCE, Server, exchange
from service.http.problems import CODES
from tests.service.contract import conforms

POST = b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"

MALFORMED = {
    "nonsense": b"nonsense\r\n\r\n",
    "half a line": b"GET\r\n\r\n",
    "no version": b"GET /healthz\r\n\r\n",
    "a version of the future": b"GET /healthz HTTP/9.9\r\n\r\n",
    "the preface of HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "the hello of TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"a" * 99 + b"\r\n\r\n",
    "bytes": bytes(range(256)) + b"\r\n\r\n",
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
    "a coding that nobody knows": POST + b"Transfer-Encoding: zip\r\n\r\n{}",
    "a chunk without a size": POST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
    "a chunk longer than its size": POST
    + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}xyz\r\n0\r\n\r\n",
    "a chunk that breaks off": POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{}",
    "chunks without an end": POST + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n",
    "chunks beyond the limit": POST
    + b"Transfer-Encoding: chunked\r\n\r\n20000\r\n"
    + b" " * 0x20000
    + b"\r\n0\r\n\r\n",
    "an expectation": POST + b"Expect: miracles\r\nContent-Length: 2\r\n\r\n{}",
    "slashes too many": b"GET //v1//pieces HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    "a method that nobody knows": b"BREW /healthz HTTP/1.1\r\nHost: x\r\n\r\n",
    "a tunnel": b"CONNECT example.com:80 HTTP/1.1\r\nHost: x\r\n\r\n",
    "no body": POST + b"\r\n",
}


def talk(server: Server, data: bytes) -> bytes:
    """Write, say that this was all, and return everything that comes back."""
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as connection:
        received = b""
        try:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
            while part := connection.recv(65_536):
                received += part
        except (ConnectionResetError, BrokenPipeError):
            # The other side was done before we were; what came until then counts.
            pass
        return received


def answers(received: bytes) -> Iterator[tuple[int, dict[str, str], bytes]]:
    """Yield the status, the headers and the body of each answer, all of which must be whole."""
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
    for status, headers, body in answers(talk(server, MALFORMED[name])):
        assert 400 <= status < 500 or status == 501, body
        assert headers["content-type"] == "application/problem+json"
        document = json.loads(body)
        conforms("ProblemDocument", document)
        assert document["status"] == status
        assert document["code"] != "internal_error"
        assert document["type"] == f"urn:cornerwise:problem:{document['code']}"
        assert document["title"] == CODES[document["code"]][1]


@pytest.mark.parametrize("coding", [b"gzip, chunked", b"gzip,chunked", b"deflate, chunked"])
def test_compressed_chunks_are_refused(server: Server, coding: bytes) -> None:
    text = POST + b"Transfer-Encoding: " + coding + b"\r\n\r\n2\r\n{}\r\n0\r\n\r\n"
    ((status, headers, body),) = answers(talk(server, text))
    assert (status, json.loads(body)["code"]) == (501, "bad_request")
    assert headers["connection"] == "close"


def test_what_comes_after_a_body_is_another_request(server: Server) -> None:
    first, second = answers(talk(server, POST + b"Content-Length: 2\r\n\r\n{}and more\r\n\r\n"))
    assert (first[0], first[1]["content-type"]) == (200, "application/json")
    assert (second[0], second[1]["content-type"]) == (400, "application/problem+json")


def test_requests_in_a_row_are_answered_in_a_row(server: Server) -> None:
    one = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
    two = POST + b"Content-Length: 2\r\n\r\n[]"
    three = POST + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"
    last = b"GET /readyz HTTP/1.0\r\n\r\n"
    statuses = [status for status, _, _ in answers(talk(server, one + two + three + last))]
    assert statuses == [200, 422, 200, 200]


def test_a_name_twice_is_found_among_very_many(server: Server) -> None:
    # As many names as fit into a batch, the last one twice. Who looks through all names for each
    # name is at it for hours; who waits for it gives up.
    names = b",".join(b'"%x":1' % number for number in range(400_000))
    body = b"{" + names + b',"61a7f":1}'
    head = b"POST /v1/batches HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    length = b"Content-Length: %d\r\nConnection: close\r\n\r\n" % len(body)
    ((status, _, text),) = answers(talk(server, head + length + body))
    assert status == 400
    assert "61a7f" in json.loads(text)["detail"]


@pytest.mark.parametrize("rest", [b"zz\r\n", b"2\r\n{}\r\n0\r\nHost: y\r\n bad\r\n\r\n"])
def test_a_broken_body_that_nobody_reads_is_not_answered_twice(server: Server, rest: bytes) -> None:
    head = b"GET /healthz HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    assert [status for status, _, _ in answers(talk(server, head + rest))] == [200]


def test_response_to_an_unread_body_closes_the_connection(server: Server) -> None:
    # Otherwise a thread would have to search for the end of the body.
    for length, connection in ((70_000, "close"), (7, "close"), (0, "keep-alive")):
        head = b"GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % length
        ((status, headers, _),) = answers(talk(server, head + b" " * length))
        assert (status, headers["connection"]) == (200, connection)


def test_who_takes_a_moment_to_speak_is_heard_also_without_keep_alive(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with Server(tmp_path_factory.mktemp("short"), "--keep-alive", "0") as server:
        clients = [socket.create_connection(("127.0.0.1", server.port), PATIENCE) for _ in range(8)]
        time.sleep(0.2)
        for client in clients:
            with closing(client):
                client.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
                ((status, headers, _),) = answers(read_to_end(client))
                assert (status, headers["connection"]) == (200, "close")


@pytest.mark.parametrize("name", [b"SCRIPT_NAME", b"PATH_INFO", b"Script-Name", b"REQUEST_METHOD"])
def test_a_header_does_not_change_where_a_request_goes(server: Server, name: bytes) -> None:
    request = b"GET /healthz HTTP/1.1\r\nHost: x\r\n%b: /readyz\r\n\r\n" % name
    ((status, _, body),) = answers(talk(server, request))
    assert status < 500
    assert status >= 400 or json.loads(body) == {"status": "ok"}


def test_the_service_goes_on(server: Server) -> None:
    with closing(server.connect()) as connection:
        assert exchange(connection, "GET", "/healthz")[0] == 200
    assert len(server.worker_ids()) == 2, "a worker was lost"


def test_a_body_that_never_comes_does_not_hold_a_thread_for_ever(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    stalled = (
        POST + b"Content-Length: 50\r\n\r\n{",
        POST + b"Transfer-Encoding: chunked\r\n\r\n32\r\n{",
    )
    folder = tmp_path_factory.mktemp("stalled")
    with Server(folder, WEB_CONCURRENCY="1", CORNERWISE_BODY_SECONDS="1") as server:
        # More than the worker has threads: nothing else is answered until they are given up.
        clients = [
            socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) for _ in range(9)
        ]
        for number, client in enumerate(clients):
            client.sendall(stalled[number % 2])
        connection = server.connect()
        with closing(connection):
            assert exchange(connection, "GET", "/healthz")[0] == 200
        for client in clients:
            with closing(client):
                ((status, headers, body),) = answers(read_to_end(client))
                assert (status, json.loads(body)["code"]) == (408, "request_timeout")
                assert headers["connection"] == "close"


def read_to_end(client: socket.socket) -> bytes:
    """Return all that a server sends until it closes the connection."""
    received = b""
    while data := client.recv(65_536):
        received += data
    return received
