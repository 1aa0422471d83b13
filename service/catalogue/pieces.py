"""The pieces and the colours."""

from __future__ import annotations

from typing import Any

import orjson
from cornerwise import COLORS
from cornerwise.engine import Engine

from .languages import translation

__all__ = ["pieces_json"]


def pieces_json(engine: Engine[Any], language: str) -> bytes:
    """Return the pieces with their orientations, and the colours with their names."""
    texts = translation(language)
    colors = [{"id": color, **texts["colors"][color]} for color in COLORS]
    pieces = []
    for piece in engine.pieces():
        data = piece.to_dict()
        name = data.pop("name")
        form = "one" if piece.size == 1 else "many"
        description = texts["squares"][form].format(count=piece.size)
        pieces.append({"id": name, "name": name, "description": description, **data})
    return orjson.dumps({"language": language, "colors": colors, "pieces": pieces})
