"""A player of the classic game asks what may be done, plays, and does so to the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..thumbs.games import (
    COLORS,
    Data,
    check_game,
    check_moves,
    check_picture,
    check_same_moves,
    check_score,
    check_turn,
    check_verdict,
)
from ..thumbs.problems import check_problem
from .story import Story

__all__ = ["FORMATS", "ClassicPlayer"]

FORMATS = ("objects", "cells", "compact")

VARIANTS: tuple[dict[str, Any], ...] = (
    {"seats": 4},
    {"seats": 4, "teams": True},
    {"seats": 3},
    {"seats": 2},
)


class ClassicPlayer(Story):
    """Plays all sides of whole classic games, of every variant and with every option."""

    name = "classic"
    weight = 4

    def tell(self) -> Iterator[float]:
        """Play a game."""
        game = self.start()
        while game["next"]["color"] is not None:
            yield 0
            move = self.choose(game)
            if self.now_and_then(0.1):
                self.ask_about(game["state"], move)
            game = self.play(game, move)
            if self.now_and_then(0.1):
                yield 0
                self.look_at(game["state"])
        yield 0
        self.list_moves(game, self.rng.choice(FORMATS))
        self.look_at(game["state"])
        self.post(
            "/v1/turns",
            {"state": game["state"], "action": {"type": "pass"}},
            lambda answer: check_problem(answer, "illegal_action", "game_over"),
            name="/v1/turns (refused)",
        )

    def start(self) -> Data:
        """Start a game with options of its own."""
        rules = {
            **self.rng.choice(VARIANTS),
            "first_color": self.rng.choice(COLORS),
            "start_corners": self.rng.choice(["any", "fixed"]),
            "scoring": self.rng.choice(["basic", "advanced"]),
        }
        return self.ask("games", {"rules": rules}, lambda body: check_game(body, rules, None))

    def list_moves(self, game: Data, form: str) -> list[Data]:
        """Ask what may be done."""
        state, who = game["state"], game["next"]
        return self.ask(
            "legal-moves",
            {"state": state, "format": form},
            lambda body: check_moves(body, state, who, form),
        )

    def choose(self, game: Data) -> Data:
        """Return one of the moves; now and then see that all forms have the same ones."""
        form = self.rng.choice(FORMATS)
        moves = self.list_moves(game, form)
        if self.now_and_then(0.08):
            other = self.rng.choice([one for one in FORMATS if one != form])
            state, who = game["state"], game["next"]

            def same(body: Any) -> None:  # noqa: ANN401 (JSON)
                check_same_moves(moves, check_moves(body, state, who, other))

            self.ask("legal-moves", {"state": state, "format": other}, same)
        return self.rng.choice(moves)

    def ask_about(self, state: Data, move: Data) -> None:
        """Ask whether a move is legal that is, and whether one is that is not."""
        self.ask(
            "checks",
            {"state": state, "action": move},
            lambda body: check_verdict(body, legal=True),
        )
        self.ask(
            "checks",
            {"state": state, "action": {"type": "pass"}},
            lambda body: check_verdict(body, legal=False),
        )

    def play(self, game: Data, move: Data) -> Data:
        """Play a move, alone or as a list of one."""
        state, who = game["state"], game["next"]
        given = {"action": move} if self.now_and_then(0.5) else {"actions": [move]}
        return self.ask(
            "turns",
            {"state": state, **given},
            lambda body: check_turn(body, state, who, move),
        )

    def look_at(self, state: Data) -> None:
        """Count the points, and draw the board."""
        self.ask("scores", {"state": state}, lambda body: check_score(body, state))
        form = self.rng.choice(["svg", "text"])
        self.post(
            "/v1/renderings",
            {"state": state, "format": form},
            lambda answer: check_picture(answer, state["placements"], form),
        )
