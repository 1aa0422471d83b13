"""The options of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

from ..json_value import JsonValue
from .names import CardName, Color

__all__ = ["Game", "MonominoBonus", "Rules", "Scoring", "SeatCount", "StartCorners"]

Game: TypeAlias = Literal["classic", "shuffle"]
SeatCount: TypeAlias = Literal[2, 3, 4]
StartCorners: TypeAlias = Literal["any", "fixed"]
Scoring: TypeAlias = Literal["basic", "advanced"]
MonominoBonus: TypeAlias = Literal["independent", "with_all_placed"]


@dataclass(frozen=True, slots=True)
class Rules(JsonValue):
    """The options of a game, all of them spelled out.

    ``monomino_bonus`` (when a last I1 scores +5, P3) and ``deck`` (the number of cards of each kind
    per colour, S1) belong to Blokus Shuffle and are None in classic.
    """

    game: Game = "classic"
    seats: int = 4
    teams: bool = False
    shared_color: Color | None = None
    first_color: Color = "blue"
    start_corners: StartCorners = "any"
    scoring: Scoring = "basic"
    monomino_bonus: MonominoBonus | None = None
    deck: Mapping[CardName, int] | None = field(default=None, hash=False)

    def __post_init__(self) -> None:
        """Make the card counts read-only."""
        if self.deck is not None:
            object.__setattr__(self, "deck", MappingProxyType(dict(self.deck)))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy by the fields: a mapping proxy cannot be pickled."""
        return _rules, (self.to_dict(),)


def _rules(options: dict[str, Any]) -> Rules:
    return Rules(**options)
