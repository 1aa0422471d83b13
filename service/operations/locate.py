"""Loading the game of a request, which has it in one of four fields (WAYS).

Only this module knows these fields; their schemas are in ``schemas/requests.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NoReturn, TypeAlias

from cornerwise import InvalidActionError, InvalidStateError, Problem
from cornerwise.engine import Engine, State, View

from .errors import OperationError
from .operation import GAME, Context, Request
from .seals import Seal, not_configured

__all__ = [
    "WAYS",
    "Game",
    "load_game",
    "load_position",
    "load_state",
    "open_seal",
    "refuse_seat",
    "state_of",
    "view_of",
]

Game: TypeAlias = State | View

WAYS = ("state", "view", "position", "sealed")
"""The fields that can contain the game. A request has exactly one of them."""

_KIND = 3
"""The index of the character of a position text that distinguishes views (v) from states (s)."""


def load_position(engine: Engine[Any], text: str) -> Game:
    """Return the game of a position text, or raise InvalidStateError."""
    if text[_KIND : _KIND + 1] == "v":
        return engine.view_from_text(text)
    state: State = engine.state_from_text(text)
    return state


_Loaders: TypeAlias = Mapping[str, Callable[[Engine[Any], Any], Game]]
_LOADERS: _Loaders = {
    "state": lambda engine, data: engine.load_state(data),
    "view": lambda engine, data: engine.load_view(data),
    "position": load_position,
}
_STATE_LOADERS: _Loaders = {
    "state": _LOADERS["state"],
    "position": lambda engine, text: engine.state_from_text(text),
}


def load_game(context: Context, request: Request) -> Game:
    """Return the game of a request: its state, or all that a seat knows of it.

    A sealed state is returned as the view of the ``seat``, so that nothing else can be used.
    """
    if "sealed" not in request:
        refuse_seat(request)
        return _load(context, request, _LOADERS)
    state, _ = open_seal(context, request)
    return view_of(context, state, request["seat"])


def load_state(context: Context, request: Request) -> State:
    """Return the state of a request, for operations that need the hidden cards too."""
    return state_of(_load(context, request, _STATE_LOADERS))


def _load(context: Context, request: Request, loaders: _Loaders) -> Game:
    if GAME in request:
        game: Game = request[GAME]
        return game
    name = _given_way(request, (*loaders, "sealed"))
    try:
        return loaders[name](context.engine, request[name])
    except InvalidStateError as error:
        raise OperationError.from_problems("invalid_state", error.problems, f"/{name}") from None


def open_seal(context: Context, request: Request) -> tuple[State, Seal]:
    """Return the sealed state of a request, of which only the ``seat``'s part may be answered."""
    _given_way(request, WAYS)
    if "seat" not in request:
        _refuse("missing_field", "this field is required with sealed", "/seat")
    if context.sealer is None:
        raise not_configured()
    opened = context.sealer.open(request["sealed"])
    try:
        state: State = context.engine.state_from_text(opened.position)
    except InvalidStateError as error:  # sealed by another version of the service
        raise OperationError.from_problems("invalid_state", error.problems, "/sealed") from None
    return state, opened.seal


def view_of(context: Context, state: State, seat: int) -> View:
    """Return a state as one seat may see it."""
    try:
        seen = context.engine.view(state, seat)
    except InvalidActionError as error:
        raise OperationError.from_problems("invalid_request", error.problems, "/seat") from None
    return context.engine.load_view(seen)


def refuse_seat(request: Request) -> None:
    """Raise an error if a request has a seat that it does not need."""
    if "seat" in request:
        _refuse("options_conflict", "a seat belongs to sealed", "/seat")


def _given_way(request: Request, ways: tuple[str, ...]) -> str:
    """Return the one field that contains the game."""
    given = [name for name in ways if name in request]
    if len(given) != 1:
        code = "options_conflict" if given else "missing_field"
        *first, last = ways
        _refuse(code, f"exactly one of {', '.join(first)} and {last} is required")
    return given[0]


def _refuse(code: str, message: str, pointer: str = "") -> NoReturn:
    problem = Problem(code, message, pointer)
    raise OperationError.from_problems("invalid_request", [problem])


def state_of(game: Game) -> State:
    """Return the state itself, or that of a view, whose hidden cards must not be used."""
    # Not isinstance: for a protocol it takes longer than the rest of some operations.
    found: Any = game
    state: State = getattr(found, "state", found)
    return state
