"""The rules of Blokus and Blokus Shuffle: legal moves, resulting states, and scores.

A game is a sequence of immutable states. List the legal actions of a state and apply one of them to
get the next state:

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

There are two engines, one in Rust and one in plain Python, with the same results. The environment
variable ``CORNERWISE_ENGINE`` selects one; :data:`ENGINE` is the name of the engine in use.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from . import resolution
from .engine import Cancellation, Engine, State, View
from .errors import (
    CornerwiseError,
    HiddenInformationError,
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
    LEVELS,
    MAX_BUDGET,
    PIECE_NAMES,
    Action,
    CardDiscarded,
    CardName,
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
    Estimate,
    Event,
    Game,
    GameOver,
    MonominoBonus,
    MoveFormat,
    Pass,
    Passed,
    Phase,
    Piece,
    PieceCount,
    PieceName,
    PiecePlaced,
    PieceRecycled,
    PieceWarped,
    Place,
    PlacedPiece,
    PlayCard,
    Rules,
    Score,
    Scoring,
    SeatCount,
    SeatScore,
    StartCorners,
    StateView,
    Step,
    StopReason,
    Suggestion,
    Suggestions,
    Summary,
    TeamName,
    TeamScore,
    Turn,
    TurnSkipped,
    Until,
    WarpTo,
)

__all__ = [
    "CARDS",
    "COLORS",
    "ENGINE",
    "LEVELS",
    "MAX_BUDGET",
    "PIECE_NAMES",
    "Action",
    "Cancellation",
    "CardDiscarded",
    "CardName",
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
    "Estimate",
    "Event",
    "Game",
    "GameOver",
    "HiddenInformationError",
    "IllegalActionError",
    "InvalidActionError",
    "InvalidStateError",
    "LayoutCheck",
    "MonominoBonus",
    "MoveFormat",
    "Pass",
    "Passed",
    "Phase",
    "Piece",
    "PieceCount",
    "PieceName",
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
    "Scoring",
    "SeatCount",
    "SeatScore",
    "Solution",
    "StartCorners",
    "State",
    "StateView",
    "Step",
    "StopReason",
    "Suggestion",
    "Suggestions",
    "Summary",
    "TeamName",
    "TeamScore",
    "Turn",
    "TurnSkipped",
    "UnsupportedError",
    "Until",
    "View",
    "WarpTo",
    "__version__",
    "action_from_text",
    "action_to_text",
    "apply",
    "cells",
    "check",
    "check_layout",
    "count_actions",
    "event_to_text",
    "legal_actions",
    "legal_actions_json",
    "legal_placements",
    "load_state",
    "load_view",
    "new_cancellation",
    "new_game",
    "new_seed",
    "perft",
    "perft_split",
    "pieces",
    "puzzles",
    "resolve_card",
    "score",
    "solve_puzzle",
    "suggest",
    "summary",
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
    """Return a random seed, the default of :func:`solve_puzzle`.

    >>> 0 <= new_seed() < 2**53
    True
    """
    return int.from_bytes(os.urandom(7)) >> 3


def new_game(  # noqa: PLR0913 - one keyword for each option
    rules: Rules | Mapping[str, Any] | None = None,
    /,
    *,
    seed: int | None = None,
    game: Game | None = None,
    seats: SeatCount | None = None,
    teams: bool | None = None,
    shared_color: Color | None = None,
    first_color: Color | None = None,
    start_corners: StartCorners | None = None,
    scoring: Scoring | None = None,
    monomino_bonus: MonominoBonus | None = None,
    deck: Mapping[CardName, int] | None = None,
) -> State:
    """Start a game. The options are the fields of :class:`Rules`; None means the default.

    ``rules`` gives options as a whole, for example those of another game; keywords override it.

    >>> new_game(seats=3).rules.shared_color
    'green'

    The ``seed`` shuffles the decks of Blokus Shuffle: the same seed gives the same decks, in every
    version. If omitted, the decks are shuffled with the operating system's randomness (S30).

    >>> new_game(game="shuffle", seed=7).decks["blue"].draw[:2]
    ('draw_two', 'double_play')

    Raises InvalidStateError if an option is invalid or options conflict:

    >>> try:
    ...     new_game(seats=3, teams=True)
    ... except InvalidStateError as error:
    ...     print(error.problems[0].code, error.problems[0].pointer)
    options_conflict /teams
    """
    options = {
        "game": game,
        "seats": seats,
        "teams": teams,
        "shared_color": shared_color,
        "first_color": first_color,
        "start_corners": start_corners,
        "scoring": scoring,
        "monomino_bonus": monomino_bonus,
        "deck": dict(deck) if isinstance(deck, Mapping) else deck,
    }
    if isinstance(rules, Rules):
        rules = rules.to_dict()
    given = {name: value for name, value in options.items() if value is not None}
    requested = {**(rules or {}), **given}
    return cast("State", _engine.new_game(requested, seed))


def load_state(data: object) -> State:
    """Return the state that JSON data (as returned by ``json.loads``) or a position text describes.

    Raises InvalidStateError if no game can reach that state. Most fields are optional, see
    ``docs/http.md``. A position text is what :meth:`State.to_text` returns.

    >>> state = load_state({"placements": [{"color": "blue", "piece": "I1", "cells": [[0, 0]]}]})
    >>> state.color
    'yellow'
    >>> load_state(state.to_text()) == state
    True
    """
    if isinstance(data, str):
        return cast("State", _engine.state_from_text(data))
    return cast("State", _engine.load_state(data))


def load_view(data: object) -> View:
    """Return the view that JSON data describes: a state as one seat may see it.

    :func:`view` returns such data. A view is accepted instead of a state by :func:`legal_actions`,
    :func:`legal_actions_json`, :func:`count_actions`, :func:`summary`, :func:`check`,
    :func:`score`, :func:`resolve_card` and :func:`suggest`; where hidden cards would decide the
    answer they raise HiddenInformationError. Raises InvalidStateError if no game can reach a state
    with that view.

    >>> state = new_game(game="shuffle", seats=2)
    >>> load_view(view(state, 1)).seat
    1

    The position text of a view is accepted too, which :meth:`View.to_text` returns.
    """
    if isinstance(data, str):
        return _engine.view_from_text(data)
    return _engine.load_view(data)


def action_to_text(action: Action | dict[str, Any]) -> str:
    """Return the move text of an action (docs/notation.md).

    Raises InvalidActionError if it is malformed, or if the text has no form for a number or a name.

    >>> action_to_text(Place("V5", orientation=3, row=0, col=0, color="blue"))
    'blue V5/3 a20'
    """
    return _engine.action_to_text(action)


def action_from_text(text: str) -> Action:
    """Return the action that a move text describes; raise InvalidActionError if it is not exact.

    >>> action_from_text("choose red I2")
    ChoosePiece(color='red', piece='I2')
    """
    return _engine.action_from_text(text)


def event_to_text(event: Event) -> str:
    """Return an event as a line for people.

    >>> event_to_text(PiecePlaced("blue", 1, "V5", 3, 0, 0))
    'blue V5/3 a20'
    >>> event_to_text(CardsDrawn("red", 3, 1, None))
    'red draws 1 card'
    """
    return _engine.event_to_text(event)


def legal_actions(
    state: State | View,
    pieces: Iterable[PieceName] | None = None,
    covering: Iterable[int] | None = None,
) -> list[Action]:
    """Return the legal actions of a state.

    With ``pieces``, only actions with these pieces are returned; with ``covering``, a row and a
    column, only placements that cover that square. An empty list is the same as None.

    Placements are sorted by piece, orientation, row and column; other actions are in the order of
    :data:`CARDS` and :data:`COLORS`. The list is empty when the game is over.

    >>> len(legal_actions(new_game()))
    232
    >>> len(legal_actions(new_game(), covering=(0, 0)))
    58
    """
    return _engine.legal_actions(state, pieces, *_given(covering))


def legal_placements(state: State, color: Color) -> list[Place]:
    """Return the placements that would be legal for a colour if it were its turn.

    >>> len(legal_placements(new_game(start_corners="fixed"), "green"))
    58
    """
    return _engine.legal_placements(state, color)


def legal_actions_json(
    state: State | View,
    format: MoveFormat = "objects",  # noqa: A002 - the word that HTTP and the command line use
    pieces: Iterable[PieceName] | None = None,
    covering: Iterable[int] | None = None,
) -> tuple[int, bytes]:
    """Return the number of legal actions, and the actions as JSON text.

    ``objects`` is an array of actions, ``cells`` the same with the squares of each placement,
    ``groups`` an array of placements by colour, piece and orientation, with a list of
    ``row * 20 + col`` for each.

    >>> legal_actions_json(new_game(start_corners="fixed"), "groups", ["O4"])
    (1, b'[{"type":"place","color":"blue","piece":"O4","orientation":0,"positions":[0]}]')
    """
    return _engine.legal_actions_json(state, format, pieces, *_given(covering))


def _given(covering: Iterable[int] | None) -> tuple[Iterable[int], ...]:
    return () if covering is None else (covering,)


def count_actions(state: State | View) -> int:
    """Return the number of legal actions; faster than the length of the list.

    >>> count_actions(new_game(start_corners="fixed"))
    58
    """
    return _engine.count_actions(state)


def summary(state: State | View) -> Summary:
    """Return the legal placements by piece, the squares they cover, and the open corners.

    >>> summary(new_game(start_corners="fixed")).open_corners
    ((0, 0),)
    """
    return _engine.summary(state)


def check(state: State | View, action: Action | dict[str, Any]) -> list[Problem]:
    """Return every reason why an action is illegal; an empty list if it is legal.

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
    """Apply one action, or several in order; return the new state and the events.

    Raises IllegalActionError with the index of the first illegal action and every reason.

    >>> state, events = apply(new_game(), Place("I1", orientation=0, row=0, col=0))
    >>> events
    [PiecePlaced(color='blue', seat=1, piece='I1', orientation=0, row=0, col=0)]
    """
    return cast("tuple[State, list[Event]]", _engine.apply(state, actions))


