"""The rules of Blokus and Blokus Shuffle: legal moves, resulting states, and scores.

A game is a sequence of immutable states. List the legal actions of a state and apply one of them to
get the next state:

>>> import cornerwise
>>> state = cornerwise.new_game(seats=2, scoring="advanced")
>>> state.color, state.seat
('blue', 1)
>>> moves = cornerwise.legal_actions(state, pieces=["V5"])
>>> moves[0]
Place(piece='V5', orientation=0, row=0, col=0, color='blue')
>>> state, events = cornerwise.apply(state, moves[0])
>>> state.color
'yellow'

There are two engines, one in Rust and one in plain Python, with the same results. The environment
variable ``CORNERWISE_ENGINE`` selects one; :data:`ENGINE` is the name of the engine in use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import selection
from .api.games import (
    apply,
    check,
    load_state,
    load_view,
    new_game,
    resolve_card,
    score,
    view,
    view_events,
)
from .api.moves import (
    cells,
    count_actions,
    legal_actions,
    legal_actions_json,
    legal_placements,
    perft,
    perft_split,
    pieces,
    summary,
)
from .api.solo_puzzles import check_layout, new_seed, puzzles, solve_puzzle
from .api.suggestions import new_cancellation, suggest
from .api.text import action_from_text, action_to_text, event_to_text
from .engine import Cancellation, State, View
from .errors import (
    CornerwiseError,
    HiddenInformationError,
    IllegalActionError,
    InvalidActionError,
    InvalidStateError,
    Problem,
    UnsupportedError,
)
from .installation import find_version
from .puzzle import LayoutCheck, Puzzle, Solution
from .resolution import Resolution, ResolvedCard
from .types import (
    CARDS,
    COLORS,
    LEVELS,
    MAX_BUDGET,
    PIECE_NAMES,
    Action,
    CardDiscarded,
    CardName,
    CardPlayed,
    CardsDrawn,
    ChooseCard,
    ChooseColor,
    ChoosePiece,
    Color,
    ColorScore,
    Deck,
    Direction,
    DirectionReversed,
    Estimate,
    Event,
    Game,
    GameOver,
    MonominoBonus,
    MoveFormat,
    Pass,
    Passed,
    Phase,
    Piece,
    PieceCount,
    PieceName,
    PiecePlaced,
    PieceRecycled,
    PieceWarped,
    Place,
    PlacedPiece,
    PlayCard,
    Rules,
    Score,
    Scoring,
    SeatCount,
    SeatScore,
    StartCorners,
    StateView,
    Step,
    StopReason,
    Suggestion,
    Suggestions,
    Summary,
    TeamName,
    TeamScore,
    Turn,
    TurnSkipped,
    Until,
    WarpTo,
)

__all__ = [
    "CARDS",
    "COLORS",
    "ENGINE",
    "LEVELS",
    "MAX_BUDGET",
    "PIECE_NAMES",
    "Action",
    "Cancellation",
    "CardDiscarded",
    "CardName",
    "CardPlayed",
    "CardsDrawn",
    "ChooseCard",
    "ChooseColor",
    "ChoosePiece",
    "Color",
    "ColorScore",
    "CornerwiseError",
    "Deck",
    "Direction",
    "DirectionReversed",
    "Estimate",
    "Event",
    "Game",
    "GameOver",
    "HiddenInformationError",
    "IllegalActionError",
    "InvalidActionError",
    "InvalidStateError",
    "LayoutCheck",
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
    "PieceWarped",
    "Place",
    "PlacedPiece",
    "PlayCard",
    "Problem",
    "Puzzle",
    "Resolution",
    "ResolvedCard",
    "Rules",
    "Score",
    "Scoring",
    "SeatCount",
    "SeatScore",
    "Solution",
    "StartCorners",
    "State",
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
    "UnsupportedError",
    "Until",
    "View",
    "WarpTo",
    "__version__",
    "action_from_text",
    "action_to_text",
    "apply",
    "cells",
    "check",
    "check_layout",
    "count_actions",
    "event_to_text",
    "legal_actions",
    "legal_actions_json",
    "legal_placements",
    "load_state",
    "load_view",
    "new_cancellation",
    "new_game",
    "new_seed",
    "perft",
    "perft_split",
    "pieces",
    "puzzles",
    "resolve_card",
    "score",
    "solve_puzzle",
    "suggest",
    "summary",
    "view",
    "view_events",
]


ENGINE: str = selection.engine.NAME
"""The engine in use: ``"rust"`` or ``"python"``."""

__version__: str
"""The version of this package, which is that of the Rust crate; found when it is first read."""


if not TYPE_CHECKING:  # a type checker would accept any attribute of a module that has this

    def __getattr__(name: str) -> str:
        if name != "__version__":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()["__version__"] = version = find_version()
        return version
