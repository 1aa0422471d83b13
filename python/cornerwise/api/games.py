"""Games and states: starting, loading, applying actions, scores and views."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, cast

from .. import resolution, selection
from ..engine import State, View
from ..errors import Problem
from ..resolution import Resolution
from ..types import (
    Action,
    CardName,
    CardsDrawn,
    Color,
    Event,
    Game,
    MonominoBonus,
    Rules,
    Score,
    Scoring,
    SeatCount,
    StartCorners,
    StateView,
)

__all__ = [
    "apply",
    "check",
    "load_state",
    "load_view",
    "new_game",
    "resolve_card",
    "score",
    "view",
    "view_events",
]


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
    return cast("State", selection.engine.new_game(requested, seed))


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
        return cast("State", selection.engine.state_from_text(data))
    return cast("State", selection.engine.load_state(data))


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
        return selection.engine.view_from_text(data)
    return selection.engine.load_view(data)


def check(state: State | View, action: Action | dict[str, Any]) -> list[Problem]:
    """Return every reason why an action is illegal; an empty list if it is legal.

    >>> for problem in check(new_game(), Place("X5", orientation=0, row=5, col=18)):
    ...     print(problem.rule, problem.code, problem.squares)
    C1 corner_not_covered ((0, 0), (0, 19), (19, 0), (19, 19))
    C4b off_board ((6, 20),)
    """
    return selection.engine.check(state, action)


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
    return cast("tuple[State, list[Event]]", selection.engine.apply(state, actions))


def score(state: State | View) -> Score:
    """Return the scores of a state, finished or not.

    >>> score(new_game(seats=2)).seats[0]
    SeatScore(seat=1, colors=('blue', 'red'), score=178)
    """
    return selection.engine.score(state)


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
    return resolution.resolve_card(selection.engine, state, card, choices)


def view(state: State, seat: int) -> StateView:
    """Return the JSON form of a state as one seat may see it.

    In classic nothing is hidden. In Blokus Shuffle draw piles, and the hands of others, are given
    as numbers of cards. :func:`load_view` reads the result.

    >>> view(new_game(game="shuffle", seats=2), 1)["decks"]["seat2"]
    {'draw_count': 28, 'hand_count': 0, 'hand': None, 'discard': []}
    """
    return cast("StateView", selection.engine.view(state, seat))


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
