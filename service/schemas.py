"""The shapes of requests and answers: the one source of the OpenAPI description.

A request's envelope is checked by its schema. What is long, a state or a list of actions, goes
through the schema as it is and is checked by the engine, which knows the rules and is a hundred
times faster; the classes of its parts below say in OpenAPI what the engine takes, and the tests
hold the two against each other.
"""

from __future__ import annotations

from cornerwise.errors import CODES

from .fields import (
    Checked,
    Flag,
    Items,
    Nested,
    Shape,
    Square,
    Text,
    WholeNumber,
    choice,
    color,
    piece,
)

__all__ = [
    "BatchAnswer",
    "BatchRequest",
    "CheckAnswer",
    "CheckRequest",
    "GameAnswer",
    "GameOverEvent",
    "GameRequest",
    "HealthAnswer",
    "LegalMovesAnswer",
    "LegalMovesRequest",
    "PassAction",
    "PassedEvent",
    "PieceCatalogue",
    "PiecePlacedEvent",
    "PlaceAction",
    "ProblemDocument",
    "ReadyAnswer",
    "RenderingRequest",
    "Rules",
    "ScoreAnswer",
    "ScoreRequest",
    "State",
    "TurnAnswer",
    "TurnRequest",
    "VariantCatalogue",
    "ViewAnswer",
    "ViewRequest",
]

INT32 = (-(2**31), 2**31 - 1)


def told(text: str) -> dict[str, str]:
    """Return the metadata that puts a description into OpenAPI."""
    return {"description": text}


# ---- Parts of a state --------------------------------------------------------------------------


class Rules(Shape):
    """The options of a game."""

    game = choice("classic", load_default="classic", metadata=told("The game."))
    seats = WholeNumber(2, 4, load_default=4, metadata=told("How many people play."))
    teams = Flag(
        load_default=False,
        metadata=told("Whether four seats play in two teams: 1 and 3, 2 and 4."),
    )
    shared_color = color(
        allow_none=True,
        load_default=None,
        metadata=told("With 3 seats the colour they share, green if null (C8)."),
    )
    first_color = color(load_default="blue", metadata=told("The colour that has the first turn."))
    start_corners = choice(
        "any",
        "fixed",
        load_default="any",
        metadata=told("Whether each colour has a corner of its own to begin at (C1)."),
    )
    scoring = choice(
        "basic",
        "advanced",
        load_default="basic",
        metadata=told("How scores are counted (P1, P2)."),
    )


class PlacedPiece(Shape):
    """A piece on the board: `orientation`, `row` and `col`, or `cells`, or both if they agree."""

    color = color(required=True)
    piece = piece(required=True)
    orientation = WholeNumber(0, 7, metadata=told("Its number in /v1/pieces."))
    row = WholeNumber(0, 19, metadata=told("Top row of its bounding box."))
    col = WholeNumber(0, 19, metadata=told("Left column of its bounding box."))
    cells = Items(Square(), 1, 5)


class Turn(Shape):
    """Whose turn it is and which decision is asked for."""

    color = color(allow_none=True, metadata=told("Null when the game is over."))
    phase = choice("place", "over", metadata=told("The decision that is asked for."))


class LastPlaced(Shape):
    """The last piece that each colour placed (P7); null for none."""

    blue = piece(allow_none=True)
    yellow = piece(allow_none=True)
    red = piece(allow_none=True)
    green = piece(allow_none=True)


class State(Shape):
    """A whole game state.

    Everything may be left out on the way in (the turn follows from the placements) and is written
    out on the way out.
    """

    rules = Nested(Rules)
    placements = Items(
        Nested(PlacedPiece),
        0,
        84,
        metadata=told("The pieces on the board, oldest first."),
    )
    turn = Nested(Turn, allow_none=True)
    last_placed = Nested(LastPlaced)
    shared_turns = WholeNumber(
        0,
        2**31 - 1,
        metadata=told("How many turns of the shared colour are over (C8); else 0."),
    )


