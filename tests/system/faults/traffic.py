"""Clients that send requests while something breaks, and count the outcomes."""

from __future__ import annotations

import os
import threading
import time
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from typing import Protocol, Self

import cornerwise
import orjson

from loadtests.servers import TIMEOUT
from service.app import create_app
from service.settings import Settings

CALLERS = 6
SECONDS = float(os.environ.get("CORNERWISE_FAULT_SECONDS") or 1)
"""Seconds that each fault lasts or is repeated under load; `make chaos` raises it."""


class Reachable(Protocol):
    """One server, or the proxy in front of several."""

    def connect(self) -> HTTPConnection:
        """Open a keep-alive connection."""
        ...


@dataclass
class Figures:
    """The outcomes of requests; each is exactly one of right, wrong and failed."""

    right: int = 0
    wrong: list[str] = field(default_factory=list)
    """Wrong responses: there must never be one."""
    failed: list[str] = field(default_factory=list)
    """Requests without a complete response."""

    @property
    def sent(self) -> int:
        """The number of requests."""
        return self.right + len(self.wrong) + len(self.failed)

    def __add__(self, other: Figures) -> Figures:
        return Figures(
            self.right + other.right, self.wrong + other.wrong, self.failed + other.failed
        )

    def __str__(self) -> str:
        wrong, failed = len(self.wrong), len(self.failed)
        return f"{self.sent:7,} sent {self.right:7,} right {failed:4,} failed {wrong:3,} wrong"


def questions() -> list[tuple[str, bytes, bytes]]:
    """Return requests of different cost, each with its only right response."""
    state = cornerwise.new_game()
    bodies: list[tuple[str, object]] = []
    for _ in range(24):
        state, _ = cornerwise.apply(state, cornerwise.legal_actions(state)[0])
    data = state.to_dict()
    bodies.append(("legal-moves", {"state": data}))
    bodies.append(("legal-moves", {"state": {}}))
    bodies.append(("scores", {"state": data}))
    bodies.append(("turns", {"state": {}, "actions": [{"type": "pass"}]}))  # illegal: it is refused
    moves = {"operation": "legal-moves", "state": data}
    bodies.append(("batches", {"operations": [moves] * 5}))
    client = create_app(Settings(log_requests=False, metrics=False)).test_client()
    return [
        (f"/v1/{name}", orjson.dumps(body), client.post(f"/v1/{name}", json=body).data)
        for name, body in bodies
    ]


class Traffic:
    """Several clients that send requests on keep-alive connections; a context manager.

    No client repeats a request: a lost one counts as lost. A connection whose close the server has
    announced is opened again, as every HTTP client does.
    """

    def __init__(self, server: Reachable, callers: int = CALLERS) -> None:
        self.server = server
        self.figures = Figures()
        self.lock = threading.Lock()
        self.enough = threading.Event()
        self.questions = questions()
        self.threads = [
            threading.Thread(target=self._call, args=(number,), daemon=True)
            for number in range(callers)
        ]

    def __enter__(self) -> Self:
        self.start()
        self.wait_for_answers()
        return self

    def __exit__(self, *error: object) -> None:
        self.enough.set()
        for thread in self.threads:
            thread.join(TIMEOUT)
            assert not thread.is_alive(), "a client never gets a response"

    def start(self) -> None:
        """Start the clients that are not running yet."""
        for thread in self.threads:
            if thread.ident is None:
                thread.start()

    def wait_for_answers(self, more: int = 60) -> None:
        """Wait until ``more`` additional requests were answered correctly."""
        goal, end = self.figures.right + more, time.monotonic() + TIMEOUT
        while self.figures.right < goal:
            assert time.monotonic() < end, f"no more responses: {self.figures}"
            time.sleep(0.01)

    def continue_for_a_while(self) -> None:
        """Keep the load running for some seconds."""
        time.sleep(SECONDS)
        self.wait_for_answers()

    def _call(self, number: int) -> None:
        connection: HTTPConnection | None = None
        while not self.enough.is_set():
            number += 1
            path, body, answer = self.questions[number % len(self.questions)]
            try:
                connection = connection or self.server.connect()
                got, closes = ask(connection, path, body)
            except (OSError, HTTPException) as error:
                with self.lock:
                    self.figures.failed.append(f"{path}: {error!r}")
                closes = True
                time.sleep(0.01)
            else:
                with self.lock:
                    if got == answer:
                        self.figures.right += 1
                    else:
                        self.figures.wrong.append(f"{path}: {got[:300]!r}")
            if closes and connection:
                connection.close()
                connection = None
        if connection:
            connection.close()


def begin_new_game(connection: HTTPConnection) -> None:
    """Send a request for a new game without its last byte, a closing brace."""
    connection.putrequest("POST", "/v1/games")
    connection.putheader("Content-Type", "application/json")
    connection.putheader("Content-Length", "2")
    connection.endheaders(b"{")


def ask(connection: HTTPConnection, path: str, body: bytes) -> tuple[bytes, bool]:
    """Send a request; return the response and whether the server closes the connection."""
    connection.request("POST", path, body, {"Content-Type": "application/json"})
    response = connection.getresponse()
    return response.read(), response.will_close
