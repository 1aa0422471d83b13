"""What a card does when it is played (S20-S28): one short arm for each.

A card either comes into force, so that this turn's piece is to be placed next; or asks for a choice
first; or cannot be carried out and is discarded without effect (S5). Whether it can be carried out
is asked of the state that it would lead to.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

from ..types import (
    COLORS,
    Card,
    CardDiscarded,
    CardsDrawn,
    ChoosePiece,
    Color,
    Direction,
    DirectionReversed,
    Event,
    Turn,
)
from .card import CARD_RULE
from .deck import take_off
from .piece import PIECE_NAMES
from .placing import has_current_placement
from .ruleset import variant_of
from .state import State

__all__ = [
    "Step",
    "choosable_pieces",
    "declarable_colors",
    "discard_event",
    "has_destination",
    "in_force",
    "possible_second",
    "reached_colors",
    "resolve",
    "with_declared",
    "with_recycled",
    "with_target",
]

Step: TypeAlias = tuple[State, list[Event]]
"""A state, and what happened on the way to it."""


def resolve(state: State, card: Card) -> Step:  # noqa: PLR0911 - one arm for each card
    """Carry out a card that lies on the discard pile already, as far as nobody has to choose."""
    match card:
        case "skip" | "double_play":
            return in_force(state, card), []
        case "reverse":
            return _reverse(state)
        case "draw_two":
            return _draw_two(state)
        case "wild":
            if any(declarable_colors(state)):
                return _asking(state, Turn(state.color, "choose_color")), []
            return _discarded(state, card, "nothing_fits")
        case "edge_to_edge":
            if has_current_placement(changed := in_force(state, card)):
                return changed, []
            return _discarded(state, card, "nothing_fits")
        case "recycle" | "warp":
            if any(choosable_pieces(state, card)):
                return _asking(state, Turn(state.color, "choose_piece", card=card)), []
            return _discarded(state, card, "no_piece")


def in_force(state: State, card: Card | None) -> State:
    """Return the state in which this turn's piece is to be placed, with this card in force."""
    return _asking(state, Turn(state.color, "place", card=card))


def discard_event(state: State, card: Card, reason: str) -> CardDiscarded:
    """Return the event that a card of the mover comes to nothing."""
    color = state.mover
    return CardDiscarded(color, state.seat_of(color), card, reason, CARD_RULE[card])


def with_declared(state: State, as_color: Color) -> State:
    """Return the state in which the mover has declared a colour (S23)."""
    return _asking(state, Turn(state.color, "place", card="wild", as_color=as_color))


def declarable_colors(state: State) -> Iterator[Color]:
    """Yield the colours as which some piece of the mover could be placed (S23)."""
    return (color for color in COLORS if has_current_placement(with_declared(state, color)))


def with_recycled(state: State, color: Color, piece: str) -> State:
    """Return the state in which this turn's piece is to be placed after a Recycle (S25)."""
    return _asking(state, Turn(state.color, "place", card="recycle", recycled=(color, piece)))


def with_target(state: State, color: Color, piece: str) -> State:
    """Return the state in which the mover has chosen the piece that it warps (S26)."""
    return _asking(state, Turn(state.color, "warp_to", target=(color, piece)))


def has_destination(state: State, color: Color, piece: str) -> bool:
    """Return whether a piece on the board can be warped anywhere (S26)."""
    return has_current_placement(with_target(state, color, piece))


def reached_colors(state: State, card: Card) -> tuple[Color, ...]:
    """Return the colours whose pieces the mover may choose: its own (S25) or opponents' (S26)."""
    variant = variant_of(state.rules)
    own = variant.own_colors(state.mover)
    if card == "recycle":
        return own
    acting = variant.seat_colors[state.seat_of(state.mover) - 1]
    return tuple(color for color in COLORS if color not in own + acting)


def choosable_pieces(state: State, card: Card) -> Iterator[ChoosePiece]:
    """Yield the pieces that Recycle or Warp may be used on, by colour and name (G4)."""
    reached = reached_colors(state, card)
    on_board = (
        ChoosePiece(color, piece)
        for color in COLORS
        for piece in PIECE_NAMES
        if color in reached and state.has_placed(color, piece)
    )
    if card == "recycle":
        return on_board
    return (choice for choice in on_board if has_destination(state, choice.color, choice.piece))


def possible_second(state: State, first: str) -> State | None:
    """Return the state that asks for the second piece of a Double Play; None if none fits (S27)."""
    asking = _asking(state, Turn(state.color, "place", card="double_play", first=first))
    return asking if has_current_placement(asking) else None


def _asking(state: State, turn: Turn) -> State:
    return replace(state, turn=turn)


def _discarded(state: State, card: Card, reason: str) -> Step:
    return in_force(state, None), [discard_event(state, card, reason)]


def _reverse(state: State) -> Step:
    is_clockwise = state.direction == "clockwise"
    direction: Direction = "counterclockwise" if is_clockwise else "clockwise"
    turned = replace(in_force(state, "reverse"), direction=direction)
    return turned, [DirectionReversed(state.mover, state.seat_of(state.mover), direction)]


def _draw_two(state: State) -> Step:
    color = state.mover
    deck, cards = take_off(state.deck_of(color), 2)
    match cards:
        case (one, other):
            turn = Turn(color, "choose_card", drawn=(one, other))
            drawn = CardsDrawn(color, state.seat_of(color), len(cards), cards)
            return _asking(state.with_deck(color, deck), turn), [drawn]
    return _discarded(state, "draw_two", "pile_too_small")
