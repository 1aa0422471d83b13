"""Records: games that can be replayed. The package reads them, see docs/records.md."""

from __future__ import annotations

from cornerwise.records import ANNOTATIONS, MAX_MOVES

from .fields import (
    SEEDS,
    BoundedList,
    EngineValidated,
    Integer,
    Nested,
    OpenSchema,
    String,
    card_name,
    color_name,
    describe,
    one_of,
    piece_name,
)
from .state import GameOptions, PlacedPiece

__all__ = ["Record"]

_MAX_CARDS = 120
_MAX_PIECES = 84
_MAX_VALUES = 1000


class PiecePose(OpenSchema):
    """A piece on certain squares, of any colour."""

    piece = piece_name(required=True)
    orientation = Integer(0, 7, required=True)
    row = Integer(0, 19, required=True)
    col = Integer(0, 19, required=True)


class RecordSetup(OpenSchema):
    """Changes of a classic board that are no moves: pieces are removed first, then added."""

    add = BoundedList(Nested(PlacedPiece), 0, _MAX_PIECES)
    remove = BoundedList(Nested(PiecePose), 0, _MAX_PIECES)
    color = color_name(metadata=describe("The colour to move."))


class RecordProperty(OpenSchema):
    """A property of an SGF file that has no field of its own."""

    name = String(required=True)
    values = BoundedList(String(), 1, _MAX_VALUES, required=True)


def _pile() -> BoundedList:
    return BoundedList(card_name(), 0, _MAX_CARDS)


class RecordDecks(OpenSchema):
    """The draw piles before the first card is drawn, top first, by owner as in a state."""

    blue = _pile()
    yellow = _pile()
    red = _pile()
    green = _pile()
    seat1 = _pile()
    seat2 = _pile()


class RecordStart(OpenSchema):
    """Where a game starts: `position`, or `rules`; in Blokus Shuffle with `seed` or `decks`."""

    rules = Nested(GameOptions, metadata=describe("The rules of a new game."))
    seed = Integer(*SEEDS, metadata=describe("The seed of the decks of Blokus Shuffle."))
    decks = Nested(RecordDecks, metadata=describe("The decks of Blokus Shuffle, without a seed."))
    position = String(metadata=describe("A position text of a state, instead of `rules`."))
    setup = Nested(RecordSetup, metadata=describe("Pieces on the board of a new classic game."))


class RecordMove(OpenSchema):
    """A move, a change of the board, or only a comment."""

    parent = Integer(
        -1,
        MAX_MOVES - 1,
        metadata=describe(
            "The index of the move before it, -1 for the start. Default: the one before it in the "
            "list. Moves with the same parent are variations; the first is the main line."
        ),
    )
    action = EngineValidated("Action")
    text = String(metadata=describe("The move text, instead of `action`. Requests only."))
    setup = Nested(RecordSetup, metadata=describe("Carried out before the action."))
    seat = Integer(1, 4, metadata=describe("The seat that made the move; checked if given."))
    comment = String()
    annotations = BoundedList(one_of(*ANNOTATIONS), 0, len(ANNOTATIONS))
    properties = BoundedList(Nested(RecordProperty), 0, _MAX_VALUES)


class Record(OpenSchema):
    """A game that can be replayed: where it starts, the moves, and who played."""

    version = Integer(1, 1, metadata=describe("Default: 1."))
    start = Nested(RecordStart, required=True)
    players = BoundedList(String(), 0, 4, metadata=describe("Names by seat."))
    date = String()
    result = String(metadata=describe("As the record says; it is not checked."))
    comment = String()
    properties = BoundedList(Nested(RecordProperty), 0, _MAX_VALUES)
    moves = BoundedList(Nested(RecordMove), 0, MAX_MOVES, required=True)
