"""Connections at their limit: idle ones give way, and no request is lost."""

from __future__ import annotations

import resource
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from loadtests.servers import TIMEOUT, Server
from tests.system.faults.traffic import SECONDS, Figures, Traffic

pytestmark = pytest.mark.load

REQUEST = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.fixture
def many_files() -> Iterator[None]:
    """Raise the limit of open files for the clients in this process."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4000, hard), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def is_answered(client: socket.socket) -> bool:
    """Return whether the next response on a connection is a success."""
    received = b""
    while not received.endswith(b'{"status":"ok"}'):
        try:
            data = client.recv(65_536)
        except ConnectionResetError:
            return False
        if not data:
            return False
        received += data
    return received.startswith(b"HTTP/1.1 200")


def test_more_clients_than_connections_lose_no_request(
    tmp_path: Path, report: Callable[[Figures], None]
) -> None:
    with Server(tmp_path, open_files=64) as server, Traffic(server, callers=40) as traffic:
        traffic.continue_for_a_while()
        traffic.wait_for_answers(400)
    report(traffic.figures)
    assert not traffic.figures.wrong
    assert not traffic.figures.failed


def test_more_new_clients_than_connections_lose_no_request(
    tmp_path: Path, report: Callable[[Figures], None]
) -> None:
    # Each connection is silent for a moment at first, as any is while a request is composed.
    figures, enough = Figures(), threading.Event()

    def call(port: int, pause: float) -> None:
        while not enough.is_set():
            try:
                with socket.create_connection(("127.0.0.1", port), TIMEOUT) as client:
                    time.sleep(pause)
                    client.sendall(REQUEST)
                    lost = not is_answered(client)
            except OSError:
                lost = True
            if lost:
                figures.failed.append("")
            else:
                figures.right += 1

    with Server(tmp_path, open_files=64) as server:
        pauses = [number % 5 * 0.02 for number in range(40)]
        clients = [threading.Thread(target=call, args=(server.port, one)) for one in pauses]
        for client in clients:
            client.start()
        time.sleep(2 * SECONDS)
        enough.set()
        for client in clients:
            client.join(TIMEOUT)
    report(figures)
    assert figures.right > 100
    assert not figures.failed


@pytest.mark.usefixtures("many_files")
def test_idle_connections_give_way_to_new_clients(own_server: Server) -> None:
    with ExitStack() as opened:

        def connect() -> socket.socket:
            client = socket.create_connection(("127.0.0.1", own_server.port), TIMEOUT)
            client.sendall(REQUEST)
            return opened.enter_context(closing(client))

        idle = [connect() for _ in range(1992)]  # all that two workers keep, but for their threads
        assert all(is_answered(client) for client in idle)
        new = [connect() for _ in range(800)]
        assert sum(is_answered(client) for client in new) == 800
    assert len(own_server.worker_ids()) == 2


def test_client_that_is_silent_for_less_than_a_second_is_answered(tmp_path: Path) -> None:
    with Server(tmp_path, open_files=64, WEB_CONCURRENCY="1") as server, ExitStack() as opened:
        clients = []
        for _ in range(60):  # of these 16 are accepted at a time
            client = socket.create_connection(("127.0.0.1", server.port), TIMEOUT)
            clients.append(opened.enter_context(closing(client)))
        time.sleep(0.5)
        for client in clients[:16]:
            client.sendall(REQUEST)
            assert is_answered(client)
