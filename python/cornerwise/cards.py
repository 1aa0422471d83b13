"""The names and descriptions of the cards in English; the rules are in docs/rules.md."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypedDict

from .types import CardName

__all__ = ["CARD_TEXTS", "CardText"]


class CardText(TypedDict):
    """What a card is called and what it does."""

    name: str
    description: str


CARD_TEXTS: Mapping[CardName, CardText] = MappingProxyType(
    {
        "skip": {
            "name": "Skip",
            "description": "The next colour in the direction of play loses its whole turn.",
        },
        "reverse": {
            "name": "Reverse",
            "description": "The direction of play is reversed.",
        },
        "draw_two": {
            "name": "Draw 2",
            "description": "Look at the two top cards of the pile; play one of them and put the "
            "other under the pile.",
        },
        "wild": {
            "name": "Wild",
            "description": "Name a colour: this turn's piece is placed as if it were of that "
            "colour.",
        },
        "edge_to_edge": {
            "name": "Edge to Edge",
            "description": "This turn's piece must touch one of your pieces along a side; corners "
            "do not matter.",
        },
        "recycle": {
            "name": "Recycle",
            "description": "Take one of your pieces off the board; you may place it again, now or "
            "later.",
        },
        "warp": {
            "name": "Warp",
            "description": "Move one piece of an opponent to another place where its own colour "
            "could have it.",
        },
        "double_play": {
            "name": "Double Play",
            "description": "After this turn's piece place a second one, if it can touch the first "
            "at a corner.",
        },
    }
)
"""Every card, in the order of :data:`cornerwise.CARDS`."""
