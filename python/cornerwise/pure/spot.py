"""What data says about a piece and where it lies, before anybody has checked that it is so.

The place is told by orientation, row and col, or by the cells, or by both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .cells import Cell
from .data import INT_MAX, INT_MIN, Reader
from .piece import PIECE_BY_NAME, Pose, cells_at, find_pose, has_orientation

__all__ = ["PLACE_FIELDS", "Spot", "read_spot", "spot_cells", "true_pose"]

PLACE_FIELDS = ("orientation", "row", "col", "cells")
"""The fields that tell where a piece lies, in the order in which they are looked at."""

_POSE_FIELDS = ("orientation", "row", "col")
_MAX_CELLS = 400


@dataclass(frozen=True, slots=True)
class Spot:
    """A piece by name, and its pose or its cells or both; nothing is known to be right."""

    piece: str
    pose: Pose | None
    cells: tuple[Cell, ...] | None


def spot_cells(spot: Spot) -> frozenset[Cell] | None:
    """Return the cells that the piece is said to cover; None if that cannot be known.

    It cannot where the pose alone is given and its piece or its orientation does not exist.
    """
    if spot.cells is not None:
        return frozenset(spot.cells)
    piece = PIECE_BY_NAME.get(spot.piece)
    if piece is None or spot.pose is None or not has_orientation(piece, spot.pose[0]):
        return None
    return frozenset(cells_at(piece, spot.pose))


def true_pose(spot: Spot) -> Pose | None:
    """Return the pose of the piece, or None if what is said is not that piece (G3).

    That is so if the orientation does not exist, if the cells are not exactly the piece (a cell
    given twice is one too many), and if pose and cells are not the same. The piece must be known.
    """
    piece = PIECE_BY_NAME[spot.piece]
    if spot.pose is not None and not has_orientation(piece, spot.pose[0]):
        return None
    if spot.cells is None:
        return spot.pose
    pose = find_pose(piece, spot.cells)
    return pose if spot.pose in (None, pose) else None


def read_spot(reader: Reader, fields: Mapping[str, object], pointer: str, piece: str) -> Spot:
    """Read where a piece lies from the fields of the object at ``pointer``.

    Pose and cells may both be given, but a pose is given whole or not at all.
    """
    has_pose = any(field in fields for field in _POSE_FIELDS)
    pose = _read_pose(reader, fields, pointer) if has_pose else None
    cells = None
    if "cells" in fields:
        cells = _read_cells(reader, fields["cells"], f"{pointer}/cells")
    elif not has_pose:
        reader.missing("cells", pointer)
    return Spot(piece, pose, cells)


def _read_pose(reader: Reader, fields: Mapping[str, object], pointer: str) -> Pose:
    orientation, row, col = (
        reader.integer(fields[field], f"{pointer}/{field}", INT_MIN, INT_MAX)
        if reader.required(fields, field, pointer)
        else 0
        for field in _POSE_FIELDS
    )
    return orientation, row, col


def _read_cells(reader: Reader, value: object, pointer: str) -> tuple[Cell, ...]:
    items = reader.items(value, pointer)
    if len(items) > _MAX_CELLS:
        reader.note("out_of_range", f"the board has only {_MAX_CELLS} squares", pointer)
        return ()
    return tuple(reader.cell(item, f"{pointer}/{index}") for index, item in enumerate(items))
