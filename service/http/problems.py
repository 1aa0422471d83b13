"""Errors as RFC 9457 problem documents: every error answer of the service is written here.

``CODES`` lists what can go wrong with a request as a whole. Errors inside it (a field, a square)
are in the list ``errors``, whose codes are those of ``cornerwise.errors``.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from contextlib import suppress
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qsl

import orjson
from cornerwise import Problem
from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from ..operations.errors import OperationError
from .request_metrics import FAILURES

__all__ = [
    "CODES",
    "MEDIA_TYPE",
    "REQUEST_ID",
    "RequestProblem",
    "is_panic",
    "problem_from",
    "refuse_query",
    "use_problem_documents",
    "write_error",
]

_log = logging.getLogger("service")

MEDIA_TYPE = "application/problem+json"

REQUEST_ID = "cornerwise.request_id"
"""The key of the request id in the WSGI environment; the middleware sets it."""

CODES: dict[str, tuple[int, str]] = {
    "bad_request": (400, "The request is malformed."),
    "invalid_json": (400, "The body is not valid JSON."),
    "not_found": (404, "The address does not exist."),
    "method_not_allowed": (405, "The address does not support this method."),
    "request_timeout": (408, "The body was not received in time."),
    "body_too_large": (413, "The body is too large."),
    "answer_too_large": (413, "The results of the batch are too large."),
    "unsupported_media_type": (415, "The body must be sent as application/json, not compressed."),
    "invalid_request": (422, "The request does not match its schema."),
    "invalid_state": (422, "The state is malformed or cannot occur in a game."),
    "invalid_seal": (422, "The sealed state is not one that this service can open."),
    "seal_not_configured": (422, "This service has no keys for sealed states."),
    "invalid_action": (422, "An action is malformed."),
    "illegal_action": (422, "The rules forbid an action."),
    "hidden_information": (422, "The answer depends on cards that are hidden in the view."),
    "invalid_record": (422, "The record is malformed, or its start is impossible."),
    "invalid_layout": (422, "The layout is malformed or not valid for the puzzle."),
    "internal_error": (500, "The service failed. The failure was logged."),
    "unsupported": (501, "The engine in use does not support this."),
    "busy": (503, "The service is too busy."),
}
"""Every code of a problem document, with its status and its title."""

_CODE_OF_STATUS = {
    400: "bad_request",
    404: "not_found",
    405: "method_not_allowed",
    413: "body_too_large",
    415: "unsupported_media_type",
}


class RequestProblem(Exception):  # noqa: N818 - RFC 9457 calls it a problem
    """A request failed; the answer is a problem document."""

    def __init__(
        self,
        code: str,
        detail: str,
        errors: Iterable[Problem] = (),
        *,
        headers: Mapping[str, str] | None = None,
        status: int | None = None,
        **members: object,
    ) -> None:
        super().__init__(detail)
        self.code = code
        self.status = status or CODES[code][0]
        self.detail = detail
        self.errors = tuple(errors)
        self.headers = headers or {}
        self.members = members

    @classmethod
    def from_operation(cls, error: OperationError) -> RequestProblem:
        """Return the problem for an error of an operation."""
        members = {} if error.index is None else {"index": error.index}
        after = error.retry_after
        headers = {} if after is None else {"Retry-After": str(after)}
        return cls(error.code, error.detail, error.errors, headers=headers, **members)

    def to_json(self) -> bytes:
        """Return the problem document."""
        document: dict[str, Any] = {
            "type": f"/docs/errors#{self.code}",
            "title": CODES[self.code][1],
            "status": self.status,
            "detail": self.detail,
            "code": self.code,
            **self.members,
        }
        if self.errors:
            document["errors"] = [error.to_dict() for error in self.errors]
        return orjson.dumps(document)


def write_error(error: OperationError) -> tuple[int, bytes]:
    """Return the status and the problem document of an operation's error, for a batch."""
    problem = RequestProblem.from_operation(error)
    return problem.status, problem.to_json()


def is_panic(error: BaseException) -> bool:
    """Return whether an error is a panic of the Rust engine, which is no Exception."""
    return type(error).__module__ == "pyo3_runtime"


def problem_from(
    error: BaseException, environ: Mapping[str, Any], hints: Mapping[str, str] | None = None
) -> RequestProblem:
    """Return the problem for any exception, from an operation, Flask or a bug.

    ``hints`` are details for unknown addresses, by the beginning of the path.
    """
    match error:
        case RequestProblem():
            return error
        case OperationError():
            return RequestProblem.from_operation(error)
        case HTTPException():
            return _http_problem(error, environ["PATH_INFO"], hints or {})
    request_id = environ[REQUEST_ID]
    _log.error("request %s failed", request_id, exc_info=error)
    kind = _kind_of_failure(error)
    with suppress(OSError):  # no space left for counters
        FAILURES.labels(kind).inc()
    if kind == "recursion":
        # The depth of bodies is limited, so this is a second line of defence.
        return RequestProblem("invalid_json", "Nested too deeply.")
    if kind == "memory":
        detail = "There is not enough memory for this request now."
        return RequestProblem("busy", detail, headers={"Retry-After": "1"})
    detail = "Please report it with the request's id."
    return RequestProblem("internal_error", detail, request_id=request_id)


def _kind_of_failure(error: BaseException) -> str:
    match error:
        case RecursionError():
            return "recursion"
        case MemoryError():
            return "memory"
        case _:
            return "panic" if is_panic(error) else "error"


def _http_problem(error: HTTPException, path: str, hints: Mapping[str, str]) -> RequestProblem:
    status = error.code or HTTPStatus.INTERNAL_SERVER_ERROR
    code = _CODE_OF_STATUS.get(status, "bad_request" if status < 500 else "internal_error")
    kept = {"Allow", "Content-Range"}
    headers = {name: value for name, value in error.get_headers() if name in kept}
    matching = (hint for prefix, hint in hints.items() if path.startswith(prefix))
    detail = _detail(error, next(matching, None))
    # Statuses without a code of their own (412, 416) stay what they are.
    return RequestProblem(code, detail, headers=headers, status=status)


def _detail(error: HTTPException, hint: str | None) -> str:
    """Return what is wrong with this request in particular; the title is general."""
    if error.code == HTTPStatus.NOT_FOUND:
        return hint or "/docs lists all addresses."
    if isinstance(error, MethodNotAllowed):
        methods = ", ".join(sorted(error.valid_methods or ()))
        return f"It supports {methods}."
    return str(error.description or error.name)


def refuse_query(environ: Mapping[str, Any]) -> None:
    """Raise a problem if an address has query parameters: no address of the API has any."""
    query = environ.get("QUERY_STRING")
    if query:
        names = [name[:40] for name, _ in parse_qsl(query, keep_blank_values=True)][:20]
        message = "unknown query parameter; this address has none"
        errors = [Problem("unknown_field", f"{message}: {name!r}") for name in names]
        listed = ", ".join(map(repr, names)) or repr(query[:40])
        detail = f"This address has no query parameters, but the request has {listed}."
        raise RequestProblem("invalid_request", detail, errors)


def use_problem_documents(app: Flask, hints: Mapping[str, str]) -> None:
    """Answer every error of a Flask application with a problem document."""

    @app.errorhandler(Exception)
    def answer_error(error: Exception) -> Response:
        problem = problem_from(error, request.environ, hints)
        return Response(problem.to_json(), problem.status, problem.headers, content_type=MEDIA_TYPE)
