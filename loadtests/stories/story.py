"""What all stories have in common: they ask, have each answer judged, and pause."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any, ClassVar, TypeVar

import orjson

from ..answers import JSON, Answer, Request, Send, expect, judge, read_json

__all__ = ["Story"]

T = TypeVar("T")


class Story(ABC):
    """A client of some kind: keeps one game at a time, and decides by its own random numbers."""

    name: ClassVar[str]
    weight: ClassVar[int]
    """How many of these there are, in proportion, where all stories are told together."""

    def __init__(self, send: Send, rng: Random, ident: str) -> None:
        self._send = send
        self.rng = rng
        self.ident = ident
        self.number = 0

    @abstractmethod
    def tell(self) -> Iterator[float]:
        """Tell the story once, to its end.

        Each ``yield`` is a pause, in which a person would think; what is yielded are the seconds
        that must be waited besides, mostly none. A wrong answer ends the story with its error.
        """

    def send(
        self,
        request: Request,
        check: Callable[[Answer], T],
    ) -> T:
        """Send a request under an id of its own, which must come back with the answer."""
        self.number += 1
        request_id = f"{self.ident}-{self.number}"
        headers = {"X-Request-ID": request_id, **request.headers}
        sent = replace(request, headers=headers)

        def whole(answer: Answer) -> T:
            result = judge(answer, check)
            told = answer.headers.get("x-request-id")
            expect(that=told == request_id, otherwise="X-Request-ID is not that of the request")
            return result

        return self._send(sent, whole)

    def get(
        self,
        path: str,
        check: Callable[[Answer], T],
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
        check: Callable[[Answer], T],
        name: str | None = None,
        names: Mapping[int, str] | None = None,
    ) -> T:
        """Post JSON."""
        text, headers = orjson.dumps(body), {"Content-Type": JSON}
        return self.send(Request("POST", path, name or path, text, headers, names or {}), check)

    def ask(self, operation: str, body: object, check: Callable[[Any], T]) -> T:
        """Post JSON to an operation, whose answer must be a success."""
        return self.post(f"/v1/{operation}", body, lambda answer: check(read_json(answer)))

    def now_and_then(self, share: float) -> bool:
        """Decide whether to do something that is done only sometimes."""
        return self.rng.random() < share

    def new_seed(self) -> int:
        """Return a seed for a game or a search."""
        return self.rng.randrange(2**53)
