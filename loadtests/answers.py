"""Requests, answers, and what it means that an answer is wrong.

Nothing here or in the stories knows Locust: a story is given a function that sends, so that the
same story can be told over real sockets by the thousand, and by a test inside one process.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

import orjson

__all__ = [
    "JSON",
    "PROBLEM",
    "Answer",
    "Request",
    "Send",
    "WrongAnswerError",
    "expect",
    "judge",
    "read_json",
]

JSON = "application/json"
PROBLEM = "application/problem+json"

T = TypeVar("T")


class WrongAnswerError(Exception):
    """An answer is not what it must be; the message says in what."""


@dataclass(frozen=True, slots=True)
class Request:
    """What is sent. ``name`` is the line of the table that it is counted in."""

    method: str
    path: str
    name: str
    body: bytes | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[int, str] = field(default_factory=dict)
    """Other lines, by status: a right answer whose time is not to be mixed with the others."""
    kind: str = ""
    """What stands before the name, if not the method: one line for what comes by many of them."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back; the names of the headers are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def media_type(self) -> str:
        """The type of the body, without parameters."""
        return self.headers.get("content-type", "").partition(";")[0]


class Send(Protocol):
    """Sends a request and has the answer judged; returns what the judge makes of it.

    A judge raises :class:`WrongAnswerError`, which is counted and then ends the story.
    """

    def __call__(self, request: Request, judge: Callable[[Answer], T], /) -> T:
        """Send and judge."""


def expect(*, that: bool, otherwise: str) -> None:
    """Call an answer wrong unless something is true of it."""
    if not that:
        raise WrongAnswerError(otherwise)


def judge(answer: Answer, check: Callable[[Answer], T]) -> T:
    """Return what a check makes of an answer; one of the wrong shape is wrong, and no accident."""
    try:
        return check(answer)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        told = f"{type(error).__name__}: {error}"
        raise WrongAnswerError(f"the answer does not have the right shape ({told})") from error


def read_json(answer: Answer, status: int = 200, media_type: str = JSON) -> Any:  # noqa: ANN401 (JSON)
    """Return the body of an answer that must have this status and this type."""
    if answer.status != status:
        raise WrongAnswerError(f"status {answer.status} instead of {status}{_code_of(answer)}")
    if answer.media_type != media_type:
        raise WrongAnswerError(f"the type is {answer.media_type!r} and not {media_type}")
    return orjson.loads(answer.body)


def _code_of(answer: Answer) -> str:
    """Return the code of a problem document, as the end of a sentence."""
    if answer.media_type != PROBLEM:
        return ""
    try:
        return f", code {orjson.loads(answer.body)['code']}"
    except (ValueError, LookupError, TypeError):
        return ""
