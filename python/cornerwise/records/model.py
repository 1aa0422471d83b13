"""A record of a game: where it starts, the moves with their variations, and who played.

The moves are a list. Each names the move before it, so that the list is a tree: moves with the same
``parent`` are alternatives, the first of them is the main line. Nothing here is checked against the
rules; :func:`cornerwise.records.replay` does that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, get_args

from ..errors import CornerwiseError, Problem
from ..json_value import JsonValue, written
from ..types import Action, CardName, Color, PlacedPiece, Rules

__all__ = [
    "ANNOTATIONS",
    "MAX_MOVES",
    "MAX_SETUPS",
    "START",
    "VERSION",
    "Annotation",
    "InvalidRecordError",
    "PiecePose",
    "Record",
    "RecordMove",
    "RecordProperty",
    "RecordSetup",
    "RecordStart",
]

VERSION = 1
"""The version of the JSON form."""

START = -1
"""The parent of the first move."""

MAX_MOVES = 20_000
"""The largest number of moves of a record, variations included."""

MAX_SETUPS = 200
"""The largest number of setups in a line that is replayed: each takes as long as 50 moves."""

Annotation: TypeAlias = Literal["good", "very_good", "bad", "very_bad", "doubtful", "interesting"]
ANNOTATIONS: tuple[Annotation, ...] = get_args(Annotation)
"""The judgements of a move that an annotator can give."""


class InvalidRecordError(CornerwiseError):
    """The data is not a record, or a record that cannot be converted."""


@dataclass(frozen=True, slots=True)
class PiecePose(JsonValue):
    """A piece on certain squares, of any colour."""

    piece: str
    orientation: int
    row: int
    col: int


@dataclass(frozen=True, slots=True)
class RecordSetup(JsonValue):
    """Changes of a classic position that are no moves.

    Pieces are removed first, then added. ``color`` is the colour to move, if it is given.
    """

    add: tuple[PlacedPiece, ...] = ()
    remove: tuple[PiecePose, ...] = ()
    color: Color | None = field(default=None, metadata=written(omit_none=True))


@dataclass(frozen=True, slots=True)
class RecordProperty(JsonValue):
    """A property of an SGF file that has no field of its own."""

    name: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RecordStart:
    """Where a record starts: a position text, or the rules of a new game.

    A new game of Blokus Shuffle needs the ``seed`` or the ``decks``, the draw piles before the
    first card is drawn, top first. ``setup`` changes the board of a new classic game.
    """

    rules: Rules | None = None
    seed: int | None = None
    decks: Mapping[str, tuple[CardName, ...]] | None = field(default=None, hash=False)
    position: str | None = None
    setup: RecordSetup | None = None

    def __post_init__(self) -> None:
        """Make the decks read-only."""
        if self.decks is not None:
            decks = {name: tuple(cards) for name, cards in self.decks.items()}
            object.__setattr__(self, "decks", MappingProxyType(decks))

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form; fields that are not given are left out."""
        decks = self.decks
        data = {
            "rules": None if self.rules is None else self.rules.to_dict(),
            "seed": self.seed,
            "decks": None if decks is None else {name: [*decks[name]] for name in decks},
            "position": self.position,
            "setup": None if self.setup is None else self.setup.to_dict(),
        }
        return {name: value for name, value in data.items() if value is not None}


@dataclass(frozen=True, slots=True)
class RecordMove:
    """A move, or a change of the board, or only a comment.

    ``parent`` is the index of the move before it, or -1. ``seat`` is the seat that made the move if
    the source says so; it is checked. A setup is carried out before the action.
    """

    parent: int
    action: Action | None = None
    setup: RecordSetup | None = None
    seat: int | None = None
    comment: str = ""
    annotations: tuple[Annotation, ...] = ()
    properties: tuple[RecordProperty, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form; empty fields are left out."""
        data = {
            "parent": self.parent,
            "action": None if self.action is None else self.action.to_dict(),
            "setup": None if self.setup is None else self.setup.to_dict(),
            "seat": self.seat,
            "comment": self.comment or None,
            "annotations": list(self.annotations) or None,
            "properties": [one.to_dict() for one in self.properties] or None,
        }
        return {name: value for name, value in data.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Record:
    """A game with its moves. ``players`` are names by seat, empty where unknown.

    The moves are kept in the order in which a reader meets them: each is followed by its main line
    to the end, then by its variations. A list in another order is brought into this order.
    """

    start: RecordStart
    moves: tuple[RecordMove, ...] = ()
    players: tuple[str, ...] = ()
    date: str = ""
    result: str = ""
    comment: str = ""
    properties: tuple[RecordProperty, ...] = ()

    def __post_init__(self) -> None:
        """Check the parents and order the moves."""
        if len(self.moves) > MAX_MOVES:
            message = f"a record has at most {MAX_MOVES} moves"
            raise InvalidRecordError([Problem("out_of_range", message, "/moves")])
        for index, move in enumerate(self.moves):
            if not START <= move.parent < index:
                message = "must be the index of an earlier move, or -1"
                pointer = f"/moves/{index}/parent"
                raise InvalidRecordError([Problem("out_of_range", message, pointer)])
        order = list(_preorder(self.moves))
        if any(index != place for place, index in enumerate(order)):
            places = {index: place for place, index in enumerate(order)} | {START: START}
            moves = (self.moves[index] for index in order)
            ordered = tuple(replace(move, parent=places[move.parent]) for move in moves)
            object.__setattr__(self, "moves", ordered)

    def children(self) -> dict[int, list[int]]:
        """Return the indices of the moves after each move, and after -1; the main line first."""
        return _children(self.moves)

    def main_line(self) -> list[int]:
        """Return the indices of the moves of the main line."""
        children, line, index = self.children(), [], START
        while following := children[index]:
            index = following[0]
            line.append(index)
        return line

    def line_to(self, index: int) -> list[int]:
        """Return the indices of the moves from the start to a move, which is included."""
        line = []
        while index != START:
            line.append(index)
            index = self.moves[index].parent
        return line[::-1]

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, which :func:`cornerwise.records.from_dict` reads."""
        data: dict[str, Any] = {
            "version": VERSION,
            "start": self.start.to_dict(),
            "players": list(self.players) or None,
            "date": self.date or None,
            "result": self.result or None,
            "comment": self.comment or None,
            "properties": [one.to_dict() for one in self.properties] or None,
            "moves": [move.to_dict() for move in self.moves],
        }
        return {name: value for name, value in data.items() if value is not None}


def _children(moves: tuple[RecordMove, ...]) -> dict[int, list[int]]:
    children: dict[int, list[int]] = {index: [] for index in range(START, len(moves))}
    for index, move in enumerate(moves):
        children[move.parent].append(index)
    return children


def _preorder(moves: tuple[RecordMove, ...]) -> Iterator[int]:
    children = _children(moves)
    open_moves = children[START][::-1]
    while open_moves:
        index = open_moves.pop()
        yield index
        open_moves += reversed(children[index])
