"""A summary of the legal placements of a state."""

from __future__ import annotations

from dataclasses import dataclass

from ..json_value import JsonValue
from .names import Color, PieceName

__all__ = ["PieceCount", "Summary"]


@dataclass(frozen=True, slots=True)
class PieceCount(JsonValue):
    """The number of legal placements of a piece."""

    color: Color
    piece: PieceName
    count: int


@dataclass(frozen=True, slots=True)
class Summary(JsonValue):
    """What a client needs to highlight a board; empty in phases without placements.

    ``pieces`` lists the pieces that can be placed, in the order of the legal actions.
    ``coverable`` are the squares that some legal placement covers. ``open_corners`` are those of
    them that are anchors of the colour to move, whatever card is in force: diagonal to one of its
    pieces and beside none (C2), or a free corner of the board if it has none (C1). Squares are
    sorted (row, col) pairs.
    """

    pieces: tuple[PieceCount, ...]
    coverable: tuple[tuple[int, int], ...]
    open_corners: tuple[tuple[int, int], ...]
