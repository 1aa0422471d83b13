"""The answer of each operation."""

from __future__ import annotations

from typing import get_args

from cornerwise.puzzle import SolveOutcome
from cornerwise.resolution import Outcome
from cornerwise.types import PHASES, StopReason

from .actions import MoveGroup
from .errors import Error
from .fields import (
    SEEDS,
    BoundedList,
    EngineValidated,
    Integer,
    Nested,
    Number,
    OpenSchema,
    Square,
    StrictBoolean,
    String,
    card_name,
    color_name,
    describe,
    one_of,
    piece_name,
    puzzle_name,
)
from .state import NextDecision, PlacedPiece

__all__ = [
    "BatchAnswer",
    "CardResolutionAnswer",
    "CheckAnswer",
    "GameAnswer",
    "LayoutCheckAnswer",
    "LegalMovesAnswer",
    "ReplayAnswer",
    "Score",
    "SolutionAnswer",
    "SuggestionsAnswer",
    "TurnAnswer",
    "ViewAnswer",
]

OUTCOMES: tuple[str, ...] = get_args(Outcome)
SOLVE_OUTCOMES: tuple[str, ...] = get_args(SolveOutcome)


def _moves(text: str, **kwargs: bool) -> BoundedList:
    return BoundedList(EngineValidated("Action"), required=True, metadata=describe(text), **kwargs)


def _groups(text: str) -> BoundedList:
    return BoundedList(Nested(MoveGroup), required=True, allow_none=True, metadata=describe(text))


_GROUPED = "The placements in groups, if `groups` was true, else null."


class PieceCount(OpenSchema):
    """The number of moves of a piece."""

    color = color_name(required=True)
    piece = piece_name(required=True)
    count = Integer(1, required=True)


class Summary(OpenSchema):
    """The legal placements at a glance, to highlight a board; empty if none is to be made."""

    pieces = BoundedList(
        Nested(PieceCount),
        required=True,
        metadata=describe("The number of moves of each piece; pieces without moves are left out."),
    )
    coverable = BoundedList(
        Square(), required=True, metadata=describe("The squares that some move covers.")
    )
    open_corners = BoundedList(
        Square(),
        required=True,
        metadata=describe("The squares where the colour to move can connect, and some move does."),
    )


class Supply(OpenSchema):
    """The pieces that each colour has left."""

    blue = BoundedList(piece_name(), required=True)
    yellow = BoundedList(piece_name(), required=True)
    red = BoundedList(piece_name(), required=True)
    green = BoundedList(piece_name(), required=True)


def _summary() -> Nested:
    return Nested(Summary, required=True, allow_none=True, metadata=describe("If included."))


def _supply() -> Nested:
    return Nested(Supply, required=True, allow_none=True, metadata=describe("If included."))


def _score(text: str = "If included.") -> Nested:
    return Nested("Score", required=True, allow_none=True, metadata=describe(text))


def _position() -> String:
    return String(
        required=True,
        allow_none=True,
        metadata=describe("The position text of the resulting state or view, if included."),
    )


class _Included(OpenSchema):
    """What can be included in an answer."""

    moves = _moves(
        "The next legal moves, if included; empty where they are in `groups`. Null, too, if they "
        "are hidden from the seat whose view it is.",
        allow_none=True,
    )
    groups = _groups(_GROUPED)
    count = Integer(
        required=True, allow_none=True, metadata=describe("The number of moves, if included.")
    )
    summary = _summary()
    supply = _supply()
    score = _score("If included, and always when the game is over.")
    position = _position()


class _Sealed(OpenSchema):
    """A token of the service, and what a client needs to notice an outdated one."""

    sealed = String(metadata=describe("The state as a token, if it is sealed."))
    ply = Integer(
        0,
        2**31 - 1,
        metadata=describe("With `sealed`: the number of actions since the game was first sealed."),
    )
    digest = String(metadata=describe("With `sealed`: the name of the token."))
    previous_digest = String(
        metadata=describe("With `sealed`: the name of the token that this one was made from.")
    )


