"""An analyst looks at many moves at once: batches, some of them with parts that are broken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from ..answers import WrongAnswerError, expect
from ..thumbs.games import (
    Data,
    check_game,
    check_moves,
    check_score,
    check_turn,
    check_verdict,
)
from ..thumbs.problems import check_problem_body
from .story import Story

__all__ = ["Analyst"]


class Part(NamedTuple):
    """One operation of a batch: what is sent, and what must be true of its result."""

    operation: Data
    check: Callable[[Any], Any]
    status: int = 200


class Analyst(Story):
    """Plays one game by trying several moves of every position in one request."""

    name = "analyst"
    weight = 1

    def tell(self) -> Iterator[float]:
        """Analyse a game for two until nobody can move."""
        rules = {"seats": 2, "start_corners": "fixed"}
        game = self.ask("games", {"rules": rules}, lambda body: check_game(body, rules, None))
        while game["next"]["color"] is not None:
            yield 0
            game = self.step(game)

    def step(self, game: Data) -> Data:
        """Ask for the moves, try some of them, and go on with the one that leaves the least."""
        state, who = game["state"], game["next"]
        (moves,) = self.send_batch(
            [
                Part(
                    {"operation": "legal-moves", "state": state},
                    lambda body: check_moves(body, state, who, "objects"),
                )
            ]
        )
        tried = self.rng.sample(moves, min(len(moves), self.rng.randint(1, 12)))
        parts = [self.turn(game, move) for move in tried]
        parts += [self.verdict(state, move) for move in tried[:3]]
        parts.append(
            Part({"operation": "scores", "state": state}, lambda body: check_score(body, state))
        )
        if self.now_and_then(0.3):
            parts += BROKEN
        order = list(range(len(parts)))
        self.rng.shuffle(order)
        results = self.send_batch([parts[index] for index in order])
        turns = [result for place, result in zip(order, results, strict=True) if place < len(tried)]
        return max(turns, key=lambda turn: int(turn["state"]["placements"][-1]["piece"][-1]))

    def turn(self, game: Data, move: Data) -> Part:
        """Return the part that tries a move."""
        state, who = game["state"], game["next"]
        return Part(
            {"operation": "turns", "state": state, "action": move},
            lambda body: check_turn(body, state, who, move),
        )

    def verdict(self, state: Data, move: Data) -> Part:
        """Return the part that asks whether a move is legal that was listed."""
        return Part(
            {"operation": "checks", "state": state, "action": move},
            lambda body: check_verdict(body, legal=True),
        )

    def send_batch(self, parts: list[Part]) -> list[Any]:
        """Send a batch, and return what is made of each result."""
        request = {"operations": [part.operation for part in parts]}
        return self.ask("batches", request, lambda body: check_results(body, parts))


def check_results(body: Data, parts: list[Part]) -> list[Any]:
    """See that every part has its own result, in order, and none spoils the others."""
    results = body["results"]
    expect(
        that=len(results) == len(parts),
        otherwise=f"{len(results)} results for {len(parts)} operations",
    )
    made = []
    for part, result in zip(parts, results, strict=True):
        name = part.operation.get("operation")
        status = result["status"]
        expect(
            that=status == part.status,
            otherwise=f"{name} has status {status} in a batch, and not {part.status}",
        )
        try:
            made.append(part.check(result["body"]))
        except WrongAnswerError as wrong:
            raise WrongAnswerError(f"{name} in a batch: {wrong}") from None
    return made


def _refused(operation: Data, code: str, *single: str) -> Part:
    return Part(operation, lambda body: check_problem_body(body, code, *single), 422)


BROKEN = (
    _refused({"operation": "dance"}, "invalid_request", "unknown_value"),
    _refused({"state": {}}, "invalid_request", "missing_field"),
    _refused({"operation": "scores", "state": {"x": 1}}, "invalid_state", "unknown_field"),
    _refused(
        {"operation": "turns", "state": {}, "action": {"type": "pass"}},
        "illegal_action",
        "must_place",
    ),
)
"""Parts that must be refused, each by itself."""
