"""Clients that misuse their connections, in numbers, while others go on asking."""

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

from loadtests.servers import CHECKOUT, PATIENCE, Cluster, Server
from tests.system.faults.traffic import Figures, Traffic

pytestmark = pytest.mark.load

POST = b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
MANY = 10
"""More than the eight threads of a server."""

FEW = 4
"""Enough where each of them has to be given up by itself, which takes seconds."""


@pytest.fixture
def impatient(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    """Return a server that gives its clients a second for some things, and an hour for others."""
    seconds = {
        f"CORNERWISE_{what}_SECONDS": "1" if what in request.param else "3600"
        for what in ("HEAD", "BODY", "ANSWER")
    }
    with Server(tmp_path, environment=seconds) as running:
        yield running


def for_a(*what: str) -> pytest.MarkDecorator:
    """Have a server that is impatient with these alone."""
    return pytest.mark.parametrize("impatient", [what], indirect=True, ids=["-".join(what)])


@contextmanager
def connections(port: int, number: int, sent: bytes = b"") -> Iterator[list[socket.socket]]:
    """Open connections, say the same on each, and leave it at that."""
    with ExitStack() as opened:
        made = []
        for _ in range(number):
            made.append(socket.create_connection(("127.0.0.1", port), PATIENCE))
            opened.enter_context(closing(made[-1]))
            made[-1].sendall(sent)
        yield made


def read_all(client: socket.socket) -> bytes:
    """Return what comes until the connection is closed, in whatever way."""
    received = b""
    with suppress(ConnectionResetError):
        while data := client.recv(65_536):
            received += data
    return received


def is_unharmed(server: Server, traffic: Traffic) -> bool:
    """Tell that nothing was lost or answered wrongly, and that no worker has died."""
    assert not traffic.figures.wrong
    assert not traffic.figures.failed
    assert len(server.worker_ids()) == 2, server.log.read_text("utf-8")[-2000:]
    return True


@for_a("HEAD")
@pytest.mark.parametrize(
    "said",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"POST /v1/ga", id="half a line"),
        pytest.param(b"GET /healthz HTTP/1.1\r\nHost: x\r\n", id="half a head"),
    ],
)
def test_who_does_not_finish_a_head_holds_nobody_up(
    impatient: Server, said: bytes, report: Callable[[Figures], None]
) -> None:
    with Traffic(impatient) as traffic, connections(impatient.port, MANY, said) as slow:
        traffic.go_on()
        if said:
            assert {read_all(client) for client in slow} == {b""}, "nothing to be answered"
        traffic.wait_for_answers()
    report(traffic.figures)
    assert is_unharmed(impatient, traffic)


@for_a("HEAD")
def test_a_head_that_comes_byte_by_byte_is_given_up(
    impatient: Server, report: Callable[[Figures], None]
) -> None:
    head = b"GET /healthz HTTP/1.1\r\n" + b"X-Slow: 1\r\n" * 50
    with Traffic(impatient) as traffic, connections(impatient.port, MANY) as slow:
        end = time.monotonic() + PATIENCE
        still = dict(zip(slow, [0] * MANY, strict=True))
        while still:
            assert time.monotonic() < end, "a slow client is waited for"
            for client in [*still]:
                try:
                    client.sendall(head[still[client] : still[client] + 1])
                    still[client] += 1
                except OSError:
                    del still[client]
            time.sleep(0.05)
    report(traffic.figures)
    assert is_unharmed(impatient, traffic)


@for_a("BODY")
def test_who_does_not_finish_a_body_is_told_so(
    impatient: Server, report: Callable[[Figures], None]
) -> None:
    said = POST + b"Content-Length: 500\r\n\r\n{"
    with Traffic(impatient, callers=2) as traffic:
        with connections(impatient.port, MANY, said) as slow:
            answers = [read_all(client) for client in slow]
        assert {answer[:12] for answer in answers} == {b"HTTP/1.1 408"}
        traffic.go_on()
    report(traffic.figures)
    assert is_unharmed(impatient, traffic)


def large() -> tuple[bytes, int]:
    """Return a request for an answer that is more than the kernel takes, and its size at least."""
    operations = [{"operation": "legal-moves", "state": {}, "format": "cells"}] * 480
    body = json.dumps({"operations": operations}).encode()
    head = POST.replace(b"/v1/games", b"/v1/batches") + b"Content-Length: %d\r\n" % len(body)
    return head + b"Connection: close\r\n\r\n" + body, 11_000_000


def open_sockets(server: Server) -> int:
    """Return how many sockets the workers of a server have open."""
    count = 0
    for file in (file for pid in server.workers() for file in Path(f"/proc/{pid}/fd").iterdir()):
        with suppress(FileNotFoundError):  # it was closed just now
            count += str(file.readlink()).startswith("socket:")
    return count


