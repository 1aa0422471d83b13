"""The eight cards of Blokus Shuffle: how many there are, and the rule of each (S1, S20-S27)."""

from __future__ import annotations

from ..types import CardName

__all__ = ["CARD_RULE", "MAX_CARDS", "STANDARD_DECK"]

STANDARD_DECK: dict[CardName, int] = {
    "skip": 1,
    "reverse": 1,
    "draw_two": 2,
    "wild": 2,
    "edge_to_edge": 2,
    "recycle": 2,
    "warp": 2,
    "double_play": 2,
}
"""How many cards of each kind a colour has by default (S1)."""

MAX_CARDS = 60
"""The largest number of cards that a colour may have; the smallest is 1 (S1)."""

CARD_RULE: dict[CardName, str] = {
    "skip": "S20",
    "reverse": "S21",
    "draw_two": "S22",
    "wild": "S23",
    "edge_to_edge": "S24",
    "recycle": "S25",
    "warp": "S26",
    "double_play": "S27",
}
"""The rule that defines a card."""
