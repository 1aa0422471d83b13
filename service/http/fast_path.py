"""Answering operations without Flask, whose request handling costs more than most operations.

Flask makes contexts, a session, a request and a response object for every request. A POST to an
operation needs none of them: a body goes in and bytes come out. All other requests (pages, the
catalogue, unknown addresses, other methods) are passed on to Flask. `make bench-http` prints the
throughput with and without the fast path.

Request ids, headers, the log, metrics and CORS are added by the middleware, and errors are
translated by ``problems.problem_from``, for both paths alike. Flask's hooks and extensions do not
see operations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, TypeAlias

from ..operations.operation import Answer, Context, Operation
from ..operations.table import OPERATIONS
from ..server.disconnects import call_on_disconnect
from .admission import LARGE_ANSWER, LARGE_BODY, Admission
from .body import json_parser, read_body
from .client_address import client_address
from .problems import MEDIA_TYPE, is_panic, problem_from, refuse_query

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

__all__ = ["Handler", "add_fast_path", "operation_handlers"]

Handler: TypeAlias = Callable[[Mapping[str, Any]], Answer]
"""A function from a WSGI environment to the answer."""


def operation_handlers(context: Context) -> dict[str, Handler]:
    """Return the handler of each operation by path; operations on puzzles have one per puzzle."""
    settings = context.settings
    parse = json_parser(context.engine, settings.max_values)
    admission = Admission()

    def handler(operation: Operation, **path_parameters: str) -> Handler:
        limit = operation.body_limit(settings)

        def handle(environ: Mapping[str, Any]) -> Answer:
            refuse_query(environ)
            text = read_body(environ, limit, settings.body_seconds)
            if operation.is_long:
                return operation.run(
                    context,
                    parse(text),
                    **path_parameters,
                    client=client_address(environ),
                    on_disconnect=partial(call_on_disconnect, environ),
                )
            if len(text) < LARGE_BODY:
                answer = operation.run(context, parse(text), **path_parameters)
                if len(answer.body) >= LARGE_ANSWER:  # a batch has left its parts
                    admission.return_memory()
                return answer
            with admission.admit_large():
                data = parse(text)
                del text  # memory is returned at the end of the block
                answer = operation.run(context, data, **path_parameters)
                del data
            return answer

        return handle

    handlers: dict[str, Handler] = {}
    for operation in OPERATIONS:
        if "{puzzle}" in operation.path:
            for puzzle in context.engine.puzzles():
                path = operation.path.format(puzzle=puzzle.name)
                handlers[path] = handler(operation, puzzle=puzzle.name)
        else:
            handlers[operation.path] = handler(operation)
    return handlers


def add_fast_path(application: WSGIApplication, handlers: Mapping[str, Handler]) -> WSGIApplication:
    """Return a WSGI application that answers operations itself and passes the rest on."""

    def answer_request(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        handler = handlers.get(environ.get("PATH_INFO", ""))
        try:
            if handler is None or environ["REQUEST_METHOD"] != "POST":
                return application(environ, start_response)
            answer = handler(environ)
        except BaseException as error:
            # Like Flask, answer even unexpected errors. A panic of the engine is no Exception.
            if not isinstance(error, Exception) and not is_panic(error):
                raise
            problem = problem_from(error, environ)
            status = f"{problem.status} {HTTPStatus(problem.status).phrase}"
            body, media_type = problem.to_json(), MEDIA_TYPE
            headers = list(problem.headers.items())
            # The traceback refers to this frame and, further down, to the body: without this they
            # would live until the next garbage collection.
            del problem
        else:
            status, body, media_type, headers = "200 OK", answer.body, answer.media_type, []
        headers += [("Content-Type", media_type), ("Content-Length", str(len(body)))]
        start_response(status, headers)
        return [body]

    return answer_request