class _Transition(_Sealed, _Included):
    """A new state and what can be included with it."""

    state = EngineValidated(
        "State", metadata=describe("The resulting state; omitted if it is sealed.")
    )
    view = EngineValidated(
        "ViewState",
        metadata=describe("The resulting state as the `seat` of the request sees it, if sealed."),
    )
    events = BoundedList(EngineValidated("Event"), required=True)
    next = Nested(NextDecision, required=True)


class GameAnswer(_Transition):
    """A new game."""

    seed = Integer(
        *SEEDS,
        required=True,
        allow_none=True,
        metadata=describe("The seed of the request; null if there was none."),
    )


class LegalMovesAnswer(OpenSchema):
    """The legal moves of the colour whose turn it is."""

    color = color_name(required=True, allow_none=True)
    seat = Integer(1, 4, required=True, allow_none=True)
    phase = one_of(*PHASES, required=True)
    count = Integer(required=True, metadata=describe("The number of moves."))
    moves = _moves("The moves; empty where they are in `groups`.")
    groups = _groups(_GROUPED)
    summary = _summary()
    supply = _supply()
    score = _score()
    position = String(
        required=True,
        allow_none=True,
        metadata=describe("The position text of the state or view of the request, if included."),
    )


class CheckAnswer(OpenSchema):
    """Whether the action is legal, and every reason why not."""

    legal = StrictBoolean(required=True)
    reasons = BoundedList(Nested(Error), required=True)


class TurnAnswer(_Transition):
    """The resulting state and what happened."""


class ResolvedCard(OpenSchema):
    """A card and its outcome.

    `depends`: the outcome is decided by the placement of this turn's piece (Double Play, S27).
    """

    card = card_name(required=True)
    outcome = one_of(*OUTCOMES, required=True)
    reason = Nested(
        Error, required=True, allow_none=True, metadata=describe("Why the card is discarded.")
    )


class Destinations(OpenSchema):
    """A piece that could be warped, and its destinations."""

    color = color_name(required=True)
    piece = piece_name(required=True)
    count = Integer(required=True, metadata=describe("The number of destinations."))
    moves = _moves("The destinations; empty where they are in `groups`.")
    groups = _groups("The destinations in groups, if `groups` was true, else null.")


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
    choices = _moves("The choices; empty where they are in `choice_groups`.")
    choice_groups = _groups(
        "The destinations of a Warp in groups, if `groups` was true, else null."
    )
    count = Integer(required=True, metadata=describe("The number of choices; 0 if there are none."))
    destinations = BoundedList(
        Nested(Destinations),
        required=True,
        allow_none=True,
        metadata=describe("If requested, while the piece to be warped is still to be chosen."),
    )
    state = EngineValidated(
        "State",
        required=True,
        allow_none=True,
        metadata=describe("The resulting state; null if the request has a `view`."),
    )
    view = EngineValidated(
        "ViewState",
        required=True,
        allow_none=True,
        metadata=describe("The resulting view, if the request has a `view`, else null."),
    )
    events = BoundedList(EngineValidated("Event"), required=True)
    next = Nested(NextDecision, required=True)
    moves = _moves(
        "The placements, if included and a piece is to be placed; empty where they are in "
        "`groups`.",
        allow_none=True,
    )
    groups = _groups(_GROUPED)
    move_count = Integer(
        required=True, allow_none=True, metadata=describe("The number of placements, if included.")
    )
    summary = _summary()
    supply = _supply()
    score = _score()
    position = _position()


class ColorScore(OpenSchema):
    """The remaining pieces of a colour and its score; the shared colour has no score."""

    pieces_left = Integer(required=True, metadata=describe("The number of pieces not placed."))
    squares_left = Integer(required=True, metadata=describe("The number of their squares."))
    score = Integer(required=True, allow_none=True)


class ColorScores(OpenSchema):
    """The score of each colour."""

    blue = Nested(ColorScore, required=True)
    yellow = Nested(ColorScore, required=True)
    red = Nested(ColorScore, required=True)
    green = Nested(ColorScore, required=True)


