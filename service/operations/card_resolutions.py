"""POST /v1/card-resolutions."""

from __future__ import annotations

from typing import Any, get_args

import orjson
from cornerwise import IllegalActionError, InvalidActionError, Problem, resolution
from cornerwise.engine import Engine, State
from cornerwise.types import MoveFormat

from .errors import OperationError, prefix_pointers
from .operation import Answer, Context, Request, decision_json, load_state, transition_json

__all__ = ["resolve_card"]

CHOICE_PHASES = frozenset(choice.type for choice in get_args(resolution.Choice))
"""The phases that ask for a choice of a card: each has the name of its action."""


def resolve_card(context: Context, request: Request) -> Answer:
    """Return what a card does, given the choices made so far, and the next choice."""
    engine = context.engine
    state = load_state(context, request)
    try:
        resolved = resolution.resolve_card(
            engine, state, request["card"], request.get("choices", ())
        )
    except InvalidActionError as error:
        raise OperationError.from_problems("invalid_action", error.problems) from None
    except IllegalActionError as error:
        raise OperationError.from_problems(
            "illegal_action", error.problems, _pointer(error.index)
        ) from None
    move_format, after = request["format"], resolved.state
    count, choices = (
        engine.legal_actions_json(after, move_format)
        if after.phase in CHOICE_PHASES
        else (0, b"[]")
    )
    destinations = _destinations(engine, after, move_format) if request["destinations"] else b"null"
    card, *chain = (_card_data(one, index) for index, one in enumerate(resolved.cards))
    return Answer(
        b'%b,"chain":%b,%b,"choices":%b,"count":%d,"destinations":%b,%b}'
        % (
            orjson.dumps(card)[:-1],
            orjson.dumps(chain),
            decision_json(after)[1:-1],
            choices,
            count,
            destinations,
            transition_json(after, resolved.events),
        )
    )


def _pointer(index: int) -> str:
    """Return the pointer to an action in the request: the card, followed by the choices."""
    return f"/choices/{index - 1}" if index else "/card"


def _card_data(card: resolution.ResolvedCard, index: int) -> dict[str, Any]:
    """Return a card of the answer; one that was chosen points to its choice in the request."""
    reason: Problem | None = card.reason
    located = None if reason is None else prefix_pointers(_pointer(index), [reason])[0].to_dict()
    return {**card.to_dict(), "reason": located}


def _destinations(engine: Engine[Any], state: State, move_format: MoveFormat) -> bytes:
    """List the destinations of each piece that can be warped; null if none is to be chosen."""
    if state.phase != "choose_piece":
        return b"null"
    listed = []
    for choice in engine.legal_actions(state):
        chosen, _ = engine.apply(state, choice)
        if chosen.phase != "warp_to":
            return b"null"
        count, moves = engine.legal_actions_json(chosen, move_format)
        target = {**choice.to_dict(), "count": count}
        del target["type"]
        listed.append(b'%b,"moves":%b}' % (orjson.dumps(target)[:-1], moves))
    return b"[%b]" % b",".join(listed)
