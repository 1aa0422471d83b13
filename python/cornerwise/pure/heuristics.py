"""Rules of thumb for suggestions: how good an action looks, and what each side can expect.

They use the board, and of cards only the kind of the one that is played, so hidden cards cannot
influence them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ..types import (
    COLORS,
    Action,
    CardName,
    ChooseCard,
    ChooseColor,
    ChoosePiece,
    Color,
    Estimate,
    Place,
    PlayCard,
    TeamName,
    WarpTo,
)
from .board import Board
from .cells import BOARD_SIZE, Cell, corner_neighbors, side_neighbors
from .piece import PIECE_BY_NAME, cells_at
from .placement_rule import color_rule
from .placing import can_place
from .ruleset import variant_of
from .score import combined, score
from .state import State, board_of

__all__ = ["estimates", "values"]

_SQUARE = 1.0
_NEW_CORNER = 0.5
_TAKEN_CORNER = 0.4
_CENTER = 0.1
_MIDDLE = (BOARD_SIZE - 1) / 2

_CARD_VALUES: Mapping[CardName, float] = {
    "double_play": 4.0,
    "draw_two": 3.0,
    "warp": 2.5,
    "wild": 2.0,
    "edge_to_edge": 2.0,
    "skip": 1.5,
    "reverse": 1.0,
    "recycle": 0.0,
}

_WIN_SCALE = 6.0
"""The difference in expected squares that makes a win e times as likely."""


def values(state: State, actions: Iterable[Action]) -> list[float]:
    """Return how good each of the legal actions looks; a difference of 1 is about a square."""
    judge = _Judge.of(state)
    return [judge.value(action) for action in actions]


@dataclass(frozen=True, slots=True)
class _Judge:
    """A position, prepared for judging many actions."""

    state: State
    board: Board
    covered: frozenset[Cell]
    targets: frozenset[Cell]
    """The squares where opponents can connect."""

    @classmethod
    def of(cls, state: State) -> _Judge:
        board = board_of(state.placements)
        friends = _colors_of_seat(state)
        opponents = [color for color in COLORS if color not in friends]
        targets = frozenset[Cell]().union(*(_open_corners(state, board, one) for one in opponents))
        return cls(state, board, board.covered(), targets)

    def value(self, action: Action) -> float:
        match action:
            case Place(piece=piece, color=color):
                cells = cells_at(PIECE_BY_NAME[piece], (action.orientation, action.row, action.col))
                return self._placing(color or self.state.mover, cells)
            case WarpTo():
                color, piece = self.state.warp_target
                cells = cells_at(PIECE_BY_NAME[piece], (action.orientation, action.row, action.col))
                return -_NEW_CORNER * self._new_corners(color, cells)
            case PlayCard(card) | ChooseCard(card):
                return _CARD_VALUES[card]
            case ChooseColor(color):
                return 0.2 * len(_open_corners(self.state, self.board, color))
            case ChoosePiece(color, piece):
                size = PIECE_BY_NAME[piece].size
                # A piece to recycle is one's own, a piece to warp an opponent's.
                return float(-size if self.state.turn.card == "recycle" else size)
        return 0.0

    def _placing(self, color: Color, cells: tuple[Cell, ...]) -> float:
        distance = min(abs(row - _MIDDLE) + abs(col - _MIDDLE) for row, col in cells)
        return (
            _SQUARE * len(cells)
            + _NEW_CORNER * self._new_corners(color, cells)
            + _TAKEN_CORNER * len(self.targets.intersection(cells))
            - _CENTER * distance
        )

    def _new_corners(self, color: Color, cells: tuple[Cell, ...]) -> int:
        """Return the number of squares where a colour could connect to the piece."""
        closed = side_neighbors(cells).union(cells, self.covered)
        open_corners = corner_neighbors(cells) - closed
        own = self.board.cells[color]
        return sum(1 for cell in open_corners if side_neighbors((cell,)).isdisjoint(own))


class _Side(NamedTuple):
    """A seat, or a team, with its present score."""

    seat: int | None
    team: TeamName | None
    colors: tuple[Color, ...]
    score: int


def estimates(state: State) -> tuple[Estimate, ...]:
    """Return what each seat or team can expect; at the end of the game, the result."""
    scored = score(state)
    sides: list[_Side] = [
        *(_Side(None, team.team, team.colors, team.score) for team in scored.teams),
        *(_Side(seat.seat, None, seat.colors, seat.score) for seat in scored.seats),
    ]
    sign = -1 if state.rules.scoring == "basic" else 1
    if scored.final:
        numbers = [float(side.score) for side in sides]
        shares = [float(sign * number == max(sign * one for one in numbers)) for number in numbers]
    else:
        numbers = _expected_scores(state, sides)
        best = max(sign * number for number in numbers)
        shares = [math.exp((sign * number - best) / _WIN_SCALE) for number in numbers]
    total = sum(shares)
    return tuple(
        Estimate(side.seat, side.team, number, share / total)
        for side, number, share in zip(sides, numbers, shares, strict=True)
    )


def _expected_scores(state: State, sides: Iterable[_Side]) -> list[float]:
    """Return the expected final score of each side (P4)."""
    points = _expected_points(state)
    is_team = bool(variant_of(state.rules).teams)
    return [
        math.fsum(own) if is_team else combined(state.rules, own)
        for own in ([points[color] for color in side.colors] for side in sides)
    ]


def _expected_points(state: State) -> dict[Color, float]:
    """Return the expected final points of each colour.

    A colour places more of its remaining squares if it has more corners to connect to, and earlier
    in the game; a colour that cannot place keeps its points.
    """
    board = board_of(state.placements)
    now = {one.color: one for one in score(state).colors}
    expected: dict[Color, float] = {}
    for color in COLORS:
        left = now[color].squares_left
        if left and can_place(state, color):
            corners = len(_open_corners(state, board, color))
            left_then = left / (1 + corners / 2 + left / 16)
            expected[color] = left_then if state.rules.scoring == "basic" else -left_then
        else:
            own = now[color].score
            expected[color] = float(left if own is None else own)
    return expected


def _open_corners(state: State, board: Board, color: Color) -> frozenset[Cell]:
    """Return the squares where a colour can connect."""
    rule = color_rule(state.rules, board, color)
    return rule.anchors[0].cells - rule.closed()


def _colors_of_seat(state: State) -> tuple[Color, ...]:
    """Return the colours that win or lose with the seat that decides."""
    variant = variant_of(state.rules)
    seats: Iterable[int] = (state.seat or 1,)
    for _, members in variant.teams:
        if state.seat in members:
            seats = members
    return tuple(color for seat in seats for color in variant.seat_colors[seat - 1])
