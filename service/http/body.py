"""Reading a request's body: strict JSON of a limited size."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from typing import Any

import orjson
from gunicorn.http.errors import ParseException

from ..server.deadlines import close_after_response, read_in_time
from .problems import RequestProblem

__all__ = ["parse_json", "read_json"]


def read_json(environ: Mapping[str, Any], limit: int, seconds: float) -> object:
    """Return the parsed body of a request: at most ``limit`` bytes, received in ``seconds``."""
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
        return parse_json(_read(environ, limit, seconds))
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
            "bad_request", "The body is incomplete, or a chunk is malformed."
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


def parse_json(text: bytes) -> object:
    """Parse strict JSON: no NaN, no duplicate names in an object, no deep nesting."""
    try:
        data: object = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        detail = f"{error.msg.partition(':')[0]} (line {error.lineno}, column {error.colno})"
        raise RequestProblem("invalid_json", detail) from None
    try:
        written = orjson.dumps(data)
    except orjson.JSONEncodeError:
        raise RequestProblem("invalid_json", "The body is nested too deeply.") from None
    # orjson keeps only the last of several members with one name. Without backslashes, strings are
    # written as they were read, so every colon reappears unless a member was dropped. Counting
    # colons takes 13 us for a middle game and 1.3 ms for a batch of 100; jiter, which can refuse
    # duplicate names itself, takes 22 us and 2.5 ms.
    if b"\\" in text or written.count(b":") != text.count(b":"):
        json.loads(text, object_pairs_hook=_refuse_duplicates)
    return data


def _refuse_duplicates(members: list[tuple[str, Any]]) -> None:
    seen: set[str] = set()
    for name, _ in members:
        if name in seen:
            detail = f"An object has the name {name[:40]!r} twice."
            raise RequestProblem("invalid_json", detail)
        seen.add(name)
