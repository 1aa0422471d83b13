"""POST /v1/checks."""

from __future__ import annotations

import orjson
from cornerwise import InvalidActionError

from .errors import OperationError, prefix_pointers
from .locate import load_game
from .operation import Answer, Context, Request

__all__ = ["check"]


def check(context: Context, request: Request) -> Answer:
    """Check whether an action is legal, and if not, return every reason."""
    game = load_game(context, request)
    try:
        problems = context.engine.check(game, request["action"])
    except InvalidActionError as error:
        raise OperationError.from_problems("invalid_action", error.problems, "/action") from None
    reasons = [problem.to_dict() for problem in prefix_pointers("/action", problems)]
    return Answer(orjson.dumps({"legal": not reasons, "reasons": reasons}))
