"""What a piece may cover and what it must touch (C1-C4), as sets of squares.

Every way of placing a piece is an instance of :class:`PlacementRule`: no square of the piece may be
covered or forbidden, and at least one must be an anchor. The anchors of a colour's first piece are
the corners of the board, those of a further piece the corner neighbours of its colour. The cards of
Blokus Shuffle use other sets and other messages; the move generator and the check below do not
depend on the card.
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from ..errors import Problem
from ..types import Color, Rules
from .board import Board
from .cells import BOARD_SIZE, CORNERS, Cell, corner_neighbors, on_board, side_neighbors

__all__ = [
    "PlacementRule",
    "Zone",
    "color_rule",
    "contact_problems",
    "second_piece_rule",
    "side_rule",
    "start_corners",
    "warp_rule",
    "wild_rule",
]

_LAST = BOARD_SIZE - 1

_OWN_CORNER: dict[Color, Cell] = {
    "blue": (0, 0),
    "yellow": (0, _LAST),
    "red": (_LAST, _LAST),
    "green": (_LAST, 0),
}


@dataclass(frozen=True, slots=True)
class Zone:
    """Squares of a rule, and the problem to report for a piece that violates it."""

    cells: frozenset[Cell]
    problem: Problem


@dataclass(frozen=True, slots=True)
class PlacementRule:
    """Which squares a piece may not cover, and of which it must cover at least one.

    ``covered`` are the squares of all pieces (C4a). Of each zone in ``anchors``, of which there is
    at least one, the piece must cover a square. Anchors include squares that are covered or
    forbidden, because contact (C2) is reported independently of other problems. The piece may cover
    no square of ``forbidden``: those next to pieces that it may not touch along a side (C2). A
    piece that is moved may not cover exactly the squares it has ``vacated`` (S26), sorted.
    """

    covered: frozenset[Cell]
    anchors: tuple[Zone, ...]
    forbidden: Zone | None = None
    vacated: tuple[Cell, ...] = ()

    def closed(self) -> frozenset[Cell]:
        """Return the squares that the piece may not cover."""
        return self.covered if self.forbidden is None else self.covered | self.forbidden.cells


def start_corners(rules: Rules, color: Color) -> tuple[Cell, ...]:
    """Return the corner squares, sorted, that the first piece of a colour may cover (C1)."""
    return CORNERS if rules.start_corners == "any" else (_OWN_CORNER[color],)


def color_rule(rules: Rules, board: Board, color: Color) -> PlacementRule:
    """Return the rule for an ordinary piece of a colour: C1 if it has none yet, else C2."""
    if not board.cells[color]:
        return _first_piece_rule(rules, board, color, "C1")
    return _contact_rule(board, color, "its own colour", "C2")


def wild_rule(rules: Rules, board: Board, as_color: Color) -> PlacementRule:
    """Return the rule for a piece that is placed as another colour (S23)."""
    if not board.cells[as_color]:
        return _first_piece_rule(rules, board, as_color, "S23")
    return _contact_rule(board, as_color, as_color, "S23")


def side_rule(board: Board, colors: Iterable[Color]) -> PlacementRule:
    """Return the rule for a piece that must touch one of these colours along a side (S24)."""
    own = frozenset[Cell]().union(*(board.cells[color] for color in colors))
    message = "the piece must touch one of your pieces along a side"
    beside = Zone(side_neighbors(own), Problem("no_side_contact", message, rule="S24"))
    return PlacementRule(covered=board.covered(), anchors=(beside,))


def second_piece_rule(
    board: Board, color: Color, first: str, first_cells: AbstractSet[Cell]
) -> PlacementRule:
    """Return the rule for a piece that must touch the piece ``first`` of its colour too (S27)."""
    message = f"the piece must touch {first} at a corner"
    touching = Zone(
        corner_neighbors(first_cells), Problem("first_not_touched", message, rule="S27")
    )
    ordinary = _contact_rule(board, color, "its own colour", "C2")
    return replace(ordinary, anchors=(touching, *ordinary.anchors))


def warp_rule(board: Board, color: Color, old_cells: AbstractSet[Cell]) -> PlacementRule:
    """Return the rule for where a piece on the board may be moved to (S26)."""
    left = board.without(color, old_cells)
    own = left.cells[color]
    return PlacementRule(
        covered=left.covered(),
        anchors=(_at_corner(own, f"another {color} piece", "S26"),),
        forbidden=_along_side(own, color, "S26"),
        vacated=tuple(sorted(old_cells)),
    )


def _first_piece_rule(rules: Rules, board: Board, color: Color, rule: str) -> PlacementRule:
    """Return the rule for a piece that must cover a free corner that a colour may start on."""
    covered = board.covered()
    corners = frozenset(start_corners(rules, color)) - covered
    problem = Problem(
        code="corner_not_covered",
        message="the first piece of a colour must cover a free corner square",
        rule=rule,
        squares=tuple(sorted(corners)),
    )
    return PlacementRule(covered=covered, anchors=(Zone(corners, problem),))


def _contact_rule(board: Board, color: Color, name: str, rule: str) -> PlacementRule:
    """Return the rule for a piece that must touch a colour at a corner, never along a side.

    ``name`` is the colour in messages, ``rule`` the id that problems cite.
    """
    own = board.cells[color]
    return PlacementRule(
        covered=board.covered(),
        anchors=(_at_corner(own, name, rule),),
        forbidden=_along_side(own, name, rule),
    )


def _at_corner(own: AbstractSet[Cell], name: str, rule: str) -> Zone:
    message = f"the piece must touch {name} at a corner"
    return Zone(corner_neighbors(own), Problem("no_corner_contact", message, rule=rule))


def _along_side(own: AbstractSet[Cell], name: str, rule: str) -> Zone:
    message = f"the piece must not touch {name} along a side"
    return Zone(side_neighbors(own), Problem("side_contact", message, rule=rule))


def contact_problems(rule: PlacementRule, cells: AbstractSet[Cell]) -> list[Problem]:
    """Return what is wrong with the cells of a piece: contact first, then C4a and C4b."""
    problems = [zone.problem for zone in rule.anchors if zone.cells.isdisjoint(cells)]
    if rule.forbidden is not None and (beside := rule.forbidden.cells & cells):
        problems.append(replace(rule.forbidden.problem, squares=tuple(sorted(beside))))
    if rule.vacated and rule.vacated == tuple(sorted(cells)):
        problems.append(
            Problem("same_squares", "the piece is already on these squares", rule="S26")
        )
    if taken := rule.covered & cells:
        problems.append(
            Problem(
                code="overlap",
                message="these squares are already covered",
                rule="C4a",
                squares=tuple(sorted(taken)),
            )
        )
    if outside := sorted(cell for cell in cells if not on_board(cell)):
        problems.append(
            Problem(
                code="off_board",
                message="the piece is not entirely on the board",
                rule="C4b",
                squares=tuple(outside),
            )
        )
    return problems
