"""All 30,433 placements of the pieces on the empty board (G3), computed once.

They are in the order in which legal actions are listed: by piece (G4), orientation, row, col.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..types import PieceName
from .cells import BOARD_SIZE, Cell
from .piece import PIECE_NAMES, PIECES, Pose, cells_at

__all__ = ["PLACEMENTS", "PLACEMENTS_THROUGH", "Placement"]


class Placement(NamedTuple):
    """A piece in one pose; ``number`` is its index in :data:`PLACEMENTS`."""

    number: int
    piece: PieceName
    orientation: int
    row: int
    col: int
    cells: tuple[Cell, ...]

    @property
    def pose(self) -> Pose:
        """The pose of the piece."""
        return self.orientation, self.row, self.col


def _all_placements() -> Iterator[Placement]:
    number = 0
    for piece in PIECES:
        for orientation, shape in enumerate(piece.orientations):
            height = 1 + max(row for row, _ in shape)
            width = 1 + max(col for _, col in shape)
            for row in range(BOARD_SIZE - height + 1):
                for col in range(BOARD_SIZE - width + 1):
                    cells = cells_at(piece, (orientation, row, col))
                    yield Placement(number, piece.name, orientation, row, col, cells)
                    number += 1


def _by_cell_and_piece() -> dict[Cell, dict[str, list[Placement]]]:
    through: dict[Cell, dict[str, list[Placement]]] = {
        (row, col): {name: [] for name in PIECE_NAMES}
        for row in range(BOARD_SIZE)
        for col in range(BOARD_SIZE)
    }
    for placement in PLACEMENTS:
        for cell in placement.cells:
            through[cell][placement.piece].append(placement)
    return through


PLACEMENTS: tuple[Placement, ...] = tuple(_all_placements())

PLACEMENTS_THROUGH: dict[Cell, dict[str, list[Placement]]] = _by_cell_and_piece()
"""The placements that cover a square, by piece. Every square and every piece has an entry."""
