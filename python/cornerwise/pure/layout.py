"""Placements become pieces on the board: each a real piece, all of them possible together.

In classic the list need not be in an order of play, but some order of play must lead to it (C1-C5).
In Blokus Shuffle pieces of a colour may touch and part in every way, so contact is not judged.
The checks follow each other; each looks at everything, and the first that finds problems raises
them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..errors import Problem
from ..types import COLORS, Color, PlacedPiece, Rules
from .cells import Cell, corner_ring, on_board, side_ring
from .data import raise_if_any
from .placement_rule import start_corners
from .setup import Setup, SetupPlacement
from .spot import spot_cells, true_pose

__all__ = ["check_layout", "no_corner_covered"]


class _Laid(NamedTuple):
    """A piece on the board with its squares, and where the data speaks of it."""

    placed: PlacedPiece
    cells: frozenset[Cell]
    pointer: str


def check_layout(setup: Setup) -> tuple[PlacedPiece, ...]:
    """Return the pieces on the board, in the order given, or raise InvalidStateError."""
    laid = _lay_each(setup.placements)
    raise_if_any(_sharing_problems(laid))
    if setup.rules.game == "classic":
        raise_if_any(
            problem for color in COLORS for problem in _contact_problems(setup.rules, color, laid)
        )
    return tuple(entry.placed for entry in laid)


def _lay_each(placements: Sequence[SetupPlacement]) -> list[_Laid]:
    """Return the pieces with their squares, if each by itself can lie where it does (G3, C4b)."""
    laid: list[_Laid] = []
    problems: list[Problem] = []
    for index, (color, spot) in enumerate(placements):
        pointer = f"/placements/{index}"
        cells = spot_cells(spot) or frozenset()
        if (pose := true_pose(spot)) is None:
            problems.append(
                Problem(
                    code="wrong_shape",
                    message=f"this is no orientation of {spot.piece}",
                    pointer=pointer,
                    rule="G3",
                )
            )
        else:
            laid.append(_Laid(PlacedPiece(color, spot.piece, *pose), cells, pointer))
        if outside := sorted(cell for cell in cells if not on_board(cell)):
            problems.append(
                Problem(
                    code="off_board",
                    message=f"{spot.piece} does not lie wholly on the board",
                    pointer=pointer,
                    rule="C4b",
                    squares=tuple(outside),
                )
            )
    raise_if_any(problems)
    return laid


def _sharing_problems(laid: Sequence[_Laid]) -> Iterator[Problem]:
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


def _contact_problems(rules: Rules, color: Color, laid: Sequence[_Laid]) -> list[Problem]:
    """Return what is wrong with how the pieces of a colour touch, and where they begin (C1, C2).

    If the pieces share no side, cover a corner of the board and hang together by corners, then they
    can be placed one by one from that corner on, each legally.
    """
    own = [entry for entry in laid if entry.placed.color == color]
    if not own:
        return []
    if beside := list(_side_contacts(own)):
        return beside
    corners = start_corners(rules, color)
    start = next((entry for entry in own if not entry.cells.isdisjoint(corners)), None)
    if start is None:
        return [no_corner_covered(color, corners, own[0].pointer)]
    connected = _connected(start, own)
    return [
        Problem(
            code="no_corner_contact",
            message=f"this {color} piece is not connected to the others by corners",
            pointer=entry.pointer,
            rule="C2",
        )
        for entry in own
        if entry not in connected
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


def _side_contacts(own: Sequence[_Laid]) -> Iterator[Problem]:
    earlier: set[Cell] = set()
    for entry in own:
        if beside := side_ring(earlier) & entry.cells:
            yield Problem(
                code="side_contact",
                message=f"two {entry.placed.color} pieces touch along a side",
                pointer=entry.pointer,
                rule="C2",
                squares=tuple(sorted(beside)),
            )
        earlier |= entry.cells


def _connected(start: _Laid, own: Sequence[_Laid]) -> set[_Laid]:
    """Return the pieces that a chain of corner contacts joins to ``start``, itself included."""
    connected = {start}
    to_visit = [start]
    while to_visit:
        ring = corner_ring(to_visit.pop().cells)
        for entry in own:
            if entry not in connected and not ring.isdisjoint(entry.cells):
                connected.add(entry)
                to_visit.append(entry)
    return connected
