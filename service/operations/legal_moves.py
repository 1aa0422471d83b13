"""POST /v1/legal-moves."""

from __future__ import annotations

from .operation import Answer, Context, Request, decision_json, load_state

__all__ = ["legal_moves"]


def legal_moves(context: Context, request: Request) -> Answer:
    """List the legal moves of a state."""
    state = load_state(context, request)
    # The engine writes the list as JSON: it is the long part of the answer.
    count, moves = context.engine.legal_actions_json(
        state, request["format"], request.get("pieces")
    )
    return Answer(b'%b,"count":%d,"moves":%b}' % (decision_json(state)[:-1], count, moves))
