"""Many operations in one request: what HTTP costs is paid once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from time import monotonic
from typing import Any

import orjson
from cornerwise import Problem
from cornerwise.engine import Engine

from ..http.problems import RequestProblem
from ..schemas import requests as schemas
from ..schemas.fields import load_request
from ..settings import Settings
from .table import JSON, OPERATIONS, Answer

__all__ = ["run_batch"]

_REQUEST = schemas.BatchRequest()


def run_batch(engine: Engine[Any], data: object, settings: Settings) -> Answer:
    """Do the operations in order, each on its own: one that fails does not touch the others."""
    operations: list[object] = load_request(_REQUEST, data)["operations"]
    if len(operations) > settings.max_batch:
        message = f"at most {settings.max_batch} operations"
        problem = Problem("out_of_range", message, "/operations")
        raise RequestProblem("invalid_request", f"/operations: {message}", [problem])
    return Answer(b'{"results":[%b]}' % b",".join(_results(engine, operations, settings)))


def _results(
    engine: Engine[Any], operations: Iterable[object], settings: Settings
) -> Iterator[bytes]:
    """Do one operation after another, as long as size and time of the whole allow."""
    size = 0
    end = monotonic() + settings.max_batch_seconds
    for given in operations:
        if size > settings.max_batch_answer:
            result = _failed("answer_too_large", "Ask for fewer, or more compactly.")
        elif monotonic() > end:
            result = _failed("busy", "One batch may not take longer; send the rest.")
        else:
            result = _result(engine, given)
        size += len(result)
        yield result


def _failed(code: str, detail: str) -> bytes:
    return _told(RequestProblem(code, detail))


def _told(problem: RequestProblem) -> bytes:
    return b'{"status":%d,"body":%b}' % (problem.status, problem.to_json())


def _result(engine: Engine[Any], given: object) -> bytes:
    try:
        answer = _answer(engine, given)
    except RequestProblem as problem:
        return _told(problem)
    # A picture is a text here: what carries it is JSON.
    body = answer.body if answer.media_type == JSON else orjson.dumps(answer.body.decode())
    return b'{"status":200,"body":%b}' % body


def _answer(engine: Engine[Any], given: object) -> Answer:
    if not isinstance(given, dict):
        problem = Problem("wrong_type", "must be an object")
        raise RequestProblem("invalid_request", "An operation must be an object.", [problem])
    request = given.copy()
    name = request.pop("operation", None)
    operation = OPERATIONS.get(name) if isinstance(name, str) else None
    if operation is None:
        code = "missing_field" if name is None else "unknown_value"
        problem = Problem(code, f"must be one of: {', '.join(OPERATIONS)}", "/operation")
        raise RequestProblem("invalid_request", "The operation is not known.", [problem])
    return operation.run(engine, request)
