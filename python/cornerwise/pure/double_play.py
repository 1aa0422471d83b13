"""What a Double Play will do, asked before its first piece is placed (S27)."""

from __future__ import annotations

from ..engine import DoublePlayOutcome
from ..errors import InvalidActionError, Problem
from .movegen import has_placement, list_placements
from .placement_rule import second_piece_rule
from .placing import placement_options
from .state import State, board_of

__all__ = ["double_play_outcome"]


def double_play_outcome(state: State) -> DoublePlayOutcome:
    """Return whether all first placements leave room for a second piece, or none, or some.

    Every first placement is tried until one that does and one that does not are found. Without a
    first placement nothing can follow: the card is discarded.
    """
    is_in_force = state.phase == "place" and state.turn.card == "double_play"
    if not is_in_force or state.turn.first is not None:
        problem = Problem("wrong_step", "Double Play is not in force", rule="S27")
        raise InvalidActionError([problem])
    (option,) = placement_options(state)
    board = board_of(state.placements)
    found: set[bool] = set()
    for first in list_placements(option.rule, option.pieces):
        after = board.with_piece(option.color, first.cells)
        rule = second_piece_rule(after, option.color, first.piece, frozenset(first.cells))
        found.add(has_placement(rule, set(option.pieces) - {first.piece}))
        if len(found) > 1:
            return "depends"
    return "carried_out" if found == {True} else "discarded"
