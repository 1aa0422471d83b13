"""POST /v1/scores."""

from __future__ import annotations

import orjson

from .operation import Answer, Context, Request, load_state

__all__ = ["score"]


def score(context: Context, request: Request) -> Answer:
    """Score a state, finished or not."""
    scored = context.engine.score(load_state(context, request))
    return Answer(orjson.dumps(scored.to_dict()))
