"""Telling stories inside one process, without Locust and without sockets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from werkzeug.test import Client

from loadtests.answers import Answer, Request
from loadtests.stories import STORIES
from tests.helpers.support import seeded

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

T = TypeVar("T")


class Teller:
    """Sends what a story asks for to an application, and counts it by line and by path."""

    def __init__(self, application: WSGIApplication) -> None:
        self.client = Client(application)
        self.sent = Counter[str]()
        self.paths = Counter[str]()

    def send(self, request: Request, judge: Callable[[Answer], T]) -> T:
        response = self.client.open(
            request.path,
            method=request.method,
            data=request.body,
            headers=dict(request.headers),
        )
        headers = {name.lower(): value for name, value in response.headers.items()}
        self.paths[request.path] += 1
        self.sent[request.names.get(response.status_code, request.name)] += 1
        return judge(Answer(response.status_code, headers, response.data))

    def tell(self, story: str, seed: int) -> list[float]:
        """Tell a story to its end, and return its pauses without making them."""
        return list(STORIES[story](self.send, seeded(seed), f"{story}.{seed}").tell())
