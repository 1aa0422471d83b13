"""The gunicorn worker: gunicorn's threaded one with deadlines and an own connection loop.

What gunicorn leaves to a proxy, or does not do:

* Connections that wait for their client never hold a thread: new ones, idle ones, and those that
  the server has closed but the client has not. A client that is sending or receiving holds one
  only until a deadline.
* The limit of connections follows the limit of open files. If clients wait at the limit, the
  connections that have been idle for longest are closed, and responses announce that theirs closes.
* A worker that stops answers what the kernel has accepted and what clients are sending just then.
* A worker whose threads are all stuck is replaced.

docs/operations.md lists the faults this was tested with. A test holds the signatures of everything
of gunicorn's that is overridden or private.
"""

from __future__ import annotations

import errno
import os
import resource
import select
import selectors
import socket
import sys
import threading
import time
import traceback
from collections.abc import Generator, Iterator
from functools import partial
from typing import Any

from gunicorn.http import wsgi
from gunicorn.http.body import ChunkedReader
from gunicorn.http.errors import InvalidChunkSize, LimitRequestHeaders, UnsupportedTransferCoding
from gunicorn.workers import gthread

from ..settings import Settings
from .deadlines import deadlines
from .responses import SingleWriteResponse

__all__ = ["Worker"]

STOP_SECONDS = 2
"""Seconds that a stopping worker waits for requests on idle connections."""

NOTIFY_SECONDS = 1
"""Seconds between two heartbeats to the main process."""

LINGER_SECONDS = 2
"""Seconds that a client has to close its side after the last response on a connection."""

EVICTION_SECONDS = 1
"""Seconds that a connection has waited for its client at least when it is closed to make room."""

CROWDED_SECONDS = 0.1
"""Seconds that other workers have to accept a new connection before one is closed for it."""

WORK_SECONDS = 30
"""Seconds that the longest request takes to compute, with time to spare.

Puzzles take up to 20, suggestions 10.
"""

SEND_BUFFER = 256 * 1024
"""Bytes of a response that the kernel buffers, so that no thread waits for a slow reader."""

HEAD_BYTES = 32 * 1024
"""Bytes of all headers of a request, as in deploy/nginx.

gunicorn limits each header and their number, which allows half a megabyte: some headers take a
microsecond for each byte to parse.
"""

MAX_CHUNKS = 10_000
"""Chunks of a body. Each takes 2 microseconds: a batch of single bytes would take 10 seconds."""

SPARE_FILES = 48
"""Open files of a worker besides connections (counters, log, pipes), with some to spare."""

_OUT_OF_RESOURCES = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}
_NOTHING_ACCEPTED = {errno.EAGAIN, errno.EWOULDBLOCK, errno.ECONNABORTED}


