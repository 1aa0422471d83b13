"""Events: what the actions of a turn have changed. They are flat objects, like actions."""

from __future__ import annotations

from collections.abc import Mapping

from cornerwise.errors import CODES

from .fields import (
    BoundedList,
    Integer,
    Nested,
    OpenSchema,
    String,
    card_name,
    color_name,
    describe,
    one_of,
    piece_name,
)
from .state import DIRECTIONS

__all__ = ["EVENT_FIELDS", "Event"]

_PIECE = ("color", "seat", "piece", "orientation", "row", "col")

EVENT_FIELDS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "piece_placed": ("A piece was placed.", _PIECE),
    "passed": (
        "A turn was passed: the colour cannot place (C6) or has no pieces left (S8).",
        ("color", "seat"),
    ),
    "game_over": ("The game is over (C7, S10).", ()),
    "card_played": ("A card was played.", ("color", "seat", "card")),
    "card_discarded": (
        "A played card was discarded without effect (S5).",
        ("color", "seat", "card", "reason", "rule"),
    ),
    "cards_drawn": (
        "Cards were drawn; `cards` is omitted where the seat does not see them.",
        ("color", "seat", "count", "cards"),
    ),
    "piece_recycled": ("A piece was taken off the board (S25).", _PIECE),
    "piece_warped": (
        "A piece was moved (S26); `color` is the piece's own, `seat` the one that moved it.",
        ("color", "seat", "piece", "from", "to"),
    ),
    "turn_skipped": ("A colour lost its turn to a Skip (S20).", ("color", "seat")),
    "direction_reversed": (
        "The direction of play was reversed (S21).",
        ("color", "seat", "direction"),
    ),
}
"""What each type of event means, and its fields. Optional is only `cards`."""


class Location(OpenSchema):
    """The orientation and position of a piece."""

    orientation = Integer(0, 7, required=True)
    row = Integer(0, 19, required=True)
    col = Integer(0, 19, required=True)


class Event(OpenSchema):
    """Something that happened. `type` says what, and which of the other fields it has."""

    type = one_of(*EVENT_FIELDS, required=True)
    color = color_name()
    seat = Integer(1, 4)
    piece = piece_name()
    orientation = Integer(0, 7)
    row = Integer(0, 19)
    col = Integer(0, 19)
    before = Nested(Location, data_key="from")
    after = Nested(Location, data_key="to")
    card = card_name()
    reason = one_of(*CODES, metadata=describe("Why the card was discarded."))
    rule = String(metadata=describe("The rule of the reason."))
    count = Integer(1, 2, metadata=describe("The number of cards drawn."))
    cards = BoundedList(card_name(), 0, 2)
    direction = one_of(*DIRECTIONS, metadata=describe("The new direction."))
    text = String(metadata=describe("The event as a line for people; ignored in requests."))
