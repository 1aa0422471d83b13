"""POST /v1/views."""

from __future__ import annotations

from typing import Any

import cornerwise
import orjson
from cornerwise import InvalidActionError
from cornerwise.event_data import InvalidEventError, read_events

from .envelopes import MOST_ERRORS
from .errors import OperationError
from .locate import load_state
from .operation import Answer, Context, Request

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
        seen = context.engine.view(state, seat)
    except InvalidActionError as error:
        raise OperationError.from_problems("invalid_request", error.problems, "/seat") from None
    shown = [_without_nulls(event.to_dict()) for event in cornerwise.view_events(events, seat)]
    return Answer(orjson.dumps({"seat": seat, "view": seen, "events": shown}))


def _without_nulls(event: dict[str, Any]) -> dict[str, Any]:
    """Omit the cards that the seat does not see."""
    return {name: value for name, value in event.items() if value is not None}
