"""Suggested moves, and what each seat can expect."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from ..json_value import JsonValue, written
from .actions import Action
from .names import Color, Phase, TeamName

__all__ = [
    "LEVELS",
    "MAX_BUDGET",
    "Estimate",
    "Step",
    "StopReason",
    "Suggestion",
    "Suggestions",
    "Until",
]

LEVELS = (1, 9)
"""The weakest and the strongest level."""

MAX_BUDGET = 100_000_000
"""The largest budget, in work units."""


Until: TypeAlias = Literal["decision", "turn"]
StopReason: TypeAlias = Literal[
    "budget", "decided", "solved", "time", "cancelled", "over", "no_search"
]


def _rounded(digits: int) -> dict[str, Any]:
    """Return the metadata of a number that is written with this number of decimal places."""
    return written(convert=lambda number: round(number, digits))


@dataclass(frozen=True, slots=True)
class Estimate(JsonValue):
    """What a seat, or with teams a team, can expect: its final score and its chance to win.

    One of ``seat`` and ``team`` is None. ``score`` is counted as the rules of the game say: squares
    left in basic scoring, points in advanced scoring. ``win`` is from 0 to 1; a shared victory
    counts in parts, so that all of them sum up to 1.
    """

    seat: int | None
    team: TeamName | None
    score: float = field(metadata=_rounded(2))
    win: float = field(metadata=_rounded(4))


@dataclass(frozen=True, slots=True)
class Step(JsonValue):
    """An action of an expected line, with the colour whose turn it is."""

    color: Color
    action: Action


@dataclass(frozen=True, slots=True)
class Suggestion(JsonValue):
    """A suggested action.

    ``visits`` is the number of simulations that tried it. ``prior`` is how promising it looked
    before the search, from 0 to 1. ``estimates`` are the expectations after it, and ``line`` is
    what is expected to follow.
    """

    action: Action
    visits: int
    prior: float = field(metadata=_rounded(4))
    estimates: tuple[Estimate, ...]
    line: tuple[Step, ...]

    @property
    def text(self) -> str:
        """The move text of the action."""
        # Imported here: the package is made of the types of this folder.
        from .. import action_to_text  # noqa: PLC0415

        return action_to_text(self.action)

    def to_dict(self) -> dict[str, Any]:
        """Return the suggestion as it is written in JSON."""
        data = super(Suggestion, self).to_dict()
        return {"action": data.pop("action"), "text": self.text, **data}


@dataclass(frozen=True, slots=True)
class Suggestions(JsonValue):
    """Ranked actions for the seat that decides, and an evaluation of the position.

    ``color``, ``seat`` and ``phase`` are the decision. ``moves`` has the best action first and is
    empty when the game is over. ``turn`` is the best action, and if the whole turn was asked for,
    the actions after it up to the end of the turn or to the next hidden card. ``evaluation`` is
    what each seat or team can expect here: after the best action, or the final score.

    ``units`` is the work that was done, ``playouts`` the number of games that were played out,
    ``milliseconds`` the time it took. ``stopped`` says why the search ended: its ``budget`` was
    spent; it was ``decided``, because no other action could catch up; the endgame was ``solved``,
    so that ``moves`` are the best ones and their estimates exact; its ``time`` was up; it was
    ``cancelled``; the game is ``over``; or the engine has ``no_search``, and answers by rules of
    thumb. Except for ``milliseconds``, the same request has the same answer on every machine,
    unless it was stopped by ``time`` or ``cancelled``.
    """

    color: Color | None
    seat: int | None
    phase: Phase
    engine: Literal["rust", "python"]
    moves: tuple[Suggestion, ...]
    turn: tuple[Action, ...]
    evaluation: tuple[Estimate, ...]
    seed: int
    units: int
    playouts: int
    milliseconds: float = field(metadata=_rounded(3))
    stopped: StopReason
