"""Admission of long work: searches that take seconds, for puzzles and for suggestions.

Each runs in a thread and occupies a core, so only a few run at a time in a process. Each
client has at most one running search, so that no client can take all slots. Only one running search
may be large, which bounds the memory of the process. A request without a free slot waits briefly,
because most searches take milliseconds, and is then refused.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from .errors import OperationError

__all__ = ["LongWork", "Ticket"]

SMALL_MIB = 16
"""Maximum memory of a search that is not large (core_rs/engine/tests/search_memory.rs)."""

LARGE_MIB = 64
"""Maximum memory of a large search."""

WAIT_SECONDS = 1.0
RETRY_SECONDS = 1
"""When to retry a refused request: most searches take less."""

MAX_WAITING = 1
"""Maximum number of waiting requests: each blocks a thread that could answer others."""


class Ticket:
    """A request for a slot."""

    def __init__(self, client: str, *, is_large: bool = False) -> None:
        self.client = client
        self.is_large = is_large
        self.decided = threading.Event()
        self.is_admitted = False

    def withdraw(self) -> None:
        """End the wait for a slot, even if it has not begun."""
        self.decided.set()


class LongWork:
    """The long work of a process: at most ``slots`` searches, one per client and one large."""

    def __init__(self, slots: int, wait_seconds: float = WAIT_SECONDS) -> None:
        self.slots = slots
        self.wait_seconds = wait_seconds
        self.running: dict[str, bool] = {}
        """The clients with a running search, and whether it is large."""
        self.waiting: list[Ticket] = []
        self.lock = threading.Lock()

    @property
    def memory_mib(self) -> int:
        """The maximum memory of all searches of the process together."""
        return LARGE_MIB + (self.slots - 1) * SMALL_MIB

    @contextmanager
    def admit(self, ticket: Ticket) -> Iterator[None]:
        """Run the body of the ``with`` statement in a slot, or raise the error ``busy``."""
        if not self._enter(ticket):
            raise OperationError("busy", self._reason(ticket.client), retry_after=RETRY_SECONDS)
        try:
            yield
        finally:
            self._leave(ticket.client)

    def _reason(self, client: str) -> str:
        """Return why a client was refused, judged by the present state."""
        if client in self.running:
            return "Another search of this client is running."
        if len(self.running) < self.slots:
            return "Another large search is running, and only one may run at a time."
        return f"{self.slots} searches are running, which is the maximum."

    def _enter(self, ticket: Ticket) -> bool:
        """Take a slot, if necessary after waiting; return whether that succeeded."""
        with self.lock:
            if self._has_slot(ticket):
                self.running[ticket.client] = ticket.is_large
                return True
            if len(self.waiting) >= MAX_WAITING and not self._displace(ticket.client):
                return False
            self.waiting.append(ticket)
        ticket.decided.wait(self.wait_seconds)
        with self.lock:
            if ticket in self.waiting:
                self.waiting.remove(ticket)
            return ticket.is_admitted

    def _has_slot(self, ticket: Ticket) -> bool:
        return (
            ticket.client not in self.running
            and len(self.running) < self.slots
            and not (ticket.is_large and any(self.running.values()))
        )

    def _displace(self, client: str) -> bool:
        """Refuse a waiting client with a running search, in favour of one without any."""
        if client in self.running:
            return False
        for ticket in self.waiting:
            if ticket.client in self.running:
                self.waiting.remove(ticket)
                ticket.decided.set()
                return True
        return False

    def _leave(self, client: str) -> None:
        """Give the slot to the request that has waited longest and may run."""
        with self.lock:
            del self.running[client]
            for ticket in self.waiting:
                if self._has_slot(ticket):
                    self.running[ticket.client] = ticket.is_large
                    ticket.is_admitted = True
                    self.waiting.remove(ticket)
                    ticket.decided.set()
                    return
