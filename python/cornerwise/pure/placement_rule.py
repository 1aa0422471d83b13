"""What a piece may cover and what it must touch (C1-C4), as three sets of squares.

Every way of placing a piece is a setting of one :class:`PlacementRule`: no square of the piece may
be ``covered`` or ``forbidden``, and at least one must be an anchor. The first piece of a colour is
anchored by the corners of the board, a further one by the corner ring of its colour. A game that
judges a piece by another colour, by side contact, or against a single piece of the board chooses
other sets; neither the move generator nor the check below has to know why.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from ..errors import Problem
from ..types import Color, Rules
from .board import Board
from .cells import BOARD_SIZE, CORNERS, Cell, corner_ring, on_board, side_ring

__all__ = [
    "PlacementRule",
    "color_rule",
    "contact_problems",
    "contact_rule",
    "first_piece_rule",
    "start_corners",
]

_LAST = BOARD_SIZE - 1

_OWN_CORNER: dict[Color, Cell] = {
    "blue": (0, 0),
    "yellow": (0, _LAST),
    "red": (_LAST, _LAST),
    "green": (_LAST, 0),
}


@dataclass(frozen=True, slots=True)
class PlacementRule:
    """Which squares a piece may not cover, and of which it must cover at least one.

    ``covered`` are the squares taken by pieces (C4a), ``forbidden`` those beside pieces that may
    not be touched along a side (C2); the two may share squares. An anchor that is covered or
    forbidden helps nobody, but is still named here: touching is a fact of its own (C2), whatever
    else is wrong with a placement. ``is_first`` says that the anchors are corners of the board (C1)
    rather than squares that touch a piece.
    """

    covered: frozenset[Cell]
    forbidden: frozenset[Cell]
    anchors: frozenset[Cell]
    is_first: bool

    def closed(self) -> frozenset[Cell]:
        """Return the squares that no square of the piece may lie on."""
        return self.covered | self.forbidden


def start_corners(rules: Rules, color: Color) -> tuple[Cell, ...]:
    """Return the corner squares, sorted, that the first piece of a colour may cover (C1)."""
    return CORNERS if rules.start_corners == "any" else (_OWN_CORNER[color],)


def first_piece_rule(board: Board, corners: AbstractSet[Cell]) -> PlacementRule:
    """Return the rule for a piece that must cover one of these corners, if it is free (C1)."""
    covered = board.covered()
    return PlacementRule(
        covered=covered,
        forbidden=frozenset(),
        anchors=frozenset(corners - covered),
        is_first=True,
    )


def contact_rule(board: Board, own: AbstractSet[Cell]) -> PlacementRule:
    """Return the rule for a piece that must touch ``own`` at a corner, never at a side (C2)."""
    return PlacementRule(
        covered=board.covered(),
        forbidden=side_ring(own),
        anchors=corner_ring(own),
        is_first=False,
    )


def color_rule(rules: Rules, board: Board, color: Color) -> PlacementRule:
    """Return the rule for an ordinary piece of a colour: C1 if it has none yet, else C2."""
    own = board.cells[color]
    if own:
        return contact_rule(board, own)
    return first_piece_rule(board, frozenset(start_corners(rules, color)))


def contact_problems(rule: PlacementRule, cells: AbstractSet[Cell]) -> list[Problem]:
    """Return what is wrong with where the cells lie: contact first, then C4a and C4b."""
    problems = []
    if rule.anchors.isdisjoint(cells):
        problems.append(_unanchored(rule))
    if beside := rule.forbidden & cells:
        problems.append(
            Problem(
                code="side_contact",
                message="the piece must not touch its own colour along a side",
                rule="C2",
                squares=tuple(sorted(beside)),
            )
        )
    if taken := rule.covered & cells:
        problems.append(
            Problem(
                code="overlap",
                message="these squares are covered already",
                rule="C4a",
                squares=tuple(sorted(taken)),
            )
        )
    if outside := sorted(cell for cell in cells if not on_board(cell)):
        problems.append(
            Problem(
                code="off_board",
                message="the piece does not lie wholly on the board",
                rule="C4b",
                squares=tuple(outside),
            )
        )
    return problems


def _unanchored(rule: PlacementRule) -> Problem:
    if rule.is_first:
        return Problem(
            code="corner_not_covered",
            message="the first piece of a colour must cover a free corner square",
            rule="C1",
            squares=tuple(sorted(rule.anchors)),
        )
    return Problem(
        code="no_corner_contact",
        message="the piece must touch its own colour at a corner",
        rule="C2",
    )