def wait_for_fewer_sockets(server: Server, most: int) -> None:
    """Wait until the workers of a server have no more sockets open than that."""
    end = time.monotonic() + PATIENCE
    while open_sockets(server) > most:
        assert time.monotonic() < end, "connections that are over stay open"
        time.sleep(0.05)


@for_a("ANSWER")
def test_who_does_not_read_its_answer_is_given_up(
    impatient: Server, report: Callable[[Figures], None]
) -> None:
    # The thread that sends the answer waits.
    request, whole = large()
    with Traffic(impatient, callers=2) as traffic:
        before = open_sockets(impatient)
        with connections(impatient.port, 12, request) as deaf:
            end = time.monotonic() + PATIENCE
            while sum(line["bytes_out"] > whole for line in impatient.requests()) < len(deaf):
                assert time.monotonic() < end, "a client that does not read is waited for"
                time.sleep(0.1)
            wait_for_fewer_sockets(impatient, before)
            got = [len(read_all(client)) for client in deaf]
        traffic.go_on()
    report(traffic.figures)
    assert max(got) < whole, "the whole answer was kept for a client that did not read it"
    assert is_unharmed(impatient, traffic)


@for_a("HEAD", "BODY")
def test_who_reads_slowly_gets_everything(impatient: Server) -> None:
    request, whole = large()
    with connections(impatient.port, FEW, request) as slow:
        got = dict.fromkeys(slow, 0)
        for client in slow:
            got[client] += len(client.recv(100))
        time.sleep(3)
        for client in slow:
            got[client] += len(read_all(client))
    assert min(got.values()) > whole


SLOW = """
import time

from service.http.body import read_json


def app(environ, start_response):
    read_json(environ, 100, 1)
    time.sleep(4)
    start_response("200 OK", [("Content-Length", "2")])
    return [b"ok"]
"""


def test_who_waits_for_slow_work_is_answered(tmp_path: Path) -> None:
    # The deadlines are for clients: none of them runs while the service works.
    (tmp_path / "slow.py").write_text(SLOW, "utf-8")
    seconds = {f"CORNERWISE_{what}_SECONDS": "1" for what in ("HEAD", "ANSWER")}
    paths = f"{CHECKOUT / 'python'}:{tmp_path}"
    with Server(tmp_path, application="slow:app", PYTHONPATH=paths, environment=seconds) as server:
        request = POST + b"Content-Length: 2\r\nConnection: close\r\n\r\n{}"
        with connections(server.port, FEW, request) as waiting:
            for client in waiting:
                assert read_all(client).endswith(b"\r\n\r\nok")


def test_who_sends_too_much_is_told_so(own_server: Server) -> None:
    # Closed with something unread, a connection would be reset, and the answer be lost.
    said = POST + b"Content-Length: 99999999\r\n\r\n" + b" " * 60_000
    with connections(own_server.port, MANY, said) as talkers:
        for client in talkers:
            answer = b""
            while data := client.recv(65_536):
                answer += data
            assert answer.startswith(b"HTTP/1.1 413")
            assert answer.endswith(b"}")


@for_a("ANSWER")
@pytest.mark.parametrize(
    "asked",
    [
        pytest.param(b"GET /docs/assets/swagger-ui-bundle.js", id="a file"),
        pytest.param(b"HEAD /healthz", id="heads"),
    ],
)
def test_who_reads_no_answer_of_any_kind_is_given_up(
    impatient: Server, asked: bytes, report: Callable[[Figures], None]
) -> None:
    # One request after the other, until neither side takes any more.
    request = asked + b" HTTP/1.1\r\nHost: x\r\n\r\n"
    with Traffic(impatient, callers=2) as traffic, connections(impatient.port, FEW) as deaf:
        end, still = time.monotonic() + PATIENCE, {*deaf}
        for client in deaf:
            client.settimeout(0)
        while still:
            assert time.monotonic() < end, "a client that does not read is waited for"
            for client in [*still]:
                try:
                    client.send(request * 1000)
                except BlockingIOError:
                    pass
                except OSError:  # it was closed
                    still.remove(client)
            time.sleep(0.05)
        traffic.wait_for_answers()
    report(traffic.figures)
    assert is_unharmed(impatient, traffic)


