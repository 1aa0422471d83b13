"""Placements become pieces on the board: each a real piece, all of them possible together.

In classic the list need not be in an order of play, but some order of play must lead to it (C1-C5).
In Blokus Shuffle pieces of a colour may touch and part in every way, so contact is not judged.
The checks follow each other; each looks at everything, and the first that finds problems raises
them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ..errors import Problem
from ..types import COLORS, Color, PlacedPiece, Rules
from .cells import BOARD_SIZE, Cell, corner_ring, on_board, side_ring
from .data import raise_if_any
from .placement_rule import start_corners
from .setup import Setup, SetupPlacement
from .spot import spot_cells, true_pose

__all__ = [
    "Laid",
    "check_layout",
    "lay_piece",
    "no_corner_covered",
    "sharing_problems",
    "side_contacts",
    "starting_piece",
    "unconnected",
]


class Laid(NamedTuple):
    """A piece on the board with its squares, and where the data speaks of it."""

    placed: PlacedPiece
    cells: frozenset[Cell]
    pointer: str


def check_layout(setup: Setup) -> tuple[PlacedPiece, ...]:
    """Return the pieces on the board, in the order given, or raise InvalidStateError."""
    laid = _lay_each(setup.placements)
    raise_if_any(sharing_problems(laid))
    if setup.rules.game == "classic":
        raise_if_any(
            problem for color in COLORS for problem in _contact_problems(setup.rules, color, laid)
        )
    return tuple(entry.placed for entry in laid)


def _lay_each(placements: Sequence[SetupPlacement]) -> list[Laid]:
    """Return the pieces with their squares, if each by itself can lie where it does."""
    tried = [lay_piece(placement, index) for index, placement in enumerate(placements)]
    raise_if_any(problem for one in tried if isinstance(one, list) for problem in one)
    return [one for one in tried if isinstance(one, Laid)]


def lay_piece(
    placement: SetupPlacement, index: int, rows: int = BOARD_SIZE, cols: int = BOARD_SIZE
) -> Laid | list[Problem]:
    """Return a piece with its squares, or what is wrong with it by itself (G3, C4b)."""
    color, spot = placement
    pointer = f"/placements/{index}"
    cells = spot_cells(spot) or frozenset()
    pose = true_pose(spot)
    problems: list[Problem] = []
    if pose is None:
        problems.append(
            Problem(
                code="wrong_shape",
                message=f"this is no orientation of {spot.piece}",
                pointer=pointer,
                rule="G3",
            )
        )
    if outside := sorted(cell for cell in cells if not on_board(cell, rows, cols)):
        problems.append(
            Problem(
                code="off_board",
                message=f"{spot.piece} does not lie wholly on the board",
                pointer=pointer,
                rule="C4b",
                squares=tuple(outside),
            )
        )
    if pose is None or problems:
        return problems
    return Laid(PlacedPiece(color, spot.piece, *pose), cells, pointer)


def sharing_problems(laid: Sequence[Laid]) -> Iterator[Problem]:
    """Yield every piece that is placed twice (C4c) and every overlap (C4a)."""
    used: set[tuple[Color, str]] = set()
    covered: set[Cell] = set()
    for placed, cells, pointer in laid:
        if (placed.color, placed.piece) in used:
            yield Problem(
                code="piece_twice",
                message=f"{placed.color} has {placed.piece} on the board already",
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


def _contact_problems(rules: Rules, color: Color, laid: Sequence[Laid]) -> list[Problem]:
    """Return what is wrong with how the pieces of a colour touch, and where they begin (C1, C2).

    If the pieces share no side, cover a corner of the board and hang together by corners, then they
    can be placed one by one from that corner on, each legally.
    """
    own = [entry for entry in laid if entry.placed.color == color]
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
    """Return the problem that a colour does not start on any of the corners it may (C1)."""
    return Problem(
        code="corner_not_covered",
        message=f"no {color} piece covers a corner square it may start on",
        pointer=pointer,
        rule="C1",
        squares=corners,
    )


def side_contacts(own: Iterable[Laid], rule: str = "C2") -> Iterator[Problem]:
    """Yield every piece of a colour that touches an earlier one of it along a side."""
    earlier: set[Cell] = set()
    for entry in own:
        if beside := side_ring(earlier) & entry.cells:
            yield Problem(
                code="side_contact",
                message=f"two {entry.placed.color} pieces touch along a side",
                pointer=entry.pointer,
                rule=rule,
                squares=tuple(sorted(beside)),
            )
        earlier |= entry.cells


def starting_piece(own: Iterable[Laid], corners: Iterable[Cell]) -> Laid | None:
    """Return the first of the pieces that covers one of these squares."""
    return next((entry for entry in own if not entry.cells.isdisjoint(corners)), None)


def unconnected(start: Laid, own: Sequence[Laid]) -> list[Laid]:
    """Return the pieces that no chain of corner contacts among them joins to ``start``."""
    left = [entry for entry in own if entry != start]
    to_visit = [start]
    while to_visit:
        ring = corner_ring(to_visit.pop().cells)
        to_visit += [entry for entry in left if not ring.isdisjoint(entry.cells)]
        left = [entry for entry in left if ring.isdisjoint(entry.cells)]
    return left
