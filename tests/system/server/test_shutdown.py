"""A graceful end under load: no request that was taken up is lost."""

from __future__ import annotations

import json
import os
import signal
import socket
import threading
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import pytest

from loadtests.servers import PATIENCE, Server, exchange

BODY = {"state": {}, "format": "compact"}


class Caller(threading.Thread):
    """A client that asks over and over until nobody listens any more."""

    def __init__(self, server: Server, name: str) -> None:
        super().__init__(name=name, daemon=True)
        self.server = server
        self.answered: set[str] = set()
        self.unanswered: set[str] = set()
        self.spoiled: list[str] = []
        self.warm = threading.Event()

    def run(self) -> None:
        """Ask over a connection that stays open, and over a new one when it is closed."""
        number = 0
        while True:
            try:
                connection = self.server.connect()
            except OSError:
                return
            try:
                while True:
                    number += 1
                    self.ask(connection, f"{self.name}-{number}")
                    if len(self.answered) >= 30:
                        self.warm.set()
            except (OSError, HTTPException):
                self.unanswered.add(f"{self.name}-{number}")
            finally:
                connection.close()

    def ask(self, connection: HTTPConnection, request_id: str) -> None:
        """Ask once; an answer that is not whole raises."""
        status, body = exchange(
            connection, "POST", "/v1/legal-moves", BODY, X_Request_ID=request_id
        )
        if status != 200 or json.loads(body)["count"] != 232:
            self.spoiled.append(f"{request_id}: {status} {body[:200]!r}")
        self.answered.add(request_id)


def started_request(server: Server) -> socket.socket:
    """Return a connection on which the server waits for the body of a request."""
    connection = socket.create_connection(("127.0.0.1", server.port), PATIENCE)
    connection.sendall(
        b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        b"X-Request-ID: under-way\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"
    )
    assert connection.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
    return connection


def test_a_server_that_is_told_to_stop_answers_what_it_has_taken_up(own_server: Server) -> None:
    callers = [Caller(own_server, f"caller{number}") for number in range(4)]
    for caller in callers:
        caller.start()
    for caller in callers:
        assert caller.warm.wait(PATIENCE)
    with started_request(own_server) as under_way:
        own_server.process.send_signal(signal.SIGTERM)
        # One worker is done and gone; the other one waits for the rest of this request.
        own_server.wait_for(r"Worker exiting \(pid: (\d+)\)")
        under_way.sendall(b"{}")
        received = b""
        while part := under_way.recv(65_536):
            received += part
    assert own_server.process.wait(PATIENCE) == 0
    for caller in callers:
        caller.join(PATIENCE)
        assert not caller.is_alive()

    head, _, body = received.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 ")
    assert json.loads(body)["next"]["color"] == "blue"

    logged = {line["id"] for line in own_server.requests() if line["id"].startswith("caller")}
    answered = set().union(*(caller.answered for caller in callers))
    unanswered = set().union(*(caller.unanswered for caller in callers))
    assert [caller.spoiled for caller in callers] == [[], [], [], []]
    # The log names every request that was worked on: each of them has arrived, whole, and a caller
    # that got no answer had asked when nobody took it up any more.
    assert logged == answered
    assert not logged & unanswered
    assert all(line["status"] == 200 for line in own_server.requests())
    # Nothing is left behind: not the folder of the counters either.
    assert [path.name for path in own_server.folder.iterdir()] == ["log"]
    assert "Traceback" not in own_server.log.read_text("utf-8")


SLOW = """
import time
from service.server.gunicorn_conf import *

def post_fork(server, worker):
    if worker.age > 2:
        time.sleep(3600)
"""


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_told_to_stop_while_it_starts_does_so(
    tmp_path: Path, told: signal.Signals
) -> None:
    # A worker that does not listen yet would be waited for, and then be killed.
    configuration = tmp_path / "slow.py"
    configuration.write_text(SLOW, "utf-8")
    with Server(tmp_path, "--config", str(configuration)) as server:
        server.process.send_signal(signal.SIGHUP)
        server.wait_for("Booting worker", 4)
        server.process.send_signal(told)
        assert server.process.wait(PATIENCE) == 0
        assert "SIGKILL" not in server.log.read_text("utf-8")


def test_ctrl_c_in_a_terminal_ends_everything(own_server: Server) -> None:
    # A terminal sends it to all processes; the workers wait for what the main one says.
    os.killpg(own_server.pid, signal.SIGINT)
    assert own_server.process.wait(PATIENCE) == 0
    assert "SIGKILL" not in own_server.log.read_text("utf-8")
    assert "Traceback" not in own_server.log.read_text("utf-8")


def test_requests_in_a_row_are_all_answered_at_the_end(own_server: Server) -> None:
    with started_request(own_server) as under_way:
        own_server.process.send_signal(signal.SIGTERM)
        own_server.wait_for(r"Worker exiting")  # the other worker: this one was told to stop, too
        under_way.sendall(b"{}GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        received = b""
        while part := under_way.recv(65_536):
            received += part
    assert own_server.process.wait(PATIENCE) == 0
    head, _, rest = received.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 ")
    # The first answer says that it is the last, so the second request may be sent again elsewhere.
    assert b"Connection: close" in head
    assert rest.count(b"HTTP/1.1") == 0
