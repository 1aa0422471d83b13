"""Responses to requests that never reach the application, such as a malformed request line."""

from __future__ import annotations

from contextlib import suppress
from http import HTTPStatus
from socket import socket

import gunicorn.util

from ..http.problems import RequestProblem
from .metrics import MALFORMED

__all__ = ["write_problems"]


_DETAILS = {
    HTTPStatus.REQUEST_URI_TOO_LONG: "The request line is too long.",
    HTTPStatus.EXPECTATION_FAILED: "The only supported value of the header Expect is 100-continue.",
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE: "A header is too long, or there are too many.",
    HTTPStatus.INTERNAL_SERVER_ERROR: "The server failed outside the application.",
    HTTPStatus.NOT_IMPLEMENTED: "The only supported transfer coding is chunked.",
}
_DETAIL = "The request line, a header or the framing of the body is invalid."


def write_problems() -> None:
    """Have gunicorn write problem documents instead of HTML; there is no setting for it."""
    gunicorn.util.write_error = _write_problem


def _write_problem(sock: socket, status_int: int, reason: str, mesg: str) -> None:  # noqa: ARG001
    with suppress(OSError):  # no space left for counters
        MALFORMED.labels(int(status_int)).inc()
    is_failure = status_int == HTTPStatus.INTERNAL_SERVER_ERROR  # 501: a transfer coding
    code = "internal_error" if is_failure else "bad_request"
    status = HTTPStatus(status_int)
    body = RequestProblem(code, _DETAILS.get(status, _DETAIL), status=status_int).to_json()
    head = (
        f"HTTP/1.1 {int(status_int)} {status.phrase}\r\nConnection: close\r\n"
        "Content-Type: application/problem+json\r\nX-Content-Type-Options: nosniff\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    gunicorn.util.write_nonblock(sock, head.encode("latin-1") + body)
