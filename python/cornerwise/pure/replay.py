"""Replaying a list of actions: all of them, or up to the first wrong one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..engine import Replayed
from ..errors import InvalidActionError, Problem
from ..types import Action, Event
from .action import ActionSetup, read_action, take
from .check import check_action
from .move_text import action_from_text
from .play import play
from .reader import is_a
from .state import State

__all__ = ["replay"]

_MAX_ACTIONS = 20_000


def replay(
    state: State,
    actions: Iterable[Action | dict[str, Any] | str],
    *,
    states: bool = False,
    events: bool = False,
) -> Replayed:
    """Apply actions, which may be move texts, until one is wrong."""
    reached = [state]
    happened: list[tuple[Event, ...]] = []
    problems: list[Problem] = []
    plies = 0
    for action in _take(actions):
        result = _checked(state, action)
        if isinstance(result, list):
            problems = result
            break
        state, caused = play(state, result)
        plies += 1
        reached.append(state)
        happened.append(tuple(caused))
    return Replayed(
        state=state,
        plies=plies,
        problems=tuple(problems),
        states=tuple(reached) if states else None,
        events=tuple(happened) if events else None,
    )


def _take(actions: object) -> list[object]:
    """Return the actions; an infinite iterable is refused too."""
    if is_a(actions, str) or is_a(actions, dict):
        raise InvalidActionError([Problem("wrong_type", "must be a list")])
    taken = take(actions, _MAX_ACTIONS + 1)
    if len(taken) > _MAX_ACTIONS:
        message = f"must be at most {_MAX_ACTIONS} actions"
        raise InvalidActionError([Problem("out_of_range", message)])
    return taken


def _checked(state: State, action: object) -> Any:  # noqa: ANN401 - what check_action returns
    """Return the action as it is played, or the problems."""
    try:
        given = action_from_text(action) if is_a(action, str) else action
        request: ActionSetup = read_action(given)
    except InvalidActionError as error:
        return list(error.problems)
    return check_action(state, request)
