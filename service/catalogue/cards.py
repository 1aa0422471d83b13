"""The eight cards of Blokus Shuffle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson
from cornerwise import CARDS
from cornerwise.engine import Engine
from cornerwise.types import CardName

from .languages import translation

__all__ = ["cards_json"]

_RULES: Mapping[CardName, str] = {
    "skip": "S20",
    "reverse": "S21",
    "draw_two": "S22",
    "wild": "S23",
    "edge_to_edge": "S24",
    "recycle": "S25",
    "warp": "S26",
    "double_play": "S27",
}


def cards_json(engine: Engine[Any], language: str) -> bytes:
    """Return the cards with their names, descriptions, rules and number in a standard deck."""
    texts = translation(language)["cards"]
    counts = engine.new_game({"game": "shuffle"}, 0).rules.deck or {}
    cards = [
        {
            "id": card,
            **texts[card],
            "count": counts[card],
            "rule": _RULES[card],
        }
        for card in CARDS
    ]
    return orjson.dumps({"language": language, "cards": cards})
