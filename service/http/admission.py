"""Admission of large bodies: one at a time in each process.

A large batch is the most expensive request in memory and computing time. Handled one at a time, the
memory of a process is bounded however many clients send them; small requests are not delayed by the
queue.
"""

from __future__ import annotations

import ctypes
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from .problems import RequestProblem

__all__ = ["LARGE_ANSWER", "LARGE_BODY", "Admission"]

LARGE_BODY = 1024 * 1024
"""The size in bytes from which a body is large."""

LARGE_ANSWER = 4 * 1024 * 1024
"""The size in bytes from which the memory of an answer is returned.

For a usual batch of 1.5 MB that takes longer than the batch.
"""

WAIT_SECONDS = 2.0
"""How long a large body waits for the one before it."""

RETRY_SECONDS = 1


# From glibc's malloc.h.
_M_TRIM_THRESHOLD = -1
_M_MMAP_THRESHOLD = -3
_MMAP_BYTES = 4 * 1024 * 1024
_TRIM_BYTES = 16 * 1024 * 1024


def _return_memory() -> Callable[[int], int] | None:
    """Have glibc return large blocks to the system when they are freed.

    They are then mapped one by one; glibc would keep them in the heap once one has been freed.
    Smaller ones, such as the response to a usual batch, stay in the heap: to map them each time
    costs more than to fill them. Returns the function that returns the rest of the heap; None
    without glibc.
    """
    if sys.platform != "linux":
        return None
    try:
        libc = ctypes.CDLL(None)
        libc.mallopt(_M_MMAP_THRESHOLD, _MMAP_BYTES)
        libc.mallopt(_M_TRIM_THRESHOLD, _TRIM_BYTES)
        trim: Callable[[int], int] = libc.malloc_trim
    except (AttributeError, OSError):
        return None
    return trim


class Admission:
    """Admits one large body at a time. One more may wait; others are refused at once.

    A waiting request holds its thread, and the other threads must stay free for small requests.
    """

    def __init__(self, wait_seconds: float | None = None) -> None:
        self.wait_seconds = WAIT_SECONDS if wait_seconds is None else wait_seconds
        self.running = threading.Lock()
        self.waiting = threading.Lock()
        self.trim = _return_memory()

    @contextmanager
    def admit_large(self) -> Iterator[None]:
        """Run the body of the ``with`` statement alone, or raise the problem ``busy``."""
        if not self.running.acquire(blocking=False):
            self._wait()
        try:
            yield
        finally:
            self.running.release()
            self.return_memory()

    def return_memory(self) -> None:
        """Return to the system what a large request has left of the heap."""
        if self.trim is not None:
            self.trim(0)

    def _wait(self) -> None:
        """Wait for the running request, if no other does."""
        if self.waiting.acquire(blocking=False):
            try:
                if self.running.acquire(timeout=self.wait_seconds):
                    return
            finally:
                self.waiting.release()
        raise RequestProblem(
            "busy",
            f"Other bodies of more than {LARGE_BODY} bytes are being handled.",
            headers={"Retry-After": str(RETRY_SECONDS)},
        )
