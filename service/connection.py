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

__all__ = ["close_after_answer", "read_in_time", "remember_request"]

_current = threading.local()


def remember_request(request: object) -> None:
    """Note the server's request that this thread works on; gunicorn's ``pre_request`` calls it."""
    _current.request = request


def close_after_answer() -> None:
    """Have the connection closed, and the answer say so: what was not read cannot be skipped."""
    request = getattr(_current, "request", None)
    if request is not None:
        request.force_close()


class _Watchdog:
    """One thread that ends reads which take too long: it ends the reading side of their socket."""

    def __init__(self) -> None:
        self.reads: dict[int, tuple[float, socket.socket]] = {}
        self.started = False
        self.lock = threading.Lock()

    def watch(self, key: int, deadline: float, connection: socket.socket) -> None:
        self.reads[key] = (deadline, connection)
        if not self.started:
            with self.lock:
                if not self.started:
                    self.started = True
                    threading.Thread(target=self._run, name="body-deadlines", daemon=True).start()

    def _run(self) -> None:
        while True:
            time.sleep(0.5)
            now = time.monotonic()
            for deadline, connection in list(self.reads.values()):
                if deadline < now:
                    with suppress(OSError):
                        connection.shutdown(socket.SHUT_RD)


_watchdog = _Watchdog()


def read_in_time(environ: Mapping[str, Any], size: int, seconds: float) -> bytes:
    """Read from the body; after that many seconds what was read till then is all."""
    connection = environ.get("gunicorn.socket")
    if connection is None:
        data: bytes = environ["wsgi.input"].read(size)
        return data
    key = threading.get_ident()
    _watchdog.watch(key, time.monotonic() + seconds, connection)
    try:
        data = environ["wsgi.input"].read(size)
    finally:
        _watchdog.reads.pop(key, None)
    return data
