"""Where the game is: the one part of a request that says it.

``load_game`` is the only place that knows in which ways a request can say where the game is; a new
way is a row in ``_LOADERS`` and a field in ``schemas/requests.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from cornerwise import InvalidStateError, Problem
from cornerwise.engine import Engine, State, View

from .errors import OperationError
from .operation import GAME, Context, Request

__all__ = ["Game", "load_game", "load_state", "state_of"]

Game: TypeAlias = State | View

_KIND = 3
"""The index of the character of a position text that tells views (v) from states (s)."""


def _load_position(engine: Engine[Any], text: Any) -> Game:  # noqa: ANN401 - a string
    if text[_KIND : _KIND + 1] == "v":
        return engine.view_from_text(text)
    state: State = engine.state_from_text(text)
    return state


_Loaders: TypeAlias = Mapping[str, Callable[[Engine[Any], object], Game]]
_LOADERS: _Loaders = {
    "state": lambda engine, data: engine.load_state(data),
    "view": lambda engine, data: engine.load_view(data),
    "position": _load_position,
}
_STATE_LOADERS: _Loaders = {
    "state": _LOADERS["state"],
    "position": lambda engine, text: engine.state_from_text(text),
}


def load_game(context: Context, request: Request, loaders: _Loaders = _LOADERS) -> Game:
    """Return the state or the view of a request, which must say in exactly one way where it is."""
    if GAME in request:
        game: Game = request[GAME]
        return game
    given = [name for name in loaders if name in request]
    if len(given) != 1:
        code = "options_conflict" if given else "missing_field"
        *first, last = loaders
        required = f"exactly one of {', '.join(first)} and {last} is required"
        raise OperationError.from_problems("invalid_request", [Problem(code, required)])
    (name,) = given
    try:
        return loaders[name](context.engine, request[name])
    except InvalidStateError as error:
        raise OperationError.from_problems("invalid_state", error.problems, f"/{name}") from None


def load_state(context: Context, request: Request) -> State:
    """Return the state of a request, for operations that need the hidden cards too."""
    return state_of(load_game(context, request, _STATE_LOADERS))


def state_of(game: Game) -> State:
    """Return the state itself, or that of a view, whose hidden cards must not be used."""
    # Not isinstance: for a protocol it takes longer than the rest of some operations.
    found: Any = game
    state: State = getattr(found, "state", found)
    return state
