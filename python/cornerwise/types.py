"""The values that go in and out of an engine: frozen, comparable, the same for both engines.

Every class has ``to_dict``, which gives the JSON form that the HTTP service uses.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal, TypeAlias

__all__ = [
    "COLORS",
    "Action",
    "Color",
    "ColorScore",
    "Event",
    "GameOver",
    "MoveFormat",
    "Pass",
    "Passed",
    "Phase",
    "Piece",
    "PiecePlaced",
    "Place",
    "PlacedPiece",
    "Rules",
    "Score",
    "SeatScore",
    "TeamScore",
]

Color: TypeAlias = Literal["blue", "yellow", "red", "green"]
Phase: TypeAlias = Literal["place", "over"]
MoveFormat: TypeAlias = Literal["objects", "cells", "compact"]

COLORS: tuple[Color, ...] = ("blue", "yellow", "red", "green")
"""The four colours in the order of play (G2)."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One of the 21 shapes (G2, G4), with every distinct orientation (G3).

    ``orientations[n]`` lists the squares of orientation number ``n`` as (row, col) from the
    top-left of its bounding box. The numbers never change.
    """

    name: str
    size: int
    orientations: tuple[tuple[tuple[int, int], ...], ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the piece as it is written in JSON."""
        return {
            "name": self.name,
            "size": self.size,
            "orientations": [[list(cell) for cell in cells] for cells in self.orientations],
        }


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of a game, all of them spelled out."""

    game: Literal["classic"] = "classic"
    seats: int = 4
    teams: bool = False
    shared_color: Color | None = None
    first_color: Color = "blue"
    start_corners: Literal["any", "fixed"] = "any"
    scoring: Literal["basic", "advanced"] = "basic"

    def to_dict(self) -> dict[str, Any]:
        """Return the rules as they are written in JSON."""
        return {
            "game": self.game,
            "seats": self.seats,
            "teams": self.teams,
            "shared_color": self.shared_color,
            "first_color": self.first_color,
            "start_corners": self.start_corners,
            "scoring": self.scoring,
        }


@dataclass(frozen=True, slots=True)
class Place:
    """Put a piece down. ``row`` and ``col`` are the top-left of its bounding box."""

    piece: str
    orientation: int
    row: int
    col: int
    type: ClassVar[Literal["place"]] = "place"

    def to_dict(self) -> dict[str, Any]:
        """Return the action as it is written in JSON."""
        return {
            "type": "place",
            "piece": self.piece,
            "orientation": self.orientation,
            "row": self.row,
            "col": self.col,
        }


@dataclass(frozen=True, slots=True)
class Pass:
    """Give the turn up. Never a choice: legal only where nothing can be placed (C6)."""

    type: ClassVar[Literal["pass"]] = "pass"

    def to_dict(self) -> dict[str, Any]:
        """Return the action as it is written in JSON."""
        return {"type": "pass"}


Action: TypeAlias = Place | Pass


@dataclass(frozen=True, slots=True)
class PlacedPiece:
    """A piece on the board."""

    color: Color
    piece: str
    orientation: int
    row: int
    col: int

    def to_dict(self) -> dict[str, Any]:
        """Return the placement as it is written in JSON."""
        return {
            "color": self.color,
            "piece": self.piece,
            "orientation": self.orientation,
            "row": self.row,
            "col": self.col,
        }


@dataclass(frozen=True, slots=True)
class PiecePlaced:
    """Event: ``seat`` placed a piece of ``color``."""

    color: Color
    seat: int
    piece: str
    orientation: int
    row: int
    col: int
    type: ClassVar[Literal["piece_placed"]] = "piece_placed"

    def to_dict(self) -> dict[str, Any]:
        """Return the event as it is written in JSON."""
        return {
            "type": "piece_placed",
            "color": self.color,
            "seat": self.seat,
            "piece": self.piece,
            "orientation": self.orientation,
            "row": self.row,
            "col": self.col,
        }


@dataclass(frozen=True, slots=True)
class Passed:
    """Event: the turn of ``color`` went by because it cannot place (C6)."""

    color: Color
    seat: int
    type: ClassVar[Literal["passed"]] = "passed"

    def to_dict(self) -> dict[str, Any]:
        """Return the event as it is written in JSON."""
        return {"type": "passed", "color": self.color, "seat": self.seat}


@dataclass(frozen=True, slots=True)
class GameOver:
    """Event: no colour can place any more (C7)."""

    type: ClassVar[Literal["game_over"]] = "game_over"

    def to_dict(self) -> dict[str, Any]:
        """Return the event as it is written in JSON."""
        return {"type": "game_over"}


Event: TypeAlias = PiecePlaced | Passed | GameOver


@dataclass(frozen=True, slots=True)
class ColorScore:
    """What one colour has left, and its score; the shared colour of 3 seats has none (P4)."""

    color: Color
    pieces_left: int
    squares_left: int
    score: int | None

    def to_dict(self) -> dict[str, Any]:
        """Return the score as it is written in JSON."""
        return {
            "pieces_left": self.pieces_left,
            "squares_left": self.squares_left,
            "score": self.score,
        }


@dataclass(frozen=True, slots=True)
class SeatScore:
    """The score of a seat, numbered from 1 in colour order."""

    seat: int
    colors: tuple[Color, ...]
    score: int

    def to_dict(self) -> dict[str, Any]:
        """Return the score as it is written in JSON."""
        return {"seat": self.seat, "colors": list(self.colors), "score": self.score}


@dataclass(frozen=True, slots=True)
class TeamScore:
    """The score of a team: A is blue and red, B is yellow and green."""

    team: Literal["A", "B"]
    seats: tuple[int, ...]
    colors: tuple[Color, ...]
    score: int

    def to_dict(self) -> dict[str, Any]:
        """Return the score as it is written in JSON."""
        return {
            "team": self.team,
            "seats": list(self.seats),
            "colors": list(self.colors),
            "score": self.score,
        }


@dataclass(frozen=True, slots=True)
class Score:
    """The scores of a state, at any time (P1-P5).

    ``colors`` has all four, in the order of :data:`COLORS`. With teams ``seats`` is empty and
    ``teams`` has both, otherwise the other way round. ``winners`` are seat numbers, or the letters
    of teams; before the game is ``final`` they are the leaders. More than one is a shared victory.
    """

    scoring: Literal["basic", "advanced"]
    final: bool
    colors: tuple[ColorScore, ...]
    seats: tuple[SeatScore, ...]
    teams: tuple[TeamScore, ...]
    winners: tuple[int, ...] | tuple[Literal["A", "B"], ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the scores as they are written in JSON."""
        return {
            "scoring": self.scoring,
            "final": self.final,
            "colors": {score.color: score.to_dict() for score in self.colors},
            "seats": [score.to_dict() for score in self.seats],
            "teams": [score.to_dict() for score in self.teams],
            "winners": list(self.winners),
        }
