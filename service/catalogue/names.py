"""What never changes: the variants, the pieces, and names in several languages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import orjson
from cornerwise import COLORS
from cornerwise.engine import Engine

__all__ = ["LANGUAGES", "best_language", "pieces_json", "variants_json"]

# What browsers send for Norwegian.
_ALIASES = {"nb": "no", "nn": "no"}

# In the order of COLORS.
_COLOR_NAMES: Mapping[str, tuple[str, str, str, str]] = {
    "en": ("blue", "yellow", "red", "green"),
    "sv": ("blå", "gul", "röd", "grön"),
    "fi": ("sininen", "keltainen", "punainen", "vihreä"),
    "da": ("blå", "gul", "rød", "grøn"),
    "no": ("blå", "gul", "rød", "grønn"),
    "fr": ("bleu", "jaune", "rouge", "vert"),
    "de": ("blau", "gelb", "rot", "grün"),
    "it": ("blu", "giallo", "rosso", "verde"),
    "nl": ("blauw", "geel", "rood", "groen"),
}

LANGUAGES: tuple[str, ...] = tuple(_COLOR_NAMES)
"""The languages of display names, the default first."""


def best_language(wanted: Iterable[str], known: Sequence[str]) -> str:
    """Return the first of those wanted, best first, that is known; else the first that is."""
    for tag in wanted:
        primary = tag.partition("-")[0].lower()
        language = _ALIASES.get(primary, primary)
        if language in known:
            return language
    return known[0]


_VARIANTS: tuple[tuple[str, str, dict[str, object], str], ...] = (
    ("classic-4", "Classic for four", {"seats": 4}, "One colour each."),
    (
        "classic-teams",
        "Classic for two teams",
        {"seats": 4, "teams": True},
        "One colour each; seats 1 and 3 play against seats 2 and 4.",
    ),
    (
        "classic-3",
        "Classic for three",
        {"seats": 3},
        "One colour each; the fourth is played in turn and not scored. Any colour can be shared.",
    ),
    ("classic-2", "Classic for two", {"seats": 2}, "Two colours each, their scores added."),
    (
        "shuffle-4",
        "Shuffle for four",
        {"game": "shuffle", "seats": 4},
        "One colour and one deck each; before every piece a card is played.",
    ),
    (
        "shuffle-3",
        "Shuffle for three",
        {"game": "shuffle", "seats": 3},
        "One colour and one deck each; the fourth, with a deck of its own, is played in turn.",
    ),
    (
        "shuffle-2",
        "Shuffle for two",
        {"game": "shuffle", "seats": 2},
        "Two colours and one deck each; the worse of the two colours is the score.",
    ),
)


def variants_json(engine: Engine[Any]) -> bytes:
    """Return the ways to play, with every default spelled out."""
    return orjson.dumps({"variants": [_variant(engine, *row) for row in _VARIANTS]})


def _variant(
    engine: Engine[Any], name: str, title: str, options: dict[str, object], description: str
) -> dict[str, object]:
    state = engine.new_game(options, 0)
    # Teams are scored as such; the seats behind them are those of four who play alone.
    alone = engine.new_game({**options, "teams": False}, 0)
    seats = [{"seat": seat.seat, "colors": list(seat.colors)} for seat in engine.score(alone).seats]
    return {
        "id": name,
        "name": title,
        "rules": state.rules.to_dict(),
        "seats": seats,
        "description": description,
    }


def pieces_json(engine: Engine[Any], language: str) -> bytes:
    """Return the pieces with their orientations, and the colours with their names."""
    colors = [
        {"id": color, "name": name}
        for color, name in zip(COLORS, _COLOR_NAMES[language], strict=True)
    ]
    pieces = [piece.to_dict() for piece in engine.pieces()]
    return orjson.dumps({"language": language, "colors": colors, "pieces": pieces})
