"""A layout: pieces on the board of a puzzle."""

from __future__ import annotations

from .fields import (
    INT32,
    BoundedList,
    Integer,
    Nested,
    Square,
    StrictSchema,
    color_name,
    describe,
    piece_name,
)

__all__ = ["Layout"]


class LayoutPiece(StrictSchema):
    """A piece of a layout, given as in a state; whether it is on the board is checked later."""

    color = color_name(required=True)
    piece = piece_name(required=True)
    orientation = Integer(*INT32, metadata=describe("Its number in /v1/pieces, 0 to 7."))
    row = Integer(*INT32, metadata=describe("The top row of its bounding box."))
    col = Integer(*INT32, metadata=describe("The left column of its bounding box."))
    cells = BoundedList(
        Square(*INT32), 0, 400, metadata=describe("The squares it covers, [row, col].")
    )


class Layout(StrictSchema):
    """Some or all pieces on the board of a puzzle, in any order."""

    placements = BoundedList(Nested(LayoutPiece), 0, 84)
