"""Events: what the actions of a turn have changed."""

from __future__ import annotations

from collections.abc import Mapping

from cornerwise.errors import CODES

from .fields import (
    BoundedList,
    Integer,
    Nested,
    StrictSchema,
    String,
    card_name,
    color_name,
    describe,
    one_of,
    piece_name,
)
from .state import DIRECTIONS

__all__ = ["EVENTS"]


class _TurnEvent(StrictSchema):
    """An event on the turn of a colour."""

    type = String(required=True)  # declared here so that it is the first field of every event
    color = color_name(required=True)
    seat = Integer(1, 4, required=True)


class _PieceEvent(_TurnEvent):
    """An event that concerns a piece."""

    piece = piece_name(required=True)
    orientation = Integer(0, 7, required=True)
    row = Integer(0, 19, required=True)
    col = Integer(0, 19, required=True)


class PiecePlacedEvent(_PieceEvent):
    """A piece was placed."""

    type = one_of("piece_placed", required=True)


class PassedEvent(_TurnEvent):
    """A turn was passed: the colour cannot place (C6) or has no pieces left (S8)."""

    type = one_of("passed", required=True)


class GameOverEvent(StrictSchema):
    """The game is over (C7, S10)."""

    type = one_of("game_over", required=True)


class CardPlayedEvent(_TurnEvent):
    """A card was played."""

    type = one_of("card_played", required=True)
    card = card_name(required=True)


class CardDiscardedEvent(_TurnEvent):
    """A played card was discarded without effect (S5)."""

    type = one_of("card_discarded", required=True)
    card = card_name(required=True)
    reason = one_of(*CODES, required=True, metadata=describe("The error code of the reason."))
    rule = String(required=True, metadata=describe("The rule of the card."))


class CardsDrawnEvent(_TurnEvent):
    """Cards were drawn; only the seat that drew them sees which."""

    type = one_of("cards_drawn", required=True)
    count = Integer(1, 2, required=True)
    cards = BoundedList(
        card_name(), 1, 2, required=True, allow_none=True, metadata=describe("Null if hidden.")
    )


class PieceRecycledEvent(_PieceEvent):
    """A piece was taken off the board, from the given squares (S25)."""

    type = one_of("piece_recycled", required=True)


class Location(StrictSchema):
    """The orientation and position of a piece."""

    orientation = Integer(0, 7, required=True)
    row = Integer(0, 19, required=True)
    col = Integer(0, 19, required=True)


class PieceWarpedEvent(_TurnEvent):
    """A piece was moved; `color` is the piece's own, `seat` is the one that moved it (S26)."""

    type = one_of("piece_warped", required=True)
    piece = piece_name(required=True)
    before = Nested(Location, required=True, data_key="from")
    after = Nested(Location, required=True, data_key="to")


class TurnSkippedEvent(_TurnEvent):
    """A colour lost its turn to a Skip (S20)."""

    type = one_of("turn_skipped", required=True)


class DirectionReversedEvent(_TurnEvent):
    """The direction of play was reversed (S21)."""

    type = one_of("direction_reversed", required=True)
    direction = one_of(*DIRECTIONS, required=True, metadata=describe("The new direction."))


EVENTS: Mapping[str, type[StrictSchema]] = {
    "piece_placed": PiecePlacedEvent,
    "passed": PassedEvent,
    "game_over": GameOverEvent,
    "card_played": CardPlayedEvent,
    "card_discarded": CardDiscardedEvent,
    "cards_drawn": CardsDrawnEvent,
    "piece_recycled": PieceRecycledEvent,
    "piece_warped": PieceWarpedEvent,
    "turn_skipped": TurnSkippedEvent,
    "direction_reversed": DirectionReversedEvent,
}
"""All events, by type."""
