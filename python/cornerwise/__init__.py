"""The rules of Blokus and Blokus Shuffle: legal moves, their consequences, and scores.

A game is a chain of immutable states. Ask a state what may be done, play one of the answers, go on:

>>> import cornerwise
>>> state = cornerwise.new_game(seats=2, scoring="advanced")
>>> state.color, state.seat
('blue', 1)
>>> moves = cornerwise.legal_actions(state, pieces=["V5"])
>>> moves[0]
Place(piece='V5', orientation=0, row=0, col=0, color='blue')
>>> state, events = cornerwise.apply(state, moves[0])
>>> state.color
'yellow'

Two engines can stand behind these functions, one in Rust and one in plain Python; they give the
same answers. :data:`ENGINE` names the one in use, ``CORNERWISE_ENGINE`` in the environment chooses.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from . import resolution
from .engine import Engine, State
from .errors import (
    CornerwiseError,
    IllegalActionError,
    InvalidActionError,
    InvalidStateError,
    Problem,
    UnsupportedError,
)
from .installation import find_version
from .puzzle import LayoutCheck, Puzzle, Solution
from .resolution import Resolution, ResolvedCard
from .selection import select_engine
from .types import (
    CARDS,
    COLORS,
    Action,
    Card,
    CardDiscarded,
    CardPlayed,
    CardsDrawn,
    ChooseCard,
    ChooseColor,
    ChoosePiece,
    Color,
    ColorScore,
    Deck,
    Direction,
    DirectionReversed,
    Event,
    GameOver,
    MoveFormat,
    Pass,
    Passed,
    Phase,
    Piece,
    PiecePlaced,
    PieceRecycled,
    PieceWarped,
    Place,
    PlacedPiece,
    PlayCard,
    Rules,
    Score,
    SeatScore,
    TeamScore,
    Turn,
    TurnSkipped,
    WarpTo,
)

__all__ = [
    "CARDS",
    "COLORS",
    "ENGINE",
    "Action",
    "Card",
    "CardDiscarded",
    "CardPlayed",
    "CardsDrawn",
    "ChooseCard",
    "ChooseColor",
    "ChoosePiece",
    "Color",
    "ColorScore",
    "CornerwiseError",
    "Deck",
    "Direction",
    "DirectionReversed",
    "Event",
    "GameOver",
    "IllegalActionError",
    "InvalidActionError",
    "InvalidStateError",
    "LayoutCheck",
    "MoveFormat",
    "Pass",
    "Passed",
    "Phase",
    "Piece",
    "PiecePlaced",
    "PieceRecycled",
    "PieceWarped",
    "Place",
    "PlacedPiece",
    "PlayCard",
    "Problem",
    "Puzzle",
    "Resolution",
    "ResolvedCard",
    "Rules",
    "Score",
    "SeatScore",
    "Solution",
    "State",
    "TeamScore",
    "Turn",
    "TurnSkipped",
    "UnsupportedError",
    "WarpTo",
    "__version__",
    "apply",
    "cells",
    "check",
    "check_layout",
    "count_actions",
    "legal_actions",
    "legal_actions_json",
    "legal_placements",
    "load_state",
    "new_game",
    "new_seed",
    "perft",
    "perft_split",
    "pieces",
    "puzzles",
    "resolve_card",
    "score",
    "solve_puzzle",
    "view",
    "view_events",
]


_engine: Engine[Any] = select_engine()

ENGINE: str = _engine.NAME
"""The engine in use: ``"rust"`` or ``"python"``."""

__version__: str
"""The version of this package, which is that of the Rust crate; found when it is first read."""


if not TYPE_CHECKING:  # a type checker would accept any attribute of a module that has this

    def __getattr__(name: str) -> str:
        if name != "__version__":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()["__version__"] = version = find_version()
        return version


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


def new_seed() -> int:
    """Return a seed for :func:`new_game`, from the operating system's randomness (S30).

    >>> 0 <= new_seed() < 2**53
    True
    """
    return int.from_bytes(os.urandom(7)) >> 3


def new_game(
    rules: Mapping[str, Any] | Rules | None = None, /, *, seed: int | None = None, **options: Any
) -> State:
    """Start a game with the given options; those left out have their defaults.

    The ``seed`` shuffles the decks of Blokus Shuffle: the same seed, the same decks, for ever. To
    know it later, take one from :func:`new_seed` yourself; a state does not tell it.

    >>> new_game(game="shuffle", seed=7).decks["blue"].draw[:2]
    ('draw_two', 'double_play')

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
    asked = {**({} if rules is None else rules), **options}
    return cast("State", _engine.new_game(asked, new_seed() if seed is None else seed))


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

    Placements are sorted by piece, orientation, row and column; cards and colours have an order of
    their own. The list is empty when the game is over.

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
    state: State,
    format: MoveFormat = "objects",  # noqa: A002 - the word that HTTP and the command line use
    pieces: Iterable[str] | None = None,
) -> tuple[int, bytes]:
    """Return the number of legal actions, and the actions as JSON text.

    ``objects`` is an array of actions, ``cells`` the same with the squares of each placement,
    ``groups`` an array of placements by colour, piece and orientation, with a list of
    ``row * 20 + col`` for each.

    >>> legal_actions_json(new_game(start_corners="fixed"), "objects", ["V3"])[0]
    4
    """
    return _engine.legal_actions_json(state, format, pieces)


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


