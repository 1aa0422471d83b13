"""Responses as they are written to the socket."""

from __future__ import annotations

import socket
import ssl
from typing import Any

from gunicorn.http import wsgi

from .deadlines import deadlines

__all__ = ["SingleWriteResponse"]

LARGE = 64 * 1024
"""Bytes from which copying a body costs more than a list of buffers."""


class SingleWriteResponse(wsgi.Response):
    """A response whose head and body are sent with one write.

    With two writes a killed worker can leave a head without a body. A proxy repeats a request only
    if it has received nothing of the response.
    """

    worker: Any = None
    """The worker that serves; set when it starts."""

    seconds: float = 0
    """Seconds that a client may take to read a response."""

    def __init__(self, req: Any, sock: socket.socket, cfg: Any) -> None:
        super().__init__(req, sock, cfg)
        self.connection = sock

    def send_headers(self) -> None:
        """Send the head if it was not sent; the client has to read from now on."""
        if not self.headers_sent:
            deadlines.begin(self.connection, self.seconds, socket.SHUT_RDWR)
            if not self.worker.keeps_connections() or self._has_unread_body():
                self.force_close()
        super().send_headers()

    def _has_unread_body(self) -> bool:
        """Return whether the next request on the connection would have to be searched for."""
        body: Any = self.req.body
        if body is None:
            return False
        # A body with a length counts down to 0; a parser of chunks is removed at the last one.
        left = getattr(body.reader, "length", 0) or getattr(body.reader, "parser", None)
        return bool(body.failed or left)

    def write(self, arg: bytes) -> None:
        """Send a part of the body, together with the head if it is the whole body."""
        if self.headers_sent or self.response_length != len(arg):
            super().write(arg)
            return
        parts: Any = _Parts()
        self.sock = parts
        try:
            super().write(arg)
        finally:
            self.sock = self.connection
        if len(arg) < LARGE or isinstance(self.connection, ssl.SSLSocket):
            self.connection.sendall(b"".join(parts))
        else:
            self._send_parts(parts)

    def _send_parts(self, parts: list[bytes]) -> None:
        """Send the head and a large body in one write, without copying them."""
        head, body = b"".join(parts[:-1]), parts[-1]
        sent = self.connection.sendmsg([head, body])
        if sent < len(head):
            self.connection.sendall(head[sent:])
            sent = len(head)
        self.connection.sendall(memoryview(body)[sent - len(head) :])


class _Parts(list[bytes]):
    """Stands in for a socket and keeps what is sent."""

    sendall = list.append
