"""POST /v1/batches: many operations in one request, which costs the HTTP overhead once."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from time import monotonic
from typing import Any

import orjson
from cornerwise import Problem
from cornerwise.engine import State

from .errors import OperationError
from .locate import WAYS
from .operation import GAME, JSON, Answer, Context, Request

__all__ = ["MAX_ACTIONS", "batch"]

MAX_ACTIONS = 20_000
"""Actions that all turns of a batch play: 5 to 10 microseconds each, 200 whole games."""


def batch(context: Context, request: Request) -> Answer:
    """Run operations in order, each independently: one that fails does not affect the others.

    With `state_from` an operation uses the state that an earlier one has resulted in. By default a
    batch has at most 1,000 operations and a body of at most 4 MiB; its turns play 20,000 actions.
    """
    operations: list[object] = request["operations"]
    most = context.settings.max_batch
    if len(operations) > most:
        problem = Problem("out_of_range", f"must have at most {most} items", "/operations")
        raise OperationError.from_problems("invalid_request", [problem])
    results = _Results()
    separator = b'{"results":['
    end = monotonic() + context.settings.max_batch_seconds
    states: list[State | None] = []
    actions = 0
    for data in operations:
        name = _operation_name(context, data)
        state = None
        try:
            _check_limits(context, results.size, actions, end)
            answer = _run(context, name, data, states)
            state = answer.state
            actions += answer.actions
            status, body = 200, _body(answer)
        except OperationError as error:
            status, body = context.write_error(error)
        states.append(state)
        head = b'%b{"operation":%b,"status":%d,"body":' % (separator, orjson.dumps(name), status)
        results.add(head, body, b"}")
        separator = b","
    results.add(b"]}")
    return Answer(results.join())


class _Results:
    """The parts of an answer, of which at most 2 MiB are held twice while they are joined."""

    FLUSH_BYTES = 2 * 1024 * 1024

    def __init__(self) -> None:
        self.size = self.kept = 0
        self.parts: list[bytes] = []
        self.buffer = BytesIO()

    def add(self, *parts: bytes) -> None:
        self.parts += parts
        size = sum(map(len, parts))
        self.size += size
        self.kept += size
        if self.kept > self.FLUSH_BYTES:
            # A buffer grows in small steps, and copies its content at each: so not for less.
            self.buffer.writelines(self.parts)
            self.parts.clear()
            self.kept = 0

    def join(self) -> bytes:
        if self.kept == self.size:
            return b"".join(self.parts)
        self.buffer.writelines(self.parts)
        return self.buffer.getvalue()


def _check_limits(context: Context, size: int, actions: int, end: float) -> None:
    """Raise an error if the answer is too large already, or the batch took too long."""
    if size > context.settings.max_batch_answer or actions > MAX_ACTIONS:
        detail = "Send fewer operations, or ask for less in each."
        raise OperationError("answer_too_large", detail)
    if monotonic() > end:
        detail = "The batch took too long; send the remaining operations again."
        raise OperationError("busy", detail)


def _body(answer: Answer) -> bytes:
    """Return an answer as a JSON object; a drawing is the only member of one."""
    if answer.media_type == JSON:
        return answer.body
    return orjson.dumps({"drawing": answer.body.decode()})


def _operation_name(context: Context, data: object) -> str | None:
    """Return the name of an operation, if it is a known one."""
    name = data.get("operation") if isinstance(data, dict) else None
    return name if isinstance(name, str) and name in context.batchable else None


def _run(
    context: Context, name: str | None, data: object, states: Sequence[State | None]
) -> Answer:
    if not isinstance(data, dict):
        problem = Problem("wrong_type", "must be an object")
        raise OperationError("invalid_request", "An operation must be an object.", [problem])
    if name is None:
        code = "missing_field" if data.get("operation") is None else "unknown_value"
        problem = Problem(code, f"must be one of: {', '.join(context.batchable)}", "/operation")
        raise OperationError.from_problems("invalid_request", [problem])
    operation = context.batchable[name]
    request = data.copy()
    del request["operation"]
    for field in [name for name in request if name not in operation.request.fields]:
        if request[field] == [] and _is_known(context, field):
            del request[field]
    if request.get("state_from") is None or "state" not in operation.request.fields:
        return operation.run(context, request)
    return operation.run(context, request, **{GAME: _earlier_state(request, states)})


def _is_known(context: Context, name: str) -> bool:
    """Return whether some operation has the field.

    One type describes all operations, so generated clients send its empty lists with each of them.
    """
    return any(name in operation.request.fields for operation in context.batchable.values())


def _earlier_state(request: dict[str, Any], states: Sequence[State | None]) -> State:
    """Take ``state_from`` out of a request and return the state it stands for."""
    index = request.pop("state_from")
    if any(request.get(name) not in (None, "") for name in WAYS):
        problem = Problem("options_conflict", "the request has a state of its own", "/state_from")
    elif isinstance(index, bool) or not isinstance(index, int | float) or index != int(index):
        problem = Problem("wrong_type", "must be an integer", "/state_from")
    elif not 0 <= index < len(states):
        message = "must be the index of an earlier operation of the batch"
        problem = Problem("out_of_range", message, "/state_from")
    else:
        state = states[int(index)]
        if state is not None:
            return state
        message = f"operation {int(index)} has no resulting state"
        problem = Problem("out_of_range", message, "/state_from")
    raise OperationError.from_problems("invalid_request", [problem])
