"""Whose turn it is, read off the board, and whether what the data says of the turn fits it.

This is for classic, where nobody chooses to pass (C6) and a blocked colour stays blocked (C7). So
the number of pieces of each colour, and which colours can still place, tell whose turn it is and
which slots are over; the data may repeat this, but not contradict it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from ..errors import Problem
from ..types import COLORS, Color, Rules
from .color import turn_order
from .setup import Setup
from .slot import Slot, last_slot, shared_turns_before

__all__ = [
    "Standing",
    "count_problems",
    "standing_of",
    "turn_problems",
    "wrong_last_placed",
    "wrong_shared_turns",
]


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a game stands.

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


def standing_of(rules: Rules, counts: Mapping[Color, int], able: frozenset[Color]) -> Standing:
    """Return where a game stands, by the pieces of each colour and the colours that can place.

    The next to place is, of those who can, the first in the order of play with fewest pieces.
    """
    last = last_slot(rules, counts)
    if not able:
        return Standing(rules, counts, able, None, last, last.following())
    order = turn_order(rules.first_color)
    mover = min(
        (color for color in order if color in able),
        key=lambda color: (counts[color], order.index(color)),
    )
    settled = Slot(counts[mover], order.index(mover))
    return Standing(rules, counts, able, mover, last, settled)


def count_problems(standing: Standing) -> list[Problem]:
    """Return a problem for each colour that has placed too often or not often enough.

    Until the mover's slot every colour has had the same number of slots, one more for those before
    the mover; an able colour has placed in all of them, a blocked one in some. When the game is
    over any counts are right.
    """
    if standing.mover is None:
        return []
    order = turn_order(standing.rules.first_color)
    problems = []
    for color in COLORS:
        was_before = order.index(color) < standing.settled.position
        slots = standing.settled.round + (1 if was_before else 0)
        count = standing.counts[color]
        if count > slots or (count < slots and color in standing.able):
            problems.append(
                Problem(
                    code="wrong_counts",
                    message=f"{color} has {count} pieces after {slots} turns",
                    pointer="/placements",
                )
            )
    return problems


def turn_problems(
    setup: Setup, standing: Standing, last: Mapping[Color, str | None]
) -> list[Problem]:
    """Return what the data says wrongly about turn, phase, last pieces and shared turns.

    ``last`` has the last piece of each colour in the list of placements.
    """
    named = _named_slots(setup, standing)
    return [
        *_color_problems(standing, named),
        *_phase_problems(setup, standing),
        *_last_placed_problems(setup, last),
        *_shared_turns_problems(setup, standing, named),
    ]


def _named_slots(setup: Setup, standing: Standing) -> list[Slot]:
    """Return the slots that the colour given in the data may stand for; none if it is wrong.

    In a live game that is the mover, or a blocked colour whose pass has not been settled yet. In a
    finished game every colour will do, and nobody.
    """
    color = setup.turn.color
    if not setup.turn.color_given:
        return [standing.settled]
    if standing.mover is None:
        unsettled = [] if color is None else [_next_of(standing, color)]
        return [*unsettled, standing.settled]
    order = turn_order(standing.rules.first_color)
    return [slot for slot in _open_slots(standing) if order[slot.position] == color]


def _slots_after(slot: Slot) -> Iterator[Slot]:
    while True:
        slot = slot.following()
        yield slot


def _open_slots(standing: Standing) -> Iterator[Slot]:
    """Yield the slots after the last piece, up to and with the mover's: all others are blocked."""
    for slot in _slots_after(standing.last):
        yield slot
        if slot == standing.settled:
            return


def _next_of(standing: Standing, color: Color) -> Slot:
    """Return the first slot of a colour after the last piece."""
    order = turn_order(standing.rules.first_color)
    round_of_slots = islice(_slots_after(standing.last), len(order))
    return next(slot for slot in round_of_slots if order[slot.position] == color)


def _color_problems(standing: Standing, named: list[Slot]) -> Iterator[Problem]:
    if not named:
        yield Problem(
            code="wrong_turn",
            message=f"it is {standing.mover}'s turn",
            pointer="/turn/color",
        )


def _phase_problems(setup: Setup, standing: Standing) -> Iterator[Problem]:
    """Yield a problem if the phase is wrong.

    A colour that is still asked to place in a finished game is one whose pass has not been settled
    yet; without a colour there is nobody who could be asked.
    """
    is_over = standing.mover is None
    if setup.turn.phase == "over" and not is_over:
        yield Problem("wrong_phase", f"{standing.mover} can place", "/turn/phase")
    if setup.turn.phase == "place" and is_over and setup.turn.color is None:
        yield Problem("wrong_phase", "no colour can place: the game is over", "/turn/phase")


def _last_placed_problems(setup: Setup, last: Mapping[Color, str | None]) -> Iterator[Problem]:
    for color, piece in setup.last_placed.items():
        if piece != last[color]:
            yield wrong_last_placed(color, last[color])


def _shared_turns_problems(
    setup: Setup, standing: Standing, named: list[Slot]
) -> Iterator[Problem]:
    if setup.shared_turns is None or not named:
        return
    if setup.shared_turns not in [shared_turns_before(standing.rules, slot) for slot in named]:
        yield wrong_shared_turns()


def wrong_last_placed(color: Color, right: str | None) -> Problem:
    """Return the problem that the data names another last piece of a colour (P7)."""
    return Problem(
        code="wrong_last_placed",
        message=f"the last {color} piece in the list of placements is {right or 'none'}",
        pointer=f"/last_placed/{color}",
        rule="P7",
    )


def wrong_shared_turns() -> Problem:
    """Return the problem that the data gives another number of the shared colour's turns (C8)."""
    return Problem(
        code="wrong_shared_turns",
        message="not the number of the shared colour's turns that are over",
        pointer="/shared_turns",
        rule="C8",
    )
