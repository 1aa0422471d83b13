"""What can be put down in a state, by the rule that its turn has in force.

Whatever the reason why a piece is put down, in this module it becomes a placement rule and the
pieces that it is about; the rest is for the move generator, which knows no cards.
"""

from __future__ import annotations

from ..types import Color, Turn
from .cells import Cell
from .movegen import has_placement, list_placements
from .piece import PIECE_NAMES
from .placement import Placement
from .placement_rule import (
    PlacementRule,
    color_rule,
    second_piece_rule,
    side_rule,
    warp_rule,
    wild_rule,
)
from .ruleset import variant_of
from .state import State, board_of, placed_cells

__all__ = [
    "can_place",
    "is_anything_open",
    "loose_pieces",
    "open_placements",
    "ordinary_placements",
    "rule_in_force",
]


def rule_in_force(state: State) -> PlacementRule:
    """Return the rule for the piece that is to be put down: this turn's, or the one to be warped.

    Cards that change nothing about the piece leave the ordinary rule in force.
    """
    rules, board, turn, color = state.rules, board_of(state.placements), state.turn, state.mover
    match turn:
        case Turn(target=(target_color, target)):
            return warp_rule(board, target_color, _cells_of(state, target_color, target))
        case Turn(as_color=str(as_color)):
            return wild_rule(rules, board, as_color)
        case Turn(card="edge_to_edge"):
            return side_rule(board, variant_of(rules).own_colors(color))
        case Turn(first=str(first)):
            return second_piece_rule(board, color, first, _cells_of(state, color, first))
    return color_rule(rules, board, color)


def loose_pieces(state: State) -> tuple[str, ...]:
    """Return the pieces that may be put down now: the supply, or the one that is to be warped."""
    if state.phase == "warp_to":
        _, piece = state.warp_target
        return (piece,)
    return state.supply(state.mover)


def open_placements(
    state: State, wanted: frozenset[str] = frozenset(PIECE_NAMES)
) -> list[Placement]:
    """Return every placement of these pieces that is legal now, in the order of PLACEMENTS."""
    return list_placements(rule_in_force(state), wanted.intersection(loose_pieces(state)))


def is_anything_open(state: State) -> bool:
    """Return whether any placement is legal now."""
    return has_placement(rule_in_force(state), loose_pieces(state))


def ordinary_placements(state: State, color: Color) -> list[Placement]:
    """Return what a colour could place by C1 and C2, whatever is in force, in the same order."""
    rule = color_rule(state.rules, board_of(state.placements), color)
    return list_placements(rule, state.supply(color))


def can_place(state: State, color: Color) -> bool:
    """Return whether a colour could place by C1 and C2, whatever is in force (C6, C7, S10)."""
    rule = color_rule(state.rules, board_of(state.placements), color)
    return has_placement(rule, state.supply(color))


def _cells_of(state: State, color: Color, piece: str) -> frozenset[Cell]:
    return frozenset(placed_cells(state.placed(color, piece)))
