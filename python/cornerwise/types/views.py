"""The JSON form of a state as one seat may see it.

A view is the JSON form of the state, except that the cards which are hidden from the seat are
given as their number.
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
    monomino_bonus: NotRequired[MonominoBonus]
    deck: NotRequired[dict[CardName, int]]


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
    """The turn; ``drawn`` is a number for every seat but the one that chooses."""

    color: Color | None
    phase: Phase
    card: NotRequired[CardName | None]
    drawn: NotRequired[list[CardName] | int]
    as_color: NotRequired[Color]
    target: NotRequired[PieceRefView]
    first: NotRequired[PieceName]
    recycled: NotRequired[PieceRefView]


class DeckView(TypedDict):
    """A deck: the draw pile as a number, and the hand too if the seat may not see it."""

    draw: int
    hand: list[CardName] | int
    discard: list[CardName]


class StateView(TypedDict):
    """A state as one seat may see it; ``direction`` and ``decks`` are those of Blokus Shuffle."""

    rules: RulesView
    placements: list[PlacedPieceView]
    turn: TurnView
    direction: NotRequired[Direction]
    decks: NotRequired[dict[str, DeckView]]
    last_placed: dict[Color, PieceName | None]
    shared_turns: int
