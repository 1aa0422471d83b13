"""POST /v1/scores."""

from __future__ import annotations

import orjson

from .locate import load_game
from .operation import Answer, Context, Request

__all__ = ["score"]


def score(context: Context, request: Request) -> Answer:
    """Score a game, finished or not."""
    scored = context.engine.score(load_game(context, request))
    return Answer(orjson.dumps(scored.to_dict()))
