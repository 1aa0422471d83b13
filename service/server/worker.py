"""The gunicorn worker that serves: gunicorn's own with threads, and patient with nobody for ever.

A worker has a few threads. What a stranger can do to a connection (say nothing, speak slowly, not
listen) must not hold one of them, and what an operator does to the server (restart it, stop it)
must not cost a client its answer. gunicorn leaves both to a proxy; these are the few places where
that is not enough, each with its reason. docs/operations.md tells what was tried against it. What
is overridden has types that gunicorn's stubs do not know yet, hence ``Any``.
"""

from __future__ import annotations

import ctypes
import errno
import os
import resource
import select
import selectors
import socket
import time
from collections import deque
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Any

from gunicorn.http import wsgi
from gunicorn.http.errors import ParseException
from gunicorn.workers import gthread

from ..settings import Settings
from .connection import deadlines

__all__ = ["Worker"]

LINGER_SECONDS = 2
"""Seconds that a worker which was told to stop still listens on connections that are idle."""

FAREWELL_SECONDS = 2
"""Seconds that a client has to close a connection on which the last answer was sent."""

SEND_BUFFER = 256 * 1024
"""Bytes of an answer that the kernel takes at once, so that no thread waits for a slow reader."""

SKIP_SECONDS = 5
SKIP_BYTES = 64 * 1024
"""What is spent on the rest of a body that nobody wants, before the connection is given up."""

SPARE_FILES = 48
"""Files a worker has open besides connections (counters, log, pipes), and some to spare."""

_COME_AGAIN = gthread._DEFER  # type: ignore[attr-defined]  # noqa: SLF001 - there is no other name

_M_ARENA_MAX = -8  # from glibc's malloc.h

_OUT_OF_FILES = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}


