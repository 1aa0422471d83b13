"""The description of an operation, and what operations share: requests, answers, states."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeAlias

import cornerwise
import orjson
from cornerwise import Event, HiddenInformationError
from cornerwise.engine import Engine, State

from ..schemas.fields import OpenSchema, StrictSchema
from ..settings import Settings
from .envelopes import load_request
from .errors import OperationError
from .long_work import LongWork, Ticket
from .seals import Sealer

__all__ = [
    "GAME",
    "JSON",
    "Answer",
    "Context",
    "Operation",
    "Request",
    "decision_json",
    "event_data",
    "events_json",
    "in_slot",
]

JSON = "application/json"
Request: TypeAlias = dict[str, Any]
"""A validated request; for an operation on a puzzle also the ``puzzle`` of its path."""

GAME = "game"
"""The key of a game in a request that need not be loaded: that of an earlier operation."""


class Answer(NamedTuple):
    """The answer of an operation: bytes and their media type."""

    body: bytes
    media_type: str = JSON
    state: State | None = None
    """The resulting state, for later operations of a batch."""

    actions: int = 0
    """The number of actions that were played, which a batch limits."""


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
    long_work: LongWork
    sealer: Sealer | None = None
    """Seals states; None if the service has no keys."""


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation, described completely: routes, batches and OpenAPI are made from it."""

    path: str
    """Where it is served. ``{puzzle}`` is replaced by the name of each puzzle."""

    summary: str
    """One line for OpenAPI; the docstring of ``function`` follows it."""

    request: StrictSchema
    answer: type[OpenSchema] | None
    """The schema of the answer; None for drawings."""

    errors: tuple[str, ...]
    """The codes of the problem documents it can answer with, besides those of every request."""

    examples: Callable[[], Mapping[str, Request]]
    """Returns named requests for OpenAPI, which runs them."""

    function: Callable[[Context, Request], Answer]

    operation_id: str
    """Its name in OpenAPI, and the name of the method in generated clients."""

    tag: str = "game"
    media_type: str = JSON
    """The media type of its answers."""

    batchable: bool = True
    """Whether a batch may contain it."""

    is_long: bool = False
    """Whether it can take seconds; its request then has the address of the ``client``, and
    ``on_disconnect``, for :func:`in_slot`."""

    sample_answers: Mapping[str, Request] = field(default_factory=dict)
    """Answers to show in OpenAPI for examples that are not run, by the name of the example."""

    @property
    def name(self) -> str:
        """The path after /v1/: the name in a batch."""
        return self.path.removeprefix("/v1/")

    def body_limit(self, settings: Settings) -> int:
        """Return the largest size of a request's body in bytes."""
        return settings.max_batch_body if self.name == "batches" else settings.max_body

    def run(self, context: Context, data: object, **more: object) -> Answer:
        """Validate a request's envelope and carry the operation out.

        ``more`` is added to the request: parameters of the path, or a game.
        """
        request = load_request(self.request, data)
        request.update(more)
        try:
            return self.function(context, request)
        except HiddenInformationError as error:
            raise _hidden(error, request) from None


def _hidden(error: HiddenInformationError, request: Request) -> OperationError:
    """Return the error with pointers into the view; texts and tokens have no parts to point to."""
    if "view" in request:
        return OperationError.from_problems("hidden_information", error.problems, "/view")
    pointer = "/sealed" if "sealed" in request else "/position"
    problems = [replace(problem, pointer=pointer) for problem in error.problems]
    return OperationError.from_problems("hidden_information", problems)


@contextmanager
def in_slot(
    context: Context, request: Request, cancel: Callable[[], None], *, is_large: bool = False
) -> Iterator[None]:
    """Run the body of the ``with`` statement as long work, or raise the error ``busy``.

    If the client disconnects, it no longer waits for a slot, and ``cancel`` is called.
    """
    ticket = Ticket(request.get("client", ""), is_large=is_large)

    def end() -> None:
        ticket.withdraw()
        cancel()

    with _watch_client(request, end), context.long_work.admit(ticket):
        yield


def _watch_client(request: Request, callback: Callable[[], None]) -> AbstractContextManager[None]:
    """Return a context during which ``callback`` is called if the client disconnects."""
    on_disconnect: Callable[[Callable[[], None]], AbstractContextManager[None]] | None
    on_disconnect = request.get("on_disconnect")
    return nullcontext() if on_disconnect is None else on_disconnect(callback)


def decision_json(state: State) -> bytes:
    """Return the pending decision as JSON: the colour and seat to move, and the phase."""
    return orjson.dumps({"color": state.color, "seat": state.seat, "phase": state.phase})


def events_json(events: Iterable[Event]) -> bytes:
    """Return events as JSON; a field that has no value is omitted."""
    return orjson.dumps([event_data(event) for event in events])


def event_data(event: Event) -> dict[str, Any]:
    """Return the JSON form of an event and its text, without cards that a seat does not see."""
    data = event.to_dict()
    if data.get("cards", ()) is None:
        del data["cards"]
    data["text"] = cornerwise.event_to_text(event)
    return data
