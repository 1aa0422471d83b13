"""POST /v1/renderings, and drawings of boards as SVG or text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from cornerwise import PlacedPiece, render
from cornerwise.engine import Engine
from cornerwise.selection import load_engine

from .operation import Answer, Context, Request, load_state

__all__ = ["draw_board", "rendering"]


def rendering(context: Context, request: Request) -> Answer:
    """Draw the board of a state."""
    state = load_state(context, request)
    return draw_board(context.engine, request["format"], state.placements)


@cache
def _shapes(engine_name: str) -> render.Shapes:
    return {piece.name: piece.orientations for piece in load_engine(engine_name).pieces()}


def draw_board(
    engine: Engine[Any],
    drawing_format: str,
    placements: Sequence[PlacedPiece],
    *,
    size: tuple[int, int] = (render.SIDE, render.SIDE),
    mark_last: bool = True,
) -> Answer:
    """Draw a board of ``size`` rows and columns; only SVG marks the last piece of a colour."""
    rows, cols = size
    shapes = _shapes(engine.NAME)
    if drawing_format == "text":
        drawn = render.text(placements, shapes, rows=rows, cols=cols)
        return Answer(drawn.encode(), "text/plain; charset=utf-8")
    drawn = render.svg(placements, shapes, rows=rows, cols=cols, mark_last=mark_last)
    return Answer(drawn.encode(), "image/svg+xml")
