"""The values of the solo puzzles (U1-U7): frozen, comparable, the same for both engines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from .errors import Problem
from .types import PlacedPiece

__all__ = ["LayoutCheck", "Puzzle", "Solution", "SolveOutcome"]

SolveOutcome: TypeAlias = Literal["solved", "impossible", "unknown"]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One of the six puzzles: a board and the pieces that each of the four colours gives.

    ``apart``: pieces of one colour must not touch along a side. ``connected``: each colour begins
    at a corner of the board and goes on from corner to corner (C1, C2). ``descending``: larger
    pieces before smaller ones.
    """

    name: str
    rule: str
    rows: int
    cols: int
    pieces: tuple[str, ...]
    apart: bool
    connected: bool
    descending: bool

    def to_dict(self) -> dict[str, Any]:
        """Return the puzzle as it is written in JSON."""
        return {
            "id": self.name,
            "rule": self.rule,
            "rows": self.rows,
            "cols": self.cols,
            "pieces": list(self.pieces),
            "apart": self.apart,
            "connected": self.connected,
            "descending": self.descending,
        }


@dataclass(frozen=True, slots=True)
class LayoutCheck:
    """What there is to say about a layout, complete or not (U7).

    ``placements`` are its pieces as they lie, right or not, for those who draw it; None if one of
    them is no piece that could lie on the board of the puzzle.
    """

    puzzle: str
    complete: bool
    problems: tuple[Problem, ...]
    placements: tuple[PlacedPiece, ...] | None

    @property
    def right(self) -> bool:
        """Whether nothing is wrong so far."""
        return not self.problems

    @property
    def solved(self) -> bool:
        """Whether every piece lies right."""
        return self.complete and self.right

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as it is written in JSON."""
        return {
            "puzzle": self.puzzle,
            "solved": self.solved,
            "complete": self.complete,
            "right": self.right,
            "problems": [problem.to_dict() for problem in self.problems],
        }


@dataclass(frozen=True, slots=True)
class Solution:
    """What a solver found, and what it took.

    ``placements`` is the whole layout, the given pieces included, or None if there is none; for the
    boards of 84 in a legal order of play. ``impossible`` is said only if it is proven. The search
    was ``stopped_by`` its number of nodes, which gives the same answer everywhere, or by the clock;
    None if it came to its end.
    """

    puzzle: str
    outcome: SolveOutcome
    placements: tuple[PlacedPiece, ...] | None
    nodes: int
    restarts: int
    stopped_by: Literal["nodes", "time"] | None

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as it is written in JSON."""
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
