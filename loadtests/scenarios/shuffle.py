"""Whole games of Blokus Shuffle: resolve cards, make choices and play turns."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from ..invariants.games import Data, check_game, check_moves, check_score, move_options
from ..invariants.shuffle import check_resolution, check_shuffle_turn, check_view
from ..responses import require
from .classic import FORMATS
from .scenario import Scenario

__all__ = ["ShufflePlayer"]


class ShufflePlayer(Scenario):
    """Plays all seats of whole games of Blokus Shuffle, a turn in one request."""

    name = "shuffle"
    weight = 4

    def run(self) -> Iterator[float]:
        """Play a game."""
        rules = {
            "game": "shuffle",
            "seats": self.rng.choice([2, 3, 4]),
            "scoring": self.rng.choice(["basic", "advanced"]),
        }
        seed = self.new_seed()
        game = self.ask(
            "games",
            {"rules": rules, "seed": seed},
            lambda body: check_game(body, rules, seed),
        )
        while game["next"]["color"] is not None:
            yield 0
            actions: list[Data] = []
            if game["next"]["phase"] == "play_card":
                actions, after = yield from self.play_card(game)
                yield 0
                actions.append(self.choose(after))
            else:
                actions.append(self.choose(game))
            game = self.play(game, actions)
            if self.chance(0.2):
                yield 0
                self.inspect(game)
        yield 0
        self.inspect(game)

    def choose(self, game: Data) -> Data:
        """Return one of the legal actions."""
        state, next_turn, move_format = game["state"], game["next"], self.rng.choice(FORMATS)
        moves = self.ask(
            "legal-moves",
            {"state": state, **move_options(move_format)},
            lambda body: check_moves(body, state, next_turn, move_format),
        )
        return self.rng.choice(moves)

    def play_card(self, game: Data) -> Generator[float, None, tuple[list[Data], Data]]:
        """Choose a card and its choices; return the actions and the last resolution."""
        played = self.choose(game)
        card = played["card"]
        choices: list[Data] = []
        resolved = self.resolve(game["state"], card, choices)
        while resolved["choices"]:
            yield 0
            if resolved["phase"] == "choose_card":
                self.inspect(resolved)
            chosen = self.rng.choice(resolved["choices"])
            choices.append(chosen)
            listed = destinations_of(resolved, chosen)
            resolved = self.resolve(game["state"], card, choices, listed)
        actions = [played, *choices]
        if self.chance(0.1):
            self.play(game, actions, expected=resolved["state"])
        return actions, resolved

    def resolve(
        self, state: Data, card: str, choices: list[Data], listed: list[Data] | None = None
    ) -> Data:
        """Resolve a card; destinations that were listed before must be the choices now."""
        request = {
            "state": state,
            "card": card,
            "choices": choices,
            "destinations": self.chance(0.3),
        }

        def check(body: Data) -> Data:
            if listed is not None:
                same = body["choices"] == listed
                require(same, "the choices differ from the listed destinations")
            return check_resolution(body, state, card, choices)

        return self.ask("card-resolutions", request, check)

    def play(self, game: Data, actions: list[Data], expected: Data | None = None) -> Data:
        """Play actions in one request."""
        state, next_turn = game["state"], game["next"]

        def check(body: Data) -> Data:
            if expected is not None:
                same = body["state"] == expected
                require(same, "the turn leads to another state than the resolution")
            return check_shuffle_turn(body, state, next_turn, actions)

        return self.ask("turns", {"state": state, "actions": actions, "include": ["moves"]}, check)

    def inspect(self, game: Data) -> None:
        """Get the view of a random seat, and score the state."""
        state, acting = game["state"], game["next"]["seat"]
        seat = self.rng.randint(1, state["rules"]["seats"])
        self.ask(
            "views",
            {"state": state, "seat": seat, "events": game["events"]},
            lambda body: check_view(body, state, seat, acting),
        )
        self.ask("scores", {"state": state}, lambda body: check_score(body, state))


def destinations_of(resolved: Data, chosen: Data) -> list[Data] | None:
    """Return the destinations that were listed for a piece, or None."""
    for one in resolved["destinations"] or ():
        if (one["color"], one["piece"]) == (chosen["color"], chosen["piece"]):
            moves: list[Data] = one["moves"]
            return moves
    return None
