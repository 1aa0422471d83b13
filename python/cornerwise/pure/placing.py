"""The placements that are legal in a state, by the rules that its turn has in force.

This module turns every reason for putting a piece down into a placement rule and the pieces it
applies to. The move generator does the rest and knows nothing about cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

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
    "ColoredPlacement",
    "PlacementOption",
    "can_place",
    "current_placements",
    "has_current_placement",
    "ordinary_placements",
    "placement_options",
]


class PlacementOption(NamedTuple):
    """A colour that can be placed now, the rule that applies to it, and its available pieces."""

    color: Color
    rule: PlacementRule
    pieces: tuple[str, ...]


class ColoredPlacement(NamedTuple):
    """A placement and the colour of its piece."""

    color: Color
    placement: Placement


def placement_options(state: State) -> list[PlacementOption]:
    """Return the ways to put a piece down now: of the mover's colour, or of the piece to be warped.

    There is a second way after Recycle with 2 seats, if the piece taken off the board is of the
    seat's other colour: it may be placed again, by the ordinary rule of its colour (S25).
    """
    if state.phase == "warp_to":
        color, piece = state.warp_target
        return [PlacementOption(color, _rule_in_force(state), (piece,))]
    own = PlacementOption(state.mover, _rule_in_force(state), state.supply(state.mover))
    match state.turn.recycled:
        case (color, piece) if color != state.mover:
            rule = color_rule(state.rules, board_of(state.placements), color)
            return [own, PlacementOption(color, rule, (piece,))]
    return [own]


def _rule_in_force(state: State) -> PlacementRule:
    """Return the rule for a piece of the mover, or for the piece to be warped.

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


def current_placements(
    state: State,
    pieces: frozenset[str] = frozenset(PIECE_NAMES),
    covering: Cell | None = None,
) -> Iterator[ColoredPlacement]:
    """Yield every placement of these pieces that is legal now, and covers the square if given.

    The mover's colour comes first; within a colour the order is that of PLACEMENTS.
    """
    for option in placement_options(state):
        for placement in list_placements(option.rule, pieces.intersection(option.pieces)):
            if covering is None or covering in placement.cells:
                yield ColoredPlacement(option.color, placement)


def has_current_placement(state: State) -> bool:
    """Return whether any placement is legal now."""
    return any(has_placement(option.rule, option.pieces) for option in placement_options(state))


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
