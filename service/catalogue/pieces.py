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
    names = translation(language)["colors"]
    colors = [{"id": color, "name": names[color]} for color in COLORS]
    pieces = [piece.to_dict() for piece in engine.pieces()]
    return orjson.dumps({"language": language, "colors": colors, "pieces": pieces})
