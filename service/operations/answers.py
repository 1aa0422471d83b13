"""What the operations have in common: reading a state, and the members that many answers have."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import orjson
from cornerwise import Event, InvalidStateError, Problem
from cornerwise.engine import Engine, State

from ..http.problems import RequestProblem
from ..schemas.fields import first_of

__all__ = ["JSON", "Answer", "Request", "below", "progress", "read_state", "refused", "who"]

JSON = "application/json"
Request: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Answer:
    """What goes out: bytes, and what they are."""

    body: bytes
    media_type: str = JSON


def below(pointer: str, problems: Iterable[Problem]) -> list[Problem]:
    """Return problems of a part of the request, pointing into the whole of it."""
    return [replace(problem, pointer=pointer + problem.pointer) for problem in problems]


def refused(code: str, errors: Iterable[Problem]) -> RequestProblem:
    """Return the problem of a request with something wrong inside it."""
    listed = list(errors)
    return RequestProblem(code, first_of(listed), listed)


def read_state(engine: Engine[Any], request: Request) -> State:
    """Return the state of a request."""
    try:
        state: State = engine.load_state(request["state"])
    except InvalidStateError as error:
        raise refused("invalid_state", below("/state", error.problems)) from None
    return state


def who(state: State) -> bytes:
    """Return who decides now, and what."""
    return orjson.dumps({"color": state.color, "seat": state.seat, "phase": state.phase})


def progress(state: State, events: Iterable[Event]) -> bytes:
    """Return the members that tell where a game stands now."""
    happened = orjson.dumps([event.to_dict() for event in events])
    return b'"state":%b,"events":%b,"next":%b' % (state.to_json(), happened, who(state))
