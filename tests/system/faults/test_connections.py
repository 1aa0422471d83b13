"""Clients that misuse their connections while other clients send requests."""

from __future__ import annotations

import json
import resource
import socket
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

import pytest

from loadtests.servers import CHECKOUT, TIMEOUT, Cluster, Server
from tests.system.faults.traffic import Figures, Traffic

POST = b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
MANY = 10
"""More than the eight threads of a server."""

FEW = 4
"""Enough where each connection is closed by a deadline of its own, which takes seconds."""


@pytest.fixture
def short_deadlines(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    """Return a server with deadlines of a second for some things, and of an hour for others."""
    seconds = {
        f"CORNERWISE_{what}_SECONDS": "1" if what in request.param else "3600"
        for what in ("HEAD", "BODY", "ANSWER")
    }
    with Server(tmp_path, environment=seconds) as running:
        yield running


def deadlines_for(*what: str) -> pytest.MarkDecorator:
    """Run a test with short deadlines for these alone."""
    return pytest.mark.parametrize("short_deadlines", [what], indirect=True, ids=["-".join(what)])


@contextmanager
def connections(port: int, number: int, sent: bytes = b"") -> Iterator[list[socket.socket]]:
    """Open connections and send the same bytes on each."""
    with ExitStack() as opened:
        made = []
        for _ in range(number):
            made.append(socket.create_connection(("127.0.0.1", port), TIMEOUT))
            opened.enter_context(closing(made[-1]))
            made[-1].sendall(sent)
        yield made


def read_all(client: socket.socket) -> bytes:
    """Return what is received until the connection is closed or reset."""
    received = b""
    with suppress(ConnectionResetError):
        while data := client.recv(65_536):
            received += data
    return received


def has_lost_nothing(server: Server, traffic: Traffic) -> bool:
    """Check that no request was lost or answered wrongly, and that no worker has died."""
    assert not traffic.figures.wrong
    assert not traffic.figures.failed
    assert len(server.worker_ids()) == 2, server.log.read_text("utf-8")[-2000:]
    return True


@deadlines_for("HEAD")
@pytest.mark.parametrize(
    "sent",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"POST /v1/ga", id="half a line"),
        pytest.param(b"GET /healthz HTTP/1.1\r\nHost: x\r\n", id="half a head"),
    ],
)
def test_unfinished_heads_do_not_block_other_clients(
    short_deadlines: Server, sent: bytes, report: Callable[[Figures], None]
) -> None:
    with Traffic(short_deadlines) as traffic, connections(short_deadlines.port, MANY, sent) as slow:
        traffic.continue_for_a_while()
        if sent:
            assert {read_all(client) for client in slow} == {b""}, "nothing to be answered"
        traffic.wait_for_answers()
    report(traffic.figures)
    assert has_lost_nothing(short_deadlines, traffic)


@deadlines_for("HEAD")
def test_head_sent_byte_by_byte_is_closed_at_its_deadline(
    short_deadlines: Server, report: Callable[[Figures], None]
) -> None:
    head = b"GET /healthz HTTP/1.1\r\n" + b"X-Slow: 1\r\n" * 50
    with Traffic(short_deadlines) as traffic, connections(short_deadlines.port, MANY) as slow:
        end = time.monotonic() + TIMEOUT
        sent = dict(zip(slow, [0] * MANY, strict=True))
        while sent:
            assert time.monotonic() < end, "a slow client is never closed"
            for client in [*sent]:
                try:
                    client.sendall(head[sent[client] : sent[client] + 1])
                    sent[client] += 1
                except OSError:
                    del sent[client]
            time.sleep(0.05)
    report(traffic.figures)
    assert has_lost_nothing(short_deadlines, traffic)


@deadlines_for("BODY")
def test_unfinished_bodies_get_408(
    short_deadlines: Server, report: Callable[[Figures], None]
) -> None:
    sent = POST + b"Content-Length: 500\r\n\r\n{"
    with Traffic(short_deadlines, callers=2) as traffic:
        with connections(short_deadlines.port, MANY, sent) as slow:
            answers = [read_all(client) for client in slow]
        assert {answer[:12] for answer in answers} == {b"HTTP/1.1 408"}
        traffic.continue_for_a_while()
    report(traffic.figures)
    assert has_lost_nothing(short_deadlines, traffic)


def large() -> tuple[bytes, int]:
    """Return a request whose response the kernel cannot buffer, and its least size."""
    operations = [{"operation": "legal-moves", "state": {}, "cells": True}] * 250
    body = json.dumps({"operations": operations}).encode()
    head = POST.replace(b"/v1/games", b"/v1/batches") + b"Content-Length: %d\r\n" % len(body)
    return head + b"Connection: close\r\n\r\n" + body, 6_900_000


