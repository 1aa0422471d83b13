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

_LOADERS: Mapping[str, Callable[[Engine[Any], object], Game]] = {
    "state": lambda engine, data: engine.load_state(data),
    "view": lambda engine, data: engine.load_view(data),
}


def load_game(
    context: Context, request: Request, allowed: tuple[str, ...] = ("state", "view")
) -> Game:
    """Return the state or the view of a request, of which exactly one must be given."""
    if GAME in request:
        game: Game = request[GAME]
        return game
    given = [name for name in allowed if name in request]
    if len(given) != 1:
        code = "options_conflict" if given else "missing_field"
        required = (
            f"{allowed[0]} is required"
            if len(allowed) == 1
            else f"exactly one of {' and '.join(allowed)} is required"
        )
        raise OperationError.from_problems("invalid_request", [Problem(code, required)])
    (name,) = given
    try:
        return _LOADERS[name](context.engine, request[name])
    except InvalidStateError as error:
        raise OperationError.from_problems("invalid_state", error.problems, f"/{name}") from None


def load_state(context: Context, request: Request) -> State:
    """Return the state of a request, for operations that need the hidden cards too."""
    return state_of(load_game(context, request, ("state",)))


def state_of(game: Game) -> State:
    """Return the state itself, or that of a view, whose hidden cards must not be used."""
    # Not isinstance: for a protocol it takes longer than the rest of some operations.
    found: Any = game
    state: State = getattr(found, "state", found)
    return state
