"""The shapes of requests and answers: the one source of the OpenAPI description.

A request's envelope is checked by its schema. What is long, a state or a list of actions, goes
through the schema as it is and is checked by the engine; :mod:`service.parts` says how it looks.
"""

from __future__ import annotations

from typing import get_args

from cornerwise.puzzle import SolveOutcome
from cornerwise.resolution import Outcome

from .fields import (
    Checked,
    Flag,
    Items,
    Nested,
    Number,
    Shape,
    Square,
    Text,
    WholeNumber,
    card,
    choice,
    color,
    piece,
    puzzle,
    told,
)
from .state import PHASES, Error, Next, PlacedPiece

__all__ = [
    "BatchAnswer",
    "BatchRequest",
    "CardCatalogue",
    "CardResolutionAnswer",
    "CardResolutionRequest",
    "CheckAnswer",
    "CheckRequest",
    "GameAnswer",
    "GameRequest",
    "HealthAnswer",
    "LayoutCheckAnswer",
    "LayoutCheckRequest",
    "LayoutRenderingRequest",
    "LegalMovesAnswer",
    "LegalMovesRequest",
    "PieceCatalogue",
    "ProblemDocument",
    "PuzzleCatalogue",
    "ReadyAnswer",
    "RenderingRequest",
    "ScoreAnswer",
    "ScoreRequest",
    "SolutionAnswer",
    "SolutionRequest",
    "TurnAnswer",
    "TurnRequest",
    "VariantCatalogue",
    "ViewAnswer",
    "ViewRequest",
]

OUTCOMES: tuple[str, ...] = get_args(Outcome)
SOLVE_OUTCOMES: tuple[str, ...] = get_args(SolveOutcome)


def move_format() -> Text:
    """Return the field that says how moves shall be written."""
    return choice(
        "objects",
        "cells",
        "compact",
        load_default="objects",
        metadata=told(
            "A list of actions; the same with their squares; or, where a piece is put down, a map "
            "from piece to orientation to a list of row * 20 + col."
        ),
    )


class GameRequest(Shape):
    """The options of a new game; `{}` is a game for four."""

    rules = Checked("Rules")
    seed = WholeNumber(
        0,
        2**53 - 1,
        allow_none=True,
        metadata=told("Shuffles the decks; classic has none. Random if not given."),
    )


class GameAnswer(Shape):
    """A new game."""

    state = Checked("State", required=True)
    events = Items(Checked("Event"), required=True)
    next = Nested(Next, required=True)
    seed = WholeNumber(
        0,
        2**53 - 1,
        required=True,
        allow_none=True,
        metadata=told("The one that was used: the same seed makes the same decks."),
    )


class LegalMovesRequest(Shape):
    """A state, and how its legal moves shall be written."""

    state = Checked("State", required=True)
    format = move_format()
    pieces = Items(piece(), 0, 21, metadata=told("Of what is done with pieces only these."))


class LegalMovesAnswer(Shape):
    """What the mover may do."""

    color = color(required=True, allow_none=True)
    seat = WholeNumber(1, 4, required=True, allow_none=True)
    phase = choice(*PHASES, required=True)
    count = WholeNumber(required=True, metadata=told("How many moves there are."))
    moves = Checked("Moves", required=True)


class CheckRequest(Shape):
    """A state and an action."""

    state = Checked("State", required=True)
    action = Checked("Action", required=True)


class CheckAnswer(Shape):
    """Whether the action is legal, and every reason why not."""

    legal = Flag(required=True)
    reasons = Items(Nested(Error), required=True)


class TurnRequest(Shape):
    """A state and what is played: `actions` in order, or one `action`."""

    state = Checked("State", required=True)
    action = Checked("Action")
    actions = Items(Checked("Action"), 1, 1000)


class TurnAnswer(Shape):
    """Where the actions lead."""

    state = Checked("State", required=True)
    events = Items(Checked("Event"), required=True)
    next = Nested(Next, required=True)


class CardResolutionRequest(Shape):
    """A state, a card, and the choices that were made for it so far."""

    state = Checked("State", required=True)
    card = card(required=True, metadata=told("One in hand, or one of the two of a Draw 2."))
    choices = Items(Checked("Choice"), 0, 120, metadata=told("In the order they are asked for."))
    format = move_format()
    destinations = Flag(
        load_default=False,
        metadata=told("Whether to list, for each piece that could be warped, where it could go."),
    )


class ResolvedCard(Shape):
    """A card and what becomes of it.

    `depends`: that is decided only after this turn's piece (Double Play, S27).
    """

    card = card(required=True)
    outcome = choice(*OUTCOMES, required=True)
    reason = Nested(
        Error, required=True, allow_none=True, metadata=told("Why the card is discarded.")
    )


