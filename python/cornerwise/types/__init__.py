"""The arguments and results of an engine: frozen, comparable, the same for both engines.

Every class but :class:`Turn` has ``to_dict``, which returns the JSON form that the HTTP service
uses. One module per noun: ``names``, ``rules``, ``state``, ``actions``, ``events``, ``scores``,
``suggestions``, ``summary`` and ``views``.
"""

from __future__ import annotations

from .actions import (
    Action,
    ChooseCard,
    ChooseColor,
    ChoosePiece,
    Pass,
    Place,
    PlayCard,
    WarpTo,
)
from .events import (
    CardDiscarded,
    CardPlayed,
    CardsDrawn,
    DirectionReversed,
    Event,
    GameOver,
    Passed,
    PiecePlaced,
    PieceRecycled,
    PieceWarped,
    TurnSkipped,
)
from .names import (
    CARDS,
    COLORS,
    PIECE_NAMES,
    CardName,
    Color,
    Direction,
    MoveFormat,
    Phase,
    PieceName,
    TeamName,
)
from .rules import Game, MonominoBonus, Rules, Scoring, SeatCount, StartCorners
from .scores import ColorScore, Score, SeatScore, TeamScore
from .state import MAX_POSITION_LENGTH, Deck, Piece, PieceRef, PlacedPiece, Turn
from .suggestions import (
    LEVELS,
    MAX_BUDGET,
    Estimate,
    Step,
    StopReason,
    Suggestion,
    Suggestions,
    Until,
)
from .summary import PieceCount, Summary
from .views import DeckView, PieceRefView, PlacedPieceView, RulesView, StateView, TurnView

__all__ = [
    "CARDS",
    "COLORS",
    "LEVELS",
    "MAX_BUDGET",
    "MAX_POSITION_LENGTH",
    "PIECE_NAMES",
    "Action",
    "CardDiscarded",
    "CardName",
    "CardPlayed",
    "CardsDrawn",
    "ChooseCard",
    "ChooseColor",
    "ChoosePiece",
    "Color",
    "ColorScore",
    "Deck",
    "DeckView",
    "Direction",
    "DirectionReversed",
    "Estimate",
    "Event",
    "Game",
    "GameOver",
    "MonominoBonus",
    "MoveFormat",
    "Pass",
    "Passed",
    "Phase",
    "Piece",
    "PieceCount",
    "PieceName",
    "PiecePlaced",
    "PieceRecycled",
    "PieceRef",
    "PieceRefView",
    "PieceWarped",
    "Place",
    "PlacedPiece",
    "PlacedPieceView",
    "PlayCard",
    "Rules",
    "RulesView",
    "Score",
    "Scoring",
    "SeatCount",
    "SeatScore",
    "StartCorners",
    "StateView",
    "Step",
    "StopReason",
    "Suggestion",
    "Suggestions",
    "Summary",
    "TeamName",
    "TeamScore",
    "Turn",
    "TurnSkipped",
    "TurnView",
    "Until",
    "WarpTo",
]
