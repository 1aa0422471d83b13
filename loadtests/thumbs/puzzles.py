"""Rules of thumb for the solo puzzles: a solution has every piece, and what was given is in it."""

from __future__ import annotations

from typing import Any

from ..answers import Answer, expect, read_json
from .games import COLORS, Data
from .problems import check_problem

__all__ = ["check_layout", "check_solution"]

OUTCOMES = {"solved", "unknown", "impossible"}


def check_solution(
    answer: Answer, puzzle: Data, given: list[Data], seed: int
) -> list[Data] | float | None:
    """Return the pieces of a solution, None if none was found, or seconds to wait if it is busy.

    What is given is always a part of a solution, so that it cannot be impossible.
    """
    if answer.status == 503:
        check_problem(answer, "busy")
        return float(answer.headers["retry-after"])
    body = read_json(answer)
    told = (body["puzzle"], body["seed"])
    expect(that=told == (puzzle["id"], seed), otherwise=f"the answer is for {told}")
    outcome, placements = body["outcome"], body["placements"]
    expect(
        that=outcome in OUTCOMES - {"impossible"},
        otherwise=f"{outcome}, with {len(given)} pieces of a solution given",
    )
    searched = body["searched"]
    expect(that=searched["nodes"] >= 0, otherwise=f"searched {searched}")
    if outcome == "unknown":
        stopped = searched["stopped_by"] in {"nodes", "time"} and placements is None
        expect(that=stopped, otherwise=f"unknown, but {searched}")
        return None
    pieces = {(one["color"], one["piece"]) for one in placements}
    right = {(color, piece) for color in COLORS for piece in puzzle["pieces"]}
    expect(
        that=pieces == right and len(placements) == len(right),
        otherwise=f"{len(placements)} pieces, {len(pieces)} different, of {len(right)}",
    )
    kept = all(one in placements for one in given)
    expect(that=kept, otherwise="a piece that was given is not in the solution")
    return list(placements)


def check_layout(body: Any, puzzle: Data, *, right: bool, complete: bool) -> None:  # noqa: ANN401
    """See that a layout is right or wrong as expected, and has problems where it is wrong."""
    told = {name: body[name] for name in ("puzzle", "right", "complete", "solved")}
    expected = {
        "puzzle": puzzle["id"],
        "right": right,
        "complete": complete,
        "solved": right and complete,
    }
    expect(that=told == expected, otherwise=f"{told} and not {expected}")
    problems = body["problems"]
    expect(that=bool(problems) is not right, otherwise=f"right is {right}, with {problems}")
