"""The base class of scenarios: send requests, check the responses, and pause."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any, ClassVar, TypeVar

import orjson

from ..responses import JSON, Request, Response, Send, apply_check, read_json, require

__all__ = ["Scenario"]

T = TypeVar("T")


class Scenario(ABC):
    """A kind of client; its decisions come from its own random numbers."""

    name: ClassVar[str]
    weight: ClassVar[int]
    """The relative number of users when all scenarios run together."""

    def __init__(self, send: Send, rng: Random, ident: str) -> None:
        self._send = send
        self.rng = rng
        self.ident = ident
        self.number = 0

    @abstractmethod
    def run(self) -> Iterator[float]:
        """Run the scenario once.

        Each ``yield`` is a pause between requests; its value is the additional time to wait in
        seconds, mostly 0. An invalid response ends the scenario with its error.
        """

    def send(
        self,
        request: Request,
        check: Callable[[Response], T],
    ) -> T:
        """Send a request with its own request id, which the response must repeat."""
        self.number += 1
        request_id = f"{self.ident}-{self.number}"
        headers = {"X-Request-ID": request_id, **request.headers}
        sent = replace(request, headers=headers)

        def check_with_id(response: Response) -> T:
            result = apply_check(response, check)
            actual = response.headers.get("x-request-id")
            require(actual == request_id, "the X-Request-ID differs from the one of the request")
            return result

        return self._send(sent, check_with_id)

    def get(
        self,
        path: str,
        check: Callable[[Response], T],
        headers: Mapping[str, str] | None = None,
        names: Mapping[int, str] | None = None,
    ) -> T:
        """Get a page."""
        request = Request("GET", path, path, headers=headers or {}, names=names or {})
        return self.send(request, check)

    def post(
        self,
        path: str,
        body: object,
        check: Callable[[Response], T],
        name: str | None = None,
        names: Mapping[int, str] | None = None,
    ) -> T:
        """Post JSON."""
        text, headers = orjson.dumps(body), {"Content-Type": JSON}
        return self.send(Request("POST", path, name or path, text, headers, names or {}), check)

    def ask(self, operation: str, body: object, check: Callable[[Any], T]) -> T:
        """Post JSON to an operation, which must succeed."""
        return self.post(f"/v1/{operation}", body, lambda response: check(read_json(response)))

    def chance(self, probability: float) -> bool:
        """Return True with this probability."""
        return self.rng.random() < probability

    def new_seed(self) -> int:
        """Return a random seed for a game or a search."""
        return self.rng.randrange(2**53)