def open_sockets(server: Server) -> int:
    """Return how many sockets the workers of a server have open."""
    count = 0
    for file in (file for pid in server.workers() for file in Path(f"/proc/{pid}/fd").iterdir()):
        with suppress(FileNotFoundError):  # it was closed just now
            count += str(file.readlink()).startswith("socket:")
    return count


def wait_for_fewer_sockets(server: Server, most: int) -> None:
    """Wait until the workers of a server have at most that many sockets open."""
    end = time.monotonic() + TIMEOUT
    while open_sockets(server) > most:
        assert time.monotonic() < end, "closed connections stay open"
        time.sleep(0.05)


@deadlines_for("ANSWER")
def test_response_that_is_not_read_is_aborted(
    short_deadlines: Server, report: Callable[[Figures], None]
) -> None:
    # The thread that sends the response blocks.
    request, whole = large()
    with Traffic(short_deadlines, callers=2) as traffic:
        before = open_sockets(short_deadlines)
        with connections(short_deadlines.port, 12, request) as clients:
            end = time.monotonic() + TIMEOUT
            while sum(line["bytes_out"] > whole for line in short_deadlines.requests()) < len(
                clients
            ):
                assert time.monotonic() < end, "a client that does not read is never closed"
                time.sleep(0.1)
            wait_for_fewer_sockets(short_deadlines, before)
            got = [len(read_all(client)) for client in clients]
        traffic.continue_for_a_while()
    report(traffic.figures)
    assert max(got) < whole, "the whole response was buffered for a client that did not read it"
    assert has_lost_nothing(short_deadlines, traffic)


@deadlines_for("HEAD", "BODY")
def test_slow_reader_gets_the_whole_response(short_deadlines: Server) -> None:
    request, whole = large()
    with connections(short_deadlines.port, FEW, request) as slow:
        got = dict.fromkeys(slow, 0)
        for client in slow:
            got[client] += len(client.recv(100))
        time.sleep(3)
        for client in slow:
            got[client] += len(read_all(client))
    assert min(got.values()) > whole


SLOW = """
import time

from service.http.body import read_body


def app(environ, start_response):
    read_body(environ, 100, 1)
    time.sleep(4)
    start_response("200 OK", [("Content-Length", "2")])
    return [b"ok"]
"""


def test_deadlines_do_not_limit_the_application(tmp_path: Path) -> None:
    # Deadlines are for clients: none applies while the application computes.
    (tmp_path / "slow.py").write_text(SLOW, "utf-8")
    seconds = {f"CORNERWISE_{what}_SECONDS": "1" for what in ("HEAD", "ANSWER")}
    paths = f"{CHECKOUT / 'python'}:{tmp_path}"
    with Server(tmp_path, application="slow:app", PYTHONPATH=paths, environment=seconds) as server:
        request = POST + b"Content-Length: 2\r\nConnection: close\r\n\r\n{}"
        with connections(server.port, FEW, request) as waiting:
            for client in waiting:
                assert read_all(client).endswith(b"\r\n\r\nok")


def test_body_that_is_too_large_gets_413(own_server: Server) -> None:
    # A connection closed with unread data is reset, and the response would be lost.
    sent = POST + b"Content-Length: 99999999\r\n\r\n" + b" " * 60_000
    with connections(own_server.port, MANY, sent) as clients:
        for client in clients:
            response = b""
            while data := client.recv(65_536):
                response += data
            assert response.startswith(b"HTTP/1.1 413")
            assert response.endswith(b"}")


@deadlines_for("ANSWER")
@pytest.mark.parametrize(
    "request_line",
    [
        pytest.param(b"GET /docs/assets/swagger-ui-bundle.js", id="a file"),
        pytest.param(b"HEAD /healthz", id="heads"),
    ],
)
def test_responses_of_every_kind_that_are_not_read_are_aborted(
    short_deadlines: Server, request_line: bytes, report: Callable[[Figures], None]
) -> None:
    # One request after the other, until the buffers of both sides are full.
    request = request_line + b" HTTP/1.1\r\nHost: x\r\n\r\n"
    with (
        Traffic(short_deadlines, callers=2) as traffic,
        connections(short_deadlines.port, FEW) as clients,
    ):
        end, open_clients = time.monotonic() + TIMEOUT, {*clients}
        for client in clients:
            client.settimeout(0)
        while open_clients:
            assert time.monotonic() < end, "a client that does not read is never closed"
            for client in [*open_clients]:
                try:
                    client.send(request * 1000)
                except BlockingIOError:
                    pass
                except OSError:  # it was closed
                    open_clients.remove(client)
            time.sleep(0.05)
        traffic.wait_for_answers()
    report(traffic.figures)
    assert has_lost_nothing(short_deadlines, traffic)


