"""What the service does with a request, apart from HTTP: load, call the engine, return bytes.

Each operation is a pure function of its request. ``OPERATIONS`` is the table that the routes, the
batches and the OpenAPI description are made from.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import cornerwise
import orjson
from cornerwise import (
    IllegalActionError,
    InvalidActionError,
    InvalidStateError,
    Problem,
)
from cornerwise.engine import Engine

from ..http.problems import RequestProblem
from ..schemas import requests as schemas
from ..schemas.fields import Shape, first_of, load_request
from .answers import JSON, Answer, Request, below, progress, read_state, refused, who
from .card_resolutions import resolve_card
from .events import read_events, seen_by
from .renderings import picture

__all__ = ["JSON", "OPERATIONS", "Answer", "Operation"]


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


def new_game(engine: Engine[Any], request: Request) -> Answer:
    """Start a game."""
    given = request.get("seed")
    seed = cornerwise.new_seed() if given is None else given
    try:
        state = engine.new_game(request.get("rules", {}), seed)
    except InvalidStateError as error:
        raise refused("invalid_request", below("/rules", error.problems)) from None
    # Where nothing was shuffled there is no seed to tell, unless one was given.
    told = orjson.dumps(seed if state.decks else given)
    return Answer(b'{%b,"seed":%b}' % (progress(state, ()), told))


def legal_moves(engine: Engine[Any], request: Request) -> Answer:
    """List what may be done. The engine writes the list: it is the long part of the answer."""
    state = read_state(engine, request)
    count, moves = engine.legal_actions_json(state, request["format"], request.get("pieces"))
    return Answer(b'%b,"count":%d,"moves":%b}' % (who(state)[:-1], count, moves))


def check(engine: Engine[Any], request: Request) -> Answer:
    """Say whether an action is legal, and if not, every reason."""
    state = read_state(engine, request)
    try:
        problems = engine.check(state, request["action"])
    except InvalidActionError as error:
        raise refused("invalid_action", below("/action", error.problems)) from None
    reasons = [problem.to_dict() for problem in below("/action", problems)]
    return Answer(orjson.dumps({"legal": not reasons, "reasons": reasons}))


def turn(engine: Engine[Any], request: Request) -> Answer:
    """Play one action or several: all of them or none."""
    if ("action" in request) == ("actions" in request):
        code = "options_conflict" if "action" in request else "missing_field"
        problem = Problem(code, "give either action or actions", "/actions")
        raise refused("invalid_request", [problem])
    state = read_state(engine, request)
    several = "actions" in request
    actions = request["actions"] if several else [request["action"]]

    def place(problem: Problem) -> Problem:
        """Point into the request: the engine counts the actions, the client may have sent one."""
        inside = problem.pointer if several else problem.pointer.removeprefix("/0")
        return replace(problem, pointer=("/actions" if several else "/action") + inside)

    try:
        state, events = engine.apply(state, actions)
    except InvalidActionError as error:
        raise refused("invalid_action", map(place, error.problems)) from None
    except IllegalActionError as error:
        at = f"/actions/{error.index}" if several else "/action"
        errors = below(at, error.problems)
        detail = f"{first_of(errors)}. Nothing was played."
        raise RequestProblem("illegal_action", detail, errors, index=error.index) from None
    return Answer(b"{%b}" % progress(state, events))


def score(engine: Engine[Any], request: Request) -> Answer:
    """Score a state, finished or not."""
    return Answer(orjson.dumps(engine.score(read_state(engine, request)).to_dict()))


def view(engine: Engine[Any], request: Request) -> Answer:
    """Show a state as one seat may see it."""
    events = read_events(request["events"]) if "events" in request else None
    state = read_state(engine, request)
    seat = request["seat"]
    try:
        seen = engine.view(state, seat)
    except InvalidActionError as error:
        raise refused("invalid_request", below("/seat", error.problems)) from None
    shown = {} if events is None else {"events": seen_by(seat, events)}
    return Answer(orjson.dumps({"seat": seat, "state": seen, **shown}))


def rendering(engine: Engine[Any], request: Request) -> Answer:
    """Draw the board."""
    state = read_state(engine, request)
    return picture(engine, request["format"], state.placements)


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
        Operation(
            "card-resolutions",
            "Tell what a card would do",
            schemas.CardResolutionRequest(),
            schemas.CardResolutionAnswer,
            resolve_card,
        ),
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
