"""Deriving the turn of a classic state from the board, and checking the given turn against it.

In classic passing is never a choice (C6) and a blocked colour stays blocked (C7). So the number of
pieces of each colour, and which colours can still place, determine whose turn it is and which slots
are over. The data may repeat this, but not contradict it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from ..errors import Problem
from ..types import COLORS, Color, Rules
from .color import turn_order
from .reader import number
from .setup import Setup
from .slot import Slot, last_slot, shared_turns_before

__all__ = [
    "TurnStatus",
    "count_problems",
    "turn_problems",
    "turn_status",
    "wrong_last_placed",
    "wrong_shared_turns",
]


@dataclass(frozen=True, slots=True)
class TurnStatus:
    """The colour to move and the slots that are over.

    ``mover`` is None when the game is over. ``last`` is the latest slot in which a piece was
    placed; ``settled`` is the mover's slot, or when the game is over the one right after ``last``.
    """

    rules: Rules
    counts: Mapping[Color, int]
    able: frozenset[Color]
    mover: Color | None
    last: Slot
    settled: Slot

    def shared_turns(self) -> int:
        """Return how many slots of the shared colour are over (C8)."""
        return shared_turns_before(self.rules, self.settled)


def turn_status(rules: Rules, counts: Mapping[Color, int], able: frozenset[Color]) -> TurnStatus:
    """Return the turn status, from the pieces of each colour and the colours that can place.

    The mover is, of the colours that can place, the first in turn order with the fewest pieces.
    """
    last = last_slot(rules, counts)
    if not able:
        return TurnStatus(rules, counts, able, None, last, last.following())
    order = turn_order(rules.first_color)
    mover = min(
        (color for color in order if color in able),
        key=lambda color: (counts[color], order.index(color)),
    )
    settled = Slot(counts[mover], order.index(mover))
    return TurnStatus(rules, counts, able, mover, last, settled)


def count_problems(status: TurnStatus) -> list[Problem]:
    """Return a problem for each colour with too many or too few pieces.

    Before the mover's slot every colour has had the same number of slots, those before the mover
    one more; a colour that can place has placed in all of them, a blocked one in some. If the game
    is over, any counts are possible.
    """
    if status.mover is None:
        return []
    order = turn_order(status.rules.first_color)
    problems = []
    for color in COLORS:
        was_before = order.index(color) < status.settled.position
        slots = status.settled.round + (1 if was_before else 0)
        count = status.counts[color]
        if count > slots or (count < slots and color in status.able):
            problems.append(
                Problem(
                    code="wrong_counts",
                    message=(
                        f"{color} has {number(count, 'piece')} on the board "
                        f"after {number(slots, 'turn')}"
                    ),
                    pointer="/placements",
                )
            )
    return problems


def turn_problems(
    setup: Setup, status: TurnStatus, last: Mapping[Color, str | None]
) -> list[Problem]:
    """Return the problems of turn, phase, last pieces and shared turns.

    ``last`` has the last piece of each colour in the list of placements.
    """
    named = _named_slots(setup, status)
    return [
        *_color_problems(status, named),
        *_phase_problems(setup, status),
        *_last_placed_problems(setup, last),
        *_shared_turns_problems(setup, status, named),
    ]


def _named_slots(setup: Setup, status: TurnStatus) -> list[Slot]:
    """Return the slots that the given colour can mean; none if it is wrong.

    In an unfinished game it is the mover, or a blocked colour whose pass is not settled yet. In a
    finished game any colour is accepted. If no colour is given, it is derived.
    """
    color = setup.turn.color
    if color is None:
        return [status.settled]
    if status.mover is None:
        return [_next_of(status, color), status.settled]
    order = turn_order(status.rules.first_color)
    return [slot for slot in _open_slots(status) if order[slot.position] == color]


def _slots_after(slot: Slot) -> Iterator[Slot]:
    while True:
        slot = slot.following()
        yield slot


def _open_slots(status: TurnStatus) -> Iterator[Slot]:
    """Yield the slots after the last piece up to the mover's, included: the others are blocked."""
    for slot in _slots_after(status.last):
        yield slot
        if slot == status.settled:
            return


def _next_of(status: TurnStatus, color: Color) -> Slot:
    """Return the first slot of a colour after the last piece."""
    order = turn_order(status.rules.first_color)
    round_of_slots = islice(_slots_after(status.last), len(order))
    return next(slot for slot in round_of_slots if order[slot.position] == color)


def _color_problems(status: TurnStatus, named: list[Slot]) -> Iterator[Problem]:
    if not named:
        yield Problem(
            code="wrong_turn",
            message=f"it is {status.mover}'s turn",
            pointer="/turn/color",
        )


def _phase_problems(setup: Setup, status: TurnStatus) -> Iterator[Problem]:
    """Yield a problem if the phase is wrong.

    In a finished game the phase ``place`` is accepted with a colour, whose pass is not settled yet,
    but not without one.
    """
    is_over = status.mover is None
    if setup.turn.phase == "over" and not is_over:
        yield Problem(
            "wrong_phase", f"the game is not over: {status.mover} can place a piece", "/turn/phase"
        )
    if setup.turn.phase == "place" and is_over and setup.turn.color is None:
        yield Problem(
            "wrong_phase", "no colour can place a piece: the phase must be over", "/turn/phase"
        )


def _last_placed_problems(setup: Setup, last: Mapping[Color, str | None]) -> Iterator[Problem]:
    for color, piece in (setup.last_placed or {}).items():
        if piece != last[color]:
            yield wrong_last_placed(color, last[color])


def _shared_turns_problems(
    setup: Setup, status: TurnStatus, named: list[Slot]
) -> Iterator[Problem]:
    if setup.shared_turns is None or not named:
        return
    if setup.shared_turns not in [shared_turns_before(status.rules, slot) for slot in named]:
        yield wrong_shared_turns()


def wrong_last_placed(color: Color, right: str | None) -> Problem:
    """Return the problem that the given last piece of a colour is wrong (P7)."""
    return Problem(
        code="wrong_last_placed",
        message=f"the last {color} piece in the list of placements is {right or 'none'}",
        pointer=f"/last_placed/{color}",
        rule="P7",
    )


def wrong_shared_turns() -> Problem:
    """Return the problem that the given number of the shared colour's turns is wrong (C8)."""
    return Problem(
        code="wrong_shared_turns",
        message="must be the number of turns the shared colour has had",
        pointer="/shared_turns",
        rule="C8",
    )
