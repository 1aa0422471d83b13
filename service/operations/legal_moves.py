"""POST /v1/legal-moves."""

from __future__ import annotations

from cornerwise import InvalidActionError

from .errors import OperationError
from .includes import details_json, listed_moves, move_format
from .locate import load_game, state_of
from .operation import Answer, Context, Request, decision_json

__all__ = ["legal_moves"]


def legal_moves(context: Context, request: Request) -> Answer:
    """List the legal moves of a game."""
    form = move_format(request)
    game = load_game(context, request)
    try:
        # The engine writes the list as JSON: it is the long part of the answer.
        count, written = context.engine.legal_actions_json(
            game, form, request.get("pieces"), request.get("covering")
        )
    except InvalidActionError as error:
        raise OperationError.from_problems("invalid_request", error.problems, "/covering") from None
    return Answer(
        b'%b,"count":%d,"moves":%b,"groups":%b,%b}'
        % (
            decision_json(state_of(game))[:-1],
            count,
            *listed_moves(written, form),
            details_json(context, game, request),
        )
    )
