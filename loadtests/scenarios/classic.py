"""Whole classic games: list the moves and play one of them until the game is over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..invariants.games import (
    COLORS,
    Data,
    check_game,
    check_legality,
    check_moves,
    check_rendering,
    check_same_moves,
    check_score,
    check_turn,
    move_options,
)
from ..invariants.problems import check_problem
from .scenario import Scenario

__all__ = ["FORMATS", "ClassicPlayer"]

FORMATS = ("objects", "cells", "groups")

VARIANTS: tuple[dict[str, Any], ...] = (
    {"seats": 4},
    {"seats": 4, "teams": True},
    {"seats": 3},
    {"seats": 2},
)


class ClassicPlayer(Scenario):
    """Plays all seats of whole classic games, of every variant and with every option."""

    name = "classic"
    weight = 4

    def run(self) -> Iterator[float]:
        """Play a game."""
        game = self.start()
        while game["next"]["color"] is not None:
            yield 0
            move = self.choose(game)
            if self.chance(0.1):
                self.check_moves_of(game["state"], move)
            game = self.play(game, move)
            if self.chance(0.1):
                yield 0
                self.inspect(game["state"])
        yield 0
        self.list_moves(game, self.rng.choice(FORMATS))
        self.inspect(game["state"])
        self.post(
            "/v1/turns",
            {"state": game["state"], "action": {"type": "pass"}},
            lambda response: check_problem(response, "illegal_action", "game_over"),
            name="/v1/turns (refused)",
        )

    def start(self) -> Data:
        """Start a game with random options."""
        rules = {
            **self.rng.choice(VARIANTS),
            "first_color": self.rng.choice(COLORS),
            "start_corners": self.rng.choice(["any", "fixed"]),
            "scoring": self.rng.choice(["basic", "advanced"]),
        }
        return self.ask("games", {"rules": rules}, lambda body: check_game(body, rules, None))

    def list_moves(self, game: Data, move_format: str) -> list[Data]:
        """List the legal moves."""
        state, next_turn = game["state"], game["next"]
        return self.ask(
            "legal-moves",
            {"state": state, **move_options(move_format)},
            lambda body: check_moves(body, state, next_turn, move_format),
        )

    def choose(self, game: Data) -> Data:
        """Return one of the moves; sometimes check that another format lists the same ones."""
        move_format = self.rng.choice(FORMATS)
        moves = self.list_moves(game, move_format)
        if self.chance(0.08):
            other = self.rng.choice([one for one in FORMATS if one != move_format])
            state, next_turn = game["state"], game["next"]

            def same(body: Any) -> None:  # noqa: ANN401 (JSON)
                check_same_moves(moves, check_moves(body, state, next_turn, other))

            self.ask("legal-moves", {"state": state, **move_options(other)}, same)
        return self.rng.choice(moves)

    def check_moves_of(self, state: Data, move: Data) -> None:
        """Check a legal and an illegal move."""
        self.ask(
            "checks",
            {"state": state, "action": move},
            lambda body: check_legality(body, legal=True),
        )
        self.ask(
            "checks",
            {"state": state, "action": {"type": "pass"}},
            lambda body: check_legality(body, legal=False),
        )

    def play(self, game: Data, move: Data) -> Data:
        """Play a move, as `action` or as `actions`."""
        state, next_turn = game["state"], game["next"]
        given = {"action": move} if self.chance(0.5) else {"actions": [move]}
        return self.ask(
            "turns",
            {"state": state, **given, **self.included()},
            lambda body: check_turn(body, state, next_turn, move),
        )

    def included(self) -> Data:
        """Return the option to include what a client would ask next, in half of the requests."""
        if self.chance(0.5):
            return {}
        return {"include": ["moves", "supply"], "groups": self.chance(0.5)}

    def inspect(self, state: Data) -> None:
        """Score the state and render the board."""
        self.ask("scores", {"state": state}, lambda body: check_score(body, state))
        move_format = self.rng.choice(["svg", "text"])
        self.post(
            f"/v1/renderings/{move_format}",
            {"state": state},
            lambda response: check_rendering(response, state["placements"], move_format),
        )
