"""Deadlines for clients that stall while a thread reads from them or writes to them.

gunicorn gives every system call a timeout of its own, or none: a client that sends one byte at a
time can hold a thread for hours.
"""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

__all__ = ["Deadlines", "close_after_response", "deadlines", "read_in_time"]

GRACE_SECONDS = 2
"""Seconds after a read deadline in which the client can still be sent an error."""


class Deadlines:
    """One deadline for each thread, enforced by a thread of its own.

    When a deadline passes, the socket is shut down; the blocked thread then gets an end of file or
    an error.
    """

    def __init__(self) -> None:
        self.running: dict[int, tuple[float, Any, int]] = {}
        self.started = False
        self.lock = threading.Lock()

    def begin(self, connection: Any, seconds: float, side: int = socket.SHUT_RD) -> None:  # noqa: ANN401
        """Set the deadline of the calling thread; it replaces the previous one.

        ``connection`` is a socket, or has one in ``sock``, which may be replaced by a TLS socket.
        """
        self.running[threading.get_ident()] = (time.monotonic() + seconds, connection, side)
        if not self.started:
            with self.lock:
                if not self.started:
                    threading.Thread(target=self._watch, name="deadlines", daemon=True).start()
                    self.started = True

    def end(self) -> None:
        """Remove the deadline of the calling thread."""
        self.running.pop(threading.get_ident(), None)

    def _watch(self) -> None:
        while True:
            # The time before the pause: after a SIGSTOP of the process no client is late yet.
            now = time.monotonic()
            time.sleep(0.5)
            for deadline, connection, side in list(self.running.values()):
                if deadline < now:
                    last = side if now < deadline + GRACE_SECONDS else socket.SHUT_RDWR
                    # The plain socket's method also for TLS: TLS would continue unencrypted.
                    with suppress(OSError):
                        socket.socket.shutdown(getattr(connection, "sock", connection), last)


deadlines = Deadlines()


def read_in_time(environ: Mapping[str, Any], size: int, seconds: float) -> bytes:
    """Read up to ``size`` bytes of the body; after ``seconds`` return what has arrived."""
    connection = environ.get("gunicorn.socket")
    if connection is not None:
        deadlines.begin(connection, seconds)
    try:
        data: bytes = environ["wsgi.input"].read(size)
    finally:
        deadlines.end()
    return data


def close_after_response(environ: Mapping[str, Any]) -> None:
    """Have the server close the connection, because the end of the body was not found.

    gunicorn drops a ``Connection`` header of the application but honours this mark of its own.
    """
    body = environ["wsgi.input"]
    if hasattr(body, "failed"):
        body.failed = True
