"""The effects of the eight cards (S20-S28).

A card either takes effect, so that this turn's piece is to be placed next; or requires a choice
first; or cannot be carried out and is discarded without effect (S5). Whether it can be carried out
is decided by the state that it would lead to.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

from ..types import (
    COLORS,
    CardDiscarded,
    CardName,
    CardsDrawn,
    ChoosePiece,
    Color,
    Direction,
    DirectionReversed,
    Event,
    PieceName,
    Turn,
)
from .card import CARD_RULE
from .deck import take_from_pile
from .piece import PIECE_NAMES
from .placing import has_current_placement
from .ruleset import variant_of
from .state import State

__all__ = [
    "Step",
    "choosable_pieces",
    "declarable_colors",
    "discard_event",
    "eligible_colors",
    "has_destination",
    "resolve",
    "second_piece_state",
    "with_card",
    "with_declared",
    "with_recycled",
    "with_target",
]

Step: TypeAlias = tuple[State, list[Event]]
"""A state and the events that led to it."""


def resolve(state: State, card: CardName) -> Step:  # noqa: PLR0911 - one arm for each card
    """Carry out a card that is already on the discard pile, up to the first choice."""
    match card:
        case "skip" | "double_play":
            return with_card(state, card), []
        case "reverse":
            return _reverse(state)
        case "draw_two":
            return _draw_two(state)
        case "wild":
            if any(declarable_colors(state)):
                return _with_turn(state, Turn(state.color, "choose_color")), []
            return _discarded(state, card, "nothing_fits")
        case "edge_to_edge":
            if has_current_placement(changed := with_card(state, card)):
                return changed, []
            return _discarded(state, card, "nothing_fits")
        case "recycle" | "warp":
            if any(choosable_pieces(state, card)):
                return _with_turn(state, Turn(state.color, "choose_piece", card=card)), []
            return _discarded(state, card, "no_piece")


def with_card(state: State, card: CardName | None) -> State:
    """Return the state in which this turn's piece is to be placed, with this card in force."""
    return _with_turn(state, Turn(state.color, "place", card=card))


def discard_event(state: State, card: CardName, reason: str) -> CardDiscarded:
    """Return the event that a card of the mover has no effect."""
    color = state.mover
    return CardDiscarded(color, state.seat_of(color), card, reason, CARD_RULE[card])


def with_declared(state: State, as_color: Color) -> State:
    """Return the state in which the mover has declared a colour (S23)."""
    return _with_turn(state, Turn(state.color, "place", card="wild", as_color=as_color))


def declarable_colors(state: State) -> Iterator[Color]:
    """Yield the colours that the mover can declare: some piece fits as that colour (S23)."""
    return (color for color in COLORS if has_current_placement(with_declared(state, color)))


def with_recycled(state: State, color: Color, piece: PieceName) -> State:
    """Return the state in which this turn's piece is to be placed after a Recycle (S25)."""
    return _with_turn(state, Turn(state.color, "place", card="recycle", recycled=(color, piece)))


def with_target(state: State, color: Color, piece: PieceName) -> State:
    """Return the state in which the mover has chosen the piece that it warps (S26)."""
    return _with_turn(state, Turn(state.color, "warp_to", target=(color, piece)))


def has_destination(state: State, color: Color, piece: PieceName) -> bool:
    """Return whether a piece on the board has a legal destination for Warp (S26)."""
    return has_current_placement(with_target(state, color, piece))


def eligible_colors(state: State, card: CardName) -> tuple[Color, ...]:
    """Return the colours whose pieces the mover may choose: its own (S25) or opponents' (S26)."""
    variant = variant_of(state.rules)
    own = variant.own_colors(state.mover)
    if card == "recycle":
        return own
    acting = variant.seat_colors[state.seat_of(state.mover) - 1]
    return tuple(color for color in COLORS if color not in own + acting)


def choosable_pieces(state: State, card: CardName) -> Iterator[ChoosePiece]:
    """Yield the pieces that Recycle or Warp may be used on, by colour and name (G4)."""
    eligible = eligible_colors(state, card)
    on_board = (
        ChoosePiece(color, piece)
        for color in COLORS
        for piece in PIECE_NAMES
        if color in eligible and state.has_placed(color, piece)
    )
    if card == "recycle":
        return on_board
    return (choice for choice in on_board if has_destination(state, choice.color, choice.piece))


def second_piece_state(state: State, first: PieceName) -> State | None:
    """Return the state in which the second piece of a Double Play is placed; None if none fits."""
    second = _with_turn(state, Turn(state.color, "place", card="double_play", first=first))
    return second if has_current_placement(second) else None


def _with_turn(state: State, turn: Turn) -> State:
    return replace(state, turn=turn)


def _discarded(state: State, card: CardName, reason: str) -> Step:
    return with_card(state, None), [discard_event(state, card, reason)]


def _reverse(state: State) -> Step:
    is_clockwise = state.direction == "clockwise"
    direction: Direction = "counterclockwise" if is_clockwise else "clockwise"
    turned = replace(with_card(state, "reverse"), direction=direction)
    return turned, [DirectionReversed(state.mover, state.seat_of(state.mover), direction)]


def _draw_two(state: State) -> Step:
    color = state.mover
    deck, cards = take_from_pile(state.deck_of(color), 2)
    match cards:
        case (one, other):
            turn = Turn(color, "choose_card", drawn=(one, other))
            drawn = CardsDrawn(color, state.seat_of(color), len(cards), cards)
            return _with_turn(state.with_deck(color, deck), turn), [drawn]
    return _discarded(state, "draw_two", "pile_too_small")
