"""The values of the solo puzzles (U1-U7), the same for both engines."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from .errors import Problem
from .json_value import JsonValue, written
from .types import PlacedPiece

__all__ = ["LayoutCheck", "Puzzle", "Solution", "SolveOutcome"]

SolveOutcome: TypeAlias = Literal["solved", "impossible", "unknown"]


@dataclass(frozen=True, slots=True)
class Puzzle(JsonValue):
    """One of the six puzzles: a board, and the pieces that it takes of each of the four colours.

    ``apart``: pieces of one colour must not touch along a side. ``connected``: each colour starts
    at a corner of the board and its pieces are connected by corners (C1, C2). ``descending``:
    larger pieces are placed before smaller ones.
    """

    name: str = field(metadata=written(key="id"))
    rule: str
    rows: int
    cols: int
    pieces: tuple[str, ...]
    apart: bool
    connected: bool
    descending: bool


@dataclass(frozen=True, slots=True)
class LayoutCheck(JsonValue):
    """The result of checking a layout, complete or not (U7).

    ``placements`` are the pieces of the layout, valid or not, so that it can be drawn; None if
    one of them cannot lie on the board of the puzzle.
    """

    puzzle: str
    complete: bool
    problems: tuple[Problem, ...]
    placements: tuple[PlacedPiece, ...] | None

    @property
    def valid(self) -> bool:
        """Whether nothing is wrong so far."""
        return not self.problems

    @property
    def solved(self) -> bool:
        """Whether the layout is complete and valid."""
        return self.complete and self.valid

    def to_dict(self) -> dict[str, Any]:
        """Return the result as it is written in JSON."""
        return {
            "puzzle": self.puzzle,
            "solved": self.solved,
            "complete": self.complete,
            "valid": self.valid,
            "problems": [problem.to_dict() for problem in self.problems],
        }


@dataclass(frozen=True, slots=True)
class Solution(JsonValue):
    """The result of a search for a solution.

    ``placements`` is the complete layout, including the given pieces, or None if none was found;
    for the boards with all 84 pieces it is in a legal order of play. ``impossible`` means that it
    is proven. ``stopped_by`` is the limit that ended the search: the number of nodes, which gives
    the same result on every machine, or the time; or it was ``cancelled``. None if the search was
    completed.
    """

    puzzle: str
    outcome: SolveOutcome
    placements: tuple[PlacedPiece, ...] | None
    nodes: int
    restarts: int
    stopped_by: Literal["nodes", "time", "cancelled"] | None

    def to_dict(self) -> dict[str, Any]:
        """Return the result as it is written in JSON."""
        placements = self.placements
        return {
            "puzzle": self.puzzle,
            "outcome": self.outcome,
            "placements": None if placements is None else [one.to_dict() for one in placements],
            "searched": {
                "nodes": self.nodes,
                "restarts": self.restarts,
                "stopped_by": self.stopped_by,
            },
        }
