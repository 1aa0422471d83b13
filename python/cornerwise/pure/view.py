"""The view of a state for one seat."""

from __future__ import annotations

from typing import Any

from .action import read_number
from .ruleset import variant_of
from .state import State

__all__ = ["view"]


def view(state: State, seat: int) -> dict[str, Any]:
    """Return the state as a seat sees it: hidden cards are replaced by their number.

    Draw piles are hidden from every seat. A hand and the two cards of a Draw 2 are visible only to
    the seat that may play them. Discard piles are visible. In classic nothing is hidden.
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
    """Return whether a hand is the seat's own, or the shared colour's while it plays it (S11)."""
    variant = variant_of(state.rules)
    colors = variant.deck_owners[deck_name]
    if variant.shared_color in colors:
        return state.color == variant.shared_color and state.seat == seat
    return set(colors) <= set(variant.seat_colors[seat - 1])
