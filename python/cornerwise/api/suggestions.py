"""Suggested moves."""

from __future__ import annotations

from .. import selection
from ..engine import Cancellation, State, View
from ..types import Suggestions, Until

__all__ = [
    "new_cancellation",
    "suggest",
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
    At most ``count`` actions are returned, up to 100. Equal arguments give equal answers on
    every machine, unless ``seconds`` (at most 3600) or ``cancel`` (see :func:`new_cancellation`)
    end the search early. Invalid arguments raise InvalidActionError.
    With ``until="turn"`` the answer's ``turn`` has all actions up to the end of the turn, or to the
    next hidden card.

    In Blokus Shuffle the answer depends only on what the seat that decides may see. A view is
    enough if that seat's cards are in it; otherwise HiddenInformationError is raised.

    >>> answer = suggest(new_game(seats=2), level=1, count=2)
    >>> len(answer.moves), answer.moves[0].action in legal_actions(new_game(seats=2))
    (2, True)
    >>> [estimate.seat for estimate in answer.evaluation]
    [1, 2]

    The Rust engine releases the GIL during the search. The Python engine has no search and answers
    by rules of thumb; its ``stopped`` is ``no_search``.
    """
    return selection.engine.suggest(
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
    """Return an object with which another thread can cancel a search.

    >>> cancellation = new_cancellation()
    >>> cancellation.cancel()
    >>> suggest(new_game(), level=9, cancel=cancellation).stopped in ("cancelled", "no_search")
    True
    """
    return selection.engine.Cancellation()
