"""What one seat may see of a state."""

from __future__ import annotations

from typing import Any

from .action import read_number
from .ruleset import variant_of
from .state import State

__all__ = ["view"]


def view(state: State, seat: int) -> dict[str, Any]:
    """Return the state as a seat may see it: what is hidden is told as a number of cards.

    Nobody sees the piles, and only who may play them sees a hand and the two cards of a Draw 2.
    What was played lies open. In classic nothing is hidden.
    """
    seat = read_number(seat, 1, state.rules.seats)
    seen = state.to_dict()
    for name, deck in state.deck_items:
        seen["decks"][name]["draw"] = len(deck.draw)
        if not _may_see_hand(state, seat, name):
            seen["decks"][name]["hand"] = len(deck.hand)
    if state.turn.drawn is not None and seat != state.seat:
        seen["turn"]["drawn"] = len(state.turn.drawn)
    return seen


def _may_see_hand(state: State, seat: int, deck_name: str) -> bool:
    """Return whether a hand is the seat's own, or the shared colour's which it now plays (S11)."""
    variant = variant_of(state.rules)
    colors = variant.deck_owners[deck_name]
    if variant.shared_color in colors:
        return state.color == variant.shared_color and state.seat == seat
    return set(colors) <= set(variant.seat_colors[seat - 1])
