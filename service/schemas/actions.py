"""Actions, and groups of moves.

An action is one flat object, whatever its type: generated clients in every language can build and
read that, which is not true of a union. The engines check which fields belong to which type.
"""

from __future__ import annotations

from collections.abc import Mapping

from .fields import (
    INT32,
    BoundedList,
    Integer,
    OpenSchema,
    Square,
    card_name,
    color_name,
    describe,
    one_of,
    piece_name,
)

__all__ = ["ACTION_FIELDS", "CHOICES", "Action", "MoveGroup"]

ACTION_FIELDS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "place": (
        "Place a piece: `orientation`, `row` and `col`, or `cells`, or both if they agree.",
        ("color", "piece", "orientation", "row", "col", "cells"),
    ),
    "pass": ("Pass the turn. Legal only if nothing can be placed (C6).", ()),
    "play_card": ("Play a card from the hand (S5).", ("card",)),
    "choose_card": (
        "Choose one of the two cards of a Draw 2; it is played at once (S22).",
        ("card",),
    ),
    "choose_color": (
        "Declare the colour whose placing rules apply to this turn's piece (Wild, S23).",
        ("color",),
    ),
    "choose_piece": (
        "Choose the piece on the board to recycle (S25) or to warp (S26).",
        ("color", "piece"),
    ),
    "warp_to": (
        "Place the warped piece on other squares (S26), given as in `place`.",
        ("orientation", "row", "col", "cells"),
    ),
}
"""What each type of action does, and its fields."""

CHOICES = ("choose_card", "choose_color", "choose_piece", "warp_to")
"""The actions that make the choices of a card."""


class Action(OpenSchema):
    """Something a player does. `type` says what, and which of the other fields it has."""

    type = one_of(*ACTION_FIELDS, required=True)
    color = color_name(
        metadata=describe(
            "The colour of the piece, or the declared colour. Optional in `place`: the colour "
            "whose turn it is. Another one is possible only for a recycled piece (S25)."
        ),
    )
    piece = piece_name()
    orientation = Integer(*INT32, metadata=describe("Its number in /v1/pieces, 0 to 7."))
    row = Integer(*INT32, metadata=describe("The top row of its bounding box."))
    col = Integer(*INT32, metadata=describe("The left column of its bounding box."))
    card = card_name()
    cells = BoundedList(
        Square(*INT32), 0, 400, metadata=describe("The squares the piece covers, [row, col].")
    )


class MoveGroup(OpenSchema):
    """The moves of a piece in one orientation: one for each position."""

    type = one_of(*ACTION_FIELDS, required=True, metadata=describe("`place` or `warp_to`."))
    color = color_name(required=True)
    piece = piece_name(required=True)
    orientation = Integer(0, 7, required=True)
    positions = BoundedList(
        Integer(0, 399),
        1,
        required=True,
        metadata=describe(
            "The top-left squares of its bounding box, as row * cols + col of the board (see "
            "/v1/variants; 20 columns)."
        ),
    )
