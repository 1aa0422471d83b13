"""Reading a request's body: strict JSON of a limited size, nothing else."""

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
    """Return the body of a request: at most ``limit`` bytes, sent in ``seconds``."""
    media_type = environ.get("CONTENT_TYPE", "").partition(";")[0].strip().lower()
    if media_type != "application/json":
        raise RequestProblem(
            "unsupported_media_type",
            f"The Content-Type is {media_type[:60]!r}." if media_type else "It has no type.",
            headers={"Accept": "application/json"},
        )
    if environ.get("HTTP_CONTENT_ENCODING", "identity").lower() != "identity":
        raise RequestProblem("unsupported_media_type", "The body is compressed.")
    try:
        return parse_json(_read(environ, limit, seconds))
    except _Unread as unread:
        # What was not read to its end cannot be followed by another request.
        close_after_response(environ)
        raise unread.problem from None


class _Unread(Exception):  # noqa: N818 - it carries a problem
    """The body was not read to its end."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.problem = RequestProblem(code, detail)


def _read(environ: Mapping[str, Any], limit: int, seconds: float) -> bytes:
    """Read the body, but never more than the limit, whatever its length is said to be."""
    said = environ.get("CONTENT_LENGTH") or ""
    if said:
        length = int(said) if said.isdecimal() and len(said) < 16 else limit + 1
    else:
        # A body in chunks ends by itself; without a length and without chunks there is none.
        length = limit + 1 if environ.get("wsgi.input_terminated") else 0
    if said and length > limit:
        raise _Unread("body_too_large", f"At most {limit} bytes are taken.")
    begin = time.monotonic()
    try:
        text = read_in_time(environ, length, seconds)
    except (OSError, ParseException) as error:  # a connection that is gone, or a broken chunk
        _see_whether_in_time(begin, seconds)
        raise _Unread("bad_request", "The body is broken off, or its chunks are.") from error
    if len(text) > limit:
        raise _Unread("body_too_large", f"At most {limit} bytes are taken.")
    if said and len(text) < length:
        _see_whether_in_time(begin, seconds)
        raise _Unread("bad_request", "The body is shorter than its Content-Length.")
    return text


def _see_whether_in_time(begin: float, seconds: float) -> None:
    """Raise if a body that is not whole was waited for as long as bodies are."""
    if time.monotonic() - begin >= seconds:
        raise _Unread("request_timeout", f"A body may take {seconds:g} seconds.")


def parse_json(text: bytes) -> object:
    """Parse strict JSON: no NaN, no name twice in an object, no bottomless nesting."""
    try:
        data: object = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        detail = f"{error.msg.partition(':')[0]} (line {error.lineno}, column {error.colno})"
        raise RequestProblem("invalid_json", detail) from None
    try:
        written = orjson.dumps(data)
    except orjson.JSONEncodeError:
        raise RequestProblem("invalid_json", "The body is nested too deeply.") from None
    # A name that stands twice was dropped once by the parser. Without backslashes texts are written
    # as they were read, so that every colon comes back unless a member was dropped: counting them
    # is far cheaper than a parser that looks at every member.
    if b"\\" in text or written.count(b":") != text.count(b":"):
        json.loads(text, object_pairs_hook=_without_repeats)
    return data


def _without_repeats(members: list[tuple[str, Any]]) -> None:
    seen: set[str] = set()
    for name, _ in members:
        if name in seen:
            detail = f"The name {name[:40]!r} stands twice in one object."
            raise RequestProblem("invalid_json", detail)
        seen.add(name)
