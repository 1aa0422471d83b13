"""Invariants of suggestions: they are for the decision, ranked, and their chances add up."""

from __future__ import annotations

from ..responses import Response, read_json, require
from .games import Data
from .problems import check_problem

__all__ = ["check_suggestions"]


def check_suggestions(
    response: Response, next_turn: Data, count: int, seed: int
) -> list[Data] | float:
    """Return the actions of the suggested turn, or seconds to wait if the service is busy."""
    if response.status == 503:
        check_problem(response, "busy")
        return float(response.headers["retry-after"])
    body = read_json(response)
    decision = {name: body[name] for name in ("color", "seat", "phase")}
    require(decision == next_turn, f"suggestions for {decision}, not {next_turn}")
    require(body["seed"] == seed, f"the seed is {body['seed']}, not {seed}")
    moves, turn = body["moves"], body["turn"]
    require(1 <= len(moves) <= count, f"{len(moves)} suggestions of {count}")
    require(turn[:1] == [moves[0]["action"]], "the turn does not begin with the best move")
    for estimates in (body["evaluation"], *(move["estimates"] for move in moves)):
        chances = [one["win"] for one in estimates]
        require(abs(sum(chances) - 1) < 0.01, f"the chances to win are {chances}")
    return list(turn)
