"""POST /v1/turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from cornerwise import CardsDrawn, Event, IllegalActionError, InvalidActionError, Problem
from cornerwise.engine import State

from .errors import OperationError, prefix_pointers, summarize
from .locate import load_state, open_seal, refuse_seat
from .operation import Answer, Context, Request
from .transition import seal_state, sealed_json, transition_json

__all__ = ["turn"]


def turn(context: Context, request: Request) -> Answer:
    """Play one action or several: all of them or none.

    With `sealed`, only the seat that has to decide can play, and it plays nothing after an action
    that draws cards: whether a later action is legal would reveal which cards they are.
    """
    if ("action" in request) == ("actions" in request):
        code = "options_conflict" if "action" in request else "missing_field"
        problem = Problem(code, "exactly one of action and actions is required", "/actions")
        raise OperationError.from_problems("invalid_request", [problem])
    if "sealed" in request:
        return _sealed_turn(context, request)
    if not request["seal"]:
        refuse_seat(request)
    actions, is_list = _actions(request)
    state, events = _apply(context, load_state(context, request), actions, is_list=is_list)
    if request["seal"]:
        seal = seal_state(context, state)
        body = sealed_json(context, state, events, request, seal)
        return Answer(b"{%b}" % body, actions=len(actions))
    body = transition_json(context, state, events, request)
    return Answer(b"{%b}" % body, state=state, actions=len(actions))


def _actions(request: Request) -> tuple[list[Any], bool]:
    """Return the actions of a request, and whether it has a list of them."""
    is_list = "actions" in request
    return (request["actions"] if is_list else [request["action"]]), is_list


def _pointer(index: int, *, is_list: bool) -> str:
    return f"/actions/{index}" if is_list else "/action"


def _apply(
    context: Context, state: State, actions: Sequence[Any], *, is_list: bool, first: int = 0
) -> tuple[State, list[Event]]:
    """Apply actions; ``first`` is the index of the first one in the request."""

    def locate(problem: Problem) -> Problem:
        """Point into the request; the engine's pointers begin with the index of the action."""
        index, _, inside = problem.pointer.removeprefix("/").partition("/")
        if not index.isdecimal():
            return replace(problem, pointer="/actions")
        pointer = _pointer(first + int(index), is_list=is_list)
        return replace(problem, pointer=f"{pointer}/{inside}" if inside else pointer)

    try:
        return context.engine.apply(state, actions)
    except InvalidActionError as error:
        raise OperationError.from_problems("invalid_action", map(locate, error.problems)) from None
    except IllegalActionError as error:
        index = first + error.index
        pointer = _pointer(index, is_list=is_list)
        raise _illegal(index, prefix_pointers(pointer, error.problems)) from None


def _illegal(index: int, errors: Sequence[Problem]) -> OperationError:
    detail = f"{summarize(errors)}. No action was played."
    return OperationError("illegal_action", detail, errors, index=index)


def _sealed_turn(context: Context, request: Request) -> Answer:
    """Play what a seat has decided in a sealed game, and answer what that seat may see."""
    state, seal = open_seal(context, request)
    seat = request["seat"]
    actions, is_list = _actions(request)
    events: list[Event] = []
    for index, action in enumerate(actions):
        if state.seat != seat:
            to_move = "the game is over" if state.seat is None else f"seat {state.seat} is to move"
            raise _illegal(index, [Problem("wrong_turn", to_move, "/seat", "S4")])
        if any(isinstance(event, CardsDrawn) for event in events):
            message = "an action before it draws cards; send this one in the next request"
            pointer = _pointer(index, is_list=is_list)
            problem = Problem("hidden_information", message, pointer)
            raise OperationError.from_problems("hidden_information", [problem])
        state, more = _apply(context, state, [action], is_list=is_list, first=index)
        events += more
    after = seal_state(context, state, seal, len(actions))
    body = sealed_json(context, state, events, request, after)
    return Answer(b"{%b}" % body, actions=len(actions))
