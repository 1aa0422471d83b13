"""POST /v1/puzzles/{puzzle}/…: check, solve and draw layouts of the solo puzzles.

A search may take seconds, so only a few run at a time. Further ones are refused and not queued: a
waiting thread could answer another request. The engine releases the interpreter lock while it
searches, and stops when its time is over, whether the client is still connected or not.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import cornerwise
import orjson
from cornerwise import InvalidStateError, LayoutCheck, UnsupportedError

from .errors import OperationError, prefix_pointers
from .operation import Answer, Context, Request
from .renderings import draw_board

__all__ = ["check_layout", "draw_layout", "solve_puzzle"]

RETRY_SECONDS = 1
"""When to retry a search that was refused: most searches take less."""


def check_layout(context: Context, request: Request) -> Answer:
    """Check a layout, complete or not, and return what is wrong with it."""
    checked = _check(context, request)
    problems = [problem.to_dict() for problem in prefix_pointers("/layout", checked.problems)]
    return Answer(orjson.dumps({**checked.to_dict(), "problems": problems}))


def solve_puzzle(context: Context, request: Request) -> Answer:
    """Solve a puzzle, or complete a layout of it; the same seed gives the same solution."""
    checked = _check(context, request)
    if checked.problems:
        raise OperationError.from_problems("invalid_layout", checked.problems, "/layout")
    seed = request.get("seed")
    if seed is None:
        seed = cornerwise.new_seed()
    with _solver_slot(context):
        try:
            solution = context.engine.solve_puzzle(
                request["puzzle"], request.get("layout", {}), seed, request["seconds"]
            )
        except UnsupportedError as error:
            raise OperationError("unsupported", f"{error}.", error.problems) from None
    found = solution.to_dict()
    return Answer(orjson.dumps({"puzzle": found.pop("puzzle"), "seed": seed, **found}))


def draw_layout(context: Context, request: Request) -> Answer:
    """Draw a layout on the board of its puzzle, correct or not."""
    checked = _check(context, request)
    if checked.placements is None:
        raise OperationError.from_problems("invalid_layout", checked.problems, "/layout")
    (puzzle,) = (one for one in context.engine.puzzles() if one.name == request["puzzle"])
    return draw_board(
        context.engine,
        request["format"],
        checked.placements,
        size=(puzzle.rows, puzzle.cols),
        mark_last=False,
    )


def _check(context: Context, request: Request) -> LayoutCheck:
    """Check the layout of a request; an omitted one is empty."""
    try:
        return context.engine.check_layout(request["puzzle"], request.get("layout", {}))
    except InvalidStateError as error:
        raise OperationError.from_problems("invalid_layout", error.problems, "/layout") from None


@contextmanager
def _solver_slot(context: Context) -> Iterator[None]:
    """Occupy one of the slots for searches, or fail at once if there is none."""
    if not context.solver_slots.acquire(blocking=False):
        detail = f"Already solving {context.settings.max_solves} puzzles, which is the maximum."
        raise OperationError("busy", detail, retry_after=RETRY_SECONDS)
    try:
        yield
    finally:
        context.solver_slots.release()
