"""Admission of long work: searches that take seconds, for puzzles and for suggestions.

Each runs in a thread and occupies a core, so only a few run at a time in a process. They are shared
by client: a client has at most one that runs, so that no client can take all places. A request that
finds no place waits briefly, because most searches take milliseconds, and is then refused.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from .errors import OperationError

__all__ = ["LongWork"]

WAIT_SECONDS = 1.0
RETRY_SECONDS = 1
"""When to retry what was refused: most searches take less."""

MAX_WAITING = 1
"""Requests that wait, each in a thread that could answer others."""


class _Ticket:
    """A waiting request."""

    def __init__(self, client: str) -> None:
        self.client = client
        self.decided = threading.Event()
        self.is_admitted = False


class LongWork:
    """The long work of a process: at most ``places`` run, and at most one for each client."""

    def __init__(self, places: int, wait_seconds: float = WAIT_SECONDS) -> None:
        self.places = places
        self.wait_seconds = wait_seconds
        self.running: set[str] = set()
        self.waiting: list[_Ticket] = []
        self.lock = threading.Lock()

    @contextmanager
    def admit(self, client: str) -> Iterator[None]:
        """Run the body of the ``with`` statement in a place, or raise the error ``busy``."""
        if not self._enter(client):
            detail = (
                "Another search of this client is running."
                if client in self.running
                else f"{self.places} searches are running, which is the maximum."
            )
            raise OperationError("busy", detail, retry_after=RETRY_SECONDS)
        try:
            yield
        finally:
            self._leave(client)

    def _enter(self, client: str) -> bool:
        """Take a place, if necessary after waiting; return whether there is one."""
        with self.lock:
            if self._has_place(client):
                self.running.add(client)
                return True
            if len(self.waiting) >= MAX_WAITING and not self._displace(client):
                return False
            ticket = _Ticket(client)
            self.waiting.append(ticket)
        ticket.decided.wait(self.wait_seconds)
        with self.lock:
            if ticket in self.waiting:
                self.waiting.remove(ticket)
            return ticket.is_admitted

    def _has_place(self, client: str) -> bool:
        return client not in self.running and len(self.running) < self.places

    def _displace(self, client: str) -> bool:
        """Refuse a waiting client whose work already runs, in favour of one without any."""
        if client in self.running:
            return False
        for ticket in self.waiting:
            if ticket.client in self.running:
                self.waiting.remove(ticket)
                ticket.decided.set()
                return True
        return False

    def _leave(self, client: str) -> None:
        """Give the place to the request that has waited longest and may run."""
        with self.lock:
            self.running.remove(client)
            for ticket in self.waiting:
                if self._has_place(ticket.client):
                    self.running.add(ticket.client)
                    ticket.is_admitted = True
                    self.waiting.remove(ticket)
                    ticket.decided.set()
                    return
