"""The location of a piece as untrusted data gives it: not checked yet.

It is given by orientation, row and col, or by cells, or by both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .cells import Cell
from .piece import PIECE_BY_NAME, Pose, cells_at, find_pose, has_orientation
from .reader import INT_MAX, INT_MIN, Reader

__all__ = [
    "PLACE_FIELDS",
    "Location",
    "location_cells",
    "read_location",
    "shape_message",
    "valid_pose",
]

PLACE_FIELDS = ("orientation", "row", "col", "cells")
"""The fields of a location, in the order in which they are parsed."""

_POSE_FIELDS = ("orientation", "row", "col")
_MAX_CELLS = 400


@dataclass(frozen=True, slots=True)
class Location:
    """The name of a piece, and its pose or its cells or both; nothing is validated."""

    piece: str
    pose: Pose | None
    cells: tuple[Cell, ...] | None


def location_cells(location: Location) -> frozenset[Cell] | None:
    """Return the cells that the piece would cover; None if they are unknown.

    They are unknown if only a pose is given and its piece or its orientation does not exist.
    """
    if location.cells is not None:
        return frozenset(location.cells)
    piece = PIECE_BY_NAME.get(location.piece)
    if piece is None or location.pose is None or not has_orientation(piece, location.pose[0]):
        return None
    return frozenset(cells_at(piece, location.pose))


def valid_pose(location: Location) -> Pose | None:
    """Return the pose of the piece, or None if the location is not that piece (G3).

    The piece must exist.
    """
    if shape_message(location) is not None:
        return None
    if location.cells is None:
        return location.pose
    return find_pose(PIECE_BY_NAME[location.piece], location.cells)


def shape_message(location: Location) -> str | None:
    """Return why the location is not that piece, or None if it is (G3).

    The orientation does not exist, or the cells are not exactly the piece (no cell may be
    repeated), or pose and cells differ. The piece must exist.
    """
    piece = PIECE_BY_NAME[location.piece]
    if location.pose is not None and not has_orientation(piece, location.pose[0]):
        last = len(piece.orientations) - 1
        if last == 0:
            return f"{piece.name} has only the orientation 0"
        return f"{piece.name} has the orientations 0 to {last}"
    if location.cells is None:
        return None
    pose = find_pose(piece, location.cells)
    if pose is None:
        return f"these squares do not form {piece.name}"
    if location.pose is not None and location.pose != pose:
        orientation, row, col = location.pose
        return f"these squares are not those of orientation {orientation} at row {row}, col {col}"
    return None


def read_location(
    reader: Reader, fields: Mapping[str, object], pointer: str, piece: str
) -> Location:
    """Parse a location from the fields of the object at ``pointer``.

    Pose and cells may both be given, but a pose must be complete. Beside a pose an empty list of
    cells is the same as none.
    """
    has_pose = any(field in fields for field in _POSE_FIELDS)
    pose = _read_pose(reader, fields, pointer) if has_pose else None
    if "cells" in fields:
        cells = _read_cells(reader, fields["cells"], f"{pointer}/cells")
        return Location(piece, pose, None if has_pose and not cells else cells)
    if not has_pose:
        reader.missing("cells", pointer)
    return Location(piece, pose, None)


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
        reader.report("out_of_range", f"the board has only {_MAX_CELLS} squares", pointer)
        return ()
    return tuple(reader.cell(item, f"{pointer}/{index}") for index, item in enumerate(items))
