"""POST /v1/games."""

from __future__ import annotations

import orjson
from cornerwise import InvalidStateError

from .errors import OperationError
from .operation import Answer, Context, Request
from .transition import transition_json

__all__ = ["new_game"]


def new_game(context: Context, request: Request) -> Answer:
    """Start a game."""
    seed = request.get("seed")
    try:
        state = context.engine.new_game(request.get("rules", {}), seed)
    except InvalidStateError as error:
        raise OperationError.from_problems("invalid_request", error.problems, "/rules") from None
    body = transition_json(context, state, (), request)
    return Answer(b'{%b,"seed":%b}' % (body, orjson.dumps(seed)), state=state)
