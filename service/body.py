"""Reading a request's body: strict JSON of a limited size, nothing else."""

from __future__ import annotations

import json
from typing import Any

import orjson
from flask import request

from .problems import RequestProblem

__all__ = ["parse_json", "read_json"]


def read_json(limit: int) -> object:
    """Return the body of the current request, which may have ``limit`` bytes."""
    environment = request.environ
    media_type = environment.get("CONTENT_TYPE", "").partition(";")[0].strip().lower()
    if media_type != "application/json":
        raise RequestProblem(
            "unsupported_media_type",
            f"The Content-Type is {media_type[:60]!r}." if media_type else "It has no type.",
            headers={"Accept": "application/json"},
        )
    if environment.get("HTTP_CONTENT_ENCODING", "identity").lower() != "identity":
        raise RequestProblem("unsupported_media_type", "The body must not be compressed.")
    return parse_json(_read(environment, limit))


def _read(environment: dict[str, Any], limit: int) -> bytes:
    """Read the body, but never more than the limit, whatever its length is said to be."""
    said = environment.get("CONTENT_LENGTH") or ""
    if said:
        length = int(said) if said.isdecimal() and len(said) < 16 else limit + 1
    else:
        # A body in chunks ends by itself; without a length and without chunks there is none.
        length = limit + 1 if environment.get("wsgi.input_terminated") else 0
    if length <= limit or not said:
        text: bytes = environment["wsgi.input"].read(min(length, limit + 1))
        if len(text) <= limit:
            return text
    raise RequestProblem(
        "body_too_large",
        f"At most {limit} bytes are taken.",
        # What was refused unread cannot be followed by another request on the same connection.
        headers={"Connection": "close"},
    )


def parse_json(text: bytes) -> object:
    """Parse strict JSON: no NaN, no name twice in an object, no bottomless nesting."""
    try:
        data: object = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        detail = f"{error.msg.partition(':')[0]} (line {error.lineno}, column {error.colno})"
        raise RequestProblem("invalid_json", detail) from None
    if _may_repeat_names(text, data):
        _refuse_repeated_names(text)
    return data


def _may_repeat_names(text: bytes, data: object) -> bool:
    """Whether an object in the text might have a name twice, of which the parser kept one.

    Without backslashes texts are written as they are, so that every colon of the input stands in
    the output too unless a member was dropped: counting them is far cheaper than a parser that
    looks at every member.
    """
    if b"\\" in text:
        return True
    try:
        return orjson.dumps(data).count(b":") != text.count(b":")
    except orjson.JSONEncodeError:
        raise RequestProblem("invalid_json", "The body is nested too deeply.") from None


def _refuse_repeated_names(text: bytes) -> None:
    try:
        json.loads(text, object_pairs_hook=_without_repeats)
    except RecursionError:
        raise RequestProblem("invalid_json", "The body is nested too deeply.") from None


def _without_repeats(members: list[tuple[str, Any]]) -> dict[str, Any]:
    names = dict(members)
    if len(names) != len(members):
        given = [name for name, _ in members]
        twice = next(name for name in names if given.count(name) > 1)
        raise RequestProblem("invalid_json", f"The name {twice[:40]!r} stands twice in one object.")
    return names
