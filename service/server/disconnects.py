"""Noticing clients that close their connection while a thread computes their answer.

That thread does not read from the connection, so it would not notice.
"""

from __future__ import annotations

import select
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

__all__ = ["Disconnects", "call_on_disconnect"]

INTERVAL_SECONDS = 0.1
"""How often connections are checked, while there are any to check."""

# Linux reports that the other side has closed even if unread data precedes it, such as the next
# request, or the close_notify of TLS.
_CLOSED = getattr(select, "POLLRDHUP", 0)


class Disconnects:
    """The connections that are watched, by one thread for all of them."""

    def __init__(self) -> None:
        self.watched: dict[int, tuple[socket.socket, Callable[[], None]]] = {}
        self.changed = threading.Condition()
        self.started = False

    @contextmanager
    def watch(self, connection: socket.socket, callback: Callable[[], None]) -> Iterator[None]:
        """Call ``callback`` once if the client closes the connection during the ``with`` block."""
        key = threading.get_ident()
        with self.changed:
            self.watched[key] = (connection, callback)
            if not self.started:
                threading.Thread(target=self._run, name="disconnects", daemon=True).start()
                self.started = True
            self.changed.notify()
        try:
            yield
        finally:
            # The lock: the connection must not be checked after it is closed.
            with self.changed:
                self.watched.pop(key, None)

    def _run(self) -> None:
        while True:
            with self.changed:
                if self.watched:
                    self._check()
                    self.changed.wait(INTERVAL_SECONDS)
                else:
                    self.changed.wait()

    def _check(self) -> None:
        for key, (connection, callback) in list(self.watched.items()):
            if is_closed(connection):
                del self.watched[key]
                callback()


def is_closed(connection: socket.socket) -> bool:
    """Return whether the client has closed its side of a connection."""
    poll = select.poll()
    poll.register(connection, _CLOSED or select.POLLIN)
    if not poll.poll(0):
        return False
    if _CLOSED:
        return True
    # The plain socket's method also for TLS, which does not support looking ahead.
    with suppress(BlockingIOError, OSError):
        return not socket.socket.recv(connection, 1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
    return True


disconnects = Disconnects()


@contextmanager
def call_on_disconnect(environ: Mapping[str, Any], callback: Callable[[], None]) -> Iterator[None]:
    """Call ``callback`` if the client disconnects before the ``with`` block ends."""
    connection = environ.get("gunicorn.socket")
    if connection is None:
        yield
    else:
        with disconnects.watch(connection, callback):
            yield
