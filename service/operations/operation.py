"""The description of an operation, and what operations share: requests, answers, states."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from threading import BoundedSemaphore
from typing import Any, TypeAlias, cast

import orjson
from cornerwise import Event, InvalidStateError
from cornerwise.engine import Engine, State
from marshmallow import ValidationError

from ..schemas.fields import StrictSchema, problems_in
from ..settings import Settings
from .errors import OperationError

__all__ = [
    "JSON",
    "MOST_ERRORS",
    "Answer",
    "Context",
    "Operation",
    "Request",
    "decision_json",
    "load_request",
    "load_state",
    "transition_json",
]

JSON = "application/json"
MOST_ERRORS = 20
"""The number of errors that are listed for one request."""

Request: TypeAlias = dict[str, Any]
"""A validated request; for an operation on a puzzle also the ``puzzle`` of its path."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of an operation: bytes and their media type."""

    body: bytes
    media_type: str = JSON


@dataclass(frozen=True, slots=True)
class Context:
    """What operations use besides their request.

    ``batchable`` are the operations that a batch may contain, by name; ``write_error`` returns the
    HTTP status and the JSON document of an error, for the results of a batch.
    """

    engine: Engine[Any]
    settings: Settings
    batchable: Mapping[str, Operation]
    write_error: Callable[[OperationError], tuple[int, bytes]]
    solver_slots: BoundedSemaphore


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation, described completely: routes, batches and OpenAPI are made from it."""

    path: str
    """Where it is served. ``{puzzle}`` is replaced by the name of each puzzle."""

    summary: str
    """One line for OpenAPI; the docstring of ``function`` follows it."""

    request: StrictSchema
    answer: type[StrictSchema] | None
    """The schema of the answer; None for drawings."""

    errors: tuple[str, ...]
    """The codes of the problem documents it can answer with, besides those of every request."""

    examples: Callable[[], Mapping[str, Request]]
    """Returns named requests for OpenAPI, which runs them."""

    function: Callable[[Context, Request], Answer]

    tag: str = "game"
    batchable: bool = True
    """Whether a batch may contain it."""

    sample_answers: Mapping[str, Request] = field(default_factory=dict)
    """Answers to show in OpenAPI for examples that are not run, by the name of the example."""

    @property
    def name(self) -> str:
        """The last part of the path: the name in a batch."""
        return self.path.rpartition("/")[2]

    def body_limit(self, settings: Settings) -> int:
        """Return the largest size of a request's body in bytes."""
        return settings.max_batch_body if self.name == "batches" else settings.max_body

    def run(self, context: Context, data: object, **path_parameters: str) -> Answer:
        """Validate a request's envelope and carry the operation out."""
        return self.function(context, {**load_request(self.request, data), **path_parameters})


def load_request(schema: StrictSchema, data: object) -> Request:
    """Return a validated request, or raise OperationError with up to 20 errors."""
    if isinstance(data, dict) and len(data) > len(schema.fields) + MOST_ERRORS:
        # marshmallow would write an error for each unknown name, of which a body can hold many.
        unknown = (name for name in data if name not in schema.fields)
        shown = set(islice(unknown, MOST_ERRORS))
        data = {name: data[name] for name in data if name in schema.fields or name in shown}
    try:
        loaded: Request = schema.load(cast("dict[str, Any]", data))
    except ValidationError as error:
        messages = error.messages
        if not isinstance(data, dict) and isinstance(messages, dict):
            messages = messages["_schema"]  # where marshmallow reports the body as a whole
        errors = islice(problems_in(messages), MOST_ERRORS)
        raise OperationError.from_problems("invalid_request", errors) from None
    return loaded


def load_state(context: Context, request: Request) -> State:
    """Return the state of a request."""
    try:
        state: State = context.engine.load_state(request["state"])
    except InvalidStateError as error:
        raise OperationError.from_problems("invalid_state", error.problems, "/state") from None
    return state


def decision_json(state: State) -> bytes:
    """Return the pending decision as JSON: the colour and seat to move, and the phase."""
    return orjson.dumps({"color": state.color, "seat": state.seat, "phase": state.phase})


def transition_json(state: State, events: Iterable[Event]) -> bytes:
    """Return the JSON members of an answer with a new state: state, events, next."""
    written = orjson.dumps([event.to_dict() for event in events])
    return b'"state":%b,"events":%b,"next":%b' % (state.to_json(), written, decision_json(state))
