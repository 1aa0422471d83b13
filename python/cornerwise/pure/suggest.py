"""Suggestions without a search: the actions that look best by rules of thumb.

The answer has the form of the Rust engine's, and says that there was no search. The cost is that
of listing the legal actions; levels above 2 and budgets make no difference.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Sequence

from ..engine import View as AnyView
from ..errors import InvalidActionError, Problem
from ..types import (
    LEVELS,
    MAX_BUDGET,
    Action,
    Pass,
    Place,
    Suggestion,
    Suggestions,
    Until,
)
from .action import read_number
from .cancellation import Cancellation, check_cancellation
from .heuristics import estimates, values
from .play import play
from .reader import Reader, is_a
from .shuffle import MAX_SEED
from .state import State
from .turn import legal_actions
from .view import check_decision_known, state_of

__all__ = ["suggest"]

_DEFAULT_COUNT = 3
_MAX_COUNT = 100
_MAX_SECONDS = 3600
_UNTIL = ("decision", "turn")

_NOISE = {1: 3.0, 2: 1.2}
"""How much the lowest levels deviate from the actions that look best."""

_TIE_BREAK = 1e-6
"""The same for the others: the seed orders actions that look equally good."""


def suggest(  # noqa: PLR0913 - one keyword for each option
    where: State | AnyView,
    *,
    level: int | None = None,
    budget: int | None = None,
    count: int | None = None,
    seed: int | None = None,
    until: Until | None = None,
    seconds: float | None = None,
    cancel: Cancellation | None = None,
) -> Suggestions:
    """Return the actions that look best, from what the seat that decides knows."""
    check_cancellation(cancel)
    noise = _read_noise(level, budget)
    count = _DEFAULT_COUNT if count is None else read_number(count, 1, _MAX_COUNT, "/count")
    seed = 0 if seed is None else read_number(seed, 0, MAX_SEED, "/seed")
    _check_seconds(seconds)
    whole_turn = _read_until(until)
    state = state_of(where)
    check_decision_known(where)
    begin = time.perf_counter()
    # Not for secrets: equal texts give equal numbers in every version of Python. The numbers differ
    # from turn to turn, even if a bot keeps its seed.
    numbers = random.Random(f"{seed} {len(state.placements)} {state.color}")  # noqa: S311
    moves = _ranked(state, count, noise, numbers)
    turn = [move.action for move in moves[:1]]
    if whole_turn and turn:
        turn = _whole_turn(state, turn[0], noise, numbers)
    return Suggestions(
        color=state.color,
        seat=state.seat,
        phase=state.phase,
        engine="python",
        moves=tuple(moves),
        turn=tuple(turn),
        evaluation=moves[0].estimates if moves else estimates(state),
        seed=seed,
        units=0,
        playouts=0,
        milliseconds=(time.perf_counter() - begin) * 1000,
        stopped="no_search" if moves else "over",
    )


def _ranked(state: State, count: int, noise: float, numbers: random.Random) -> list[Suggestion]:
    """Return the actions that look best as suggestions, the best first."""
    actions = legal_actions(state)
    looks = values(state, actions)
    priors = _shares(looks)
    ranks = [look + noise * _gumbel(numbers) for look in looks]
    order = sorted(range(len(actions)), key=ranks.__getitem__, reverse=True)
    return [
        Suggestion(
            action=actions[index],
            visits=0,
            prior=priors[index],
            estimates=estimates(play(state, actions[index])[0]),
            line=(),
        )
        for index in order[:count]
    ]


def _whole_turn(state: State, action: Action, noise: float, numbers: random.Random) -> list[Action]:
    """Return an action and those after it, up to the end of the turn or to a hidden card."""
    turn = [action]
    before, (state, _) = state, play(state, action)
    while _is_same_turn(before, turn[-1], state):
        (best,) = _ranked(state, 1, noise, numbers)
        turn.append(best.action)
        before, (state, _) = state, play(state, best.action)
    return turn


def _is_same_turn(before: State, action: Action, after: State) -> bool:
    """Return whether the turn continues after an action, with a decision without new cards."""
    if after.color != before.color or after.phase in ("over", "opening", "play_card"):
        return False
    if isinstance(action, Place | Pass):
        return after.turn.first is not None  # the second piece of Double Play (S27)
    return after.phase != "choose_card"


def _shares(looks: Sequence[float]) -> list[float]:
    """Return the softmax of numbers: positive, with a sum of 1."""
    powers = [math.exp(look - max(looks)) for look in looks]
    total = sum(powers)
    return [power / total for power in powers]


def _gumbel(numbers: random.Random) -> float:
    """Return Gumbel noise: the largest of values plus noise is distributed as :func:`_shares`."""
    return -math.log(-math.log(min(max(numbers.random(), 1e-12), 1 - 1e-12)))


def _read_noise(level: object, budget: object) -> float:
    if level is not None and budget is not None:
        raise _refusal("options_conflict", "only one of level and budget can be given", "/budget")
    if budget is not None:
        read_number(budget, 1, MAX_BUDGET, "/budget")
        return _TIE_BREAK
    return _NOISE.get(_read_level(level), _TIE_BREAK)


def _read_level(level: object) -> int:
    return LEVELS[1] if level is None else read_number(level, *LEVELS, "/level")


def _read_until(until: object) -> bool:
    reader = Reader()
    wanted = _UNTIL[0] if until is None else reader.choice(until, "/until", _UNTIL)
    if reader.problems:
        raise InvalidActionError(reader.problems)
    return wanted == "turn"


def _check_seconds(seconds: object) -> None:
    if seconds is None:
        return
    if is_a(seconds, float):
        number = float.__float__(seconds)
    elif is_a(seconds, int) and not is_a(seconds, bool):
        number = int.__index__(seconds)
    else:
        raise _refusal("wrong_type", "must be a number", "/seconds")
    if not 0 < number <= _MAX_SECONDS:
        message = f"must be more than 0 and at most {_MAX_SECONDS}"
        raise _refusal("out_of_range", message, "/seconds")


def _refusal(code: str, message: str, pointer: str) -> InvalidActionError:
    return InvalidActionError([Problem(code, message, pointer)])
