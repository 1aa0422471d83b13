"""Slots: the numbered turns of a game, played or passed.

In classic every colour has one slot in each round and places in each of its slots until it is
blocked permanently (C7). So the number of pieces of each colour determines which slots are over,
whatever the order of the placements.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..types import COLORS, Color, Rules
from .color import turn_order

__all__ = ["Slot", "last_slot", "shared_turns_before"]


class Slot(NamedTuple):
    """A turn: its round, from 0, and its position in the order of play, 0 to 3."""

    round: int
    position: int

    def following(self) -> Slot:
        """Return the slot right after this one."""
        if self.position == len(COLORS) - 1:
            return Slot(self.round + 1, 0)
        return Slot(self.round, self.position + 1)


def last_slot(rules: Rules, counts: Mapping[Color, int]) -> Slot:
    """Return the latest slot in which a piece was placed, by the pieces of each colour.

    On an empty board it is the last slot of a virtual round before the first.
    """
    order = turn_order(rules.first_color)
    return max(Slot(counts[color] - 1, position) for position, color in enumerate(order))


def shared_turns_before(rules: Rules, slot: Slot) -> int:
    """Return how many slots of the shared colour are over at the start of a slot (C8)."""
    if rules.shared_color is None:
        return 0
    position = turn_order(rules.first_color).index(rules.shared_color)
    return slot.round + (1 if position < slot.position else 0)
