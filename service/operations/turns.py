"""POST /v1/turns."""

from __future__ import annotations

from dataclasses import replace

from cornerwise import IllegalActionError, InvalidActionError, Problem

from .errors import OperationError, prefix_pointers, summarize
from .locate import load_state
from .operation import Answer, Context, Request
from .transition import transition_json

__all__ = ["turn"]


def turn(context: Context, request: Request) -> Answer:
    """Play one action or several: all of them or none."""
    if ("action" in request) == ("actions" in request):
        code = "options_conflict" if "action" in request else "missing_field"
        problem = Problem(code, "exactly one of action and actions is required", "/actions")
        raise OperationError.from_problems("invalid_request", [problem])
    state = load_state(context, request)
    is_list = "actions" in request
    actions = request["actions"] if is_list else [request["action"]]

    def locate(problem: Problem) -> Problem:
        """Point into the request; the engine's pointers begin with the index of the action."""
        inside = problem.pointer if is_list else problem.pointer.removeprefix("/0")
        return replace(problem, pointer=("/actions" if is_list else "/action") + inside)

    try:
        state, events = context.engine.apply(state, actions)
    except InvalidActionError as error:
        raise OperationError.from_problems("invalid_action", map(locate, error.problems)) from None
    except IllegalActionError as error:
        pointer = f"/actions/{error.index}" if is_list else "/action"
        errors = prefix_pointers(pointer, error.problems)
        detail = f"{summarize(errors)}. No action was played."
        raise OperationError("illegal_action", detail, errors, index=error.index) from None
    return Answer(b"{%b}" % transition_json(context, state, events, request), state=state)
