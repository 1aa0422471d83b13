"""Requests, responses and the error for a response that is not as it must be.

This module and the scenarios do not use Locust: a scenario gets a function that sends requests, so
that the same scenario runs over sockets in a load test and in one process in a unit test.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

import orjson

__all__ = [
    "JSON",
    "PROBLEM",
    "InvalidResponseError",
    "Request",
    "Response",
    "Send",
    "apply_check",
    "read_json",
    "require",
]

JSON = "application/json"
PROBLEM = "application/problem+json"

T = TypeVar("T")


class InvalidResponseError(Exception):
    """A response is not as it must be; the message says what is wrong."""


@dataclass(frozen=True, slots=True)
class Request:
    """A request to send. ``name`` is the row of the report that counts it."""

    method: str
    path: str
    name: str
    body: bytes | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[int, str] = field(default_factory=dict)
    """Other rows by status, for correct responses that are measured separately."""
    label: str = ""
    """Replaces the method in the row's name, for rows that combine several methods."""


@dataclass(frozen=True, slots=True)
class Response:
    """A response; header names are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def media_type(self) -> str:
        """The media type of the body, without parameters."""
        return self.headers.get("content-type", "").partition(";")[0]


class Send(Protocol):
    """A function that sends a request and returns the result of checking the response.

    A check raises :class:`InvalidResponseError`, which is counted and ends the scenario.
    """

    def __call__(self, request: Request, check: Callable[[Response], T], /) -> T:
        """Send a request and check the response."""


def require(condition: object, message: str) -> None:
    """Raise :class:`InvalidResponseError` with the message unless the condition holds."""
    if not condition:
        raise InvalidResponseError(message)


def apply_check(response: Response, check: Callable[[Response], T]) -> T:
    """Return the result of a check; a response of an unexpected structure is invalid too."""
    try:
        return check(response)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        cause = f"{type(error).__name__}: {error}"
        raise InvalidResponseError(f"unexpected structure of the response ({cause})") from error


def read_json(response: Response, status: int = 200, media_type: str = JSON) -> Any:  # noqa: ANN401 (JSON)
    """Return the JSON body of a response that must have this status and media type."""
    if response.status != status:
        raise InvalidResponseError(f"status {response.status} instead of {status}{_code(response)}")
    if response.media_type != media_type:
        raise InvalidResponseError(f"the media type is {response.media_type!r}, not {media_type}")
    return orjson.loads(response.body)


def _code(response: Response) -> str:
    """Return ', code …' for a problem document, otherwise nothing."""
    if response.media_type != PROBLEM:
        return ""
    try:
        return f", code {orjson.loads(response.body)['code']}"
    except (ValueError, LookupError, TypeError):
        return ""
