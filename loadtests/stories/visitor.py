"""A visitor opens the catalogue, comes back to it, and starts a game of every kind."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

from ..answers import Answer, expect, read_json
from ..thumbs.catalogue import CATALOGUE, LANGUAGES, check_page, check_unchanged
from ..thumbs.games import Data, check_game
from .story import Story

__all__ = ["Visitor"]


class Visitor(Story):
    """Reads what there is to play, keeps what may be kept, and starts games."""

    name = "visitor"
    weight = 2

    def tell(self) -> Iterator[float]:
        """Open every page twice, then start every variant that is listed."""
        self.get("/readyz", check_ready)
        asked, language = self.rng.choice(list(LANGUAGES.items()))
        pages: dict[str, Any] = {}
        for path in CATALOGUE:
            pages[path] = yield from self.open_page(path, asked, language)
        for variant in pages["/v1/variants"]["variants"]:
            yield 0
            self.start_game(variant["rules"], self.new_seed())

    def start_game(self, rules: Data, seed: int) -> None:
        """Start a game, and leave it at that."""
        request = {"rules": rules, "seed": seed}
        self.ask("games", request, lambda body: check_game(body, rules, seed))

    def open_page(self, path: str, asked: str, language: str) -> Generator[float, None, Any]:
        """Get a page, and get it again with the tag that it came with."""
        headers = {"Accept-Language": asked}

        def first(answer: Answer) -> tuple[Any, str]:
            return check_page(answer, path, language), answer.headers["etag"]

        body, etag = self.get(path, first, headers)
        yield 0
        again = {**headers, "If-None-Match": etag}
        names = {304: f"{path} (unchanged)"}
        self.get(path, lambda answer: check_unchanged(answer, etag), again, names)
        return body


def check_ready(answer: Answer) -> None:
    """See that the service is up, and says what it is."""
    body = read_json(answer)
    expect(that=body["status"] == "ok", otherwise=f"the status is {body['status']}")
    expect(that=body["engine"] in {"rust", "python"}, otherwise=f"the engine is {body['engine']}")
