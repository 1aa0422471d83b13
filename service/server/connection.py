"""The connection behind a request: closing it after the answer, and not waiting for ever.

gunicorn drops a ``Connection`` header of the application, and its threads wait for a slow client as
long as that pleases: both can only be helped at the server's own request and socket.
"""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

__all__ = ["close_after_answer", "deadlines", "read_in_time", "remember_request"]

GRACE_SECONDS = 2
"""Seconds after a deadline in which a client can still be told of it."""

_current = threading.local()


def remember_request(request: object) -> None:
    """Note the server's request that this thread works on; gunicorn's ``pre_request`` calls it."""
    _current.request = request


def close_after_answer() -> None:
    """Have the connection closed, and the answer say so: what was not read cannot be skipped."""
    request = getattr(_current, "request", None)
    if request is not None:
        request.force_close()


class Deadlines:
    """How long a thread may wait for its client: one deadline for each thread at a time.

    What a thread waits for is one call into the kernel after another, each of which could be
    given a time but not all of them together. So another thread looks at the clock, and ends
    what takes too long at the socket, where the waiting thread notices.
    """

    def __init__(self) -> None:
        self.running: dict[int, tuple[float, Any, int]] = {}
        self.started = False
        self.lock = threading.Lock()

    def begin(self, connection: Any, seconds: float, side: int = socket.SHUT_RD) -> None:  # noqa: ANN401
        """Give this thread so long for what it does next on a side of a connection.

        ``connection`` is a socket, or has one in ``sock``: which one, can change with TLS.
        """
        self.running[threading.get_ident()] = (time.monotonic() + seconds, connection, side)
        if not self.started:
            with self.lock:
                if not self.started:
                    threading.Thread(target=self._watch, name="deadlines", daemon=True).start()
                    self.started = True

    def end(self) -> None:
        """Take the deadline of this thread away."""
        self.running.pop(threading.get_ident(), None)

    def _watch(self) -> None:
        while True:
            # The time before the pause: if all of us were stopped meanwhile, nobody was slow.
            now = time.monotonic()
            time.sleep(0.5)
            for deadline, connection, side in list(self.running.values()):
                if deadline < now:
                    # Who goes on nevertheless is telling the client so, and is not listened to.
                    last = side if now < deadline + GRACE_SECONDS else socket.SHUT_RDWR
                    # Of a socket with TLS, too, the socket itself: else it would go on without TLS.
                    with suppress(OSError):
                        socket.socket.shutdown(getattr(connection, "sock", connection), last)


deadlines = Deadlines()


def read_in_time(environ: Mapping[str, Any], size: int, seconds: float) -> bytes:
    """Read from the body; after that many seconds what was read till then is all."""
    connection = environ.get("gunicorn.socket")
    if connection is not None:
        deadlines.begin(connection, seconds)
    try:
        data: bytes = environ["wsgi.input"].read(size)
    finally:
        deadlines.end()
    return data
