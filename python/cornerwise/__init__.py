"""The rules of Blokus: legal moves, their consequences, and scores.

A game is a chain of immutable states. Ask a state what may be done, play one of the answers, go on:

>>> import cornerwise
>>> state = cornerwise.new_game(seats=2, scoring="advanced")
>>> state.color, state.seat
('blue', 1)
>>> moves = cornerwise.legal_actions(state, pieces=["V5"])
>>> moves[0]
Place(piece='V5', orientation=0, row=0, col=0)
>>> state, events = cornerwise.apply(state, moves[0])
>>> state.color
'yellow'

Two engines can stand behind these functions, one in Rust and one in plain Python; they give the
same answers. :data:`ENGINE` names the one in use, ``CORNERWISE_ENGINE`` in the environment chooses.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, cast

from .errors import (
    CornerwiseError,
    IllegalActionError,
    InvalidActionError,
    InvalidStateError,
    Problem,
)
from .seam import Engine, State
from .selection import select_engine
from .types import (
    COLORS,
    Action,
    Color,
    ColorScore,
    Event,
    GameOver,
    MoveFormat,
    Pass,
    Passed,
    Phase,
    Piece,
    PiecePlaced,
    Place,
    PlacedPiece,
    Rules,
    Score,
    SeatScore,
    TeamScore,
)

__all__ = [
    "COLORS",
    "ENGINE",
    "Action",
    "Color",
    "ColorScore",
    "CornerwiseError",
    "Event",
    "GameOver",
    "IllegalActionError",
    "InvalidActionError",
    "InvalidStateError",
    "MoveFormat",
    "Pass",
    "Passed",
    "Phase",
    "Piece",
    "PiecePlaced",
    "Place",
    "PlacedPiece",
    "Problem",
    "Rules",
    "Score",
    "SeatScore",
    "State",
    "TeamScore",
    "__version__",
    "apply",
    "cells",
    "check",
    "count_actions",
    "legal_actions",
    "legal_actions_json",
    "legal_placements",
    "load_state",
    "new_game",
    "perft",
    "perft_split",
    "pieces",
    "score",
    "view",
]

__version__ = "0.1.0"
"""The version of this package; the crate has the same."""

_engine: Engine[Any] = select_engine()

ENGINE: str = _engine.NAME
"""The engine in use: ``"rust"`` or ``"python"``."""


def pieces() -> tuple[Piece, ...]:
    """Return the 21 pieces with all their orientations.

    >>> [piece.name for piece in pieces() if piece.size == 4]
    ['I4', 'L4', 'T4', 'O4', 'Z4']
    """
    return _engine.pieces()


def cells(placed: Place | PlacedPiece | PiecePlaced) -> tuple[tuple[int, int], ...]:
    """Return the squares that a piece covers, as sorted (row, col) pairs.

    >>> cells(Place("V3", orientation=0, row=4, col=7))
    ((4, 7), (4, 8), (5, 7))
    """
    shape = _shapes().get((placed.piece, placed.orientation))
    if shape is None:
        message = f"{placed.piece} has no orientation {placed.orientation}"
        raise InvalidActionError([Problem("wrong_shape", message, rule="G3")])
    return tuple((placed.row + row, placed.col + col) for row, col in shape)


@cache
def _shapes() -> dict[tuple[str, int], tuple[tuple[int, int], ...]]:
    return {
        (piece.name, number): shape
        for piece in pieces()
        for number, shape in enumerate(piece.orientations)
    }


def new_game(rules: Mapping[str, Any] | Rules | None = None, /, **options: Any) -> State:
    """Start a game with the given options; those left out have their defaults.

    The options are the fields of :class:`Rules`. Options that do not go together are refused:

    >>> new_game(seats=3).rules.shared_color
    'green'
    >>> try:
    ...     new_game(seats=3, teams=True)
    ... except InvalidStateError as error:
    ...     print(error.problems[0].code, error.problems[0].pointer)
    options_conflict /teams
    """
    if isinstance(rules, Rules):
        rules = rules.to_dict()
    return cast("State", _engine.new_game({**({} if rules is None else rules), **options}))


def load_state(data: object) -> State:
    """Make a state of its JSON form (as ``json.loads`` returns it), or raise InvalidStateError.

    Everything is checked, see ``docs/rules.md`` for what a state from outside must be.

    >>> state = load_state({"placements": [{"color": "blue", "piece": "I1", "cells": [[0, 0]]}]})
    >>> state.color
    'yellow'
    """
    return cast("State", _engine.load_state(data))


def legal_actions(state: State, pieces: Iterable[str] | None = None) -> list[Action]:
    """Return everything that may be done in a state, with these pieces only if they are given.

    The list is sorted by piece, orientation, row and column. It is empty when the game is over.

    >>> len(legal_actions(new_game()))
    232
    """
    return _engine.legal_actions(state, pieces)


def legal_placements(state: State, color: Color) -> list[Place]:
    """Return what a colour could place if it were its turn.

    >>> len(legal_placements(new_game(start_corners="fixed"), "green"))
    58
    """
    return _engine.legal_placements(state, color)


def legal_actions_json(
    state: State, form: MoveFormat = "objects", pieces: Iterable[str] | None = None
) -> tuple[int, bytes]:
    """Return how many legal actions there are, and them as JSON text.

    ``objects`` is an array of actions, ``cells`` the same with the squares of each, ``compact`` a
    map from piece to orientation to a list of ``row * 20 + col``.

    >>> legal_actions_json(new_game(start_corners="fixed"), "compact", ["I1", "O4"])
    (2, b'{"I1":{"0":[0]},"O4":{"0":[0]}}')
    """
    return _engine.legal_actions_json(state, form, pieces)


def count_actions(state: State) -> int:
    """Return the number of legal actions; faster than the length of the list.

    >>> count_actions(new_game(start_corners="fixed"))
    58
    """
    return _engine.count_actions(state)


def check(state: State, action: Action | dict[str, Any]) -> list[Problem]:
    """Return every reason why an action is illegal; none means that it is legal.

    >>> for problem in check(new_game(), Place("X5", orientation=0, row=5, col=18)):
    ...     print(problem.rule, problem.code, problem.squares)
    C1 corner_not_covered ((0, 0), (0, 19), (19, 0), (19, 19))
    C4b off_board ((6, 20),)
    """
    return _engine.check(state, action)


def apply(
    state: State,
    actions: Action | dict[str, Any] | Iterable[Action | dict[str, Any]],
) -> tuple[State, list[Event]]:
    """Play one action, or several in order; return the new state and what happened.

    The given state is left alone. If any action is illegal nothing is played, and the
    IllegalActionError says which one it is and every reason.

    >>> state, events = apply(new_game(), Place("I1", orientation=0, row=0, col=0))
    >>> events
    [PiecePlaced(color='blue', seat=1, piece='I1', orientation=0, row=0, col=0)]
    """
    return cast("tuple[State, list[Event]]", _engine.apply(state, actions))


def score(state: State) -> Score:
    """Return the scores of a state, finished or not.

    >>> score(new_game(seats=2)).seats[0]
    SeatScore(seat=1, colors=('blue', 'red'), score=178)
    """
    return _engine.score(state)


def view(state: State, seat: int) -> dict[str, Any]:
    """Return the JSON form of a state as one seat may see it; in classic nothing is hidden.

    >>> view(new_game(seats=3), 3)["turn"]
    {'color': 'blue', 'phase': 'place'}
    """
    return _engine.view(state, seat)


def perft(state: State, depth: int) -> int:
    """Count the sequences of exactly ``depth`` placements from here.

    >>> perft(new_game(), 2)
    40368
    """
    return _engine.perft(state, depth)


def perft_split(state: State, depth: int) -> dict[str, int]:
    """Return :func:`perft` split by the piece that is placed first.

    >>> perft_split(new_game(), 1)["V5"]
    12
    """
    return _engine.perft_split(state, depth)
