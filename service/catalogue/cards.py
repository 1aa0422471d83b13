"""The eight cards of Blokus Shuffle, told in our own words, and their names in five languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson
from cornerwise import CARDS, CardName
from cornerwise.engine import Engine

__all__ = ["CARD_LANGUAGES", "cards_json"]

# In the order of CARDS.
_NAMES: Mapping[str, tuple[str, ...]] = {
    "en": (
        "Skip",
        "Reverse",
        "Draw 2",
        "Wild",
        "Edge to Edge",
        "Recycle",
        "Warp",
        "Double Play",
    ),
    "sv": (
        "Hoppa över",
        "Bakåt",
        "Dra 2",
        "Joker",
        "Kant mot kant",
        "Återvinn",
        "Snurra till det",
        "Dubbelomgång",
    ),
    "fi": (
        "Ohitus",
        "Suunnanvaihto",
        "Nosta 2",
        "Jokeri",
        "Reunat vastakkain",
        "Kierrätys",
        "Poikkeama",
        "Pelaa kaksi",
    ),
    "da": (
        "Spring over",
        "Skift retning",
        "Træk 2",
        "Joker",
        "Kant mod kant",
        "Genbrug",
        "Flyt",
        "Dobbelttur",
    ),
    "no": (
        "Stå over",
        "Snu",
        "Trekk 2",
        "Jokerkort",
        "Kant i kant",
        "Gjenbruk",
        "Flytting",
        "Dobbeltspill",
    ),
}

CARD_LANGUAGES: tuple[str, ...] = tuple(_NAMES)
"""The languages that cards have names in, the default first."""

# For each card its rule and what it does.
_TEXTS: Mapping[CardName, tuple[str, str]] = {
    "skip": ("S20", "The next colour in the direction of play loses its whole turn."),
    "reverse": ("S21", "From now on the turns go round the other way."),
    "draw_two": (
        "S22",
        "Look at the two top cards of the pile; play one of them, put the other under the pile.",
    ),
    "wild": (
        "S23",
        "Name a colour: this turn's piece is placed as if it were of that colour.",
    ),
    "edge_to_edge": (
        "S24",
        "This turn's piece must touch one of your pieces along a side; corners do not matter.",
    ),
    "recycle": (
        "S25",
        "Take one of your pieces off the board; you may place it again, now or later.",
    ),
    "warp": (
        "S26",
        "Move one piece of an opponent to another place where its own colour could have it.",
    ),
    "double_play": (
        "S27",
        "After this turn's piece place a second one, if it can touch the first at a corner.",
    ),
}


def cards_json(engine: Engine[Any], language: str) -> bytes:
    """Return the cards with their names, how many a colour has, and what they do."""
    counts = engine.new_game({"game": "shuffle"}, 0).rules.deck or {}
    cards = [
        {
            "id": card,
            "name": name,
            "count": counts[card],
            "description": _TEXTS[card][1],
            "rule": _TEXTS[card][0],
        }
        for card, name in zip(CARDS, _NAMES[language], strict=True)
    ]
    return orjson.dumps({"language": language, "cards": cards})