def test_unread_request_body_does_not_block_other_clients(
    own_server: Server, report: Callable[[Figures], None]
) -> None:
    sent = b"GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n"
    with Traffic(own_server, callers=2) as traffic:
        with connections(own_server.port, FEW, sent) as slow:
            end, open_clients = time.monotonic() + TIMEOUT, {*slow}
            while open_clients:
                assert time.monotonic() < end, "the server waits for a body that it does not need"
                for client in [*open_clients]:
                    try:
                        client.sendall(b"x")
                    except OSError:
                        open_clients.remove(client)
                time.sleep(0.2)
        traffic.wait_for_answers()
    report(traffic.figures)
    assert has_lost_nothing(own_server, traffic)


def test_clients_that_never_close_their_side_do_not_block_others(
    tmp_path: Path, report: Callable[[Figures], None]
) -> None:
    # Waiting for 30 of them one after the other would take a minute, and the worker be killed.
    sent = b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    with Server(tmp_path, "--timeout", "10") as server, Traffic(server) as traffic:
        before = open_sockets(server)
        with connections(server.port, 60, sent) as clients:
            for client in clients:
                assert read_all(client).startswith(b"HTTP/1.1 200")
            wait_for_fewer_sockets(server, before)
            traffic.continue_for_a_while()
        report(traffic.figures)
        assert has_lost_nothing(server, traffic)


def test_client_that_closes_its_side_gets_its_response(own_server: Server) -> None:
    request = POST + b"Content-Length: 2\r\nConnection: close\r\n\r\n{}"
    with connections(own_server.port, MANY, request) as half_closed:
        for client in half_closed:
            client.shutdown(socket.SHUT_WR)
        for client in half_closed:
            head, _, body = read_all(client).partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 200")
            assert json.loads(body)["next"]["color"] == "blue"


@deadlines_for("HEAD", "BODY", "ANSWER")
@pytest.mark.parametrize(
    "sent",
    [
        pytest.param(POST + b"Content-Length: 2\r\n\r\n" + b"{}" * 2000, id="longer"),
        pytest.param(POST + b"Content-Length: 20\r\n\r\n{}", id="shorter"),
        pytest.param(POST + b"Content-Length: 60000000000\r\n\r\n{}", id="huge length"),
        pytest.param(
            POST + b"Transfer-Encoding: chunked\r\n\r\nffffffff\r\n{}\r\n", id="huge chunk"
        ),
    ],
)
def test_wrong_lengths_do_not_affect_other_clients(
    short_deadlines: Server, sent: bytes, report: Callable[[Figures], None]
) -> None:
    with Traffic(short_deadlines) as traffic:
        with connections(short_deadlines.port, MANY, sent) as clients:
            for client in clients:
                client.shutdown(socket.SHUT_WR)
            for client in clients:
                first = read_all(client)[:12]
                assert first in {b"", b"HTTP/1.1 200", b"HTTP/1.1 400", b"HTTP/1.1 413"}
        traffic.continue_for_a_while()
    report(traffic.figures)
    assert has_lost_nothing(short_deadlines, traffic)


def test_connections_that_are_reset_do_not_affect_others(
    own_server: Server, report: Callable[[Figures], None]
) -> None:
    reset = struct.pack("ii", 1, 0)  # closing sends a reset
    with Traffic(own_server) as traffic:
        for sent in (b"", POST, POST + b"Content-Length: 2\r\n\r\n{}") * 20:
            with connections(own_server.port, 5, sent) as made:
                for client in made:
                    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, reset)
        traffic.continue_for_a_while()
    report(traffic.figures)
    assert has_lost_nothing(own_server, traffic)


def test_silent_connections_give_way_to_requests(
    own_server: Server, report: Callable[[Figures], None]
) -> None:
    # Each worker accepts a thousand connections; those that send nothing are closed for others.
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4000, hard), hard))
    try:
        with connections(own_server.port, 2600), Traffic(own_server) as traffic:
            traffic.continue_for_a_while()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    report(traffic.figures)
    assert has_lost_nothing(own_server, traffic)


def test_server_with_few_open_files_keeps_serving(
    tmp_path: Path, report: Callable[[Figures], None]
) -> None:
    with Server(tmp_path, open_files=80) as server:
        with connections(server.port, 300), Traffic(server) as traffic:
            traffic.continue_for_a_while()
        report(traffic.figures)
        assert has_lost_nothing(server, traffic)


@pytest.mark.needs("nginx")
def test_slow_clients_are_held_by_the_proxy(
    cluster: Cluster, report: Callable[[Figures], None]
) -> None:
    sent = POST + b"Content-Length: 500\r\n\r\n{"
    with (
        connections(cluster.port, 200, b"GET /healthz HTTP/1.1\r\nHost: x\r\n"),
        connections(cluster.port, 200, sent),
        Traffic(cluster) as traffic,
    ):
        traffic.continue_for_a_while()
    report(traffic.figures)
    assert not traffic.figures.wrong
    assert not traffic.figures.failed
    routes = {line["route"] for server in cluster.servers for line in server.requests()}
    assert "/v1/games" not in routes, "an incomplete request has reached an instance"
