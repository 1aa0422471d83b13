"""A log without a reader, and threads that are stuck for other reasons."""

from __future__ import annotations

import re
import socket
import time
from contextlib import ExitStack, closing
from http.client import HTTPException
from pathlib import Path

import pytest

from loadtests.servers import CHECKOUT, TIMEOUT, Server, exchange

UNREAD = """
import os
from service.server import gunicorn_conf
from service.server.gunicorn_conf import *

def post_worker_init(worker):
    gunicorn_conf.post_worker_init(worker)
    reader, writer = os.pipe()
    os.dup2(writer, 2)
"""

FAILING = """
from service.app import app as service

def app(environ, start_response):
    if environ["PATH_INFO"] == "/fail":
        raise ValueError("x" * 2000)
    return service(environ, start_response)
"""

HANGING = """
import threading
from service.app import app as service

def app(environ, start_response):
    if environ["PATH_INFO"] == "/hang":
        threading.Event().wait()
    return service(environ, start_response)
"""

IMPATIENT = """
from service.server import worker
from service.server.gunicorn_conf import *

worker.WORK_SECONDS = 0
"""


def start(folder: Path, config: str, application: str, **variables: str) -> Server:
    """Return a server with one worker, a configuration and an application of its own."""
    (folder / "config.py").write_text(config, "utf-8")
    (folder / "application.py").write_text(application, "utf-8")
    paths = f"{CHECKOUT / 'python'}:{CHECKOUT}:{folder}"
    return Server(
        folder,
        *("--config", str(folder / "config.py")),
        application="application:app",
        WEB_CONCURRENCY="1",
        PYTHONPATH=paths,
        environment=variables,
    )


@pytest.mark.parametrize(
    ("request_line", "status"),
    [
        pytest.param(b"x" * 2000, b"400", id="malformed requests"),
        pytest.param(b"GET /fail HTTP/1.1", b"500", id="tracebacks"),
    ],
)
def test_unread_log_does_not_block_responses(
    tmp_path: Path, request_line: bytes, status: bytes
) -> None:
    with start(tmp_path, UNREAD, FAILING) as server:
        for _ in range(100):
            with socket.create_connection(("127.0.0.1", server.port), TIMEOUT) as client:
                client.sendall(request_line + b"\r\nHost: x\r\n\r\n")
                assert client.recv(65_536).startswith(b"HTTP/1.1 " + status)
        with closing(server.connect()) as connection:
            metrics = exchange(connection, "GET", "/metrics")[1].decode()
    assert f'cornerwise_malformed_requests_total{{status="{status.decode()}"}} 100.0' in metrics
    (lost,) = re.findall(r"\ncornerwise_log_lines_lost_total (.*)\n", metrics)
    assert float(lost) > 10


def test_worker_whose_threads_are_all_stuck_is_replaced(tmp_path: Path) -> None:
    names = ("HEAD_SECONDS", "BODY_SECONDS", "ANSWER_SECONDS", "MAX_BATCH_SECONDS")
    seconds = {f"CORNERWISE_{name}": "1" for name in names}
    with start(tmp_path, IMPATIENT, HANGING, **seconds) as server, ExitStack() as opened:
        for _ in range(4):
            client = socket.create_connection(("127.0.0.1", server.port), TIMEOUT)
            opened.enter_context(closing(client))
            client.sendall(b"GET /hang HTTP/1.1\r\nHost: x\r\n\r\n")
        server.wait_for("All threads are stuck")
        assert "threading.Event().wait()" in server.log.read_text("utf-8")
        server.wait_for("Booting worker", 2)
        end, status = time.monotonic() + TIMEOUT, 0
        while status != 200:
            assert time.monotonic() < end, "the worker was not replaced"
            try:
                with closing(server.connect()) as connection:
                    status, _ = exchange(connection, "GET", "/healthz")
            except (OSError, HTTPException):  # it was in the queue of the stuck worker
                continue
