"""The answer of operations that lead to a new state."""

from __future__ import annotations

from collections.abc import Iterable

import cornerwise
import orjson
from cornerwise import Event
from cornerwise.engine import State

from .includes import included_json
from .locate import Game, view_of
from .operation import Context, Request, decision_json, events_json
from .seals import Seal, not_configured

__all__ = ["seal_members", "seal_state", "sealed_json", "transition_json"]


def transition_json(
    context: Context, state: State, events: Iterable[Event], request: Request
) -> bytes:
    """Return the members of an answer: state, events, next, and what the request includes."""
    return b'"state":%b,"events":%b,"next":%b,%b' % (
        state.to_json(),
        events_json(events),
        decision_json(state),
        included_json(context, state, request),
    )


def seal_state(context: Context, state: State, before: Seal | None = None, plies: int = 0) -> Seal:
    """Return the seal of a state, ``plies`` actions after the state of the seal ``before``."""
    if context.sealer is None:
        raise not_configured()
    return context.sealer.seal(state.to_text(), before, plies)


def sealed_json(
    context: Context, state: State, events: Iterable[Event], request: Request, seal: Seal
) -> bytes:
    """Return the members of an answer with the state sealed: what the request's seat may see.

    Without a seat there is no view, and no position text, since that of the state has all cards.
    """
    members = seal_members(seal)
    game: Game = state
    if "seat" in request:
        view = game = view_of(context, state, request["seat"])
        members += b',"view":%b' % view.to_json()
        events = cornerwise.view_events(events, view.seat)
    elif "position" in request.get("include", ()):
        include = [name for name in request["include"] if name != "position"]
        request = {**request, "include": include}
    return b'%b,"events":%b,"next":%b,%b' % (
        members,
        events_json(events),
        decision_json(state),
        included_json(context, game, request),
    )


def seal_members(seal: Seal) -> bytes:
    """Return the members of an answer for a token."""
    members = {"sealed": seal.token, "ply": seal.ply, "digest": seal.digest}
    if seal.previous is not None:
        members["previous_digest"] = seal.previous
    return orjson.dumps(members)[1:-1]