class Destinations(Shape):
    """A piece that could be warped, and where to."""

    color = color(required=True)
    piece = piece(required=True)
    count = WholeNumber(required=True, metadata=told("How many moves there are."))
    moves = Checked("Moves", required=True)


class CardResolutionAnswer(ResolvedCard):
    """What the card does, what is to be chosen next, and where that leads.

    `color`, `seat` and `phase` are those of the state that the card and the choices lead to.
    """

    chain = Items(
        Nested(ResolvedCard),
        required=True,
        metadata=told("The cards that were chosen through Draw 2, in order."),
    )
    color = color(required=True, allow_none=True)
    seat = WholeNumber(1, 4, required=True, allow_none=True)
    phase = choice(*PHASES, required=True)
    choices = Checked("Moves", required=True)
    count = WholeNumber(required=True, metadata=told("How many choices there are; 0 if none."))
    destinations = Items(
        Nested(Destinations),
        required=True,
        allow_none=True,
        metadata=told("If asked for, while the piece to be warped is still to be chosen."),
    )
    state = Checked("State", required=True)
    events = Items(Checked("Event"), required=True)
    next = Nested(Next, required=True)


class ScoreRequest(Shape):
    """A state, finished or not."""

    state = Checked("State", required=True)


class ColorScore(Shape):
    """What a colour has left, and its score; the shared colour has none."""

    pieces_left = WholeNumber(required=True, metadata=told("How many pieces it has not placed."))
    squares_left = WholeNumber(required=True, metadata=told("How many squares these cover."))
    score = WholeNumber(required=True, allow_none=True)


class ColorScores(Shape):
    """The score of each colour."""

    blue = Nested(ColorScore, required=True)
    yellow = Nested(ColorScore, required=True)
    red = Nested(ColorScore, required=True)
    green = Nested(ColorScore, required=True)


class SeatScore(Shape):
    """The score of a seat."""

    seat = WholeNumber(1, 4, required=True)
    colors = Items(color(), required=True)
    score = WholeNumber(required=True, metadata=told("Basic: squares left; advanced: points."))


class TeamScore(Shape):
    """The score of a team."""

    team = choice("A", "B", required=True)
    seats = Items(WholeNumber(1, 4), required=True)
    colors = Items(color(), required=True)
    score = WholeNumber(required=True, metadata=told("Basic: squares left; advanced: points."))


class ScoreAnswer(Shape):
    """The scores. With teams `seats` is empty, without them `teams` is."""

    scoring = choice("basic", "advanced", required=True)
    final = Flag(required=True, metadata=told("Whether the game is over."))
    colors = Nested(ColorScores, required=True)
    seats = Items(Nested(SeatScore), required=True)
    teams = Items(Nested(TeamScore), required=True)
    winners = Items(
        Checked("Winner"),
        required=True,
        metadata=told("Who has won, or leads; several share the victory."),
    )


class ViewRequest(Shape):
    """A state and who looks at it."""

    state = Checked("State", required=True)
    seat = WholeNumber(1, 4, required=True)
    events = Items(Checked("Event"), 0, 4000, metadata=told("What happened, to be shown as well."))


class ViewAnswer(Shape):
    """The state as the seat may see it, and the events if there were any in the request."""

    seat = WholeNumber(1, 4, required=True)
    state = Checked("ViewState", required=True)
    events = Items(Checked("Event"), metadata=told("Drawn cards are null unless the seat's own."))


class RenderingRequest(Shape):
    """A state, and how it shall be drawn."""

    state = Checked("State", required=True)
    format = choice("svg", "text", load_default="svg")


class BatchRequest(Shape):
    """Operations to be done one after another, each on its own."""

    operations = Items(Checked("Operation"), 1, None, required=True)


class Result(Shape):
    """The answer to one operation: the status it would have had alone, and the body."""

    status = WholeNumber(required=True, metadata=told("The HTTP status it would have had alone."))
    body = Checked("Body", required=True)


class BatchAnswer(Shape):
    """The answers, in the order of the operations."""

    results = Items(Nested(Result), required=True)


class LayoutCheckRequest(Shape):
    """A layout, complete or not."""

    layout = Checked("Layout", required=True)


class LayoutCheckAnswer(Shape):
    """What there is to say about a layout."""

    puzzle = puzzle(required=True)
    solved = Flag(required=True, metadata=told("Whether it is complete and right."))
    complete = Flag(required=True, metadata=told("Whether every piece is there."))
    right = Flag(required=True, metadata=told("Whether nothing is wrong so far."))
    problems = Items(Nested(Error), required=True)