def test_a_body_that_nobody_asked_for_holds_nobody_up(
    own_server: Server, report: Callable[[Figures], None]
) -> None:
    said = b"GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n"
    with Traffic(own_server, callers=2) as traffic:
        with connections(own_server.port, FEW, said) as slow:
            end, still = time.monotonic() + PATIENCE, {*slow}
            while still:
                assert time.monotonic() < end, "a body is waited for that nobody reads"
                for client in [*still]:
                    try:
                        client.sendall(b"x")
                    except OSError:
                        still.remove(client)
                time.sleep(0.2)
        traffic.wait_for_answers()
    report(traffic.figures)
    assert is_unharmed(own_server, traffic)


def test_who_never_closes_its_side_holds_nobody_up(
    tmp_path: Path, report: Callable[[Figures], None]
) -> None:
    # Thirty of them, waited for one after the other, would take a minute: then a worker is killed.
    said = b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    with Server(tmp_path, "--timeout", "10") as server, Traffic(server) as traffic:
        before = open_sockets(server)
        with connections(server.port, 60, said) as lasting:
            for client in lasting:
                assert read_all(client).startswith(b"HTTP/1.1 200")
            wait_for_fewer_sockets(server, before)
            traffic.go_on()
        report(traffic.figures)
        assert is_unharmed(server, traffic)


def test_who_closes_its_own_side_is_answered(own_server: Server) -> None:
    request = POST + b"Content-Length: 2\r\nConnection: close\r\n\r\n{}"
    with connections(own_server.port, MANY, request) as half_closed:
        for client in half_closed:
            client.shutdown(socket.SHUT_WR)
        for client in half_closed:
            head, _, body = read_all(client).partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 200")
            assert json.loads(body)["next"]["color"] == "blue"


@for_a("HEAD", "BODY", "ANSWER")
@pytest.mark.parametrize(
    "said",
    [
        pytest.param(POST + b"Content-Length: 2\r\n\r\n" + b"{}" * 2000, id="more than promised"),
        pytest.param(POST + b"Content-Length: 20\r\n\r\n{}", id="less than promised"),
        pytest.param(POST + b"Content-Length: 60000000000\r\n\r\n{}", id="a mountain"),
        pytest.param(
            POST + b"Transfer-Encoding: chunked\r\n\r\nffffffff\r\n{}\r\n", id="a huge chunk"
        ),
    ],
)
def test_who_lies_about_a_length_harms_nobody(
    impatient: Server, said: bytes, report: Callable[[Figures], None]
) -> None:
    with Traffic(impatient) as traffic:
        with connections(impatient.port, MANY, said) as liars:
            for client in liars:
                client.shutdown(socket.SHUT_WR)
            for client in liars:
                first = read_all(client)[:12]
                assert first in {b"", b"HTTP/1.1 200", b"HTTP/1.1 400", b"HTTP/1.1 413"}
        traffic.go_on()
    report(traffic.figures)
    assert is_unharmed(impatient, traffic)


def test_connections_that_are_reset_harm_nobody(
    own_server: Server, report: Callable[[Figures], None]
) -> None:
    reset = struct.pack("ii", 1, 0)  # closing sends a reset instead of a farewell
    with Traffic(own_server) as traffic:
        for said in (b"", POST, POST + b"Content-Length: 2\r\n\r\n{}") * 20:
            with connections(own_server.port, 5, said) as made:
                for client in made:
                    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, reset)
        traffic.go_on()
    report(traffic.figures)
    assert is_unharmed(own_server, traffic)


def test_more_connections_than_are_accepted_wait_for_their_turn(
    own_server: Server, report: Callable[[Figures], None]
) -> None:
    # Each worker takes a thousand connections; those that say nothing give way to new ones.
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4000, hard), hard))
    try:
        with connections(own_server.port, 2600), Traffic(own_server) as traffic:
            traffic.go_on()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    report(traffic.figures)
    assert is_unharmed(own_server, traffic)


def test_a_server_without_open_files_to_spare_goes_on(
    tmp_path: Path, report: Callable[[Figures], None]
) -> None:
    with Server(tmp_path, open_files=80) as server:
        with connections(server.port, 300), Traffic(server) as traffic:
            traffic.go_on()
        report(traffic.figures)
        assert is_unharmed(server, traffic)


@pytest.mark.needs("nginx")
def test_slow_clients_stay_with_the_proxy(
    cluster: Cluster, report: Callable[[Figures], None]
) -> None:
    said = POST + b"Content-Length: 500\r\n\r\n{"
    with (
        connections(cluster.port, 200, b"GET /healthz HTTP/1.1\r\nHost: x\r\n"),
        connections(cluster.port, 200, said),
        Traffic(cluster) as traffic,
    ):
        traffic.go_on()
    report(traffic.figures)
    assert not traffic.figures.wrong
    assert not traffic.figures.failed
    routes = {line["route"] for server in cluster.servers for line in server.requests()}
    assert "/v1/games" not in routes, "half a request has reached an instance"
