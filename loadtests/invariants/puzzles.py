"""Invariants of the solo puzzles: a solution has every piece, and includes the given ones."""

from __future__ import annotations

from typing import Any

from ..responses import Response, read_json, require
from .games import COLORS, Data
from .problems import check_problem

__all__ = ["check_layout", "check_solution"]

OUTCOMES = {"solved", "unknown", "impossible"}


def check_solution(
    response: Response, puzzle: Data, given: list[Data], seed: int
) -> list[Data] | float | None:
    """Return the pieces of a solution, None if none was found, or seconds to wait if it is busy.

    The given pieces are always a part of a solution, so `impossible` is wrong.
    """
    if response.status == 503:
        check_problem(response, "busy")
        return float(response.headers["retry-after"])
    body = read_json(response)
    actual = (body["puzzle"], body["seed"])
    require(actual == (puzzle["id"], seed), f"the response is for {actual}")
    outcome, placements = body["outcome"], body["placements"]
    require(
        outcome in OUTCOMES - {"impossible"},
        f"{outcome}, with {len(given)} pieces of a solution given",
    )
    searched = body["searched"]
    require(searched["nodes"] >= 0, f"searched {searched}")
    if outcome == "unknown":
        stopped = searched["stopped_by"] in {"nodes", "time"} and placements is None
        require(stopped, f"unknown, but {searched}")
        return None
    pieces = {(one["color"], one["piece"]) for one in placements}
    right = {(color, piece) for color in COLORS for piece in puzzle["pieces"]}
    require(
        pieces == right and len(placements) == len(right),
        f"{len(placements)} pieces, {len(pieces)} different, of {len(right)}",
    )
    kept = all(one in placements for one in given)
    require(kept, "a given piece is not in the solution")
    return list(placements)


def check_layout(body: Any, puzzle: Data, *, valid: bool, complete: bool) -> None:  # noqa: ANN401
    """Check whether a layout is valid and complete, and that an invalid one has problems."""
    actual = {name: body[name] for name in ("puzzle", "valid", "complete", "solved")}
    expected = {
        "puzzle": puzzle["id"],
        "valid": valid,
        "complete": complete,
        "solved": valid and complete,
    }
    require(actual == expected, f"{actual}, not {expected}")
    problems = body["problems"]
    require(bool(problems) is not valid, f"valid is {valid}, with {problems}")
