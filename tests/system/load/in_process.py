"""Scenarios in one process, without Locust and sockets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from werkzeug.test import Client

from loadtests.responses import Request, Response
from loadtests.scenarios import SCENARIOS
from tests.helpers.games import seeded_rng

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

T = TypeVar("T")


class InProcessRunner:
    """Runs scenarios against a WSGI application; counts requests by row and by path."""

    def __init__(self, application: WSGIApplication) -> None:
        self.client = Client(application)
        self.rows = Counter[str]()
        self.paths = Counter[str]()

    def send(self, request: Request, check: Callable[[Response], T]) -> T:
        response = self.client.open(
            request.path,
            method=request.method,
            data=request.body,
            headers=dict(request.headers),
        )
        headers = {name.lower(): value for name, value in response.headers.items()}
        self.paths[request.path] += 1
        self.rows[request.names.get(response.status_code, request.name)] += 1
        return check(Response(response.status_code, headers, response.data))

    def run(self, scenario: str, seed: int) -> list[float]:
        """Run a scenario once, and return its pauses without waiting."""
        return list(SCENARIOS[scenario](self.send, seeded_rng(seed), f"{scenario}.{seed}").run())