class SeatScore(OpenSchema):
    """The score of a seat."""

    seat = Integer(1, 4, required=True)
    colors = BoundedList(color_name(), required=True)
    score = Integer(required=True, metadata=describe("Basic: squares left; advanced: points."))


class TeamScore(OpenSchema):
    """The score of a team."""

    team = one_of("A", "B", required=True)
    seats = BoundedList(Integer(1, 4), required=True)
    colors = BoundedList(color_name(), required=True)
    score = Integer(required=True, metadata=describe("Basic: squares left; advanced: points."))


class Score(OpenSchema):
    """The scores. With teams `seats` is empty, without teams `teams` is."""

    scoring = one_of("basic", "advanced", required=True)
    final = StrictBoolean(required=True, metadata=describe("Whether the game is over."))
    colors = Nested(ColorScores, required=True)
    seats = BoundedList(Nested(SeatScore), required=True)
    teams = BoundedList(Nested(TeamScore), required=True)
    winners = BoundedList(
        Integer(1, 4),
        required=True,
        metadata=describe(
            "The seats that have won, or lead before the end; several share the win. With teams "
            "the seats of the winning team."
        ),
    )
    winning_teams = BoundedList(
        one_of("A", "B"), required=True, metadata=describe("Empty without teams.")
    )


class Estimate(OpenSchema):
    """What a seat, or with teams a team, can expect. One of `seat` and `team` is null."""

    seat = Integer(1, 4, required=True, allow_none=True)
    team = one_of("A", "B", required=True, allow_none=True)
    score = Number(
        required=True,
        metadata=describe("The expected final score. Basic: squares left; advanced: points."),
    )
    win = Number(
        0,
        1,
        required=True,
        metadata=describe(
            "The chance to win. A shared victory counts in parts, so that all sum up to 1."
        ),
    )


class LineStep(OpenSchema):
    """An action that is expected to follow."""

    color = color_name(required=True, metadata=describe("The colour whose turn it is."))
    action = EngineValidated("Action", required=True)


class Suggestion(OpenSchema):
    """A suggested move."""

    action = EngineValidated("Action", required=True)
    text = String(required=True, metadata=describe("Its move text, such as `blue V5/0 a20`."))
    visits = Integer(
        0, required=True, metadata=describe("The number of simulations that tried it.")
    )
    prior = Number(
        0,
        1,
        required=True,
        metadata=describe("How promising it looked before the search, among all moves."),
    )
    estimates = BoundedList(
        Nested(Estimate),
        required=True,
        metadata=describe("The expectations after it, rough if it was visited seldom."),
    )
    line = BoundedList(
        Nested(LineStep), required=True, metadata=describe("What is expected to follow.")
    )


class SuggestionsAnswer(OpenSchema):
    """Ranked moves for the seat that decides, an evaluation, and the cost of the search."""

    color = color_name(required=True, allow_none=True)
    seat = Integer(1, 4, required=True, allow_none=True)
    phase = one_of(*PHASES, required=True)
    engine = one_of("rust", "python", required=True)
    moves = BoundedList(
        Nested(Suggestion),
        required=True,
        metadata=describe(
            "The best first; at levels 1 and 2 the one that is played. Only moves that were tried; "
            "empty when the game is over."
        ),
    )
    turn = _moves(
        "The best move, and with `until` `turn` the actions after it; `/v1/turns` plays them."
    )
    evaluation = BoundedList(
        Nested(Estimate),
        required=True,
        metadata=describe(
            "What each seat or team can expect here: after the best move, or the final score."
        ),
    )
    seed = Integer(*SEEDS, required=True, metadata=describe("The seed of the request, or 0."))
    units = Integer(0, wide=True, required=True, metadata=describe("The work that was done."))
    playouts = Integer(
        0, wide=True, required=True, metadata=describe("The number of games that were played out.")
    )
    milliseconds = Number(0, required=True, metadata=describe("The time that the search took."))
    stopped = one_of(
        *get_args(StopReason),
        required=True,
        metadata=describe(
            "Why it ended: the `budget` was spent; no other move could catch up (`decided`); the "
            "endgame was `solved`, so that all moves are best ones and their estimates exact; the "
            "`time` was up; the client disconnected (`cancelled`); the game is `over`; or the "
            "engine has `no_search`."
        ),
    )


