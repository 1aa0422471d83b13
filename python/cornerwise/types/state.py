"""The parts of a state: pieces, placed pieces, decks and the turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from ..json_value import JsonValue
from .names import CardName, Color, Phase, PieceName

__all__ = ["MAX_POSITION_LENGTH", "Deck", "Piece", "PieceRef", "PlacedPiece", "Turn"]

MAX_POSITION_LENGTH = 512
"""Longer position texts are refused unread. The longest possible one has 415 characters."""

PieceRef: TypeAlias = tuple[Color, PieceName]
"""A piece of a colour."""


@dataclass(frozen=True, slots=True)
class Piece(JsonValue):
    """One of the 21 shapes (G2, G4), with every distinct orientation (G3).

    ``orientations[n]`` lists the squares of orientation number ``n`` as (row, col) from the
    top-left of its bounding box. The numbers never change.
    """

    name: PieceName
    size: int
    orientations: tuple[tuple[tuple[int, int], ...], ...]


@dataclass(frozen=True, slots=True)
class PlacedPiece(JsonValue):
    """A piece on the board. ``row`` and ``col`` are the top-left of its bounding box."""

    color: Color
    piece: PieceName
    orientation: int
    row: int
    col: int


@dataclass(frozen=True, slots=True)
class Deck(JsonValue):
    """The cards of one owner: the draw pile, top first, the hand, the discards, oldest first."""

    draw: tuple[CardName, ...]
    hand: tuple[CardName, ...]
    discard: tuple[CardName, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """The colour to move and the decision it has to make; ``phase`` determines the other fields.

    ``card`` is the card in force (``place``), or the card that a piece is chosen for
    (``choose_piece``). ``drawn`` holds the two cards of Draw 2 (``choose_card``), ``as_color`` the
    colour declared with Wild (``place``), ``target`` the piece to be warped (``warp_to``),
    ``first`` the piece that the second one of a Double Play must touch (``place``), and
    ``recycled`` the piece that Recycle took off the board this turn (``place``, S25).
    """

    color: Color | None
    phase: Phase
    card: CardName | None = None
    drawn: tuple[CardName, CardName] | None = None
    as_color: Color | None = None
    target: PieceRef | None = None
    first: PieceName | None = None
    recycled: PieceRef | None = None
