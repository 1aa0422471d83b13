"""The scores of a state."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..json_value import JsonValue, written
from .names import Color, TeamName
from .rules import Scoring

__all__ = ["ColorScore", "Score", "SeatScore", "TeamScore"]


@dataclass(frozen=True, slots=True)
class ColorScore(JsonValue):
    """What one colour has left, and its score; the shared colour of 3 seats has none (P4)."""

    color: Color = field(metadata=written(omit=True))
    pieces_left: int
    squares_left: int
    score: int | None


@dataclass(frozen=True, slots=True)
class SeatScore(JsonValue):
    """The score of a seat, numbered from 1 in colour order."""

    seat: int
    colors: tuple[Color, ...]
    score: int


@dataclass(frozen=True, slots=True)
class TeamScore(JsonValue):
    """The score of a team: A is blue and red, B is yellow and green."""

    team: TeamName
    seats: tuple[int, ...]
    colors: tuple[Color, ...]
    score: int


def _by_color(scores: tuple[ColorScore, ...]) -> dict[str, Any]:
    return {score.color: score.to_dict() for score in scores}


@dataclass(frozen=True, slots=True)
class Score(JsonValue):
    """The scores of a state, finished or not (P1-P5).

    ``colors`` has all four, in the order of :data:`COLORS`. With teams ``seats`` is empty and
    ``teams`` has both, otherwise the other way round. ``winners`` are the numbers of the winning
    seats, with teams all seats of the ``winning_teams``; until the score is ``final`` they are the
    leaders. More than one seat, or team, is a shared victory.
    """

    scoring: Scoring
    final: bool
    colors: tuple[ColorScore, ...] = field(metadata=written(convert=_by_color))
    seats: tuple[SeatScore, ...]
    teams: tuple[TeamScore, ...]
    winners: tuple[int, ...]
    winning_teams: tuple[TeamName, ...] = ()
