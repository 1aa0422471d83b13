"""Clients that attack a server beside the load, with what no HTTP client would send.

They open sockets themselves: malformed requests, junk, idle connections, searches without pause.
Every response must be a refusal, and the load must not notice them.
"""

from __future__ import annotations

import json
import socket
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from random import Random
from typing import Self
from urllib.parse import urlsplit

import cornerwise

__all__ = ["ATTACKS", "Attackers"]

ADDRESS = "127.0.0.9"
"""The address of all attackers: limits by address apply to it."""

THREADS = 3
PAUSE = 0.2
"""Seconds between two attacks of a thread, so that the load has something left of the machine."""

TIMEOUT = 30.0
IDLE_CONNECTIONS = 100
IDLE_SECONDS = 2.0
HARD_SECONDS = 2
JUNK_BYTES = 4 * 1024 * 1024 - 100

REFUSED = frozenset({400, 405, 408, 413, 414, 429, 431, 501, 503, 505})
SEARCHED = frozenset({200, 429, 503})
"""The statuses of a search: one for each address runs at a time."""


def _post(path: str, body: bytes, headers: bytes = b"") -> bytes:
    head = b"POST /v1/%b HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n" % path.encode()
    return head + headers + b"Content-Length: %d\r\n\r\n" % len(body) + body


def _chunked(coding: bytes, chunks: bytes) -> bytes:
    head = b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    return head + b"Transfer-Encoding: " + coding + b"\r\n\r\n" + chunks + b"0\r\n\r\n"


def _hard_puzzle() -> bytes:
    """Return a request to complete random moves, which takes as long as it may."""
    state, rng = cornerwise.new_game(), Random(0)
    for _ in range(24):
        state, _ = cornerwise.apply(state, rng.choice(cornerwise.legal_actions(state)))
    layout = {"placements": state.to_dict()["placements"]}
    return json.dumps({"layout": layout, "seconds": HARD_SECONDS}).encode()


def _messages() -> dict[str, tuple[bytes, frozenset[int]]]:
    """Return what is sent on a connection, by name, with the statuses that may be answered."""
    lists = b",".join([b"[[]]"] * (JUNK_BYTES // 5))
    deep = b'{"state":' + b"[" * 1000 + b"]" * 1000 + b',"state":{}}'
    search = {"state": {"rules": {"seats": 2}}, "budget": 100_000_000, "seconds": HARD_SECONDS}
    refused = {
        "malformed request line": b"\x16\x03\x01 nonsense\r\n\r\n",
        "half a request line": b"GET\r\n\r\n",
        "junk batch": _post("batches", b'{"x":"\\n","operations":[' + lists + b"]}"),
        "deep nesting": _post("checks", deep),
        "compressed chunks": _chunked(b"gzip, chunked", b"2\r\n{}\r\n"),
        "chunks of one byte": _chunked(b"chunked", b"1\r\n \r\n" * 60_000),
        "long headers": _post("games", b"{}", (b"Accept-Language: " + b"x," * 3000 + b"\r\n") * 8),
        "body without its end": _post("games", b"{}").replace(b"Length: 2", b"Length: 20"),
    }
    searched = {
        "hard puzzle": _post("puzzles/board84/solutions", _hard_puzzle()),
        "hard search": _post("suggestions", json.dumps(search).encode()),
    }
    return {name: (text, REFUSED) for name, text in refused.items()} | {
        name: (text, SEARCHED) for name, text in searched.items()
    }


ATTACKS = (*_messages(), "idle connections", "hanging up")
"""The names of all attacks."""


class Attackers:
    """Threads that attack a server on the loopback until the end of a ``with`` block."""

    def __init__(self, address: str, seed: int = 0) -> None:
        self.port = urlsplit(address).port or 80
        self.messages = _messages()
        self.counts: Counter[str] = Counter()
        """The number of attacks by name."""
        self.wrong: list[str] = []
        """Responses that must not happen."""
        self.enough = threading.Event()
        self.threads = [
            threading.Thread(target=self._run, args=(Random(f"{seed} {number}"),), daemon=True)
            for number in range(THREADS)
        ]

    def __enter__(self) -> Self:
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.enough.set()
        for thread in self.threads:
            thread.join(2 * TIMEOUT)

    def find_failures(self) -> list[str]:
        """Return what went wrong; an attack that never happened is a failure too."""
        missing = [f"never carried out: {name}" for name in ATTACKS if not self.counts[name]]
        return missing + self.wrong[:10]

    def describe(self) -> str:
        """Return a line about what was done."""
        return f"Attackers: {self.counts.total():,} attacks, {len(self.wrong)} wrong responses"

    def attack(self, name: str) -> None:
        """Carry out one attack."""
        special: dict[str, Callable[[], None]] = {
            "idle connections": self._stay_idle,
            "hanging up": self._hang_up,
        }
        if name in special:
            special[name]()
        else:
            self._exchange(name, *self.messages[name])
        self.counts[name] += 1

    def _run(self, rng: Random) -> None:
        for name in _shuffled_forever(rng):
            if self.enough.is_set():
                return
            self.attack(name)
            self.enough.wait(PAUSE)

    def _connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), TIMEOUT, (ADDRESS, 0))

    def _exchange(self, name: str, text: bytes, allowed: frozenset[int]) -> None:
        """Send a message and check the status; a connection that is closed is a refusal too."""
        received = b""
        with suppress(ConnectionError), closing(self._connect()) as connection:
            with suppress(ConnectionError):  # it may answer before it has read everything
                connection.sendall(text)
                connection.shutdown(socket.SHUT_WR)
            try:
                received = connection.recv(4096)
            except TimeoutError:
                self.wrong.append(f"attack, {name}: no response in {TIMEOUT:g} seconds")
        if received:
            _, _, rest = received.partition(b" ")
            if not rest[:3].isdigit() or int(rest[:3]) not in allowed:
                self.wrong.append(f"attack, {name}: {received[:200]!r}")

    def _stay_idle(self) -> None:
        with ExitStack() as opened, suppress(OSError):
            for number in range(IDLE_CONNECTIONS):
                connection = opened.enter_context(closing(self._connect()))
                if number % 2:  # half of them are silent, half are idle after a request
                    connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            self.enough.wait(IDLE_SECONDS)

    def _hang_up(self) -> None:
        text, _ = self.messages["hard search"]
        with suppress(OSError), closing(self._connect()) as connection:
            connection.sendall(text)
            self.enough.wait(PAUSE)


def _shuffled_forever(rng: Random) -> Iterator[str]:
    """Yield all attacks in random order, again and again."""
    while True:
        yield from rng.sample(ATTACKS, len(ATTACKS))
