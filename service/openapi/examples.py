"""Example answers and problem documents, made by running the example requests.

What the description shows is therefore what the service answers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import cornerwise
import orjson
from cornerwise.selection import load_engine

from ..http.body import json_parser
from ..http.problems import RequestProblem, write_error
from ..operations import examples
from ..operations.errors import OperationError
from ..operations.long_work import LongWork
from ..operations.operation import JSON, Answer, Context, Operation
from ..operations.seals import Sealer
from ..operations.table import OPERATIONS, make_context
from ..settings import Settings

__all__ = [
    "example_context",
    "example_value",
    "operation_answers",
    "path_parameters",
    "problem_examples",
]


def example_context(engine: str = cornerwise.ENGINE) -> Context:
    """Return the context in which examples are run."""
    return make_context(load_engine(engine), Settings(), write_error)


def path_parameters(operation: Operation) -> dict[str, str]:
    """Return the values of the parameters in an operation's path for its examples."""
    return {"puzzle": examples.PUZZLE} if "{puzzle}" in operation.path else {}


def operation_answers(operation: Operation) -> dict[str, Answer]:
    """Return the answers to an operation's example requests, by name."""
    context, parameters = example_context(), path_parameters(operation)
    return {
        name: Answer(orjson.dumps(operation.sample_answers[name]))
        if name in operation.sample_answers
        else operation.run(context, request, **parameters)
        for name, request in operation.examples().items()
    }


def _run(path: str, body: bytes, context: Context | None = None) -> dict[str, Any]:
    """Run a request that fails, and return the problem document."""
    (operation,) = (one for one in OPERATIONS if one.path == path)
    parameters = path_parameters(operation)
    context = context or example_context()
    parse = json_parser(context.engine, context.settings.max_values)
    return _problem(lambda: operation.run(context, parse(body), **parameters))


def _problem(run: Callable[[], Answer]) -> dict[str, Any]:
    try:
        answer = run()
    except OperationError as error:
        problem = RequestProblem.from_operation(error)
    except RequestProblem as error:
        problem = error
    else:
        raise AssertionError(answer)
    return _document(problem)


def _document(problem: RequestProblem) -> dict[str, Any]:
    document: dict[str, Any] = orjson.loads(problem.to_json())
    return document


_IMPOSSIBLE = {"placements": [{"color": "blue", "piece": "I2", "cells": [[5, 5], [5, 6]]}]}
_SOLUTIONS = "/v1/puzzles/{puzzle}/solutions"

# Problems that do not come from an operation, with their details.
_OTHER_PROBLEMS = {
    "bad_request": "Bad Request",
    "not_found": "/docs lists all addresses.",
    "method_not_allowed": "It supports OPTIONS, POST.",
    "request_timeout": "The limit is 10 seconds.",
    "body_too_large": "The limit is 65536 bytes.",
    "answer_too_large": "Send fewer operations, or ask for less in each.",
    "unsupported_media_type": "The Content-Type is 'text/plain'.",
    "internal_error": "Please report it with the request's id.",
}


@cache
def problem_examples() -> dict[str, dict[str, Any]]:
    """Return a problem document for every code."""
    illegal = {
        "state": examples.middle_game(),
        "actions": [examples.LEGAL_PLACE, examples.ILLEGAL_PLACE],
    }
    busy = replace(example_context(), long_work=LongWork(1, wait_seconds=0))
    busy.long_work.running["203.0.113.7"] = False
    return {
        "invalid_request": _run("/v1/legal-moves", b'{"state": {}, "piece": ["F5"]}'),
        "invalid_state": _run("/v1/scores", orjson.dumps({"state": _IMPOSSIBLE})),
        "invalid_action": _run(
            "/v1/checks", b'{"state": {}, "action": {"type": "place", "row": 0}}'
        ),
        "illegal_action": _run("/v1/turns", orjson.dumps(illegal)),
        "hidden_information": _run(
            "/v1/legal-moves", orjson.dumps({"view": examples.shuffle_view(2)})
        ),
        "invalid_seal": _run(
            "/v1/scores",
            b'{"sealed": "cws1AAAA", "seat": 1}',
            replace(example_context(), sealer=Sealer([bytes(32)])),
        ),
        "seal_not_configured": _run("/v1/games", b'{"seal": true}'),
        "invalid_json": _run("/v1/games", b'{"rules": NaN}'),
        "invalid_record": _run("/v1/replays", b'{"sgf": "(;GM[Blokus Duo])"}'),
        "invalid_layout": _run(_SOLUTIONS, orjson.dumps({"layout": examples.OVERLAPPING_FOURS})),
        "unsupported": _run(_SOLUTIONS, b"{}", example_context("python")),
        "busy": _run(_SOLUTIONS, b"{}", busy),
        **{
            code: _document(RequestProblem(code, detail))
            for code, detail in _OTHER_PROBLEMS.items()
        },
    }


def example_value(answer: Answer) -> object:
    """Return an answer as a value in the description: JSON data, or a drawing as a string."""
    if answer.media_type == JSON:
        value: object = orjson.loads(answer.body)
        return value
    return answer.body.decode()
