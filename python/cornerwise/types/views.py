"""The JSON form of a state as one seat may see it.

A view is the JSON form of the state with the number of the seat, except that draw piles and hidden
hands are given as numbers of cards. ``load_view`` reads it.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict

from .names import CardName, Color, Direction, Phase, PieceName
from .rules import Game, MonominoBonus, Scoring, StartCorners

__all__ = [
    "DeckView",
    "PieceRefView",
    "PlacedPieceView",
    "RulesView",
    "StateView",
    "TurnView",
]


class RulesView(TypedDict):
    """The options of the game."""

    game: Game
    seats: int
    teams: bool
    shared_color: Color | None
    first_color: Color
    start_corners: StartCorners
    scoring: Scoring
    monomino_bonus: MonominoBonus | None
    deck: dict[CardName, int] | None


class PlacedPieceView(TypedDict):
    """A piece on the board."""

    color: Color
    piece: PieceName
    orientation: int
    row: int
    col: int


class PieceRefView(TypedDict):
    """A piece of a colour."""

    color: Color
    piece: PieceName


class TurnView(TypedDict):
    """The turn; only the seat that chooses has ``drawn``, the others only the number of cards."""

    color: Color | None
    phase: Phase
    card: NotRequired[CardName]
    drawn: NotRequired[list[CardName]]
    drawn_count: NotRequired[int]
    as_color: NotRequired[Color]
    target: NotRequired[PieceRefView]
    first: NotRequired[PieceName]
    recycled: NotRequired[PieceRefView]


class DeckView(TypedDict):
    """A deck: the draw pile as a number, the hand as cards if the seat may see it, else None."""

    draw_count: int
    hand_count: int
    hand: list[CardName] | None
    discard: list[CardName]


class StateView(TypedDict):
    """A state as one seat may see it; ``decks`` is empty in classic."""

    seat: int
    rules: RulesView
    placements: list[PlacedPieceView]
    turn: TurnView
    direction: Direction
    decks: dict[str, DeckView]
    last_placed: dict[Color, PieceName | None]
    shared_turns: int
