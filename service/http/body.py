"""Reading a request's body: strict JSON of a limited size."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from cornerwise.engine import Engine
from cornerwise.strict_json import InvalidJsonError
from gunicorn.http.errors import ParseException

from ..operations.envelopes import OPAQUE_KEYS
from ..server.deadlines import close_after_response, read_in_time
from .problems import RequestProblem

__all__ = ["MAX_DEPTH", "MAX_PLAIN", "json_parser", "read_body"]

MAX_DEPTH = 64
"""The maximum depth of a body. A batch with squares in its states has 8 levels."""

MAX_PLAIN = 65_536
"""Values of a body that become Python objects: all but those that only the engine reads.

A Python object takes about 100 bytes, a value in a state 16.
"""


def json_parser(engine: Engine[Any], max_values: int) -> Callable[[bytes], object]:
    """Return a function that parses a body of at most ``max_values`` JSON values."""

    def parse(text: bytes) -> object:
        try:
            return engine.parse_json(text, max_values, MAX_DEPTH, OPAQUE_KEYS, MAX_PLAIN)
        except InvalidJsonError as error:
            code = "body_too_large" if error.too_large else "invalid_json"
            detail = str(error)
            raise RequestProblem(code, detail[:1].upper() + detail[1:]) from None

    return parse


def read_body(environ: Mapping[str, Any], limit: int, seconds: float) -> bytes:
    """Return the body of a request: at most ``limit`` bytes, received in ``seconds``."""
    media_type = environ.get("CONTENT_TYPE", "").partition(";")[0].strip().lower()
    if media_type != "application/json":
        raise RequestProblem(
            "unsupported_media_type",
            f"The Content-Type is {media_type[:60]!r}."
            if media_type
            else "The request has no Content-Type.",
            headers={"Accept": "application/json"},
        )
    if environ.get("HTTP_CONTENT_ENCODING", "identity").lower() != "identity":
        raise RequestProblem("unsupported_media_type", "The body is compressed.")
    try:
        return _read(environ, limit, seconds)
    except _UnreadBody as unread:
        # The rest of the body is still on the connection, so it cannot be reused.
        close_after_response(environ)
        raise unread.problem from None


class _UnreadBody(Exception):  # noqa: N818 - it carries a problem
    """The body was not read to its end."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.problem = RequestProblem(code, detail)


def _read(environ: Mapping[str, Any], limit: int, seconds: float) -> bytes:
    """Read the body, but never more than the limit, whatever its Content-Length."""
    declared = environ.get("CONTENT_LENGTH") or ""
    if declared:
        length = int(declared) if declared.isdecimal() and len(declared) < 16 else limit + 1
    else:
        # A chunked body marks its own end; without a length and without chunks there is no body.
        length = limit + 1 if environ.get("wsgi.input_terminated") else 0
    if declared and length > limit:
        raise _UnreadBody("body_too_large", f"The limit is {limit} bytes.")
    begin = time.monotonic()
    try:
        text = read_in_time(environ, length, seconds)
    except (OSError, ParseException) as error:  # the connection is closed, or a chunk is malformed
        _raise_if_late(begin, seconds)
        raise _UnreadBody(
            "bad_request", "The body is incomplete, a chunk is malformed, or there are too many."
        ) from error
    if len(text) > limit:
        raise _UnreadBody("body_too_large", f"The limit is {limit} bytes.")
    if declared and len(text) < length:
        _raise_if_late(begin, seconds)
        raise _UnreadBody("bad_request", "The body is shorter than its Content-Length.")
    return text


def _raise_if_late(begin: float, seconds: float) -> None:
    """Raise request_timeout if an incomplete body has used up its time."""
    if time.monotonic() - begin >= seconds:
        raise _UnreadBody("request_timeout", f"The limit is {seconds:g} seconds.")
