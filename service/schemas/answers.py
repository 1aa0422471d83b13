"""The answer of each operation."""

from __future__ import annotations

from typing import get_args

from cornerwise.puzzle import SolveOutcome
from cornerwise.resolution import Outcome

from .errors import Error
from .fields import (
    BoundedList,
    EngineValidated,
    Integer,
    Nested,
    StrictBoolean,
    StrictSchema,
    card_name,
    color_name,
    describe,
    one_of,
    piece_name,
    puzzle_name,
)
from .state import PHASES, NextDecision, PlacedPiece

__all__ = [
    "BatchAnswer",
    "CardResolutionAnswer",
    "CheckAnswer",
    "GameAnswer",
    "LayoutCheckAnswer",
    "LegalMovesAnswer",
    "ScoreAnswer",
    "SolutionAnswer",
    "TurnAnswer",
    "ViewAnswer",
]

OUTCOMES: tuple[str, ...] = get_args(Outcome)
SOLVE_OUTCOMES: tuple[str, ...] = get_args(SolveOutcome)


class GameAnswer(StrictSchema):
    """A new game."""

    state = EngineValidated("State", required=True)
    events = BoundedList(EngineValidated("Event"), required=True)
    next = Nested(NextDecision, required=True)
    seed = Integer(
        0,
        2**53 - 1,
        required=True,
        allow_none=True,
        metadata=describe("The seed of the request; null if there was none."),
    )


class LegalMovesAnswer(StrictSchema):
    """The legal moves of the colour whose turn it is."""

    color = color_name(required=True, allow_none=True)
    seat = Integer(1, 4, required=True, allow_none=True)
    phase = one_of(*PHASES, required=True)
    count = Integer(required=True, metadata=describe("The number of moves."))
    moves = EngineValidated("Moves", required=True)


class CheckAnswer(StrictSchema):
    """Whether the action is legal, and every reason why not."""

    legal = StrictBoolean(required=True)
    reasons = BoundedList(Nested(Error), required=True)


class TurnAnswer(StrictSchema):
    """The resulting state and what happened."""

    state = EngineValidated("State", required=True)
    events = BoundedList(EngineValidated("Event"), required=True)
    next = Nested(NextDecision, required=True)


class ResolvedCard(StrictSchema):
    """A card and its outcome.

    `depends`: the outcome is decided by the placement of this turn's piece (Double Play, S27).
    """

    card = card_name(required=True)
    outcome = one_of(*OUTCOMES, required=True)
    reason = Nested(
        Error, required=True, allow_none=True, metadata=describe("Why the card is discarded.")
    )


class Destinations(StrictSchema):
    """A piece that could be warped, and its destinations."""

    color = color_name(required=True)
    piece = piece_name(required=True)
    count = Integer(required=True, metadata=describe("The number of moves."))
    moves = EngineValidated("Moves", required=True)


class CardResolutionAnswer(ResolvedCard):
    """What the card does, the next choice, and the resulting state.

    `color`, `seat` and `phase` are those of the state after the card and the choices.
    """

    chain = BoundedList(
        Nested(ResolvedCard),
        required=True,
        metadata=describe("The cards that were chosen through Draw 2, in order."),
    )
    color = color_name(required=True, allow_none=True)
    seat = Integer(1, 4, required=True, allow_none=True)
    phase = one_of(*PHASES, required=True)
    choices = EngineValidated("Moves", required=True)
    count = Integer(required=True, metadata=describe("The number of choices; 0 if there are none."))
    destinations = BoundedList(
        Nested(Destinations),
        required=True,
        allow_none=True,
        metadata=describe("If requested, while the piece to be warped is still to be chosen."),
    )
    state = EngineValidated("State", required=True)
    events = BoundedList(EngineValidated("Event"), required=True)
    next = Nested(NextDecision, required=True)


class ColorScore(StrictSchema):
    """The remaining pieces of a colour and its score; the shared colour has no score."""

    pieces_left = Integer(required=True, metadata=describe("The number of pieces not placed."))
    squares_left = Integer(required=True, metadata=describe("The number of their squares."))
    score = Integer(required=True, allow_none=True)


class ColorScores(StrictSchema):
    """The score of each colour."""

    blue = Nested(ColorScore, required=True)
    yellow = Nested(ColorScore, required=True)
    red = Nested(ColorScore, required=True)
    green = Nested(ColorScore, required=True)


class SeatScore(StrictSchema):
    """The score of a seat."""

    seat = Integer(1, 4, required=True)
    colors = BoundedList(color_name(), required=True)
    score = Integer(required=True, metadata=describe("Basic: squares left; advanced: points."))


class TeamScore(StrictSchema):
    """The score of a team."""

    team = one_of("A", "B", required=True)
    seats = BoundedList(Integer(1, 4), required=True)
    colors = BoundedList(color_name(), required=True)
    score = Integer(required=True, metadata=describe("Basic: squares left; advanced: points."))


class ScoreAnswer(StrictSchema):
    """The scores. With teams `seats` is empty, without teams `teams` is."""

    scoring = one_of("basic", "advanced", required=True)
    final = StrictBoolean(required=True, metadata=describe("Whether the game is over."))
    colors = Nested(ColorScores, required=True)
    seats = BoundedList(Nested(SeatScore), required=True)
    teams = BoundedList(Nested(TeamScore), required=True)
    winners = BoundedList(
        EngineValidated("Winner"),
        required=True,
        metadata=describe("The winners, or the leaders before the end; several share the win."),
    )


class ViewAnswer(StrictSchema):
    """The state as the seat may see it, and the events if the request has any."""

    seat = Integer(1, 4, required=True)
    state = EngineValidated("ViewState", required=True)
    events = BoundedList(
        EngineValidated("Event"),
        metadata=describe("Cards drawn by another seat are null."),
    )


class BatchResult(StrictSchema):
    """The result of one operation."""

    status = Integer(
        required=True, metadata=describe("The HTTP status the operation alone would have.")
    )
    body = EngineValidated("Body", required=True)


class BatchAnswer(StrictSchema):
    """The results, in the order of the operations."""

    results = BoundedList(Nested(BatchResult), required=True)


class LayoutCheckAnswer(StrictSchema):
    """Whether a layout is complete and correct, and what is wrong with it."""

    puzzle = puzzle_name(required=True)
    solved = StrictBoolean(required=True, metadata=describe("Whether it is complete and correct."))
    complete = StrictBoolean(required=True, metadata=describe("Whether every piece is placed."))
    right = StrictBoolean(required=True, metadata=describe("Whether nothing is wrong so far."))
    problems = BoundedList(Nested(Error), required=True)


class SearchStatistics(StrictSchema):
    """The cost of the search."""

    nodes = Integer(0, required=True, metadata=describe("The number of search steps."))
    restarts = Integer(0, required=True, metadata=describe("The number of restarts."))
    stopped_by = one_of(
        "nodes",
        "time",
        required=True,
        allow_none=True,
        metadata=describe("The limit that ended the search: steps or time; else null."),
    )


class SolutionAnswer(StrictSchema):
    """A complete layout; or a proof that there is none; or neither within the limits."""

    puzzle = puzzle_name(required=True)
    seed = Integer(
        0,
        2**53 - 1,
        required=True,
        metadata=describe("The seed that was used: the same seed gives the same solution."),
    )
    outcome = one_of(*SOLVE_OUTCOMES, required=True)
    placements = BoundedList(
        Nested(PlacedPiece),
        required=True,
        allow_none=True,
        metadata=describe("All pieces; for the 84-piece puzzles in a legal order of placement."),
    )
    searched = Nested(SearchStatistics, required=True)
