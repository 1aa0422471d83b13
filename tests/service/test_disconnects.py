"""Clients that close their connection while their answer is computed."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import pytest

from loadtests.servers import TIMEOUT
from service.server import disconnects
from service.server.disconnects import Disconnects, call_on_disconnect, is_closed


@pytest.fixture
def pair() -> Iterator[tuple[socket.socket, socket.socket]]:
    """Return the two ends of a connection: the server's and the client's."""
    server, client = socket.socketpair()
    with server, client:
        yield server, client


@pytest.mark.parametrize("pending", [b"", b"POST /next HTTP/1.1"])
def test_callback_is_called_when_the_client_closes(
    pair: tuple[socket.socket, socket.socket], pending: bytes
) -> None:
    server, client = pair
    gone = threading.Event()
    client.sendall(pending)
    with Disconnects().watch(server, gone.set):
        assert not gone.wait(3 * disconnects.INTERVAL_SECONDS)
        client.close()
        assert gone.wait(TIMEOUT)
    assert server.recv(100) == pending  # nothing was read


def test_nothing_is_called_after_the_block(pair: tuple[socket.socket, socket.socket]) -> None:
    server, client = pair
    watching, calls = Disconnects(), []
    with watching.watch(server, lambda: calls.append(1)):
        pass
    client.close()
    other_server, other_client = socket.socketpair()
    gone = threading.Event()
    with other_server, watching.watch(other_server, gone.set):
        other_client.close()
        assert gone.wait(TIMEOUT)
    assert calls == []
    assert watching.watched == {}


def test_without_poll_for_hang_ups(
    pair: tuple[socket.socket, socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(disconnects, "_CLOSED", 0)
    server, client = pair
    assert not is_closed(server)
    client.sendall(b"x")
    assert not is_closed(server)
    assert server.recv(10) == b"x"
    client.close()
    assert is_closed(server)


def test_request_without_a_connection() -> None:
    with call_on_disconnect({}, lambda: pytest.fail("there is no connection")):
        pass
