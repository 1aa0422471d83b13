"""The catalogue, with and without its ETag, and a new game of every variant."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

from ..invariants.catalogue import CATALOGUE, LANGUAGES, check_page, check_unchanged
from ..invariants.games import Data, check_game
from ..responses import Response, read_json, require
from .scenario import Scenario

__all__ = ["Visitor"]


class Visitor(Scenario):
    """Reads the catalogue twice and starts games."""

    name = "visitor"
    weight = 2

    def run(self) -> Iterator[float]:
        """Get every page twice, then start every listed variant."""
        self.get("/readyz", check_ready)
        asked, language = self.rng.choice(list(LANGUAGES.items()))
        pages: dict[str, Any] = {}
        for path in CATALOGUE:
            pages[path] = yield from self.open_page(path, asked, language)
        for variant in pages["/v1/variants"]["variants"]:
            yield 0
            self.start_game(variant["rules"], self.new_seed())

    def start_game(self, rules: Data, seed: int) -> None:
        """Start a game."""
        request = {"rules": rules, "seed": seed}
        self.ask("games", request, lambda body: check_game(body, rules, seed))

    def open_page(self, path: str, asked: str, language: str) -> Generator[float, None, Any]:
        """Get a page, and again with its ETag."""
        headers = {"Accept-Language": asked}

        def first(response: Response) -> tuple[Any, str]:
            return check_page(response, path, language), response.headers["etag"]

        body, etag = self.get(path, first, headers)
        yield 0
        again = {**headers, "If-None-Match": etag}
        names = {304: f"{path} (unchanged)"}
        self.get(path, lambda response: check_unchanged(response, etag), again, names)
        return body


def check_ready(response: Response) -> None:
    """Check that the service is ready and names its engine."""
    body = read_json(response)
    require(body["status"] == "ok", f"the status is {body['status']}")
    require(body["engine"] in {"rust", "python"}, f"the engine is {body['engine']}")
