"""A layout: pieces on the board of a puzzle."""

from __future__ import annotations

from .fields import BoundedList, Nested, OpenSchema
from .state import PlacedPiece

__all__ = ["Layout"]


class Layout(OpenSchema):
    """Some or all pieces on the board of a puzzle, in any order."""

    placements = BoundedList(Nested(PlacedPiece), 0, 84, required=True)
