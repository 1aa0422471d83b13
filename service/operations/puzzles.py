"""The solo puzzles: what they are, layouts checked, completed and drawn.

Everything but solving is done at once. A search may take seconds, so only a few run at a time: the
next is refused, not queued, as a thread that waits could answer somebody else. The engine lets go
of the interpreter while it searches, and ends when the seconds it was given are over, whether the
client still listens or not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from threading import BoundedSemaphore
from typing import Any

import cornerwise
import orjson
from cornerwise import InvalidStateError, LayoutCheck, Puzzle, UnsupportedError
from cornerwise.engine import Engine

from ..http.problems import RequestProblem
from ..schemas import requests as schemas
from ..schemas.fields import Shape, load_request
from .answers import Answer, Request, below, refused
from .renderings import picture

__all__ = ["PUZZLE_OPERATIONS", "PuzzleOperation", "Puzzles", "puzzles_json", "which_puzzles"]

# For each puzzle a title, and what is to be done.
_TEXTS: Mapping[str, tuple[str, str]] = {
    "board84": (
        "All 84 on the board",
        "Place every piece of all four colours on the board, each colour by the rules of the game.",
    ),
    "board84_descending": (
        "All 84, large ones first",
        "Place all 84 pieces by the rules of the game, none of them before a larger one.",
    ),
    "rect4": (
        "The fours",
        "Fill 8 rows of 10 squares with the 20 pieces of four squares.",
    ),
    "rect4_apart": (
        "The fours, colours apart",
        "Fill 8 rows of 10 squares with the fours; no two of one colour may share a side.",
    ),
    "rect5": (
        "The fives",
        "Fill 15 rows of 16 squares with the 48 pieces of five squares.",
    ),
    "rect5_apart": (
        "The fives, colours apart",
        "Fill 15 rows of 16 squares with the fives; no two of one colour may share a side.",
    ),
}

_RETRY_SECONDS = 1
"""What a client that comes too early is told: most searches take less."""


def puzzles_json(engine: Engine[Any]) -> bytes:
    """Return the puzzles with their boards, their pieces and what is asked for."""
    puzzles = []
    for puzzle in engine.puzzles():
        title, description = _TEXTS[puzzle.name]
        puzzles.append({**puzzle.to_dict(), "title": title, "description": description})
    return orjson.dumps({"puzzles": puzzles})


def which_puzzles(engine: Engine[Any]) -> str:
    """Tell who asks for something else what there is below /v1/puzzles."""
    puzzles = ", ".join(puzzle.name for puzzle in engine.puzzles())
    return f"The puzzles are {puzzles}; each has {', '.join(PUZZLE_OPERATIONS)}."


class Puzzles:
    """What can be done with the puzzles; at most ``max_solves`` are solved at once."""

    def __init__(self, engine: Engine[Any], max_solves: int) -> None:
        self.engine = engine
        self.max_solves = max_solves
        self.slots = BoundedSemaphore(max_solves)

    def check_layout(self, puzzle: Puzzle, request: Request) -> Answer:
        """Say what is wrong with a layout, complete or not."""
        check = self._check(puzzle, request)
        problems = [problem.to_dict() for problem in below("/layout", check.problems)]
        return Answer(orjson.dumps({**check.to_dict(), "problems": problems}))

    def solve_puzzle(self, puzzle: Puzzle, request: Request) -> Answer:
        """Solve a puzzle, or complete a layout of it; the same seed gives the same solution."""
        check = self._check(puzzle, request)
        if check.problems:
            raise refused("invalid_layout", below("/layout", check.problems))
        layout = request.get("layout", {})
        given = request.get("seed")
        seed = cornerwise.new_seed() if given is None else given
        with self._slot():
            try:
                solution = self.engine.solve_puzzle(puzzle.name, layout, seed, request["seconds"])
            except UnsupportedError as error:
                raise RequestProblem("unsupported", f"{error}.", error.problems) from None
        found = solution.to_dict()
        return Answer(orjson.dumps({"puzzle": found.pop("puzzle"), "seed": seed, **found}))

    def draw_layout(self, puzzle: Puzzle, request: Request) -> Answer:
        """Draw a layout on the board of its puzzle, also one that is wrong."""
        check = self._check(puzzle, request)
        if check.placements is None:
            raise refused("invalid_layout", below("/layout", check.problems))
        return picture(
            self.engine,
            request["format"],
            check.placements,
            size=(puzzle.rows, puzzle.cols),
            mark_last=False,
        )

    def _check(self, puzzle: Puzzle, request: Request) -> LayoutCheck:
        """Judge the layout of a request; without one it is empty."""
        try:
            return self.engine.check_layout(puzzle.name, request.get("layout", {}))
        except InvalidStateError as error:
            raise refused("invalid_layout", below("/layout", error.problems)) from None

    @contextmanager
    def _slot(self) -> Iterator[None]:
        """Be one of those who may search, or say at once that there are enough of them."""
        if not self.slots.acquire(blocking=False):
            detail = f"No more than {self.max_solves} of the puzzles can be solved at once."
            headers = {"Retry-After": str(_RETRY_SECONDS)}
            raise RequestProblem("busy", detail, headers=headers)
        try:
            yield
        finally:
            self.slots.release()


@dataclass(frozen=True, slots=True)
class PuzzleOperation:
    """One operation: its shapes, and the method that does it."""

    name: str
    summary: str
    request: Shape
    response: type[Shape] | None
    """The shape of the answer; None for pictures."""
    work: Callable[[Puzzles, Puzzle, Request], Answer]

    def path(self, puzzle: str) -> str:
        """Return where it is served for a puzzle."""
        return f"/v1/puzzles/{puzzle}/{self.name}"

    def run(self, puzzles: Puzzles, puzzle: Puzzle, data: object) -> Answer:
        """Check a request's envelope and do what it asks for."""
        return self.work(puzzles, puzzle, load_request(self.request, data))


PUZZLE_OPERATIONS: dict[str, PuzzleOperation] = {
    operation.name: operation
    for operation in (
        PuzzleOperation(
            "checks",
            "Say what is wrong with a layout",
            schemas.LayoutCheckRequest(),
            schemas.LayoutCheckAnswer,
            Puzzles.check_layout,
        ),
        PuzzleOperation(
            "solutions",
            "Solve a puzzle, or complete a layout",
            schemas.SolutionRequest(),
            schemas.SolutionAnswer,
            Puzzles.solve_puzzle,
        ),
        PuzzleOperation(
            "renderings",
            "Draw a layout",
            schemas.LayoutRenderingRequest(),
            None,
            Puzzles.draw_layout,
        ),
    )
}
"""What can be done with each puzzle, by name."""
