"""Many operations in one request: what HTTP costs is paid once."""

from __future__ import annotations

from typing import Any, cast

import orjson
from cornerwise import Problem
from cornerwise.seam import Engine
from marshmallow import ValidationError

from . import schemas
from .fields import field_problems
from .operations import JSON, OPERATIONS, Answer
from .problems import RequestProblem

__all__ = ["run_batch"]

_REQUEST = schemas.BatchRequest()


def run_batch(engine: Engine[Any], data: object, most: int) -> Answer:
    """Do the operations in order, each on its own: one that fails does not touch the others."""
    try:
        operations: list[object] = _REQUEST.load(cast("dict[str, Any]", data))["operations"]
    except ValidationError as error:
        errors = list(field_problems(error.messages))
        raise RequestProblem("invalid_request", "This is not a batch.", errors) from None
    if len(operations) > most:
        problem = Problem("out_of_range", f"at most {most} operations", "/operations")
        raise RequestProblem("invalid_request", "These are too many operations.", [problem])
    return Answer(b'{"results":[%b]}' % b",".join(_run(engine, one) for one in operations))


def _run(engine: Engine[Any], given: object) -> bytes:
    try:
        answer = _answer(engine, given)
    except RequestProblem as problem:
        return b'{"status":%d,"body":%b}' % (problem.status, problem.to_json())
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
