"""What the service does with a request, apart from HTTP: load, call the engine, return bytes.

Each operation is a pure function of its request. ``OPERATIONS`` is the table that the routes, the
batches and the OpenAPI description are made from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, TypeAlias

import orjson
from cornerwise import (
    IllegalActionError,
    InvalidActionError,
    InvalidStateError,
    Problem,
    render,
)
from cornerwise.seam import Engine, State
from cornerwise.selection import load_engine

from . import schemas
from .fields import Shape, first_of, load_request
from .problems import RequestProblem

__all__ = ["JSON", "OPERATIONS", "Answer", "Operation"]

JSON = "application/json"
Request: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Answer:
    """What goes out: bytes, and what they are."""

    body: bytes
    media_type: str = JSON


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation: its shapes, and the function that does it."""

    name: str
    summary: str
    request: Shape
    response: type[Shape] | None
    """The shape of the answer; None for pictures."""
    work: Callable[[Engine[Any], Request], Answer]

    @property
    def path(self) -> str:
        """Where it is served."""
        return f"/v1/{self.name}"

    def run(self, engine: Engine[Any], data: object) -> Answer:
        """Check a request's envelope and do what it asks for."""
        return self.work(engine, load_request(self.request, data))


def _below(pointer: str, problems: Iterable[Problem]) -> list[Problem]:
    return [replace(problem, pointer=pointer + problem.pointer) for problem in problems]


def _state(engine: Engine[Any], request: Request) -> State:
    try:
        state: State = engine.load_state(request["state"])
    except InvalidStateError as error:
        errors = _below("/state", error.problems)
        raise RequestProblem("invalid_state", first_of(errors), errors) from None
    return state


def _who(state: State) -> bytes:
    return orjson.dumps({"color": state.color, "seat": state.seat, "phase": state.phase})


def _progress(state: State, events: Iterable[Any]) -> bytes:
    """Return the members that tell where a game stands now."""
    happened = orjson.dumps([event.to_dict() for event in events])
    return b'"state":%b,"events":%b,"next":%b' % (state.to_json(), happened, _who(state))


def new_game(engine: Engine[Any], request: Request) -> Answer:
    """Start a game."""
    try:
        state = engine.new_game(request.get("rules", {}))
    except InvalidStateError as error:
        errors = _below("/rules", error.problems)
        raise RequestProblem("invalid_request", first_of(errors), errors) from None
    seed = orjson.dumps(request.get("seed"))
    return Answer(b'{%b,"seed":%b}' % (_progress(state, ()), seed))


def legal_moves(engine: Engine[Any], request: Request) -> Answer:
    """List what may be done. The engine writes the list: it is the long part of the answer."""
    state = _state(engine, request)
    count, moves = engine.legal_actions_json(state, request["format"], request.get("pieces"))
    return Answer(b'%b,"count":%d,"moves":%b}' % (_who(state)[:-1], count, moves))


def check(engine: Engine[Any], request: Request) -> Answer:
    """Say whether an action is legal, and if not, every reason."""
    state = _state(engine, request)
    try:
        problems = engine.check(state, request["action"])
    except InvalidActionError as error:
        errors = _below("/action", error.problems)
        raise RequestProblem("invalid_action", first_of(errors), errors) from None
    reasons = [problem.to_dict() for problem in _below("/action", problems)]
    return Answer(orjson.dumps({"legal": not reasons, "reasons": reasons}))


def turn(engine: Engine[Any], request: Request) -> Answer:
    """Play one action or several: all of them or none."""
    if ("action" in request) == ("actions" in request):
        code = "options_conflict" if "action" in request else "missing_field"
        problem = Problem(code, "give either action or actions", "/actions")
        raise RequestProblem("invalid_request", first_of([problem]), [problem])
    state = _state(engine, request)
    several = "actions" in request
    actions = request["actions"] if several else [request["action"]]

    def place(problem: Problem) -> Problem:
        """Point into the request: the engine counts the actions, the client may have sent one."""
        inside = problem.pointer if several else problem.pointer.removeprefix("/0")
        return replace(problem, pointer=("/actions" if several else "/action") + inside)

    try:
        state, events = engine.apply(state, actions)
    except InvalidActionError as error:
        errors = [place(problem) for problem in error.problems]
        raise RequestProblem("invalid_action", first_of(errors), errors) from None
    except IllegalActionError as error:
        at = f"/actions/{error.index}" if several else "/action"
        errors = _below(at, error.problems)
        detail = f"{first_of(errors)}. Nothing was played."
        raise RequestProblem("illegal_action", detail, errors, index=error.index) from None
    return Answer(b"{%b}" % _progress(state, events))


def score(engine: Engine[Any], request: Request) -> Answer:
    """Score a state, finished or not."""
    return Answer(orjson.dumps(engine.score(_state(engine, request)).to_dict()))


def view(engine: Engine[Any], request: Request) -> Answer:
    """Show a state as one seat may see it."""
    state = _state(engine, request)
    seat = request["seat"]
    try:
        seen = engine.view(state, seat)
    except InvalidActionError as error:
        errors = _below("/seat", error.problems)
        raise RequestProblem("invalid_request", first_of(errors), errors) from None
    return Answer(orjson.dumps({"seat": seat, "state": seen}))


@cache
def _shapes(engine_name: str) -> render.Shapes:
    return {piece.name: piece.orientations for piece in load_engine(engine_name).pieces()}


def rendering(engine: Engine[Any], request: Request) -> Answer:
    """Draw the board."""
    state = _state(engine, request)
    shapes = _shapes(engine.NAME)
    if request["format"] == "text":
        drawn = render.text(state.placements, shapes)
        return Answer(drawn.encode(), "text/plain; charset=utf-8")
    return Answer(render.svg(state.placements, shapes).encode(), "image/svg+xml")


OPERATIONS: dict[str, Operation] = {
    operation.name: operation
    for operation in (
        Operation("games", "Start a game", schemas.GameRequest(), schemas.GameAnswer, new_game),
        Operation(
            "legal-moves",
            "List what may be done",
            schemas.LegalMovesRequest(),
            schemas.LegalMovesAnswer,
            legal_moves,
        ),
        Operation(
            "checks",
            "Say why an action is illegal, if it is",
            schemas.CheckRequest(),
            schemas.CheckAnswer,
            check,
        ),
        Operation("turns", "Play actions", schemas.TurnRequest(), schemas.TurnAnswer, turn),
        Operation("scores", "Score a state", schemas.ScoreRequest(), schemas.ScoreAnswer, score),
        Operation(
            "views",
            "Show a state as one seat may see it",
            schemas.ViewRequest(),
            schemas.ViewAnswer,
            view,
        ),
        Operation("renderings", "Draw the board", schemas.RenderingRequest(), None, rendering),
    )
}
