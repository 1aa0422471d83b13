"""The end of a turn: which colour is next, which turns are passed, and when the game ends.

Every game ends: until then some colour can place or play a card; cards are never reshuffled, the
number of pieces is finite, and taking one back costs a card (C7, S10).
"""

from __future__ import annotations

from dataclasses import replace

from ..types import (
    COLORS,
    CardsDrawn,
    Color,
    Event,
    GameOver,
    Passed,
    Turn,
    TurnSkipped,
)
from .color import colors_after, turn_order
from .deck import HAND_SIZE, draw
from .effects import Step
from .placing import can_place
from .reader import INT_MAX
from .ruleset import variant_of
from .state import State

__all__ = ["can_continue", "draw_and_end_turn", "end_opening_turn", "end_turn"]


def end_opening_turn(state: State) -> Step:
    """End a turn of the set-up round, in which every colour has just one (S2).

    The first piece of a deck's owner is followed by its first hand.
    """
    own = variant_of(state.rules).own_colors(state.mover)
    is_first = sum(placed.color in own for placed in state.placements) == 1
    drawn, events = _draw(state, HAND_SIZE if is_first else 0)
    settled = _count_slot(drawn, state.mover)
    order = turn_order(state.rules.first_color)
    number_placed = len(state.placements)
    if number_placed < len(order):
        return replace(settled, turn=Turn(order[number_placed], "opening")), events
    return _start_turn(settled, order[0]), events


def draw_and_end_turn(state: State) -> Step:
    """End the mover's turn after it has placed: it draws a card (S7)."""
    drawn, events = _draw(state, 1)
    settled, more = end_turn(drawn)
    return settled, [*events, *more]


def end_turn(state: State) -> Step:
    """End the mover's turn: the game is over, or another colour's turn begins.

    A Skip in force cancels the next turn (S20). The turns of colours that have nothing to decide
    are passed. If no colour has (C7, S10), the game is over and no turns are passed.
    """
    last, is_skipping = state.mover, state.turn.card == "skip"
    state = _count_slot(state, last)
    if not any(can_continue(state, color) for color in COLORS):
        return replace(state, turn=Turn(None, "over")), [GameOver()]
    events: list[Event] = []
    for color in colors_after(last, state.direction):
        if is_skipping:
            events.append(TurnSkipped(color, state.seat_of(color)))
            is_skipping = False
        elif _has_turn(state, color):
            state = _start_turn(state, color)
            break
        else:
            events.append(Passed(color, state.seat_of(color)))
        state = _count_slot(state, color)
    return state, events


def can_continue(state: State, color: Color) -> bool:
    """Return whether a colour can continue the game: it can place, or has a card to play first.

    In Blokus Shuffle a colour without pieces cannot, whatever is in its hand (S10).
    """
    can_play = bool(state.deck_of(color).hand and state.supply(color))
    return can_play or can_place(state, color)


def _draw(state: State, count: int) -> Step:
    """Draw cards for the mover, at most as many as its pile has; none in classic."""
    color = state.mover
    deck, cards = draw(state.deck_of(color), count)
    if not cards:
        return state, []
    drawn = CardsDrawn(color, state.seat_of(color), len(cards), cards)
    return state.with_deck(color, deck), [drawn]


def _has_turn(state: State, color: Color) -> bool:
    """Return whether a colour has a decision to make in its turn.

    In classic it must be able to place (C6). In Blokus Shuffle having a piece left is enough: its
    legal actions are determined when its turn starts (S8, S9).
    """
    if state.rules.game == "classic":
        return can_place(state, color)
    return bool(state.supply(color))


def _start_turn(state: State, color: Color) -> State:
    """Start the turn of a colour: with a card if it has any, otherwise with a piece (S5, S6)."""
    has_card = bool(state.deck_of(color).hand)
    return replace(state, turn=Turn(color, "play_card" if has_card else "place"))


def _count_slot(state: State, color: Color) -> State:
    """Count a slot of the shared colour, whatever happened in it (C8)."""
    if color != state.rules.shared_color:
        return state
    # No real game comes near the largest number that a state can have. A state that starts there
    # continues with a number that means the same seat.
    is_largest = state.shared_turns == INT_MAX
    return replace(state, shared_turns=INT_MAX - 2 if is_largest else state.shared_turns + 1)
