"""Analysis of many moves at once with batches, some of them with invalid operations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from ..invariants.games import (
    Data,
    check_game,
    check_legality,
    check_moves,
    check_score,
    check_turn,
)
from ..invariants.problems import check_problem_body
from ..responses import InvalidResponseError, require
from .scenario import Scenario

__all__ = ["Analyst"]


class Part(NamedTuple):
    """One operation of a batch, with the check and the status of its result."""

    operation: Data
    check: Callable[[Any], Any]
    status: int = 200


class Analyst(Scenario):
    """Plays a game and tries several moves of each position in one request."""

    name = "analyst"
    weight = 1

    def run(self) -> Iterator[float]:
        """Analyse a game for two until it is over."""
        rules = {"seats": 2, "start_corners": "fixed"}
        game = self.ask("games", {"rules": rules}, lambda body: check_game(body, rules, None))
        while game["next"]["color"] is not None:
            yield 0
            game = self.step(game)

    def step(self, game: Data) -> Data:
        """List the moves, try some of them, and continue with the largest piece."""
        state, next_turn = game["state"], game["next"]
        (moves,) = self.send_batch(
            [
                Part(
                    {"operation": "legal-moves", "state": state},
                    lambda body: check_moves(body, state, next_turn, "objects"),
                )
            ]
        )
        tried = self.rng.sample(moves, min(len(moves), self.rng.randint(1, 12)))
        parts = [self.turn(game, move) for move in tried]
        parts += [self.legality(state, move) for move in tried[:3]]
        parts.append(
            Part({"operation": "scores", "state": state}, lambda body: check_score(body, state))
        )
        if self.chance(0.3):
            parts += INVALID
        order = list(range(len(parts)))
        self.rng.shuffle(order)
        results = self.send_batch([parts[index] for index in order])
        turns = [result for index, result in zip(order, results, strict=True) if index < len(tried)]
        return max(turns, key=lambda turn: int(turn["state"]["placements"][-1]["piece"][-1]))

    def turn(self, game: Data, move: Data) -> Part:
        """Return the operation that plays a move."""
        state, next_turn = game["state"], game["next"]
        return Part(
            {"operation": "turns", "state": state, "action": move},
            lambda body: check_turn(body, state, next_turn, move),
        )

    def legality(self, state: Data, move: Data) -> Part:
        """Return the operation that checks a legal move."""
        return Part(
            {"operation": "checks", "state": state, "action": move},
            lambda body: check_legality(body, legal=True),
        )

    def send_batch(self, parts: list[Part]) -> list[Any]:
        """Send a batch and return the checked results."""
        request = {"operations": [part.operation for part in parts]}
        return self.ask("batches", request, lambda body: check_results(body, parts))


def check_results(body: Data, parts: list[Part]) -> list[Any]:
    """Check that every operation has its own result, in order."""
    results = body["results"]
    require(
        len(results) == len(parts),
        f"{len(results)} results for {len(parts)} operations",
    )
    checked = []
    for part, result in zip(parts, results, strict=True):
        name = part.operation.get("operation")
        status = result["status"]
        named = name if status == 200 else result["operation"]
        require(result["operation"] == named, f"{name} is called {result['operation']}")
        require(
            status == part.status,
            f"{name} has status {status} in a batch, not {part.status}",
        )
        try:
            checked.append(part.check(result["body"]))
        except InvalidResponseError as wrong:
            raise InvalidResponseError(f"{name} in a batch: {wrong}") from None
    return checked


def _refused(operation: Data, code: str, *single: str) -> Part:
    return Part(operation, lambda body: check_problem_body(body, code, *single), 422)


INVALID = (
    _refused({"operation": "dance"}, "invalid_request", "unknown_value"),
    _refused({"state": {}}, "invalid_request", "missing_field"),
    _refused({"operation": "scores", "state": {"x": 1}}, "invalid_state", "unknown_field"),
    _refused(
        {"operation": "turns", "state": {}, "action": {"type": "pass"}},
        "illegal_action",
        "must_place",
    ),
)
"""Operations that must fail without affecting the others."""
