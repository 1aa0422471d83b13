"""Checking the placements of a state: each by itself, then all together.

In classic the list need not be in the order of play, but some order of play must lead to it
(C1-C5). In Blokus Shuffle pieces of a colour may touch in every way, so contact is not checked. The
checks run in stages: each stage examines all placements, and the first that finds problems raises
them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ..errors import Problem
from ..types import COLORS, Color, PlacedPiece, Rules
from .cells import BOARD_SIZE, Cell, corner_neighbors, on_board, side_neighbors
from .location import location_cells, shape_message, valid_pose
from .piece import PIECE_BY_NAME
from .placement_rule import start_corners
from .reader import raise_if_any
from .setup import Setup, SetupPlacement

__all__ = [
    "LayoutPiece",
    "check_layout",
    "check_piece",
    "no_corner_covered",
    "sharing_problems",
    "side_contacts",
    "starting_piece",
    "unconnected",
]


class LayoutPiece(NamedTuple):
    """A piece on the board with its squares, and the pointer to it in the data."""

    placed: PlacedPiece
    cells: frozenset[Cell]
    pointer: str


def check_layout(setup: Setup) -> tuple[PlacedPiece, ...]:
    """Return the pieces on the board, in the order given, or raise InvalidStateError."""
    entries = _check_each(setup.placements)
    raise_if_any(sharing_problems(entries))
    if setup.rules.game == "classic":
        raise_if_any(
            problem
            for color in COLORS
            for problem in _contact_problems(setup.rules, color, entries)
        )
    return tuple(entry.placed for entry in entries)


def _check_each(placements: Sequence[SetupPlacement]) -> list[LayoutPiece]:
    """Return the pieces with their squares, or raise if any is invalid by itself."""
    tried = [check_piece(placement, index) for index, placement in enumerate(placements)]
    raise_if_any(problem for one in tried if isinstance(one, list) for problem in one)
    return [one for one in tried if isinstance(one, LayoutPiece)]


def check_piece(
    placement: SetupPlacement, index: int, rows: int = BOARD_SIZE, cols: int = BOARD_SIZE
) -> LayoutPiece | list[Problem]:
    """Return a piece with its squares, or what is wrong with it by itself (G3, C4b)."""
    color, location = placement
    pointer = f"/placements/{index}"
    cells = location_cells(location) or frozenset()
    pose = valid_pose(location)
    problems: list[Problem] = []
    if (message := shape_message(location)) is not None:
        problems.append(Problem("wrong_shape", message, pointer, "G3"))
    if outside := sorted(cell for cell in cells if not on_board(cell, rows, cols)):
        problems.append(
            Problem(
                code="off_board",
                message=f"{location.piece} is not entirely on the board",
                pointer=pointer,
                rule="C4b",
                squares=tuple(outside),
            )
        )
    if pose is None or problems:
        return problems
    piece = PIECE_BY_NAME[location.piece].name
    return LayoutPiece(PlacedPiece(color, piece, *pose), cells, pointer)


def sharing_problems(entries: Sequence[LayoutPiece]) -> Iterator[Problem]:
    """Yield every piece that is placed twice (C4c) and every overlap (C4a)."""
    used: set[tuple[Color, str]] = set()
    covered: set[Cell] = set()
    for placed, cells, pointer in entries:
        if (placed.color, placed.piece) in used:
            yield Problem(
                code="piece_twice",
                message=f"{placed.color} already has {placed.piece} on the board",
                pointer=pointer,
                rule="C4c",
            )
        if taken := sorted(covered & cells):
            yield Problem(
                code="overlap",
                message=f"{placed.color} {placed.piece} covers squares of an earlier piece",
                pointer=pointer,
                rule="C4a",
                squares=tuple(taken),
            )
        used.add((placed.color, placed.piece))
        covered |= cells


def _contact_problems(rules: Rules, color: Color, entries: Sequence[LayoutPiece]) -> list[Problem]:
    """Return what is wrong with the contacts and the start corner of a colour (C1, C2).

    If the pieces share no side, cover a corner of the board and are connected by corners, they can
    be placed legally one by one from that corner on.
    """
    own = [entry for entry in entries if entry.placed.color == color]
    if not own:
        return []
    if beside := list(side_contacts(own)):
        return beside
    corners = start_corners(rules, color)
    start = starting_piece(own, corners)
    if start is None:
        return [no_corner_covered(color, corners, own[0].pointer)]
    return [
        Problem(
            code="no_corner_contact",
            message=f"this {color} piece is not connected to the others by corners",
            pointer=entry.pointer,
            rule="C2",
        )
        for entry in unconnected(start, own)
    ]


def no_corner_covered(color: Color, corners: tuple[Cell, ...], pointer: str) -> Problem:
    """Return the problem that a colour does not cover one of its start corners (C1)."""
    return Problem(
        code="corner_not_covered",
        message=f"no {color} piece covers one of its start corners",
        pointer=pointer,
        rule="C1",
        squares=corners,
    )


def side_contacts(own: Iterable[LayoutPiece], rule: str = "C2") -> Iterator[Problem]:
    """Yield every piece of a colour that touches an earlier one of it along a side."""
    earlier: set[Cell] = set()
    for entry in own:
        if beside := side_neighbors(earlier) & entry.cells:
            yield Problem(
                code="side_contact",
                message=f"two {entry.placed.color} pieces touch along a side",
                pointer=entry.pointer,
                rule=rule,
                squares=tuple(sorted(beside)),
            )
        earlier |= entry.cells


def starting_piece(own: Iterable[LayoutPiece], corners: Iterable[Cell]) -> LayoutPiece | None:
    """Return the first of the pieces that covers one of these squares."""
    return next((entry for entry in own if not entry.cells.isdisjoint(corners)), None)


def unconnected(start: LayoutPiece, own: Sequence[LayoutPiece]) -> list[LayoutPiece]:
    """Return the pieces that are not connected to ``start`` by corner contacts."""
    left = [entry for entry in own if entry != start]
    to_visit = [start]
    while to_visit:
        ring = corner_neighbors(to_visit.pop().cells)
        to_visit += [entry for entry in left if not ring.isdisjoint(entry.cells)]
        left = [entry for entry in left if ring.isdisjoint(entry.cells)]
    return left
