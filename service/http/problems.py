"""Every error that the service answers with: RFC 9457 problem documents, made in this one file.

``CODES`` is the catalogue of what can go wrong with a request as a whole; what is wrong inside it
(a field, a square) is told by the list ``errors``, whose codes are those of ``cornerwise.errors``.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any

import orjson
from cornerwise import Problem
from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

from .middleware import REQUEST_ID

__all__ = ["CODES", "MEDIA_TYPE", "RequestProblem", "handle_errors", "internal_problem"]

_log = logging.getLogger("service")

MEDIA_TYPE = "application/problem+json"

CODES: dict[str, tuple[int, str]] = {
    "bad_request": (400, "The request is malformed."),
    "invalid_json": (400, "The body is not JSON."),
    "not_found": (404, "There is nothing at this address."),
    "method_not_allowed": (405, "This address does not know the method."),
    "request_timeout": (408, "The body did not come in time."),
    "body_too_large": (413, "The body is too large."),
    "answer_too_large": (413, "The answers of a batch are too large together."),
    "unsupported_media_type": (415, "The body must be sent as application/json, not compressed."),
    "invalid_request": (422, "The request does not have the right shape."),
    "invalid_state": (422, "The state is not one that a game can reach."),
    "invalid_action": (422, "An action does not have the right shape."),
    "illegal_action": (422, "The rules forbid an action."),
    "invalid_layout": (422, "The layout is not one of the puzzle."),
    "internal_error": (500, "The service failed. It has been logged."),
    "unsupported": (501, "The engine in use cannot do this."),
    "busy": (503, "The service has no time for this now."),
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
    """A request cannot be answered as asked; the client is told why."""

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

    def to_json(self) -> bytes:
        """Return the problem document."""
        document: dict[str, Any] = {
            "type": f"urn:cornerwise:problem:{self.code}",
            "title": CODES[self.code][1],
            "status": self.status,
            "detail": self.detail,
            "code": self.code,
            **self.members,
        }
        if self.errors:
            document["errors"] = [error.to_dict() for error in self.errors]
        return orjson.dumps(document)

    def to_response(self) -> Response:
        """Return the answer."""
        return Response(self.to_json(), self.status, self.headers, content_type=MEDIA_TYPE)


def handle_errors(app: Flask, hints: Mapping[str, str]) -> None:
    """Have every error of the application leave as a problem document.

    ``hints`` tell who asks for nothing, by the beginning of the path, what there is.
    """

    @app.errorhandler(RequestProblem)
    def request_problem(problem: RequestProblem) -> Response:
        return problem.to_response()

    @app.errorhandler(HTTPException)
    def http_exception(error: HTTPException) -> Response:
        status = error.code or HTTPStatus.INTERNAL_SERVER_ERROR
        code = _CODE_OF_STATUS.get(status, "bad_request" if status < 500 else "internal_error")
        allow = {name: value for name, value in error.get_headers() if name == "Allow"}
        known = (hint for prefix, hint in hints.items() if request.path.startswith(prefix))
        title = CODES[code][1]
        detail = next(known, title) if code == "not_found" else title
        return RequestProblem(code, detail, headers=allow).to_response()

    @app.errorhandler(Exception)
    def unexpected(error: Exception) -> Response:
        return internal_problem(error, request.environ).to_response()


def internal_problem(error: Exception, environ: Mapping[str, Any]) -> RequestProblem:
    """Log a failure of our own, and return what is said of it outside: its id and nothing else."""
    request_id = environ[REQUEST_ID]
    _log.error("request %s failed", request_id, exc_info=error)
    detail = "Please report it with the request's id."
    return RequestProblem("internal_error", detail, request_id=request_id)