# ---- Actions and events ------------------------------------------------------------------------


class PlaceAction(Shape):
    """Put a piece down: `orientation`, `row` and `col`, or `cells`, or both if they agree."""

    type = choice("place", required=True)
    piece = Text(required=True, metadata=told("Its name, see /v1/pieces."))
    orientation = WholeNumber(*INT32, metadata=told("Its number in /v1/pieces, 0 to 7."))
    row = WholeNumber(*INT32, metadata=told("Top row of its bounding box, 0 to 19."))
    col = WholeNumber(*INT32, metadata=told("Left column of its bounding box, 0 to 19."))
    cells = Items(Square(*INT32), 0, 400, metadata=told("The squares it covers, [row, col]."))


class PassAction(Shape):
    """Give the turn up. Never a choice (C6)."""

    type = choice("pass", required=True)


class PiecePlacedEvent(Shape):
    """A piece was put down."""

    type = choice("piece_placed", required=True)
    color = color(required=True)
    seat = WholeNumber(1, 4, required=True)
    piece = piece(required=True)
    orientation = WholeNumber(0, 7, required=True)
    row = WholeNumber(0, 19, required=True)
    col = WholeNumber(0, 19, required=True)


class PassedEvent(Shape):
    """The turn of a blocked colour went by (C6)."""

    type = choice("passed", required=True)
    color = color(required=True)
    seat = WholeNumber(1, 4, required=True)


class GameOverEvent(Shape):
    """No colour can place any more (C7)."""

    type = choice("game_over", required=True)


class Next(Shape):
    """Who decides next, and what."""

    color = color(required=True, allow_none=True)
    seat = WholeNumber(1, 4, required=True, allow_none=True)
    phase = choice("place", "over", required=True)


# ---- Requests and answers ----------------------------------------------------------------------


class GameRequest(Shape):
    """The options of a new game; `{}` is a game for four."""

    rules = Checked("Rules")
    seed = WholeNumber(
        0,
        2**53 - 1,
        allow_none=True,
        metadata=told("For games with chance; classic has none."),
    )


class GameAnswer(Shape):
    """A new game."""

    state = Checked("State", required=True)
    events = Items(Checked("Event"), required=True)
    next = Nested(Next, required=True)
    seed = WholeNumber(0, 2**53 - 1, required=True, allow_none=True)


class LegalMovesRequest(Shape):
    """A state, and how its legal moves shall be written."""

    state = Checked("State", required=True)
    format = choice(
        "objects",
        "cells",
        "compact",
        load_default="objects",
        metadata={
            "description": "A list of actions; the same with their squares; or a map from piece to "
            "orientation to a list of row * 20 + col."
        },
    )
    pieces = Items(piece(), 0, 21, metadata=told("Only moves with these pieces."))


class LegalMovesAnswer(Shape):
    """What the mover may do."""

    color = color(required=True, allow_none=True)
    seat = WholeNumber(1, 4, required=True, allow_none=True)
    phase = choice("place", "over", required=True)
    count = WholeNumber(required=True, metadata=told("How many moves there are."))
    moves = Checked("Moves", required=True)


class CheckRequest(Shape):
    """A state and an action."""

    state = Checked("State", required=True)
    action = Checked("Action", required=True)


class Error(Shape):
    """One thing that is wrong."""

    code = choice(*CODES, required=True, metadata=told("Stable, see docs/errors.md."))
    message = Text(required=True, metadata=told("For people."))
    pointer = Text(required=True, metadata=told("JSON pointer into the body."))
    rule = Text(required=True, allow_none=True, metadata=told("The rule that is broken."))
    squares = Items(Square(-(2**32), 2**32), required=True)


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


class ViewAnswer(Shape):
    """The state as the seat may see it. In classic nothing is hidden."""

    seat = WholeNumber(1, 4, required=True)
    state = Checked("State", required=True)


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
