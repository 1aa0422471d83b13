"""A player of Blokus Shuffle asks what cards would do, chooses, and plays to the end."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from ..answers import expect
from ..thumbs.games import Data, check_game, check_moves, check_score
from ..thumbs.shuffle import check_resolution, check_shuffle_turn, check_view
from .classic import FORMATS
from .story import Story

__all__ = ["ShufflePlayer"]


class ShufflePlayer(Story):
    """Plays all sides of whole games of Blokus Shuffle, a turn in one request."""

    name = "shuffle"
    weight = 4

    def tell(self) -> Iterator[float]:
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
            if self.now_and_then(0.2):
                yield 0
                self.look_at(game)
        yield 0
        self.look_at(game)

    def choose(self, game: Data) -> Data:
        """Return one of the things that may be done."""
        state, who, form = game["state"], game["next"], self.rng.choice(FORMATS)
        moves = self.ask(
            "legal-moves",
            {"state": state, "format": form},
            lambda body: check_moves(body, state, who, form),
        )
        return self.rng.choice(moves)

    def play_card(self, game: Data) -> Generator[float, None, tuple[list[Data], Data]]:
        """Choose a card and whatever it asks for; return the actions and where they lead."""
        played = self.choose(game)
        card = played["card"]
        choices: list[Data] = []
        resolved = self.resolve(game["state"], card, choices)
        while resolved["choices"]:
            yield 0
            if resolved["phase"] == "choose_card":
                self.look_at(resolved)
            chosen = self.rng.choice(resolved["choices"])
            choices.append(chosen)
            listed = destinations_of(resolved, chosen)
            resolved = self.resolve(game["state"], card, choices, listed)
        actions = [played, *choices]
        if self.now_and_then(0.1):
            self.play(game, actions, expected=resolved["state"])
        return actions, resolved

    def resolve(
        self, state: Data, card: str, choices: list[Data], listed: list[Data] | None = None
    ) -> Data:
        """Ask what a card does; what was listed before must be what is asked for now."""
        request = {
            "state": state,
            "card": card,
            "choices": choices,
            "destinations": self.now_and_then(0.3),
        }

        def check(body: Data) -> Data:
            if listed is not None:
                same = body["choices"] == listed
                expect(that=same, otherwise="other destinations than those that were listed")
            return check_resolution(body, state, card, choices)

        return self.ask("card-resolutions", request, check)

    def play(self, game: Data, actions: list[Data], expected: Data | None = None) -> Data:
        """Play actions in one request."""
        state, who = game["state"], game["next"]

        def check(body: Data) -> Data:
            if expected is not None:
                same = body["state"] == expected
                expect(that=same, otherwise="a card leads elsewhere than its resolution said")
            return check_shuffle_turn(body, state, who, actions)

        return self.ask("turns", {"state": state, "actions": actions}, check)

    def look_at(self, game: Data) -> None:
        """See the game as one of the seats may see it, and count the points."""
        state, acting = game["state"], game["next"]["seat"]
        seat = self.rng.randint(1, state["rules"]["seats"])
        self.ask(
            "views",
            {"state": state, "seat": seat, "events": game["events"]},
            lambda body: check_view(body, state, seat, acting),
        )
        self.ask("scores", {"state": state}, lambda body: check_score(body, state))


def destinations_of(resolved: Data, chosen: Data) -> list[Data] | None:
    """Return the destinations that were listed for a piece, if they were."""
    for one in resolved["destinations"] or ():
        if (one["color"], one["piece"]) == (chosen["color"], chosen["piece"]):
            moves: list[Data] = one["moves"]
            return moves
    return None
