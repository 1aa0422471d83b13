"""The answers of the GET routes."""

from __future__ import annotations

from .fields import (
    BoundedList,
    EngineValidated,
    Integer,
    Nested,
    Square,
    StrictBoolean,
    StrictSchema,
    String,
    card_name,
    color_name,
    describe,
    one_of,
    piece_name,
    puzzle_name,
)
from .state import PHASES

__all__ = [
    "CardCatalogue",
    "HealthAnswer",
    "PieceCatalogue",
    "PuzzleCatalogue",
    "ReadyAnswer",
    "VariantCatalogue",
]

_LANGUAGE = describe("The language of names and descriptions.")


class PuzzleDescription(StrictSchema):
    """A puzzle: its board, and the pieces that each of the four colours contributes."""

    id = puzzle_name(required=True)
    rule = String(required=True, metadata=describe("Its rule, see docs/rules.md."))
    rows = Integer(1, 20, required=True)
    cols = Integer(1, 20, required=True)
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
    title = String(required=True)
    description = String(required=True, metadata=describe("The task, in English."))


class PuzzleCatalogue(StrictSchema):
    """The solo puzzles."""

    puzzles = BoundedList(Nested(PuzzleDescription), required=True)


class ColorDescription(StrictSchema):
    """A colour and its name in the language of the answer."""

    id = color_name(required=True)
    name = String(required=True)


class PieceDescription(StrictSchema):
    """A piece with its orientations, each a list of squares from its bounding box's top-left."""

    name = piece_name(required=True)
    size = Integer(1, 5, required=True)
    orientations = BoundedList(BoundedList(Square(0, 4)), required=True)


class PieceCatalogue(StrictSchema):
    """All pieces and colours."""

    language = String(required=True, metadata=_LANGUAGE)
    colors = BoundedList(Nested(ColorDescription), required=True)
    pieces = BoundedList(Nested(PieceDescription), required=True)


class CardDescription(StrictSchema):
    """A kind of card."""

    id = card_name(required=True)
    name = String(required=True)
    count = Integer(required=True, metadata=describe("The number in a standard deck."))
    description = String(required=True, metadata=describe("A short summary of its effect."))
    rule = String(required=True, metadata=describe("Its rule, see docs/rules.md."))


class CardCatalogue(StrictSchema):
    """The cards of Blokus Shuffle."""

    language = String(required=True, metadata=_LANGUAGE)
    cards = BoundedList(Nested(CardDescription), required=True)


class SeatColors(StrictSchema):
    """A seat and its colours."""

    seat = Integer(1, 4, required=True)
    colors = BoundedList(color_name(), required=True)


class Variant(StrictSchema):
    """A variant of the game."""

    id = String(required=True)
    name = String(required=True)
    rules = EngineValidated("Rules", required=True)
    seats = BoundedList(Nested(SeatColors), required=True)
    description = String(required=True)


class PhaseDescription(StrictSchema):
    """A phase of a turn and its name in the language of the answer."""

    id = one_of(*PHASES, required=True)
    name = String(required=True)


class VariantCatalogue(StrictSchema):
    """All variants of the game, and the phases of a turn."""

    language = String(required=True, metadata=_LANGUAGE)
    variants = BoundedList(Nested(Variant), required=True)
    phases = BoundedList(Nested(PhaseDescription), required=True)


class HealthAnswer(StrictSchema):
    """The process is running."""

    status = one_of("ok", required=True)


class ReadyAnswer(StrictSchema):
    """The service is ready."""

    status = one_of("ok", required=True)
    engine = one_of("rust", "python", required=True)
    version = String(required=True)
