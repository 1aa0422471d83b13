"""Boards as pictures: SVG or text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from cornerwise import PlacedPiece, render
from cornerwise.engine import Engine
from cornerwise.selection import load_engine

from .answers import Answer

__all__ = ["picture"]


@cache
def _shapes(engine_name: str) -> render.Shapes:
    return {piece.name: piece.orientations for piece in load_engine(engine_name).pieces()}


def picture(
    engine: Engine[Any],
    form: str,
    placements: Sequence[PlacedPiece],
    *,
    size: tuple[int, int] = (render.SIDE, render.SIDE),
    mark_last: bool = True,
) -> Answer:
    """Draw a board of ``size`` rows and columns; a text marks nothing."""
    rows, cols = size
    shapes = _shapes(engine.NAME)
    if form == "text":
        drawn = render.text(placements, shapes, rows=rows, cols=cols)
        return Answer(drawn.encode(), "text/plain; charset=utf-8")
    drawn = render.svg(placements, shapes, rows=rows, cols=cols, mark_last=mark_last)
    return Answer(drawn.encode(), "image/svg+xml")
