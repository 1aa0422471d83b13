"""The log on standard error, for requests and for gunicorn's own messages.

Nothing here waits for a reader of the log: a pipe that is full must not hold a thread. A line that
cannot be written is lost, and counted.
"""

from __future__ import annotations

import io
import os
import select
import socket
import stat
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from gunicorn.glogging import Logger as GunicornLogger

__all__ = ["LogStream", "Logger", "on_lost_line", "write_line"]

WAIT_MILLISECONDS = 100
"""Milliseconds that the first line waits for a log which is full; the next ones do not wait."""


class LogStream(io.TextIOBase):
    """A text stream on standard error that drops what cannot be written at once."""

    def __init__(self) -> None:
        self.file: tuple[int, int] | None = None
        """Device and inode of what standard error was when it was opened."""
        self.send: Callable[[bytes], int] = self._write_descriptor
        self.opened: int | None = None
        self.is_stuck = False
        self.lost = 0
        self.on_lost: Callable[[], object] | None = None
        """Called for every lost line. This module is loaded before metrics can be."""
        self.lock = threading.Lock()

    def fileno(self) -> int:
        """Return the descriptor of standard error."""
        return 2

    def write(self, text: str) -> int:
        """Write a message, which may have several lines."""
        self.write_bytes(text.encode("utf-8", "backslashreplace"))
        return len(text)

    def write_bytes(self, line: bytes) -> None:
        """Write a line, or lose it. Up to 4 KiB it is never mixed with those of others."""
        try:
            self._open()
            for start in range(0, len(line), select.PIPE_BUF):
                self._write_part(line[start : start + select.PIPE_BUF])
        except OSError:  # it is full or closed, or the disk is
            self.lost += 1
            if self.on_lost is not None:
                with suppress(OSError):  # no space left for counters
                    self.on_lost()

    def _write_part(self, part: bytes) -> None:
        try:
            self.send(part)
        except BlockingIOError:
            poll = select.poll()
            poll.register(2, select.POLLOUT)
            was_stuck, self.is_stuck = self.is_stuck, True
            if was_stuck or not poll.poll(WAIT_MILLISECONDS):
                raise
            self.send(part)
        self.is_stuck = False

    def _open(self) -> None:
        """Find the way to write without waiting, unless standard error is what it was."""
        found = os.fstat(2)
        file = (found.st_dev, found.st_ino)
        if file == self.file:
            return
        with self.lock:
            if file == self.file:
                return
            if self.opened is not None:
                os.close(self.opened)
            self.opened = None
            self.send = self._write_descriptor
            if stat.S_ISREG(found.st_mode):
                self.send = partial(os.write, 2)  # a file has no reader to wait for
            elif stat.S_ISSOCK(found.st_mode):
                self.send = _send_to_socket
            elif stat.S_ISFIFO(found.st_mode) or stat.S_ISCHR(found.st_mode):
                # Opened again, it has its own flags: the descriptor may be shared with others,
                # which do not expect that it does not block.
                flags = os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY
                with suppress(OSError):  # it may belong to another user
                    self.opened = os.open("/proc/self/fd/2", flags)
            self.file = file

    def _write_descriptor(self, part: bytes) -> int:
        if self.opened is not None:
            return os.write(self.opened, part)
        poll = select.poll()
        poll.register(2, select.POLLOUT)
        if not poll.poll(0):
            raise BlockingIOError
        return os.write(2, part)


def _send_to_socket(part: bytes) -> int:
    with socket.socket(fileno=os.dup(2)) as log:
        return log.send(part, socket.MSG_DONTWAIT)


_stream = LogStream()
write_line = _stream.write_bytes


def on_lost_line(callback: Callable[[], object]) -> None:
    """Call this for every line that is lost from now on."""
    _stream.on_lost = callback


class Logger(GunicornLogger):
    """gunicorn's logger, writing to standard error without waiting for a reader."""

    def setup(self, cfg: Any) -> None:  # noqa: ANN401 - gunicorn has no types
        """Set up gunicorn's handlers, whose stream is standard error unless a file is given."""
        # Also what is printed by Python itself and what the application writes to wsgi.errors.
        sys.stderr = _stream
        super().setup(cfg)