class Worker(gthread.ThreadWorker):
    """gunicorn's threaded worker with deadlines, a slow farewell and a limit of its own."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.head_seconds = 0
        self.leaving: deque[Any] = deque()
        # A connection that cannot be accepted ends a worker of gunicorn's. Those beyond the limit
        # wait in the kernel's queue instead, as they do for a thread.
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != resource.RLIM_INFINITY:
            most = max(soft - SPARE_FILES, self.cfg.threads + 1)
            self.worker_connections = min(self.worker_connections, most)
            self.max_keepalived = self.worker_connections - self.cfg.threads

    def init_process(self) -> None:
        """Begin to serve."""
        settings = Settings.from_environment()
        self.head_seconds = settings.head_seconds
        WholeResponse.seconds = settings.answer_seconds
        WholeResponse.worker = self
        # There is no setting for it; gunicorn looks the class up here for every request.
        wsgi.Response = WholeResponse  # type: ignore[misc]
        _share_one_heap()
        super().init_process()

    def load_wsgi(self) -> None:
        """Load the application. How long it takes to find an answer is its own matter."""
        super().load_wsgi()
        application = self.wsgi

        def answer(environ: Any, start_response: Any) -> Any:
            deadlines.end()
            return application(environ, start_response)

        self.wsgi = answer

    def handle_quit(self, _signal: int, _frame: object) -> None:
        """End at once (SIGQUIT). gunicorn would take a lock first that may be held right here."""
        self.alive = False
        self.cfg.worker_int(self)
        os._exit(0)

    def is_parent_alive(self) -> bool:
        """Tell whether to go on; without a main process the end is as gentle as with one."""
        if super().is_parent_alive():
            return True
        self.alive = False
        return False

    def accept(self, listener: socket.socket) -> None:
        """Accept a connection; if the machine has no room for it, wait a moment."""
        try:
            super().accept(listener)
        except OSError as error:
            if error.errno not in _OUT_OF_FILES:
                raise
            self.log.warning("no connection can be accepted: %s", error)
            time.sleep(0.1)

    def handle(self, conn: Any) -> Any:
        """Answer a request, in a thread. Who has not begun to speak waits without one."""
        if not conn.initialized and not conn.data_ready:
            conn.sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
            if not _is_readable(conn.sock):
                return _COME_AGAIN
        deadlines.begin(conn, self.head_seconds)
        try:
            return super().handle(conn)
        finally:
            deadlines.end()

    def handle_request(self, req: Any, conn: Any) -> Any:
        """Answer a request whose head is there; the service limits its body and its work."""
        # Before the application is asked, the client may be told to go on, and need not listen.
        deadlines.begin(conn, WholeResponse.seconds, socket.SHUT_RDWR)
        return super().handle_request(req, conn)

    def _keepalive_after(self, conn: Any, keepalive: Any) -> bool:
        """Skip what the application has not read of a body, unless it is much or comes slowly.

        gunicorn gives every byte the time that is meant for all of them.
        """
        if not keepalive:
            return False
        deadlines.begin(conn, SKIP_SECONDS, socket.SHUT_RDWR)
        try:
            return bool(conn.parser.finish_body(max_bytes=SKIP_BYTES))
        except ParseException:  # it has been answered: a second answer would be somebody else's
            return False

    def set_accept_enabled(self, enabled: Any) -> None:
        """Begin or cease to accept. At the end, take up who has been waiting at the door."""
        if not self.alive and not enabled:
            for listener in self.sockets if self._accepting else ():  # type: ignore[attr-defined]
                self._accept_waiting(listener)
            # Who has not said anything yet is idle like the others: nobody waits for them.
            while self.pending_conns:
                conn = self.pending_conns.popleft()
                self.poller.unregister(conn.sock)
                self._listen(conn)
        super().set_accept_enabled(enabled)
        if not self.alive and not enabled:
            # Whoever comes now would be let in by the kernel, and never be heard.
            for listener in self.sockets:
                listener.close()

    def _accept_waiting(self, listener: socket.socket) -> None:
        """Accept all connections that the kernel has made already; other workers do the same."""
        while self.nr_conns < self.worker_connections and _is_readable(listener):
            before = self.nr_conns
            self.accept(listener)
            if self.nr_conns == before:  # another worker was faster
                return

    def finish_request(self, conn: Any, fs: Any) -> None:
        """Close or keep a connection, as its last answer has said, also if we have to stop now."""
        try:
            if fs.cancelled() or fs.exception() or not fs.result():
                self._take_leave(conn)
            elif conn.initialized and conn.parser.unreader.buf.getvalue():
                self.enqueue_req(conn)  # the next request has been read already
            elif fs.result() is _COME_AGAIN and self.alive:
                self._await_first_word(conn)
            else:
                self._listen(conn)
        except (OSError, ValueError, KeyError):  # it is closed already
            self.nr_conns -= 1
            conn.close()

    def _await_first_word(self, conn: Any) -> None:
        """Wait for a new connection to speak, at least as long as for a head."""
        conn.sock.settimeout(0)
        heard = partial(self.on_pending_socket_readable, conn)
        self.poller.register(conn.sock, selectors.EVENT_READ, heard)
        conn.timeout = time.monotonic() + max(self.cfg.keepalive, self.head_seconds)
        self.pending_conns.append(conn)

    def _listen(self, conn: Any) -> None:
        """Listen on an idle connection."""
        conn.sock.settimeout(0)
        heard = partial(self.on_client_socket_readable, conn)
        self.poller.register(conn.sock, selectors.EVENT_READ, heard)
        conn.timeout = time.monotonic() + max(self.cfg.keepalive, LINGER_SECONDS)
        self.keepalived_conns.append(conn)

    def _take_leave(self, conn: Any) -> None:
        """Say that no more will come, and close when the client has done so, or soon.

        Closed at once with something unread, the connection would be reset, and the answer lost.
        gunicorn waits for each client in the thread that everybody else depends on.
        """
        conn.timeout = time.monotonic() + FAREWELL_SECONDS
        self.leaving.append(conn)
        try:
            conn.sock.settimeout(0)
            conn.sock.shutdown(socket.SHUT_WR)
            self.poller.register(conn.sock, selectors.EVENT_READ, partial(self._skip, conn))
        except (OSError, ValueError):  # it is closed already
            self._close(conn)

    def _skip(self, conn: Any, client: socket.socket) -> None:
        """Read what nobody wants to know, or that the client has closed."""
        try:
            is_over = not client.recv(65_536)
        except OSError as error:
            is_over = error.errno != errno.EAGAIN
        if is_over:
            self.poller.unregister(client)
            self._close(conn)

    def _close(self, conn: Any) -> None:
        """Close a connection that was taken leave of."""
        self.leaving.remove(conn)
        self.nr_conns -= 1
        conn.close()

    def murder_pending(self) -> None:
        """Close connections on which nobody has ever spoken, and those on which all is said.

        Sooner if there is no room for others: it would take one stranger and a thousand connections
        to lock everybody out.
        """
        if self.nr_conns >= self.worker_connections:
            for conns in (self.pending_conns, self.leaving):
                for conn in islice(conns, 1 + len(conns) // 4):
                    conn.timeout = 0.0
        super().murder_pending()
        while self.leaving and self.leaving[0].timeout <= time.monotonic():
            self.poller.unregister(self.leaving[0].sock)
            self._close(self.leaving[0])

    def murder_keepalived(self, force: Any = False) -> None:  # noqa: FBT002 - gunicorn's signature
        """Close idle connections that were kept too long; at the end all, but not at once.

        A client may be sending its next request at this very moment, and would lose it. So for a
        while idle connections are listened to; who sends something is answered and told that the
        connection closes.
        """
        end = time.monotonic() + LINGER_SECONDS
        while force and self.nr_conns and time.monotonic() < end:
            self.notify()
            self.wait_for_and_dispatch_events(timeout=0.1)
        super().murder_keepalived(force)  # type: ignore[call-arg]


class WholeResponse(wsgi.Response):
    """A response whose head and body leave in one piece.

    In two pieces a worker that is killed can leave a head without a body, and between the two
    another thread may have the interpreter for milliseconds. What has not begun, a proxy repeats.
    """

    seconds = 0
    """How long a client may take to read what the kernel has not taken for it."""

    worker: Any = None
    """The worker that answers."""

    def __init__(self, req: Any, sock: socket.socket, cfg: Any) -> None:
        super().__init__(req, sock, cfg)
        self.connection = sock

    def send_headers(self) -> None:
        """Send the head if it was not sent; what comes after it, from here on, has to be read."""
        if not self.headers_sent:
            deadlines.begin(self.connection, self.seconds, socket.SHUT_RDWR)
            # A worker that was told to stop while the answer was found keeps no connections.
            if not self.worker.alive or self._has_much_unread():
                self.force_close()
        super().send_headers()

    def _has_much_unread(self) -> bool:
        """Tell whether more of the request's body is left than will be skipped."""
        body = self.req.body
        return body is not None and getattr(body.reader, "length", 0) >= SKIP_BYTES

    def write(self, arg: bytes) -> None:
        """Send a part of the body, with the head if this is the whole body."""
        if self.headers_sent or self.response_length != len(arg):
            super().write(arg)
            return
        pieces: Any = _Pieces()
        self.sock = pieces
        try:
            super().write(arg)
        finally:
            self.sock = self.connection
        self.connection.sendall(b"".join(pieces))


class _Pieces(list[bytes]):
    """What would have been sent."""

    sendall = list.append


def _share_one_heap() -> None:
    """Have all threads allocate from one heap, where the C library can be told so (glibc).

    By default each has its own, and each grows to what its largest requests once needed, bit by
    bit, for hours. The threads take turns with the interpreter anyhow.
    """
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 1)


def _is_readable(connection: socket.socket) -> bool:
    """Tell whether something has arrived; without a selector, which would be an open file."""
    poll = select.poll()
    poll.register(connection, select.POLLIN)
    return bool(poll.poll(0))
