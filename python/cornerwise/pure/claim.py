"""What data says about a piece and where it lies, before anybody has checked that it is so.

The place is told by orientation, row and col, or by the cells, or by both.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .cells import Cell
from .piece import PIECE_BY_NAME, Pose, cells_at, find_pose, has_orientation
from .reader import INT_MAX, INT_MIN, Reader

__all__ = ["PLACE_FIELDS", "Claim", "claimed_cells", "read_claim", "true_pose"]

PLACE_FIELDS = ("orientation", "row", "col", "cells")
"""The fields that tell where a piece lies, in the order in which they are looked at."""

_POSE_FIELDS = ("orientation", "row", "col")
_MAX_CELLS = 400


@dataclass(frozen=True, slots=True)
class Claim:
    """A piece by name, and its pose or its cells or both; nothing is known to be right."""

    piece: str
    pose: Pose | None
    cells: tuple[Cell, ...] | None


def claimed_cells(claim: Claim) -> frozenset[Cell] | None:
    """Return the cells that the piece is said to cover; None if that cannot be known.

    It cannot where the pose alone is given and its piece or its orientation does not exist.
    """
    if claim.cells is not None:
        return frozenset(claim.cells)
    piece = PIECE_BY_NAME.get(claim.piece)
    if piece is None or claim.pose is None or not has_orientation(piece, claim.pose[0]):
        return None
    return frozenset(cells_at(piece, claim.pose))


def true_pose(claim: Claim) -> Pose | None:
    """Return the pose of the piece, or None if what is claimed is not that piece (G3).

    That is so if the orientation does not exist, if the cells are not exactly the piece (a cell
    given twice is one too many), and if pose and cells are not the same. The piece must be known.
    """
    piece = PIECE_BY_NAME[claim.piece]
    if claim.pose is not None and not has_orientation(piece, claim.pose[0]):
        return None
    if claim.cells is None:
        return claim.pose
    pose = find_pose(piece, claim.cells)
    return pose if claim.pose in (None, pose) else None


def read_claim(reader: Reader, fields: Mapping[str, object], pointer: str, piece: str) -> Claim:
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
    return Claim(piece, pose, cells)


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
        reader.note("out_of_range", f"Expected at most {_MAX_CELLS} cells.", pointer)
        return ()
    return tuple(reader.cell(item, f"{pointer}/{index}") for index, item in enumerate(items))
