"""POST /v1/puzzles/{puzzle}/…: check, solve and draw layouts of the solo puzzles.

A search may take seconds, so only a few run at a time (:mod:`.long_work`). The engine releases the
interpreter lock while it searches, and stops when its time is over or the client disconnects.
"""

from __future__ import annotations

from collections.abc import Sequence

import cornerwise
import orjson
from cornerwise import InvalidStateError, LayoutCheck, PlacedPiece, Puzzle, UnsupportedError

from .errors import OperationError, prefix_pointers
from .operation import Answer, Context, Request, in_slot
from .renderings import SVG, draw_png, draw_svg, draw_text

__all__ = ["check_layout", "layout_png", "layout_svg", "layout_text", "solve_puzzle"]


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
    cancellation = context.engine.Cancellation()
    with in_slot(context, request, cancellation.cancel):
        try:
            solution = context.engine.solve_puzzle(
                request["puzzle"],
                request.get("layout", {}),
                seed,
                request["seconds"],
                cancel=cancellation,
            )
        except UnsupportedError as error:
            raise OperationError("unsupported", f"{error}.", error.problems) from None
    found = solution.to_dict()
    return Answer(orjson.dumps({"puzzle": found.pop("puzzle"), "seed": seed, **found}))


def layout_svg(context: Context, request: Request) -> Answer:
    """Draw a layout on the board of its puzzle as SVG, correct or not."""
    return Answer(_layout_svg(context, request).encode(), SVG)


def layout_png(context: Context, request: Request) -> Answer:
    """Draw a layout on the board of its puzzle as PNG, correct or not."""
    return draw_png(_layout_svg(context, request))


def layout_text(context: Context, request: Request) -> Answer:
    """Draw a layout on the board of its puzzle as lines of text, correct or not."""
    puzzle, placements = _drawable(context, request)
    return draw_text(
        context.engine,
        placements,
        rows=puzzle.rows,
        cols=puzzle.cols,
        coordinates=request["coordinates"],
    )


def _layout_svg(context: Context, request: Request) -> str:
    puzzle, placements = _drawable(context, request)
    return draw_svg(
        context.engine, placements, request, rows=puzzle.rows, cols=puzzle.cols, mark_last=False
    )


def _drawable(context: Context, request: Request) -> tuple[Puzzle, Sequence[PlacedPiece]]:
    """Return the puzzle and the pieces of a layout whose pieces are on the board."""
    checked = _check(context, request)
    if checked.placements is None:
        raise OperationError.from_problems("invalid_layout", checked.problems, "/layout")
    (puzzle,) = (one for one in context.engine.puzzles() if one.name == request["puzzle"])
    return puzzle, checked.placements


def _check(context: Context, request: Request) -> LayoutCheck:
    """Check the layout of a request; an omitted one is empty."""
    try:
        return context.engine.check_layout(request["puzzle"], request.get("layout", {}))
    except InvalidStateError as error:
        raise OperationError.from_problems("invalid_layout", error.problems, "/layout") from None
