"""The solo puzzles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson
from cornerwise.engine import Engine

__all__ = ["puzzles_json"]

# For each puzzle its title and its task.
_TEXTS: Mapping[str, tuple[str, str]] = {
    "board84": (
        "All 84 on the board",
        "Place every piece of all four colours on the board, each colour by the rules of the game.",
    ),
    "board84_descending": (
        "All 84, large ones first",
        "Place all 84 pieces by the rules of the game, none of them before a larger one.",
    ),
    "rect4": (
        "The fours",
        "Fill 8 rows of 10 squares with the 20 pieces of four squares.",
    ),
    "rect4_apart": (
        "The fours, colours apart",
        "Fill 8 rows of 10 squares with the fours; no two of one colour may share a side.",
    ),
    "rect5": (
        "The fives",
        "Fill 15 rows of 16 squares with the 48 pieces of five squares.",
    ),
    "rect5_apart": (
        "The fives, colours apart",
        "Fill 15 rows of 16 squares with the fives; no two of one colour may share a side.",
    ),
}


def puzzles_json(engine: Engine[Any]) -> bytes:
    """Return the puzzles with their boards, pieces and tasks."""
    puzzles = []
    for puzzle in engine.puzzles():
        title, description = _TEXTS[puzzle.name]
        puzzles.append({**puzzle.to_dict(), "title": title, "description": description})
    return orjson.dumps({"puzzles": puzzles})
