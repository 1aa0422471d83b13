"""POST /v1/views."""

from __future__ import annotations

import cornerwise
import orjson
from cornerwise import InvalidActionError
from cornerwise.engine import State
from cornerwise.event_data import InvalidEventError, read_events

from .envelopes import MOST_ERRORS
from .errors import OperationError
from .includes import included_json
from .locate import Game, load_state, open_seal
from .operation import Answer, Context, Request, event_data
from .transition import seal_members

__all__ = ["view"]


def view(context: Context, request: Request) -> Answer:
    """Return a state as one seat may see it, without hidden cards."""
    try:
        events = read_events(request.get("events", ()), MOST_ERRORS)
    except InvalidEventError as error:
        raise OperationError.from_problems("invalid_request", error.problems, "/events") from None
    seal = None
    if "sealed" in request:
        state, seal = open_seal(context, request)
    else:
        state = load_state(context, request)
    seat = request["seat"]
    try:
        seen = context.engine.view(state, seat)
    except InvalidActionError as error:
        raise OperationError.from_problems("invalid_request", error.problems, "/seat") from None
    shown = [event_data(event) for event in cornerwise.view_events(events, seat)]
    included = included_json(context, _seen_game(context, state, seen, request), request)
    body = orjson.dumps({"seat": seat, "view": seen, "events": shown})[:-1]
    if seal is not None:
        body += b",%b" % seal_members(seal)
    return Answer(b"%b,%b}" % (body, included))


def _seen_game(context: Context, state: State, seen: object, request: Request) -> Game:
    """Return what the included parts are made from: the view, which is read only if any are."""
    return context.engine.load_view(seen) if request.get("include") else state
