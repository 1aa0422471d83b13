"""POST /v1/games."""

from __future__ import annotations

import orjson
from cornerwise import InvalidStateError

from .errors import OperationError
from .locate import refuse_seat
from .operation import Answer, Context, Request
from .transition import seal_state, sealed_json, transition_json

__all__ = ["new_game"]


def new_game(context: Context, request: Request) -> Answer:
    """Start a game.

    With `seal` the answer has the token of the state instead of the state, and no seed.
    """
    if not request["seal"]:
        refuse_seat(request)
    seed = request.get("seed")
    try:
        state = context.engine.new_game(request.get("rules", {}), seed)
    except InvalidStateError as error:
        raise OperationError.from_problems("invalid_request", error.problems, "/rules") from None
    if request["seal"]:
        seal = seal_state(context, state)
        return Answer(b'{%b,"seed":null}' % sealed_json(context, state, (), request, seal))
    body = transition_json(context, state, (), request)
    return Answer(b'{%b,"seed":%b}' % (body, orjson.dumps(seed)), state=state)
