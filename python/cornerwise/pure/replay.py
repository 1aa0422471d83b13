"""Replaying a list of actions: all of them, or up to the first wrong one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from ..engine import Replayed
from ..errors import InvalidActionError, Problem
from ..types import Action, Event
from .action import ActionSetup, read_action, take
from .check import check_action
from .move_text import action_from_text
from .play import play
from .reader import Reader, is_a
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
        result = _checked(state, action, plies)
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


def _checked(state: State, item: object, index: int) -> Any:  # noqa: ANN401 - as check_action
    """Return the action as it is played, or the problems."""
    try:
        return check_action(state, _read_item(item, index))
    except InvalidActionError as error:
        return list(error.problems)


def _read_item(item: object, index: int) -> ActionSetup:
    """Parse an action, a move text, or a move of a record."""
    if is_a(item, str):
        return read_action(action_from_text(item))
    if not is_a(item, dict):
        return read_action(item)
    fields = {name: value for name, value in dict.items(item) if value is not None}
    action, text = fields.pop("action", None), fields.get("text")
    if action is None and not is_a(text, str):
        return read_action(item)
    if is_a(text, str):
        del fields["text"]
    if is_a(fields.get("comment"), str):
        del fields["comment"]
    parent = Reader()
    parent.integer(fields.pop("parent", index - 1), "/parent", index - 1, index - 1)
    is_alone = (action is None) == is_a(text, str)
    if not is_alone or fields or parent.problems:
        message = "a move that is replayed has an action or a text, and nothing else"
        raise InvalidActionError([Problem("unknown_field", message)])
    if action is None:
        return read_action(action_from_text(text))
    try:
        return read_action(action)
    except InvalidActionError as error:
        problems = [replace(one, pointer=f"/action{one.pointer}") for one in error.problems]
        raise InvalidActionError(problems) from None
