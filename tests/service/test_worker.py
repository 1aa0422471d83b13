"""What of the worker and its deadlines is seen from outside once in a hundred times, if at all."""

from __future__ import annotations

import errno
import os
import signal
import socket
import time
from types import SimpleNamespace
from typing import Any

import pytest
from gunicorn.config import Config

from loadtests.serving import PATIENCE
from service.server import connection as connection_module
from service.server.connection import Deadlines
from service.server.worker import WholeResponse, Worker


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


def test_who_goes_on_after_a_deadline_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    # At first only what comes is given up, so that the client can be told; then all of it.
    monkeypatch.setattr(connection_module, "GRACE_SECONDS", 0)
    watch = Deadlines()
    ours, theirs = socket.socketpair()
    try:
        watch.begin(ours, 0)
        theirs.settimeout(PATIENCE)
        assert theirs.recv(1) == b""
    finally:
        watch.end()
        ours.close()
        theirs.close()


class Wire(list[bytes]):
    """A socket that notes what is sent."""

    sendall = list.append


@pytest.mark.parametrize("alive", [True, False])
def test_an_answer_leaves_in_one_piece_and_says_whether_there_will_be_another(
    alive: bool,  # noqa: FBT001
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(WholeResponse, "worker", SimpleNamespace(alive=alive))
    monkeypatch.setattr("service.server.worker.deadlines", SimpleNamespace(begin=lambda *_: None))
    request: Any = SimpleNamespace(
        version=(1, 1), method="GET", should_close=lambda: False, body=None, headers=[]
    )
    wire: Any = Wire()
    response = WholeResponse(request, wire, Config())
    response.start_response("200 OK", [("Content-Length", "2")])
    response.write(b"ok")
    response.close()
    (sent,) = wire
    head, _, body = sent.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 OK\r\n")
    assert (b"Connection: keep-alive" if alive else b"Connection: close") in head
    assert body == b"ok"


def test_a_machine_without_room_for_a_connection_ends_no_worker(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said: list[str] = []
    monkeypatch.setattr(time, "sleep", lambda _: None)
    worker = Worker.__new__(Worker)
    worker.log = SimpleNamespace(warning=lambda text, *more: said.append(text % more))

    class Full:
        number = errno.EMFILE

        def accept(self) -> None:
            raise OSError(self.number, os.strerror(self.number))

    listener: Any = Full()
    worker.accept(listener)
    assert said == ["no connection can be accepted: [Errno 24] Too many open files"]
    listener.number = errno.EBADF
    with pytest.raises(OSError, match="Bad file descriptor"):
        worker.accept(listener)
