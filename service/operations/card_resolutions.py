"""What a card would do: carried out or discarded, the choices it asks for, and where they lead."""

from __future__ import annotations

from typing import Any, get_args

import orjson
from cornerwise import IllegalActionError, InvalidActionError, Problem, resolution
from cornerwise.engine import Engine, State
from cornerwise.types import MoveFormat

from .answers import Answer, Request, below, progress, read_state, refused, who

__all__ = ["resolve_card"]

CHOICES = frozenset(choice.type for choice in get_args(resolution.Choice))
"""The phases that ask for a choice which belongs to a card: each is called as its action."""


def resolve_card(engine: Engine[Any], request: Request) -> Answer:
    """Tell what a card does here, with the choices made so far; nothing is guessed."""
    state = read_state(engine, request)
    try:
        resolved = resolution.resolve_card(
            engine, state, request["card"], request.get("choices", ())
        )
    except InvalidActionError as error:
        raise refused("invalid_action", error.problems) from None
    except IllegalActionError as error:
        raise refused("illegal_action", below(_place(error.index), error.problems)) from None
    form, after = request["format"], resolved.state
    count, choices = (
        engine.legal_actions_json(after, form) if after.phase in CHOICES else (0, b"[]")
    )
    destinations = _destinations(engine, after, form) if request["destinations"] else b"null"
    card, *chain = (_card(one, index) for index, one in enumerate(resolved.cards))
    return Answer(
        b'%b,"chain":%b,%b,"choices":%b,"count":%d,"destinations":%b,%b}'
        % (
            orjson.dumps(card)[:-1],
            orjson.dumps(chain),
            who(after)[1:-1],
            choices,
            count,
            destinations,
            progress(after, resolved.events),
        )
    )


def _place(index: int) -> str:
    """Return where in the request an action stands: the card is the first of them."""
    return f"/choices/{index - 1}" if index else "/card"


def _card(card: resolution.ResolvedCard, index: int) -> dict[str, Any]:
    """Return a card as it is written; a chosen one stands among the choices, in the same order."""
    reason: Problem | None = card.reason
    told = None if reason is None else below(_place(index), [reason])[0].to_dict()
    return {**card.to_dict(), "reason": told}


def _destinations(engine: Engine[Any], state: State, form: MoveFormat) -> bytes:
    """List where each piece could go that could be chosen; null where none is to be moved."""
    if state.phase != "choose_piece":
        return b"null"
    listed = []
    for choice in engine.legal_actions(state):
        chosen, _ = engine.apply(state, choice)
        if chosen.phase != "warp_to":
            return b"null"
        count, moves = engine.legal_actions_json(chosen, form)
        target = {**choice.to_dict(), "count": count}
        del target["type"]
        listed.append(b'%b,"moves":%b}' % (orjson.dumps(target)[:-1], moves))
    return b"[%b]" % b",".join(listed)
