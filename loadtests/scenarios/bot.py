"""A bot that has its moves suggested."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from ..invariants.games import Data, check_game, check_next
from ..invariants.suggestions import check_suggestions
from ..responses import Response
from .scenario import Scenario

__all__ = ["Bot"]

TURNS = 12
"""The length of a game; short, because searches are shared by all users of an address."""

ATTEMPTS = 20
"""How often a request is repeated while the service is busy."""

PATH = "/v1/suggestions"


class Bot(Scenario):
    """Plays the beginning of a game with suggestions of a low level."""

    name = "bot"
    weight = 1

    def run(self) -> Iterator[float]:
        """Play some turns of classic or Blokus Shuffle."""
        seed = self.new_seed()
        rules = {"game": self.rng.choice(["classic", "shuffle"]), "seats": self.rng.choice([2, 4])}
        game = self.ask(
            "games", {"rules": rules, "seed": seed}, lambda body: check_game(body, rules, seed)
        )
        for _ in range(TURNS):
            yield 0
            turn = yield from self.suggest(game)
            if turn is None:
                return
            game = self.ask("turns", {"state": game["state"], "actions": turn}, check_played)

    def suggest(self, game: Data) -> Generator[float, None, list[Data] | None]:
        """Return the actions of a turn, or None if the service is busy for too long."""
        count, seed = self.rng.randint(1, 5), self.new_seed()
        body = {
            "state": game["state"],
            "level": self.rng.randint(1, 4),
            "count": count,
            "seed": seed,
            "until": "turn",
        }

        def check(response: Response) -> list[Data] | float:
            return check_suggestions(response, game["next"], count, seed)

        for _ in range(ATTEMPTS):
            found = self.post(PATH, body, check, None, {503: f"{PATH} (busy)"})
            if not isinstance(found, float):
                return found
            yield found
        return None


def check_played(body: Data) -> Data:
    """Check that a suggested turn was played, and return the answer."""
    check_next(body)
    return body