def score(state: State | View) -> Score:
    """Return the scores of a state, finished or not.

    >>> score(new_game(seats=2)).seats[0]
    SeatScore(seat=1, colors=('blue', 'red'), score=178)
    """
    return _engine.score(state)


def resolve_card(
    state: State | View, card: CardName, choices: Iterable[Action | dict[str, Any]] = ()
) -> Resolution:
    """Return what playing a card does, with the choices made so far.

    If the card needs a further choice, the returned state asks for it; :func:`legal_actions` lists
    the options. For a view, the resolution has a view of the same seat instead of a state.

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


def view(state: State, seat: int) -> StateView:
    """Return the JSON form of a state as one seat may see it.

    In classic nothing is hidden. In Blokus Shuffle draw piles, and the hands of others, are given
    as numbers of cards. :func:`load_view` reads the result.

    >>> view(new_game(game="shuffle", seats=2), 1)["decks"]["seat2"]
    {'draw_count': 28, 'hand_count': 0, 'hand': None, 'discard': []}
    """
    return cast("StateView", _engine.view(state, seat))


def view_events(events: Iterable[Event], seat: int) -> list[Event]:
    """Return events as one seat may see them: without the cards that other seats drew.

    >>> view_events([CardsDrawn("red", 3, 1, ("warp",))], seat=1)
    [CardsDrawn(color='red', seat=3, count=1, cards=None)]
    """
    return [
        replace(event, cards=None)
        if isinstance(event, CardsDrawn) and event.seat != seat
        else event
        for event in events
    ]


def suggest(  # noqa: PLR0913 - one keyword for each option
    state: State | View,
    level: int | None = None,
    *,
    budget: int | None = None,
    count: int = 3,
    seed: int = 0,
    until: Until = "decision",
    seconds: float | None = None,
    cancel: Cancellation | None = None,
) -> Suggestions:
    """Return the best actions for the seat that decides, and what each seat can expect.

    ``level`` is the strength, from 1 to 9 (default 5); ``budget`` gives the work in units instead.
    At most ``count`` actions are returned. The same arguments give the same answer on every
    machine, unless ``seconds`` or ``cancel`` (see :func:`new_cancellation`) end the search early.
    With ``until="turn"`` the answer's ``turn`` has all actions up to the end of the turn, or to the
    next hidden card.

    In Blokus Shuffle the answer depends only on what the seat that decides may see. A view is
    enough if that seat's cards are in it; otherwise HiddenInformationError is raised.

    >>> answer = suggest(new_game(seats=2), level=1, count=2)
    >>> len(answer.moves), answer.moves[0].action in legal_actions(new_game(seats=2))
    (2, True)
    >>> [estimate.seat for estimate in answer.evaluation]
    [1, 2]

    The Rust engine searches, without the interpreter lock. The Python engine has no search and
    answers by rules of thumb; its ``stopped`` is ``no_search``.
    """
    return _engine.suggest(
        state,
        level=level,
        budget=budget,
        count=count,
        seed=seed,
        until=until,
        seconds=seconds,
        cancel=cancel,
    )


def new_cancellation() -> Cancellation:
    """Return what ends a search early: pass it to the search, cancel it in another thread.

    >>> cancellation = new_cancellation()
    >>> cancellation.cancel()
    >>> suggest(new_game(), level=9, cancel=cancellation).stopped in ("cancelled", "no_search")
    True
    """
    return _engine.Cancellation()


def perft(state: State, depth: int) -> int:
    """Count the sequences of exactly ``depth`` placements from a state; classic only.

    >>> perft(new_game(), 2)
    40368
    """
    return _engine.perft(state, depth)


def perft_split(state: State, depth: int) -> dict[PieceName, int]:
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
    """Check a layout of a puzzle, complete or not.

    A layout is ``{"placements": [...]}`` with placements as in the JSON form of a state.

    >>> piece = {"color": "red", "piece": "I4", "cells": [[0, 0], [0, 1], [0, 2], [0, 3]]}
    >>> check_layout("rect4", {"placements": [piece]}).valid
    True
    """
    return _engine.check_layout(puzzle, layout)


def solve_puzzle(
    puzzle: str,
    layout: object = None,
    *,
    seed: int | None = None,
    seconds: float = 2,
    cancel: Cancellation | None = None,
) -> Solution:
    """Solve a puzzle, or complete a layout of it. The same seed gives the same solution.

    If omitted, a random seed is used. ``seconds`` limits the search: it is converted to a number of
    nodes, so that results can be repeated, and the time itself is a second limit. ``cancel`` (see
    :func:`new_cancellation`) ends it early. The Python engine has no solver and raises
    UnsupportedError.
    """
    given = {"placements": []} if layout is None else layout
    seed = new_seed() if seed is None else seed
    return _engine.solve_puzzle(puzzle, given, seed, seconds, cancel=cancel)
