"""The answers of the GET routes."""

from __future__ import annotations

from cornerwise.types import PHASES

from .fields import (
    BoundedList,
    Integer,
    Nested,
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
from .state import Rules

__all__ = [
    "CardCatalogue",
    "HealthAnswer",
    "PieceCatalogue",
    "PuzzleCatalogue",
    "ReadyAnswer",
    "VariantCatalogue",
]

_LANGUAGE = describe("The language of names and descriptions.")


class Board(OpenSchema):
    """The size of a board. A position is row * cols + col."""

    rows = Integer(1, 255, required=True)
    cols = Integer(1, 255, required=True)


class PuzzleDescription(OpenSchema):
    """A puzzle: its board, and the pieces that each of the four colours contributes."""

    id = puzzle_name(required=True)
    name = String(required=True)
    description = String(required=True, metadata=describe("The task."))
    rule = String(required=True, metadata=describe("Its rule, see /docs/rules."))
    board = Nested(Board, required=True)
    pieces = BoundedList(piece_name(), required=True)
    apart = StrictBoolean(
        required=True,
        metadata=describe("Whether pieces of one colour must not touch along a side."),
    )
    connected = StrictBoolean(
        required=True,
        metadata=describe("Whether each colour starts in a corner and connects at corners."),
    )
    descending = StrictBoolean(
        required=True, metadata=describe("Whether larger pieces are placed first.")
    )


class PuzzleCatalogue(OpenSchema):
    """The solo puzzles."""

    language = String(required=True, metadata=_LANGUAGE)
    puzzles = BoundedList(Nested(PuzzleDescription), required=True)


class ColorDescription(OpenSchema):
    """A colour."""

    id = color_name(required=True)
    name = String(required=True)
    description = String(required=True, metadata=describe("Where it starts with fixed corners."))


class PieceDescription(OpenSchema):
    """A piece with its orientations, each a list of squares from its bounding box's top-left."""

    id = piece_name(required=True)
    name = String(required=True)
    description = String(required=True)
    size = Integer(1, 5, required=True, metadata=describe("The number of its squares."))
    orientations = BoundedList(BoundedList(Square(0, 4)), required=True)


class PieceCatalogue(OpenSchema):
    """All pieces and colours."""

    language = String(required=True, metadata=_LANGUAGE)
    colors = BoundedList(Nested(ColorDescription), required=True)
    pieces = BoundedList(Nested(PieceDescription), required=True)


class CardDescription(OpenSchema):
    """A kind of card."""

    id = card_name(required=True)
    name = String(required=True)
    description = String(required=True, metadata=describe("A short summary of its effect."))
    count = Integer(required=True, metadata=describe("The number in a standard deck."))
    rule = String(required=True, metadata=describe("Its rule, see /docs/rules."))


class CardCatalogue(OpenSchema):
    """The cards of Blokus Shuffle."""

    language = String(required=True, metadata=_LANGUAGE)
    cards = BoundedList(Nested(CardDescription), required=True)


class SeatColors(OpenSchema):
    """A seat and its colours."""

    seat = Integer(1, 4, required=True)
    colors = BoundedList(color_name(), required=True)


class Variant(OpenSchema):
    """A variant of the game: its board, its colours and its rules."""

    id = String(required=True)
    name = String(required=True)
    description = String(required=True)
    board = Nested(Board, required=True)
    colors = BoundedList(
        color_name(), required=True, metadata=describe("The colours in their order of play.")
    )
    rules = Nested(Rules, required=True)
    seats = BoundedList(Nested(SeatColors), required=True)


class PhaseDescription(OpenSchema):
    """A phase of a turn."""

    id = one_of(*PHASES, required=True)
    name = String(required=True)
    description = String(required=True)


class VariantCatalogue(OpenSchema):
    """All variants of the game, and the phases of a turn."""

    language = String(required=True, metadata=_LANGUAGE)
    variants = BoundedList(Nested(Variant), required=True)
    phases = BoundedList(Nested(PhaseDescription), required=True)


class HealthAnswer(OpenSchema):
    """The process is running."""

    status = one_of("ok", required=True)


class ReadyAnswer(OpenSchema):
    """The service is ready."""

    status = one_of("ok", required=True)
    engine = one_of("rust", "python", required=True)
    version = String(required=True)