class ViewAnswer(_Sealed, _Included):
    """The game as the seat may see it, the events of the request, and what was included."""

    seat = Integer(1, 4, required=True)
    view = EngineValidated("ViewState", required=True)
    events = BoundedList(
        EngineValidated("Event"),
        required=True,
        metadata=describe("The events of the request, without cards that another seat drew."),
    )


class PlyEvents(OpenSchema):
    """What happened at a ply."""

    ply = Integer(1, required=True, metadata=describe("Its number, from 1."))
    events = BoundedList(EngineValidated("Event"), required=True)


class PlyState(OpenSchema):
    """The game after some plies."""

    ply = Integer(0, required=True)
    state = EngineValidated("State", required=True)
    position = String(required=True, metadata=describe("Its position text."))
    next = Nested(NextDecision, required=True)


class ReplayAnswer(OpenSchema):
    """The end of the recorded game: every move was legal."""

    plies = Integer(0, required=True, metadata=describe("The number of moves and setups."))
    state = EngineValidated("State", required=True)
    position = String(required=True, metadata=describe("The position text of the state."))
    next = Nested(NextDecision, required=True)
    score = Nested("Score", required=True)
    result = String(
        required=True,
        allow_none=True,
        metadata=describe("The result that the record states, as it is."),
    )
    at = Nested(
        PlyState,
        required=True,
        allow_none=True,
        metadata=describe("The game after the `ply` of the request."),
    )
    positions = BoundedList(
        String(),
        required=True,
        allow_none=True,
        metadata=describe("If included: the position text of the start and after every ply."),
    )
    events = BoundedList(
        Nested(PlyEvents), required=True, allow_none=True, metadata=describe("If included.")
    )
    record = EngineValidated(
        "Record", required=True, allow_none=True, metadata=describe("If included.")
    )
    sgf = String(
        required=True,
        allow_none=True,
        metadata=describe(
            "The record as a file of Pentobi (.blksgf), if included. Null, too, if Pentobi does "
            "not have the game: see docs/records.md."
        ),
    )


class BatchResult(OpenSchema):
    """The result of one operation."""

    operation = EngineValidated(
        "OperationName",
        required=True,
        allow_none=True,
        metadata=describe("The operation; null if the request does not name a known one."),
    )
    status = Integer(
        required=True, metadata=describe("The HTTP status the operation alone would have.")
    )
    body = EngineValidated("BatchBody", required=True)


class BatchAnswer(OpenSchema):
    """The results, in the order of the operations."""

    results = BoundedList(Nested(BatchResult), required=True)


class LayoutCheckAnswer(OpenSchema):
    """Whether a layout is complete and correct, and what is wrong with it."""

    puzzle = puzzle_name(required=True)
    solved = StrictBoolean(required=True, metadata=describe("Whether it is complete and correct."))
    complete = StrictBoolean(required=True, metadata=describe("Whether every piece is placed."))
    valid = StrictBoolean(required=True, metadata=describe("Whether nothing is wrong so far."))
    problems = BoundedList(Nested(Error), required=True)


class SearchStatistics(OpenSchema):
    """The cost of the search."""

    nodes = Integer(0, required=True, metadata=describe("The number of search steps."))
    restarts = Integer(0, required=True, metadata=describe("The number of restarts."))
    stopped_by = one_of(
        "nodes",
        "time",
        "cancelled",
        required=True,
        allow_none=True,
        metadata=describe(
            "What ended the search: its limit of steps or of time, or the client, which closed its "
            "connection; else null."
        ),
    )


class SolutionAnswer(OpenSchema):
    """A complete layout; or a proof that there is none; or neither within the limits."""

    puzzle = puzzle_name(required=True)
    seed = Integer(
        *SEEDS,
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
