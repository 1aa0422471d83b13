"""A graceful stop under load: no accepted request is lost."""

from __future__ import annotations

import json
import os
import signal
import socket
import threading
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import pytest

from loadtests.servers import TIMEOUT, Server, exchange, wait_until_closed

BODY: dict[str, object] = {"state": {}}


class Caller(threading.Thread):
    """A client that sends requests until connections are refused."""

    def __init__(self, server: Server, name: str) -> None:
        super().__init__(name=name, daemon=True)
        self.server = server
        self.answered: set[str] = set()
        self.unanswered: set[str] = set()
        self.wrong: list[str] = []
        self.warm = threading.Event()

    def run(self) -> None:
        """Send requests on one connection, and on a new one when it is closed."""
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
        """Send a request; an incomplete response raises."""
        status, body = exchange(
            connection, "POST", "/v1/legal-moves", BODY, X_Request_ID=request_id
        )
        if status != 200 or json.loads(body)["count"] != 232:
            self.wrong.append(f"{request_id}: {status} {body[:200]!r}")
        self.answered.add(request_id)


def started_request(server: Server) -> socket.socket:
    """Return a connection on which the server waits for the body of a request."""
    connection = socket.create_connection(("127.0.0.1", server.port), TIMEOUT)
    connection.sendall(
        b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        b"X-Request-ID: under-way\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"
    )
    assert connection.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
    return connection


def test_stopping_server_answers_accepted_requests(own_server: Server) -> None:
    callers = [Caller(own_server, f"caller{number}") for number in range(4)]
    for caller in callers:
        caller.start()
    for caller in callers:
        assert caller.warm.wait(TIMEOUT)
    with started_request(own_server) as under_way:
        own_server.process.send_signal(signal.SIGTERM)
        # One worker has exited; the other one waits for the rest of this request.
        own_server.wait_for(r"Worker exiting \(pid: (\d+)\)")
        under_way.sendall(b"{}")
        received = b""
        while part := under_way.recv(65_536):
            received += part
    assert own_server.process.wait(TIMEOUT) == 0
    for caller in callers:
        caller.join(TIMEOUT)
        assert not caller.is_alive()

    head, _, body = received.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 ")
    assert json.loads(body)["next"]["color"] == "blue"

    logged = {line["id"] for line in own_server.requests() if line["id"].startswith("caller")}
    answered = set().union(*(caller.answered for caller in callers))
    unanswered = set().union(*(caller.unanswered for caller in callers))
    assert [caller.wrong for caller in callers] == [[], [], [], []]
    # The log has every request that was processed: each response has arrived complete, and a client
    # without a response had sent its request when no worker accepted it any more.
    assert logged == answered
    assert not logged & unanswered
    assert all(line["status"] == 200 for line in own_server.requests())
    # No file is left, nor the directory of the metrics.
    assert [path.name for path in own_server.folder.iterdir()] == ["log"]
    assert "Traceback" not in own_server.log.read_text("utf-8")


SLOW = """
import time
from service.server.gunicorn_conf import *

def post_fork(server, worker):
    if worker.age > 2:
        time.sleep(3600)
"""


@pytest.mark.parametrize("sent_signal", [signal.SIGTERM, signal.SIGINT])
def test_server_can_be_stopped_while_it_starts(tmp_path: Path, sent_signal: signal.Signals) -> None:
    # Otherwise the main process waits for a worker without signal handlers, and then kills it.
    configuration = tmp_path / "slow.py"
    configuration.write_text(SLOW, "utf-8")
    with Server(tmp_path, "--config", str(configuration)) as server:
        server.process.send_signal(signal.SIGHUP)
        server.wait_for("Booting worker", 4)
        server.process.send_signal(sent_signal)
        assert server.process.wait(TIMEOUT) == 0
        assert "SIGKILL" not in server.log.read_text("utf-8")


def test_ctrl_c_in_a_terminal_stops_all_processes(own_server: Server) -> None:
    # A terminal sends SIGINT to all processes; workers leave it to the main process.
    os.killpg(own_server.pid, signal.SIGINT)
    assert own_server.process.wait(TIMEOUT) == 0
    assert "SIGKILL" not in own_server.log.read_text("utf-8")
    assert "Traceback" not in own_server.log.read_text("utf-8")


def test_pipelined_request_after_the_last_response_is_not_answered(own_server: Server) -> None:
    with started_request(own_server) as under_way:
        own_server.process.send_signal(signal.SIGTERM)
        wait_until_closed(own_server.port)  # both workers are stopping
        under_way.sendall(b"{}GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        received = b""
        while part := under_way.recv(65_536):
            received += part
    assert own_server.process.wait(TIMEOUT) == 0
    head, _, rest = received.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 ")
    # The first response announces the close, so the client may repeat the second request elsewhere.
    assert b"Connection: close" in head
    assert rest.count(b"HTTP/1.1") == 0
