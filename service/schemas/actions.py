"""Actions, and the form in which legal moves are listed."""

from __future__ import annotations

from collections.abc import Mapping

from .fields import (
    INT32,
    BoundedList,
    Integer,
    Square,
    StrictSchema,
    String,
    card_name,
    color_name,
    describe,
    one_of,
    piece_name,
)

__all__ = ["ACTIONS", "CHOICES", "MoveGroup", "move_format"]


class PlaceAction(StrictSchema):
    """Place a piece: `orientation`, `row` and `col`, or `cells`, or both if they agree."""

    type = one_of("place", required=True)
    color = color_name(
        allow_none=True,
        metadata=describe(
            "The colour of the piece; if omitted or null, the colour whose turn it is. Another "
            "colour is possible only for a recycled piece with 2 seats (S25)."
        ),
    )
    piece = String(required=True, metadata=describe("Its name, see /v1/pieces."))
    orientation = Integer(*INT32, metadata=describe("Its number in /v1/pieces, 0 to 7."))
    row = Integer(*INT32, metadata=describe("The top row of its bounding box, 0 to 19."))
    col = Integer(*INT32, metadata=describe("The left column of its bounding box, 0 to 19."))
    cells = BoundedList(
        Square(*INT32), 0, 400, metadata=describe("The squares it covers, [row, col].")
    )


class PassAction(StrictSchema):
    """Pass the turn. Legal only if nothing can be placed (C6)."""

    type = one_of("pass", required=True)


class PlayCardAction(StrictSchema):
    """Play a card from the hand (S5)."""

    type = one_of("play_card", required=True)
    card = card_name(required=True)


class ChooseCardAction(StrictSchema):
    """Choose one of the two cards of a Draw 2; it is played at once (S22)."""

    type = one_of("choose_card", required=True)
    card = card_name(required=True)


class ChooseColorAction(StrictSchema):
    """Declare the colour whose placing rules apply to this turn's piece (Wild, S23)."""

    type = one_of("choose_color", required=True)
    color = color_name(required=True)


class ChoosePieceAction(StrictSchema):
    """Choose the piece on the board to recycle (S25) or to warp (S26)."""

    type = one_of("choose_piece", required=True)
    color = color_name(required=True)
    piece = String(required=True, metadata=describe("Its name, see /v1/pieces."))


class WarpToAction(StrictSchema):
    """Place the warped piece on other squares (S26), given as in `place`."""

    type = one_of("warp_to", required=True)
    orientation = Integer(*INT32, metadata=describe("Its number in /v1/pieces, 0 to 7."))
    row = Integer(*INT32, metadata=describe("The top row of its bounding box, 0 to 19."))
    col = Integer(*INT32, metadata=describe("The left column of its bounding box, 0 to 19."))
    cells = BoundedList(
        Square(*INT32), 0, 400, metadata=describe("The squares it covers, [row, col].")
    )


CHOICES: Mapping[str, type[StrictSchema]] = {
    "choose_card": ChooseCardAction,
    "choose_color": ChooseColorAction,
    "choose_piece": ChoosePieceAction,
    "warp_to": WarpToAction,
}
"""The actions that make the choices of a card, by type."""

ACTIONS: Mapping[str, type[StrictSchema]] = {
    "place": PlaceAction,
    "pass": PassAction,
    "play_card": PlayCardAction,
    **CHOICES,
}
"""All actions, by type."""


class MoveGroup(StrictSchema):
    """The moves of a piece in one orientation: one for each position."""

    color = color_name(required=True)
    piece = piece_name(required=True)
    orientation = Integer(0, 7, required=True)
    positions = BoundedList(
        Integer(0, 399),
        1,
        required=True,
        metadata=describe("The top-left squares of its bounding box, as row * 20 + col."),
    )


def move_format() -> String:
    """Return the field that selects how moves are written."""
    return one_of(
        "objects",
        "cells",
        "groups",
        load_default="objects",
        metadata=describe(
            "`objects`: a list of actions. `cells`: the same with the squares of each placement. "
            "`groups`: placements grouped by colour, piece and orientation; actions that place no "
            "piece stay objects."
        ),
    )
