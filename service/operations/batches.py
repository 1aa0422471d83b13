"""POST /v1/batches: many operations in one request, which costs the HTTP overhead once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from time import monotonic

import orjson
from cornerwise import Problem

from .errors import OperationError
from .operation import JSON, Answer, Context, Request

__all__ = ["batch"]


def batch(context: Context, request: Request) -> Answer:
    """Run operations in order, each independently: one that fails does not affect the others.

    By default a batch has at most 1,000 operations and a body of at most 4 MiB.
    """
    operations: list[object] = request["operations"]
    most = context.settings.max_batch
    if len(operations) > most:
        problem = Problem("out_of_range", f"must have at most {most} items", "/operations")
        raise OperationError.from_problems("invalid_request", [problem])
    return Answer(b'{"results":[%b]}' % b",".join(_results(context, operations)))


def _results(context: Context, operations: Iterable[object]) -> Iterator[bytes]:
    """Run one operation after another until the answer is too large or took too long."""
    size = 0
    end = monotonic() + context.settings.max_batch_seconds
    for data in operations:
        if size > context.settings.max_batch_answer:
            detail = "Send fewer operations, or choose a shorter format."
            result = _failure(context, OperationError("answer_too_large", detail))
        elif monotonic() > end:
            detail = "The batch took too long; send the remaining operations again."
            result = _failure(context, OperationError("busy", detail))
        else:
            result = _result(context, data)
        size += len(result)
        yield result


def _result(context: Context, data: object) -> bytes:
    try:
        answer = _run(context, data)
    except OperationError as error:
        return _failure(context, error)
    # A drawing becomes a JSON string.
    body = answer.body if answer.media_type == JSON else orjson.dumps(answer.body.decode())
    return b'{"status":200,"body":%b}' % body


def _failure(context: Context, error: OperationError) -> bytes:
    return b'{"status":%d,"body":%b}' % context.write_error(error)


def _run(context: Context, data: object) -> Answer:
    if not isinstance(data, dict):
        problem = Problem("wrong_type", "must be an object")
        raise OperationError("invalid_request", "An operation must be an object.", [problem])
    request = data.copy()
    name = request.pop("operation", None)
    operation = context.batchable.get(name) if isinstance(name, str) else None
    if operation is None:
        code = "missing_field" if name is None else "unknown_value"
        problem = Problem(code, f"must be one of: {', '.join(context.batchable)}", "/operation")
        raise OperationError.from_problems("invalid_request", [problem])
    return operation.run(context, request)
