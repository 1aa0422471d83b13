"""The actions of a player."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal, TypeAlias

from ..json_value import JsonValue, written
from .names import CardName, Color, PieceName

__all__ = [
    "Action",
    "ChooseCard",
    "ChooseColor",
    "ChoosePiece",
    "Pass",
    "Place",
    "PlayCard",
    "WarpTo",
]


@dataclass(frozen=True, slots=True)
class Place(JsonValue):
    """Place a piece. ``row`` and ``col`` are the top-left of its bounding box.

    ``color`` is None for the colour whose turn it is. It can be another one only after Recycle with
    2 seats (S25). Engines set it in every action that they return.
    """

    piece: PieceName
    orientation: int
    row: int
    col: int
    color: Color | None = field(default=None, metadata=written(first=True, omit_none=True))
    type: ClassVar[Literal["place"]] = "place"


@dataclass(frozen=True, slots=True)
class Pass(JsonValue):
    """Pass. Legal only if no piece can be placed (C6)."""

    type: ClassVar[Literal["pass"]] = "pass"


@dataclass(frozen=True, slots=True)
class PlayCard(JsonValue):
    """Play a card from the hand (S5)."""

    card: CardName
    type: ClassVar[Literal["play_card"]] = "play_card"


@dataclass(frozen=True, slots=True)
class ChooseCard(JsonValue):
    """Choose one of the two cards of a Draw 2; it is played at once (S22)."""

    card: CardName
    type: ClassVar[Literal["choose_card"]] = "choose_card"


@dataclass(frozen=True, slots=True)
class ChooseColor(JsonValue):
    """Declare the colour that this turn's piece is judged as (Wild, S23)."""

    color: Color
    type: ClassVar[Literal["choose_color"]] = "choose_color"


@dataclass(frozen=True, slots=True)
class ChoosePiece(JsonValue):
    """Choose the piece on the board to recycle (S25) or to warp (S26)."""

    color: Color
    piece: PieceName
    type: ClassVar[Literal["choose_piece"]] = "choose_piece"


@dataclass(frozen=True, slots=True)
class WarpTo(JsonValue):
    """Move the chosen piece to other squares (Warp, S26)."""

    orientation: int
    row: int
    col: int
    type: ClassVar[Literal["warp_to"]] = "warp_to"


Action: TypeAlias = Place | Pass | PlayCard | ChooseCard | ChooseColor | ChoosePiece | WarpTo
