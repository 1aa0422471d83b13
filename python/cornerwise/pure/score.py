"""Scoring (P1-P5, P7) of finished and unfinished games."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from ..engine import View as AnyView
from ..types import COLORS, Color, ColorScore, Rules, Score, SeatScore, TeamName, TeamScore
from .piece import PIECE_BY_NAME
from .ruleset import Variant, variant_of
from .state import State
from .view import state_of

__all__ = ["combined", "score"]

_ALL_PLACED_BONUS = 15
_MONOMINO_BONUS = 5

W = TypeVar("W")
N = TypeVar("N", int, float)


def score(state: State | AnyView) -> Score:
    """Score a state or a view, finished or not: cards do not matter."""
    state = state_of(state)
    variant = variant_of(state.rules)
    points = {color: _points(state, color) for color in COLORS}
    # With teams only the team is scored (P4).
    seats = () if variant.teams else _seat_scores(state.rules, variant, points)
    teams = _team_scores(variant, points)
    winning_teams = _best(state.rules, ((team.team, team.score) for team in teams))
    return Score(
        scoring=state.rules.scoring,
        final=state.phase == "over",
        colors=tuple(_color_score(state, color, points[color]) for color in COLORS),
        seats=seats,
        teams=teams,
        winners=(
            _seats_of(teams, winning_teams)
            if teams
            else _best(state.rules, ((seat.seat, seat.score) for seat in seats))
        ),
        winning_teams=winning_teams,
    )


def _squares_left(state: State, color: Color) -> int:
    return sum(PIECE_BY_NAME[name].size for name in state.supply(color))


def _points(state: State, color: Color) -> int:
    """Return the points of a colour by itself: P1 if scoring is basic, P2 and P3 if advanced."""
    left = _squares_left(state, color)
    if state.rules.scoring == "basic":
        return left
    points = -left
    if left == 0:
        points += _ALL_PLACED_BONUS
    if state.last_placed[color] == "I1" and (left == 0 or _is_bonus_independent(state.rules)):
        points += _MONOMINO_BONUS
    return points


def _is_bonus_independent(rules: Rules) -> bool:
    """Return whether the +5 for a last I1 counts while pieces are left; never in classic (P3)."""
    return rules.monomino_bonus == "independent"


def _color_score(state: State, color: Color, points: int) -> ColorScore:
    return ColorScore(
        color=color,
        pieces_left=len(state.supply(color)),
        squares_left=_squares_left(state, color),
        score=None if color == state.rules.shared_color else points,
    )


def _seat_scores(rules: Rules, variant: Variant, points: dict[Color, int]) -> tuple[SeatScore, ...]:
    return tuple(
        SeatScore(seat, colors, combined(rules, [points[color] for color in colors]))
        for seat, colors in enumerate(variant.seat_colors, start=1)
    )


def combined(rules: Rules, points: list[N]) -> N:
    """Return what a seat's colours score together: their sum, in Blokus Shuffle the worst (P4)."""
    if rules.game == "classic":
        return sum(points)
    return max(points) if rules.scoring == "basic" else min(points)


def _team_scores(variant: Variant, points: dict[Color, int]) -> tuple[TeamScore, ...]:
    """Return the sum of each team's colours (P4)."""
    scores = []
    for team, seats in variant.teams:
        colors = tuple(color for seat in seats for color in variant.seat_colors[seat - 1])
        scores.append(TeamScore(team, seats, colors, sum(points[color] for color in colors)))
    return tuple(scores)


def _seats_of(teams: Iterable[TeamScore], names: tuple[TeamName, ...]) -> tuple[int, ...]:
    """Return the seats of these teams in ascending order."""
    return tuple(sorted(seat for team in teams if team.team in names for seat in team.seats))


def _best(rules: Rules, scores: Iterable[tuple[W, int]]) -> tuple[W, ...]:
    """Return all seats or teams with the best score: lowest if basic, else highest (P1, P2, P5)."""
    listed = list(scores)
    if not listed:
        return ()
    numbers = [number for _, number in listed]
    best = min(numbers) if rules.scoring == "basic" else max(numbers)
    return tuple(name for name, number in listed if number == best)