class SolutionRequest(Shape):
    """What to begin with and how long to search; `{}` solves the puzzle from nothing."""

    layout = Checked("Layout")
    seed = WholeNumber(
        0,
        2**53 - 1,
        allow_none=True,
        metadata=told("Another seed, another solution. Random if not given."),
    )
    seconds = Number(
        0,
        20,
        load_default=2,
        metadata=told("How long to search at most: a number of steps, so that answers repeat."),
    )


class Searched(Shape):
    """What the search took."""

    nodes = WholeNumber(0, required=True, metadata=told("How many steps were taken."))
    restarts = WholeNumber(0, required=True, metadata=told("How often it was begun anew."))
    stopped_by = choice(
        "nodes",
        "time",
        required=True,
        allow_none=True,
        metadata=told("What ended it before its time: the steps, or the clock; else null."),
    )


class SolutionAnswer(Shape):
    """A whole layout; or that there is none, which is proven; or that it is not known."""

    puzzle = puzzle(required=True)
    seed = WholeNumber(
        0,
        2**53 - 1,
        required=True,
        metadata=told("The one that was used: the same seed gives the same solution."),
    )
    outcome = choice(*SOLVE_OUTCOMES, required=True)
    placements = Items(
        Nested(PlacedPiece),
        required=True,
        allow_none=True,
        metadata=told("All pieces; on the boards of 84 in an order in which they can be placed."),
    )
    searched = Nested(Searched, required=True)


class LayoutRenderingRequest(Shape):
    """A layout, and how it shall be drawn."""

    layout = Checked("Layout", required=True)
    format = choice("svg", "text", load_default="svg")


class PuzzleKind(Shape):
    """A puzzle: its board, and the pieces that each of the four colours gives."""

    id = puzzle(required=True)
    rule = Text(required=True, metadata=told("Its rule, see docs/rules.md."))
    rows = WholeNumber(1, 20, required=True)
    cols = WholeNumber(1, 20, required=True)
    pieces = Items(piece(), required=True)
    apart = Flag(
        required=True,
        metadata=told("Whether pieces of one colour must not touch along a side."),
    )
    connected = Flag(
        required=True,
        metadata=told("Whether each colour begins at a corner and goes on from corner to corner."),
    )
    descending = Flag(required=True, metadata=told("Whether larger pieces come first."))
    title = Text(required=True)
    description = Text(required=True, metadata=told("What is to be done, in English."))


class PuzzleCatalogue(Shape):
    """The solo puzzles."""

    puzzles = Items(Nested(PuzzleKind), required=True)


class Named(Shape):
    """A colour and its name in the language asked for."""

    id = color(required=True)
    name = Text(required=True)


class PieceShape(Shape):
    """A piece with its orientations, each a list of squares from its bounding box's top-left."""

    name = piece(required=True)
    size = WholeNumber(1, 5, required=True)
    orientations = Items(Items(Square(0, 4)), required=True)


class PieceCatalogue(Shape):
    """All pieces and colours."""

    language = Text(required=True)
    colors = Items(Nested(Named), required=True)
    pieces = Items(Nested(PieceShape), required=True)


class CardKind(Shape):
    """A kind of card."""

    id = card(required=True)
    name = Text(required=True, metadata=told("In the language of the answer."))
    count = WholeNumber(required=True, metadata=told("How many a colour has, if not told else."))
    description = Text(required=True, metadata=told("What it does, in short and in English."))
    rule = Text(required=True, metadata=told("Its rule, see docs/rules.md."))


class CardCatalogue(Shape):
    """The cards of Blokus Shuffle."""

    language = Text(required=True, metadata=told("The language that the names are in."))
    cards = Items(Nested(CardKind), required=True)


class SeatColors(Shape):
    """A seat and the colours it owns."""

    seat = WholeNumber(1, 4, required=True)
    colors = Items(color(), required=True)


class Variant(Shape):
    """One way to play."""

    id = Text(required=True)
    name = Text(required=True)
    rules = Checked("Rules", required=True)
    seats = Items(Nested(SeatColors), required=True)
    description = Text(required=True)


class VariantCatalogue(Shape):
    """All ways to play."""

    variants = Items(Nested(Variant), required=True)


class HealthAnswer(Shape):
    """The process is up."""

    status = choice("ok", required=True)


class ReadyAnswer(Shape):
    """The service can answer."""

    status = choice("ok", required=True)
    engine = choice("rust", "python", required=True)
    version = Text(required=True)


class ProblemDocument(Shape):
    """What is wrong with a request (RFC 9457)."""

    type = Text(required=True)
    title = Text(required=True)
    status = WholeNumber(required=True, metadata=told("The HTTP status."))
    detail = Text(required=True)
    code = Text(required=True, metadata=told("Stable, see docs/errors.md."))
    index = WholeNumber(metadata=told("Which of the actions is illegal."))
    request_id = Text(metadata=told("To be named when an error is reported."))
    errors = Items(Nested(Error))
