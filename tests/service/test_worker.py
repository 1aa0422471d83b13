"""Parts of the worker that a test with a running server would see rarely, if at all."""

from __future__ import annotations

import errno
import os
import socket
import threading
import time
from types import SimpleNamespace
from typing import Any

import pytest
from gunicorn.config import Config

from loadtests.servers import TIMEOUT
from service.server import deadlines as deadlines_module
from service.server.deadlines import Deadlines
from service.server.responses import SingleWriteResponse
from service.server.worker import CROWDED_SECONDS, WORK_SECONDS, Waiting, Worker
from service.settings import Settings


def test_deadline_shuts_down_the_socket_that_replaced_the_first() -> None:
    # With TLS a connection has another socket after the handshake than before.
    watch = Deadlines()
    first, second = socket.socketpair(), socket.socketpair()
    connection = SimpleNamespace(sock=first[0])
    try:
        watch.begin(connection, 0)
        connection.sock = second[0]
        second[1].settimeout(TIMEOUT)
        second[0].settimeout(TIMEOUT)
        assert second[0].recv(1) == b""
        first[1].send(b"x")
        assert first[0].recv(1) == b"x"
    finally:
        watch.end()
        for one in (*first, *second):
            one.close()


def test_both_sides_are_shut_down_after_the_grace_period(monkeypatch: pytest.MonkeyPatch) -> None:
    # At first only the reading side, so that an error response can be sent.
    monkeypatch.setattr(deadlines_module, "GRACE_SECONDS", 0)
    watch = Deadlines()
    ours, theirs = socket.socketpair()
    try:
        watch.begin(ours, 0)
        theirs.settimeout(TIMEOUT)
        assert theirs.recv(1) == b""
    finally:
        watch.end()
        ours.close()
        theirs.close()


class RecordingSocket(list[bytes]):
    """A socket that keeps what is sent."""

    sendall = list.append


def body(**attributes: object) -> SimpleNamespace:
    """Return a request body whose reader has these attributes."""
    return SimpleNamespace(failed=False, reader=SimpleNamespace(**attributes))


@pytest.mark.parametrize(
    ("request_body", "keeps", "connection"),
    [
        pytest.param(None, True, b"keep-alive", id="no body"),
        pytest.param(body(length=0), True, b"keep-alive", id="body was read"),
        pytest.param(body(parser=None), True, b"keep-alive", id="chunks were read"),
        pytest.param(None, False, b"close", id="stopping or full"),
        pytest.param(body(length=1), True, b"close", id="body was not read"),
        pytest.param(body(parser=iter("")), True, b"close", id="chunks were not read"),
        pytest.param(
            SimpleNamespace(failed=True, reader=None), True, b"close", id="body is incomplete"
        ),
    ],
)
def test_response_is_one_write_and_announces_whether_the_connection_closes(
    request_body: Any,  # noqa: ANN401
    keeps: bool,  # noqa: FBT001
    connection: bytes,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    worker = SimpleNamespace(keeps_connections=lambda: keeps)
    monkeypatch.setattr(SingleWriteResponse, "worker", worker)
    monkeypatch.setattr(
        "service.server.responses.deadlines", SimpleNamespace(begin=lambda *_: None)
    )
    request: Any = SimpleNamespace(
        version=(1, 1), method="GET", should_close=lambda: False, body=request_body, headers=[]
    )
    sent: Any = RecordingSocket()
    response = SingleWriteResponse(request, sent, Config())
    response.start_response("200 OK", [("Content-Length", "2")])
    response.write(b"ok")
    response.close()
    (data,) = sent
    head, _, text = data.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 OK\r\n")
    assert b"\r\nConnection: " + connection in head
    assert text == b"ok"


def make_worker(**attributes: object) -> Any:  # noqa: ANN401
    """Return a worker that was not started, with a log in ``messages``."""
    worker: Any = Worker.__new__(Worker)
    worker.messages = []

    def record(text: str, *values: object) -> None:
        worker.messages.append(text % values)

    worker.log = SimpleNamespace(warning=record, critical=record)
    vars(worker).update(attributes)
    return worker


def test_worker_survives_a_system_without_free_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "sleep", lambda _: None)
    worker = make_worker(nr_conns=0)

    class FailingListener:
        number = errno.EMFILE

        def accept(self) -> None:
            raise OSError(self.number, os.strerror(self.number))

    listener = FailingListener()
    worker.accept(listener)
    assert worker.messages == ["no connection can be accepted: [Errno 24] Too many open files"]
    listener.number = errno.EAGAIN
    worker.accept(listener)
    assert worker.nr_conns == 0
    listener.number = errno.EBADF
    with pytest.raises(OSError, match="Bad file descriptor"):
        worker.accept(listener)


def test_eviction_prefers_idle_connections_and_spares_young_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    worker = make_worker(idle=Waiting(75), silent=Waiting(75), lingering=Waiting(2))
    closed: list[str] = []

    def close(_: object, connection: str, waiting: Waiting) -> None:
        closed.append(connection)
        waiting.pop(connection)

    monkeypatch.setattr(Worker, "_close", close)
    now = time.monotonic()
    worker.silent.update({"silent": now - 9, "young silent": now + 60})
    worker.idle.update({"idle longest": now - 3, "idle": now - 2, "young idle": now + 60})
    worker.lingering.update({"closed by us": now - 2})
    while worker._evict():
        pass
    assert closed == ["closed by us", "idle longest", "idle", "silent"]


def test_connections_are_evicted_only_for_clients_that_no_other_worker_accepts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waiting: list[bool] = []
    evictions: list[None] = []
    monkeypatch.setattr("service.server.worker._is_readable", lambda _: waiting[-1])

    def evict(_: object) -> bool:
        evictions.append(None)
        return True

    monkeypatch.setattr(Worker, "_evict", evict)
    worker = make_worker(
        alive=True, sockets=["listener"], crowded_since=None, nr_conns=9, worker_connections=9
    )
    waiting.append(False)
    assert not worker._make_room()
    assert worker.keeps_connections()
    waiting.append(True)
    assert not worker._make_room(), "another worker may accept it"
    assert not worker.keeps_connections()
    worker.crowded_since -= CROWDED_SECONDS
    assert worker._make_room()
    waiting.append(False)
    assert not worker._make_room()
    assert worker.keeps_connections()
    assert len(evictions) == 1


def test_worker_exits_only_when_all_threads_are_stuck(monkeypatch: pytest.MonkeyPatch) -> None:
    exits: list[int] = []
    monkeypatch.setattr(os, "_exit", exits.append)
    settings = Settings(head_seconds=1, body_seconds=2, answer_seconds=3, max_batch_seconds=4)
    longest = 1 + 2 + 3 + WORK_SECONDS
    worker = make_worker(settings=settings, cfg=SimpleNamespace(threads=2), busy_since={})
    now, thread = time.monotonic(), threading.get_ident()
    for busy in ({}, {thread: now - 2 * longest}, {thread: now - 2 * longest, 0: now}):
        worker.busy_since = busy
        worker._exit_if_stuck()
        assert exits == []
    worker.busy_since = {thread: now - 2 * longest, 0: now - longest - 1}
    worker._exit_if_stuck()
    assert exits == [1]
    (message,) = worker.messages
    assert "All threads are stuck" in message
    assert "test_worker_exits_only_when_all_threads_are_stuck" in message