def resolve_card(
    state: State, card: Card, choices: Iterable[Action | dict[str, Any]] = ()
) -> Resolution:
    """Tell what a card does here, with the choices given so far: nothing is guessed.

    The state of the answer asks for what is still to be chosen; :func:`legal_actions` lists it.

    >>> state = new_game(game="shuffle", seed=7)
    >>> for _ in range(4):
    ...     state, _ = apply(state, legal_actions(state, ["I1"])[0])
    >>> state.decks["blue"].hand
    ('draw_two', 'double_play')
    >>> draw_two = resolve_card(state, "draw_two")
    >>> draw_two.cards[0].outcome, draw_two.state.phase, draw_two.state.turn.drawn
    ('carried_out', 'choose_card', ('reverse', 'recycle'))
    """
    return resolution.resolve_card(_engine, state, card, choices)


def view(state: State, seat: int) -> dict[str, Any]:
    """Return the JSON form of a state as one seat may see it.

    In classic nothing is hidden; in Blokus Shuffle piles and others' hands are told as numbers.

    >>> view(new_game(game="shuffle", seats=2), 1)["decks"]["seat2"]
    {'draw': 28, 'hand': 0, 'discard': []}
    """
    return _engine.view(state, seat)


def view_events(events: Iterable[Event], seat: int) -> list[Event]:
    """Return events as one seat may see them: which cards were drawn is known to who drew them.

    >>> view_events([CardsDrawn("red", 3, 1, ("warp",))], seat=1)
    [CardsDrawn(color='red', seat=3, count=1, cards=None)]
    """
    return [
        replace(event, cards=None)
        if isinstance(event, CardsDrawn) and event.seat != seat
        else event
        for event in events
    ]


def perft(state: State, depth: int) -> int:
    """Count the sequences of exactly ``depth`` placements from here; in classic only.

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


def puzzles() -> tuple[Puzzle, ...]:
    """Return the six solo puzzles.

    >>> [(puzzle.name, puzzle.rows, puzzle.cols) for puzzle in puzzles()][2:4]
    [('rect4', 8, 10), ('rect4_apart', 8, 10)]
    """
    return _engine.puzzles()


def check_layout(puzzle: str, layout: object) -> LayoutCheck:
    """Say what is wrong with a layout of a puzzle, complete or not.

    A layout is ``{"placements": [...]}`` with pieces as they are written in a state.

    >>> piece = {"color": "red", "piece": "I4", "cells": [[0, 0], [0, 1], [0, 2], [0, 3]]}
    >>> check_layout("rect4", {"placements": [piece]}).right
    True
    """
    return _engine.check_layout(puzzle, layout)


def solve_puzzle(
    puzzle: str, layout: object = None, *, seed: int | None = None, seconds: float = 2
) -> Solution:
    """Solve a puzzle, or complete a layout of it. The same seed gives the same solution.

    ``seconds`` bounds the search: it is a number of nodes, so that answers repeat, and the clock
    ends what takes longer all the same. Only the Rust engine has a solver.
    """
    given = {"placements": []} if layout is None else layout
    return _engine.solve_puzzle(puzzle, given, new_seed() if seed is None else seed, seconds)
