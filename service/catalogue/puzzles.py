"""The solo puzzles."""

from __future__ import annotations

from typing import Any

import orjson
from cornerwise.engine import Engine

from .languages import translation

__all__ = ["puzzles_json"]


def puzzles_json(engine: Engine[Any], language: str) -> bytes:
    """Return the puzzles with their boards, pieces and tasks."""
    texts = translation(language)["puzzles"]
    puzzles = []
    for puzzle in engine.puzzles():
        data = puzzle.to_dict()
        board = {"rows": data.pop("rows"), "cols": data.pop("cols")}
        name = data.pop("id")
        rule = data.pop("rule")
        puzzles.append({"id": name, **texts[name], "rule": rule, "board": board, **data})
    return orjson.dumps({"language": language, "puzzles": puzzles})
