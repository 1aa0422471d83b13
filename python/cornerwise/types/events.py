"""The events that an action causes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, TypeAlias

from ..json_value import JsonValue, written
from .names import CardName, Color, Direction, PieceName

__all__ = [
    "CardDiscarded",
    "CardPlayed",
    "CardsDrawn",
    "DirectionReversed",
    "Event",
    "GameOver",
    "Passed",
    "PiecePlaced",
    "PieceRecycled",
    "PieceWarped",
    "TurnSkipped",
]


@dataclass(frozen=True, slots=True)
class PiecePlaced(JsonValue):
    """Event: ``seat`` placed a piece of ``color``."""

    color: Color
    seat: int
    piece: PieceName
    orientation: int
    row: int
    col: int
    type: ClassVar[Literal["piece_placed"]] = "piece_placed"


@dataclass(frozen=True, slots=True)
class Passed(JsonValue):
    """Event: the turn of ``color`` was passed: it cannot place (C6) or is finished (S8)."""

    color: Color
    seat: int
    type: ClassVar[Literal["passed"]] = "passed"


@dataclass(frozen=True, slots=True)
class GameOver(JsonValue):
    """Event: the game is over (C7, S10)."""

    type: ClassVar[Literal["game_over"]] = "game_over"


@dataclass(frozen=True, slots=True)
class CardPlayed(JsonValue):
    """Event: a card was played on the turn of ``color``."""

    color: Color
    seat: int
    card: CardName
    type: ClassVar[Literal["card_played"]] = "card_played"


@dataclass(frozen=True, slots=True)
class CardDiscarded(JsonValue):
    """Event: a card that was played had no effect (S5).

    ``reason`` is a code of :data:`cornerwise.errors.CODES`, ``rule`` the rule of the card.
    """

    color: Color
    seat: int
    card: CardName
    reason: str
    rule: str
    type: ClassVar[Literal["card_discarded"]] = "card_discarded"


@dataclass(frozen=True, slots=True)
class CardsDrawn(JsonValue):
    """Event: cards were drawn. Only ``seat`` may see them; ``cards`` is None where hidden."""

    color: Color
    seat: int
    count: int
    cards: tuple[CardName, ...] | None
    type: ClassVar[Literal["cards_drawn"]] = "cards_drawn"


@dataclass(frozen=True, slots=True)
class PieceRecycled(JsonValue):
    """Event: ``seat`` took a piece of ``color`` off the board (S25)."""

    color: Color
    seat: int
    piece: PieceName
    orientation: int
    row: int
    col: int
    type: ClassVar[Literal["piece_recycled"]] = "piece_recycled"


def _location(numbers: tuple[int, int, int]) -> dict[str, Any]:
    return dict(zip(("orientation", "row", "col"), numbers, strict=True))


@dataclass(frozen=True, slots=True)
class PieceWarped(JsonValue):
    """Event: ``seat`` moved a piece of ``color`` (S26).

    ``before`` and ``after`` are orientation, row and col.
    """

    color: Color
    seat: int
    piece: PieceName
    before: tuple[int, int, int] = field(metadata=written(key="from", convert=_location))
    after: tuple[int, int, int] = field(metadata=written(key="to", convert=_location))
    type: ClassVar[Literal["piece_warped"]] = "piece_warped"


@dataclass(frozen=True, slots=True)
class TurnSkipped(JsonValue):
    """Event: ``color`` lost its turn to a Skip (S20)."""

    color: Color
    seat: int
    type: ClassVar[Literal["turn_skipped"]] = "turn_skipped"


@dataclass(frozen=True, slots=True)
class DirectionReversed(JsonValue):
    """Event: the direction of play was reversed (S21)."""

    color: Color
    seat: int
    direction: Direction
    type: ClassVar[Literal["direction_reversed"]] = "direction_reversed"


Event: TypeAlias = (
    PiecePlaced
    | Passed
    | GameOver
    | CardPlayed
    | CardDiscarded
    | CardsDrawn
    | PieceRecycled
    | PieceWarped
    | TurnSkipped
    | DirectionReversed
)
