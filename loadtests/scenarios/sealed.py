"""Whole games of Blokus Shuffle with sealed states: each seat knows only a token and its view."""

from __future__ import annotations

from collections.abc import Iterator
from http import HTTPStatus

from ..invariants.games import Data
from ..responses import Response, read_json, require
from .scenario import Scenario

__all__ = ["SealedPlayer"]

NO_KEYS = b'"code":"seal_not_configured"'
MAX_HANDS = 2
"""The hands that a seat sees: its own, and that of the shared colour while it plays it."""


class SealedPlayer(Scenario):
    """Plays all seats of whole sealed games, and checks what each of them gets to know."""

    name = "sealed"
    weight = 2

    def run(self) -> Iterator[float]:
        """Play a game; none if the service has no keys."""
        seats = self.rng.choice([2, 3, 4])
        rules = {"game": "shuffle", "seats": seats}
        # With a seed, so that a run can be repeated; players must not know it.
        request = {"rules": rules, "seed": self.new_seed(), "seal": True, "seat": 1}
        game = self.post("/v1/games", request, check_start, names={422: "/v1/games (no keys)"})
        while game is not None and game["next"]["seat"] is not None:
            yield 0
            seat = game["next"]["seat"]
            seen = self.look(game, seat)
            if self.chance(0.1):
                yield 0
                others = [one for one in range(1, seats + 1) if one != seat]
                self.look(game, self.rng.choice(others))
            yield 0
            game = self.play(game, seat, self.rng.choice(seen["moves"]))

    def look(self, game: Data, seat: int) -> Data:
        """Get what a seat may see of a game, with its moves."""
        request = {"sealed": game["sealed"], "seat": seat, "include": ["moves"]}

        def check(body: Data) -> Data:
            require(body["view"]["seat"] == seat, "the view of another seat")
            require(body["digest"] == game["digest"], "the digest of another token")
            require(body["ply"] == game["ply"], "the ply of another token")
            if seat == game["next"]["seat"]:
                require(body["moves"], "no moves for the seat that decides")
            hands = [one["hand"] for one in body["view"]["decks"].values() if one["hand"]]
            require(len(hands) <= MAX_HANDS, "more hands than the seat may see")
            return body

        return self.ask("views", request, check)

    def play(self, game: Data, seat: int, action: Data) -> Data:
        """Play an action for a seat."""
        request = {"sealed": game["sealed"], "seat": seat, "action": action}

        def check(body: Data) -> Data:
            require("state" not in body, "an answer with the state of a sealed game")
            require(body["view"]["seat"] == seat, "the view of another seat")
            require(body["ply"] == game["ply"] + 1, "the ply did not rise by one")
            follows = body["previous_digest"] == game["digest"]
            require(follows, "the token does not follow from the one before")
            for event in body["events"]:
                visible = event.get("cards") is None or event["seat"] == seat
                require(visible, "cards that another seat has drawn")
            return body

        return self.ask("turns", request, check)


def check_start(response: Response) -> Data | None:
    """Return a new sealed game; None if the service has no keys."""
    if response.status == HTTPStatus.UNPROCESSABLE_ENTITY and NO_KEYS in response.body:
        return None
    body: Data = read_json(response)
    require("state" not in body, "an answer with the state of a sealed game")
    require(body["seed"] is None, "a seed of a sealed game")
    require(body["ply"] == 0, "a ply in a new game")
    return body
