"""The 21 pieces (G2, G4) and their orientations (G3).

Each piece is drawn once; rotating and flipping the drawing gives its other orientations. The number
of an orientation is its index in the sorted list of distinct orientations, so it depends on the
shape alone and not on the drawing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from ..types import Piece, PieceName
from .cells import Cell

__all__ = [
    "PIECES",
    "PIECE_BY_NAME",
    "PIECE_NAMES",
    "Pose",
    "cells_at",
    "find_pose",
    "has_orientation",
    "pieces",
]

Pose: TypeAlias = tuple[int, int, int]
"""Orientation number, then row and col of the top-left of the bounding box."""

_Shape: TypeAlias = tuple[Cell, ...]

_DRAWINGS: dict[PieceName, tuple[str, ...]] = {
    "I1": ("#",),
    "I2": ("##",),
    "I3": ("###",),
    "V3": ("#.", "##"),
    "I4": ("####",),
    "L4": ("#..", "###"),
    "T4": ("###", ".#."),
    "O4": ("##", "##"),
    "Z4": ("##.", ".##"),
    "F5": (".##", "##.", ".#."),
    "I5": ("#####",),
    "L5": ("#...", "####"),
    "N5": ("##..", ".###"),
    "P5": ("##", "##", "#."),
    "T5": ("###", ".#.", ".#."),
    "U5": ("#.#", "###"),
    "V5": ("#..", "#..", "###"),
    "W5": ("#..", "##.", ".##"),
    "X5": (".#.", "###", ".#."),
    "Y5": (".#..", "####"),
    "Z5": ("##.", ".#.", ".##"),
}


def pieces() -> tuple[Piece, ...]:
    """Return the 21 pieces with their orientations, in the order of G4."""
    return PIECES


def has_orientation(piece: Piece, orientation: int) -> bool:
    """Return whether a piece has an orientation of that number."""
    return 0 <= orientation < len(piece.orientations)


def cells_at(piece: Piece, pose: Pose) -> tuple[Cell, ...]:
    """Return the cells that a piece covers in a pose, sorted; the orientation must exist."""
    orientation, row, col = pose
    return tuple((row + down, col + right) for down, right in piece.orientations[orientation])


def find_pose(piece: Piece, cells: Iterable[Cell]) -> Pose | None:
    """Return the pose in which a piece covers exactly these cells, or None; no repeated cells."""
    listed = sorted(cells)
    if len(listed) != piece.size:
        return None
    row, col = _top_left(listed)
    shape = _normalized(listed)
    if shape not in piece.orientations:
        return None
    return piece.orientations.index(shape), row, col


def _top_left(cells: Iterable[Cell]) -> Cell:
    rows, cols = zip(*cells, strict=True)
    return min(rows), min(cols)


def _normalized(cells: Iterable[Cell]) -> _Shape:
    """Return the cells moved to the top-left of their bounding box, sorted."""
    listed = list(cells)
    top, left = _top_left(listed)
    return tuple(sorted((row - top, col - left) for row, col in listed))


def _drawn(drawing: tuple[str, ...]) -> _Shape:
    return tuple(
        (row, col)
        for row, line in enumerate(drawing)
        for col, mark in enumerate(line)
        if mark == "#"
    )


def _turned_and_flipped(shape: _Shape) -> Iterator[_Shape]:
    for _ in range(4):
        shape = tuple((col, -row) for row, col in shape)
        yield _normalized(shape)
        yield _normalized((row, -col) for row, col in shape)


def _make_piece(name: PieceName, drawing: tuple[str, ...]) -> Piece:
    shape = _drawn(drawing)
    return Piece(name, len(shape), tuple(sorted(set(_turned_and_flipped(shape)))))


PIECES: tuple[Piece, ...] = tuple(_make_piece(*entry) for entry in _DRAWINGS.items())
PIECE_NAMES: tuple[PieceName, ...] = tuple(piece.name for piece in PIECES)
PIECE_BY_NAME: dict[str, Piece] = {piece.name: piece for piece in PIECES}