class Waiting(dict[Any, float]):
    """Connections that wait for their client, with the time since when, longest first."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds = seconds
        """Seconds after which a connection is closed."""

    def first(self, seconds: float) -> Any:
        """Return the connection that has waited for longest if that is so long, or None."""
        conn = next(iter(self), None)
        return None if conn is None or self[conn] > time.monotonic() - seconds else conn


class Worker(gthread.ThreadWorker):
    """gunicorn's threaded worker with deadlines, eviction and a stop that loses no request."""

    def init_process(self) -> None:
        """Start to serve in the worker's own process."""
        self.settings = Settings.from_environment()
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != resource.RLIM_INFINITY:
            most = max(soft - SPARE_FILES, self.cfg.threads + 1)
            self.worker_connections = min(self.worker_connections, most)
        self.max_keepalived = self.worker_connections  # idle connections are evicted instead
        self.idle = Waiting(self.cfg.keepalive)
        self.silent = Waiting(max(self.cfg.keepalive, self.settings.head_seconds))
        self.lingering = Waiting(LINGER_SECONDS)
        self.crowded_since: float | None = None
        self.busy_since: dict[int, float] = {}
        self.notified = 0.0
        SingleWriteResponse.worker = self
        SingleWriteResponse.seconds = self.settings.answer_seconds
        wsgi.Response = SingleWriteResponse  # type: ignore[misc]  # there is no setting for it
        super().init_process()

    # ---- The main thread: connections -----------------------------------------------------------

    def run(self) -> None:
        """Serve until asked to stop, or until the main process has ended; then stop gracefully."""
        application = self.wsgi

        def without_deadline(environ: Any, start_response: Any) -> Any:
            deadlines.end()  # of the head; the time to compute is the application's own matter
            return application(environ, start_response)

        self.wsgi = without_deadline
        queue: Any = self.method_queue
        self.poller.register(queue.fileno(), selectors.EVENT_READ, queue.run_callbacks)
        while self.alive and self.is_parent_alive():
            self._notify()
            has_room = self._make_room()
            self.set_accept_enabled(has_room)
            self.wait_for_and_dispatch_events(1.0 if has_room else 0.1)
            self._close_expired()
            self._exit_if_stuck()
        self.alive = False
        self._stop()
        self.tpool.shutdown(wait=False)
        self.poller.close()
        queue.close()

    def _notify(self) -> None:
        """Send a heartbeat to the main process, unless one was sent within the last second.

        Each is a system call, which lets another thread take the interpreter lock.
        """
        now = time.monotonic()
        if now - self.notified >= NOTIFY_SECONDS:
            self.notified = now
            self.notify()

    def _stop(self) -> None:
        """Close the listeners, and the connections once they are idle; no request is lost.

        Clients may have connected already, or be sending a request on an idle connection. They are
        answered with `Connection: close`.
        """
        for listener in self.sockets:
            while self._has_room() and _is_readable(listener):
                before = self.nr_conns
                self.accept(listener)
                if self.nr_conns == before:  # another worker was faster
                    break
        self.set_accept_enabled(False)
        for listener in self.sockets:
            listener.close()
        for waiting in (self.idle, self.silent):
            waiting.seconds = STOP_SECONDS
            waiting.update(dict.fromkeys(waiting, time.monotonic()))
        end = time.monotonic() + self.cfg.graceful_timeout
        while self.nr_conns and time.monotonic() < end:
            self.notify()
            self.wait_for_and_dispatch_events(0.1)
            self._close_expired()

    def accept(self, listener: socket.socket) -> None:
        """Accept a connection and wait for its first bytes."""
        try:
            client, address = listener.accept()
        except OSError as error:
            if error.errno in _OUT_OF_RESOURCES:
                self.log.warning("no connection can be accepted: %s", error)
                time.sleep(0.1)
            elif error.errno not in _NOTHING_ACCEPTED:
                raise
            return
        self.nr_conns += 1
        client.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        conn = gthread.TConn(self.cfg, client, address, listener.getsockname())
        conn.data_ready = True  # handle() is not called before there is data
        self._wait(conn, self.silent)

    def finish_request(self, conn: Any, fs: Any) -> None:
        """Keep or close a connection after a response, as the response has announced."""
        try:
            if fs.exception() or not fs.result():
                conn.sock.shutdown(socket.SHUT_WR)
                conn.sock.settimeout(0)
                self._wait(conn, self.lingering)
            elif conn.parser.unreader.buf.getvalue():
                self.enqueue_req(conn)  # the next request has already been read
            else:
                self._wait(conn, self.idle)
        except (OSError, ValueError):  # the connection is closed
            self._close(conn)

    def _wait(self, conn: Any, waiting: Waiting) -> None:
        """Wait for data on a connection without a thread."""
        callback = self._discard if waiting is self.lingering else self._resume
        data = partial(callback, conn, waiting)
        self.poller.register(conn.sock, selectors.EVENT_READ, data)
        waiting[conn] = time.monotonic()

    def _resume(self, conn: Any, waiting: Waiting, client: socket.socket) -> None:
        """Read the next request, in a thread."""
        self.poller.unregister(client)
        del waiting[conn]
        self.enqueue_req(conn)

    def _discard(self, conn: Any, waiting: Waiting, client: socket.socket) -> None:
        """Read what arrives after the last response, until the client closes its side.

        A connection closed with unread data is reset, and the client may lose the response.
        gunicorn does this in the main thread, for one client at a time.
        """
        try:
            is_over = not client.recv(65_536)
        except OSError as error:
            is_over = error.errno != errno.EAGAIN
        if is_over:
            self._close(conn, waiting)

    def _close(self, conn: Any, waiting: Waiting | None = None) -> None:
        if waiting is not None:
            self.poller.unregister(conn.sock)
            del waiting[conn]
        self.nr_conns -= 1
        conn.close()

    def _close_expired(self) -> None:
        """Close connections that have waited for their client for too long."""
        for waiting in (self.lingering, self.idle, self.silent):
            while (conn := waiting.first(waiting.seconds)) is not None:
                self._close(conn, waiting)

    def _has_room(self) -> bool:
        return bool(self.nr_conns < self.worker_connections)

    def _make_room(self) -> bool:
        """Return whether a connection can be accepted, after closing another if necessary.

        At the limit one is closed only if clients wait that no other worker accepts.
        """
        if self._has_room() or not any(_is_readable(listener) for listener in self.sockets):
            self.crowded_since = None
            return self._has_room()
        now = time.monotonic()
        self.crowded_since = self.crowded_since or now
        return now - self.crowded_since >= CROWDED_SECONDS and self._evict()

    def _evict(self) -> bool:
        """Close one connection that waits for its client; return whether there was one."""
        for waiting in (self.lingering, self.idle, self.silent):
            conn = waiting.first(EVICTION_SECONDS)
            if conn is not None:
                self._close(conn, waiting)
                return True
        return False

    def keeps_connections(self) -> bool:
        """Return whether connections are kept open after a response."""
        return bool(self.alive) and (self._has_room() or self.crowded_since is None)

    # ---- The threads: requests ------------------------------------------------------------------

    def handle(self, conn: Any) -> Any:
        """Read a request and answer it, in a thread."""
        thread = threading.get_ident()
        self.busy_since[thread] = time.monotonic()
        deadlines.begin(conn, self.settings.head_seconds)
        try:
            return super().handle(conn)
        finally:
            deadlines.end()
            del self.busy_since[thread]

    def handle_request(self, req: Any, conn: Any) -> Any:
        """Answer a request whose head has been read."""
        if sum(len(name) + len(value) for name, value in req.headers) > HEAD_BYTES:
            raise LimitRequestHeaders(f"more than {HEAD_BYTES} bytes")
        for name, value in req.headers:
            # gunicorn accepts compressed chunks, and hands them to the application as they are.
            if name == "TRANSFER-ENCODING" and value.strip().lower() != "chunked":
                raise UnsupportedTransferCoding(value)
        reader: Any = req.body.reader
        if isinstance(reader, ChunkedReader) and reader.parser is not None:
            reader.parser = _limited(reader.parser)
        return super().handle_request(req, conn)

    def _keepalive_after(self, conn: Any, keepalive: Any) -> bool:
        """Return whether another request can follow; then the body has been read.

        gunicorn searches for the end of the body here and before the next request, with a timeout.
        A response with an unread body closes the connection, so there is nothing to search for, and
        each change of a timeout is a system call, during which another thread takes over.
        """
        if keepalive:
            conn.parser.mesg = None
        return bool(keepalive)

    def _exit_if_stuck(self) -> None:
        """Exit if no thread can have a reason to take so long; the main process starts another."""
        busy = dict(self.busy_since)
        settings = self.settings
        longest = (
            settings.head_seconds
            + settings.body_seconds
            + settings.answer_seconds
            + max(settings.max_batch_seconds, WORK_SECONDS)
        )
        if len(busy) < self.cfg.threads or max(busy.values()) > time.monotonic() - longest:
            return
        frames = sys._current_frames()  # noqa: SLF001 - documented, for exactly this purpose
        stacks = ("".join(traceback.format_stack(frames[one])) for one in busy if one in frames)
        self.log.critical("All threads are stuck; the worker exits.\n%s", "\n".join(stacks))
        os._exit(1)


def _limited(chunks: Iterator[bytes]) -> Generator[bytes, None, None]:
    """Yield the chunks of a body, or raise an error if there are too many."""
    for number, chunk in enumerate(chunks):
        if number == MAX_CHUNKS:
            raise InvalidChunkSize(b"more than %d chunks" % MAX_CHUNKS)
        yield chunk


def _is_readable(listener: socket.socket) -> bool:
    """Return whether a connection can be accepted; a selector would be another open file."""
    poll = select.poll()
    poll.register(listener, select.POLLIN)
    return bool(poll.poll(0))
