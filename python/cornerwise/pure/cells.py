"""Squares of the board (G1), and the two ways in which squares touch.

A cell is ``(row, col)``; ``(0, 0)`` is the top-left square. Arguments may contain cells off the
board, results never do.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

__all__ = ["BOARD_SIZE", "CORNERS", "Cell", "corner_neighbors", "on_board", "side_neighbors"]

Cell: TypeAlias = tuple[int, int]

BOARD_SIZE = 20

_LAST = BOARD_SIZE - 1

CORNERS: tuple[Cell, ...] = ((0, 0), (0, _LAST), (_LAST, 0), (_LAST, _LAST))
"""The four corner squares of the board, sorted."""

_SIDE_STEPS: tuple[Cell, ...] = ((-1, 0), (0, -1), (0, 1), (1, 0))
_CORNER_STEPS: tuple[Cell, ...] = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def on_board(cell: Cell, rows: int = BOARD_SIZE, cols: int = BOARD_SIZE) -> bool:
    """Return whether a cell is on the board, which is smaller in some puzzles."""
    row, col = cell
    return 0 <= row < rows and 0 <= col < cols


def side_neighbors(cells: Iterable[Cell]) -> frozenset[Cell]:
    """Return every square that shares a side with at least one of the cells.

    The result includes those of the cells that are next to each other.
    """
    return _neighbors(cells, _SIDE_STEPS)


def corner_neighbors(cells: Iterable[Cell]) -> frozenset[Cell]:
    """Return every square that meets at least one of the cells at a corner."""
    return _neighbors(cells, _CORNER_STEPS)


def _neighbors(cells: Iterable[Cell], steps: tuple[Cell, ...]) -> frozenset[Cell]:
    eligible = ((row + down, col + right) for row, col in cells for down, right in steps)
    return frozenset(filter(on_board, eligible))
