"""The answer of operations that lead to a new state."""

from __future__ import annotations

from collections.abc import Iterable

from cornerwise import Event
from cornerwise.engine import State

from .includes import included_json
from .operation import Context, Request, decision_json, events_json

__all__ = ["transition_json"]


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
