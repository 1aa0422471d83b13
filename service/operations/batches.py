"""POST /v1/batches: many operations in one request, which costs the HTTP overhead once."""

from __future__ import annotations

from io import BytesIO
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
    results = _Results()
    separator = b'{"results":['
    end = monotonic() + context.settings.max_batch_seconds
    for data in operations:
        status, body = _result(context, data, results.size, end)
        results.add(b'%b{"status":%d,"body":' % (separator, status), body, b"}")
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


def _result(context: Context, data: object, size: int, end: float) -> tuple[int, bytes]:
    """Run one operation, unless the answer is too large or took too long; return its status."""
    if size > context.settings.max_batch_answer:
        detail = "Send fewer operations, or choose a shorter format."
        return context.write_error(OperationError("answer_too_large", detail))
    if monotonic() > end:
        detail = "The batch took too long; send the remaining operations again."
        return context.write_error(OperationError("busy", detail))
    try:
        answer = _run(context, data)
    except OperationError as error:
        return context.write_error(error)
    # A drawing becomes a JSON string.
    return 200, answer.body if answer.media_type == JSON else orjson.dumps(answer.body.decode())


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
