"""POST /v1/views."""

from __future__ import annotations

import cornerwise
import orjson
from cornerwise import InvalidActionError
from cornerwise.event_data import InvalidEventError, read_events

from .errors import OperationError
from .operation import MOST_ERRORS, Answer, Context, Request, load_state

__all__ = ["view"]


def view(context: Context, request: Request) -> Answer:
    """Return a state as one seat may see it, without hidden cards."""
    try:
        events = read_events(request.get("events", ()), MOST_ERRORS)
    except InvalidEventError as error:
        raise OperationError.from_problems("invalid_request", error.problems, "/events") from None
    state = load_state(context, request)
    seat = request["seat"]
    try:
        answer = {"seat": seat, "state": context.engine.view(state, seat)}
    except InvalidActionError as error:
        raise OperationError.from_problems("invalid_request", error.problems, "/seat") from None
    if "events" in request:
        answer["events"] = [event.to_dict() for event in cornerwise.view_events(events, seat)]
    return Answer(orjson.dumps(answer))
