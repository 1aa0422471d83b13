"""What of the worker and its deadlines is seen from outside once in a hundred times, if at all."""

from __future__ import annotations

import os
import signal
import socket
from types import SimpleNamespace

import pytest

from loadtests.serving import PATIENCE
from service.connection import Deadlines
from service.worker import Worker


def test_a_worker_that_must_end_at_once_takes_no_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    # The signal may come while the main thread holds the lock of its pool: it has none to ask here.
    ended, told = [], []
    monkeypatch.setattr(os, "_exit", ended.append)
    worker = Worker.__new__(Worker)
    worker.tpool = None
    worker.cfg = SimpleNamespace(worker_int=told.append)
    worker.handle_quit(signal.SIGQUIT, None)
    assert (ended, told, worker.alive) == ([0], [worker], False)


def test_a_deadline_ends_the_socket_that_a_connection_has_by_then() -> None:
    # With TLS a connection has another socket after its first words than before.
    watch = Deadlines()
    first, second = socket.socketpair(), socket.socketpair()
    connection = SimpleNamespace(sock=first[0])
    try:
        watch.begin(connection, 0)
        connection.sock = second[0]
        second[1].settimeout(PATIENCE)
        second[0].settimeout(PATIENCE)
        assert second[0].recv(1) == b""
        first[1].send(b"x")
        assert first[0].recv(1) == b"x"
    finally:
        watch.end()
        for one in (*first, *second):
            one.close()
