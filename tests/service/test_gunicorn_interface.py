"""Everything of gunicorn's that the server layer overrides, or uses though it is not documented.

A new version of gunicorn that changes one of these fails here, and not in production.
"""

from __future__ import annotations

import inspect
import socket
from collections.abc import Callable, Iterator
from importlib.util import find_spec, module_from_spec
from types import FunctionType
from typing import Any

import gunicorn.util
import pytest
from gunicorn.arbiter import Arbiter
from gunicorn.config import Config
from gunicorn.glogging import Logger
from gunicorn.http import body, wsgi
from gunicorn.http.message import Request
from gunicorn.http.parser import Parser
from gunicorn.workers import base, gthread

from service.server import error_responses, gunicorn_conf
from service.server.log import Logger as OurLogger
from service.server.responses import SingleWriteResponse
from service.server.worker import Worker

SIGNATURES: dict[Callable[..., Any], str] = {
    # Overridden.
    gthread.ThreadWorker.init_process: "(self)",
    gthread.ThreadWorker.run: "(self)",
    gthread.ThreadWorker.accept: "(self, listener)",
    gthread.ThreadWorker.finish_request: "(self, conn, fs)",
    gthread.ThreadWorker.handle: "(self, conn)",
    gthread.ThreadWorker.handle_request: "(self, req, conn)",
    gthread.ThreadWorker._keepalive_after: "(self, conn, keepalive)",  # type: ignore[attr-defined]  # not in the stubs
    wsgi.Response.__init__: "(self, req, sock, cfg)",
    wsgi.Response.send_headers: "(self)",
    wsgi.Response.write: "(self, arg)",
    Logger.setup: "(self, cfg)",
    # Called.
    gthread.TConn.__init__: "(self, cfg, sock, client, server)",
    gthread.TConn.close: "(self, graceful=False)",
    gthread.ThreadWorker.enqueue_req: "(self, conn)",
    gthread.ThreadWorker.set_accept_enabled: "(self, enabled)",
    gthread.ThreadWorker.wait_for_and_dispatch_events: "(self, timeout)",
    gthread.ThreadWorker.is_parent_alive: "(self)",
    gthread.PollableMethodQueue.fileno: "(self)",
    gthread.PollableMethodQueue.run_callbacks: "(self, _fileobj, max_callbacks=50)",
    gthread.PollableMethodQueue.close: "(self)",
    base.Worker.notify: "(self)",
    wsgi.Response.force_close: "(self)",
    body.ChunkedReader.parse_chunked: "(self, unreader)",
    gunicorn.util.write_nonblock: "(sock, data, chunked=False)",
}


@pytest.mark.parametrize("function", SIGNATURES, ids=lambda one: one.__qualname__)
def test_signature_is_the_one_that_is_relied_on(function: Callable[..., Any]) -> None:
    assert str(inspect.signature(function)) == SIGNATURES[function]


@pytest.mark.parametrize("ours", [Worker, SingleWriteResponse, OurLogger])
def test_every_override_is_listed(ours: type) -> None:
    parent = ours.__bases__[0]
    overridden = {
        getattr(parent, name)
        for name, value in vars(ours).items()
        if isinstance(value, FunctionType) and hasattr(parent, name)
    }
    assert overridden
    assert overridden <= SIGNATURES.keys()


def test_writer_of_error_pages_can_be_replaced() -> None:
    spec = find_spec("gunicorn.util")
    assert spec is not None
    assert spec.loader is not None
    original = module_from_spec(spec)  # the one that is loaded may have ours
    spec.loader.exec_module(original)
    names = list(inspect.signature(original.write_error).parameters)
    assert names == list(inspect.signature(error_responses._write_problem).parameters)
    assert "write_error" in base.Worker.handle_error.__code__.co_names


def test_response_class_can_be_replaced() -> None:
    assert "Response" in wsgi.create.__code__.co_names


def test_settings_exist() -> None:
    assert set(gunicorn_conf.__all__) <= set(Config().settings)
    assert isinstance(Arbiter.START_CTX, dict)


@pytest.fixture
def pair() -> Iterator[tuple[socket.socket, socket.socket]]:
    """Return two connected sockets."""
    ours, theirs = socket.socketpair()
    yield ours, theirs
    ours.close()
    theirs.close()


def test_attributes_of_a_connection(pair: tuple[socket.socket, socket.socket]) -> None:
    connection: Any = gthread.TConn(Config(), pair[0], "client", "server")
    assert (connection.sock, connection.data_ready) == (pair[0], False)
    connection.init()
    assert connection.parser.unreader.buf.getvalue() == b""


def test_attributes_of_a_worker() -> None:
    config = Config()
    application: Any = None
    worker: Any = gthread.ThreadWorker(1, 2, [], application, 30, config, Logger(config))
    try:
        assert worker.alive
        assert (worker.cfg, worker.sockets, worker.nr_conns) == (config, [], 0)
        assert worker.worker_connections > worker.max_keepalived > 0
        assert (worker.poller, worker.tpool) == (None, None)
        assert isinstance(worker.method_queue, gthread.PollableMethodQueue)
    finally:
        worker.tmp.close()


@pytest.mark.parametrize(
    ("framing", "text"),
    [
        pytest.param(b"Content-Length: 2", b"{}", id="length"),
        pytest.param(b"Transfer-Encoding: chunked", b"2\r\n{}\r\n0\r\n\r\n", id="chunks"),
    ],
)
def test_attributes_of_a_request_and_its_body(
    pair: tuple[socket.socket, socket.socket], framing: bytes, text: bytes
) -> None:
    pair[1].sendall(b"POST / HTTP/1.1\r\nHost: x\r\n" + framing + b"\r\n\r\n" + text)
    connection: Any = gthread.TConn(Config(), pair[0], ("127.0.0.1", 1), "server")
    connection.init()
    assert isinstance(connection.parser, Parser)
    request: Any = next(connection.parser)
    assert connection.parser.mesg is request
    assert isinstance(request, Request)
    assert (*(text.decode() for text in framing.upper().split(b": ")),) in {
        (name, value.upper()) for name, value in request.headers
    }
    assert isinstance(request.body, body.Body)
    received: Any = request.body
    assert received.failed is False
    reader = received.reader
    assert getattr(reader, "length", 0) or getattr(reader, "parser", None)
    assert request.body.read(100) == b"{}"
    assert (getattr(reader, "length", 0), getattr(reader, "parser", None)) == (0, None)
    response: Any = wsgi.Response(request, pair[0], Config())
    assert (response.headers_sent, response.response_length) == (False, None)
    assert response.sock is pair[0]
