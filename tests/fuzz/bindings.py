"""The fuzz target of the engine API: arbitrary Python arguments for both engines.

Invariants: only documented errors, no panic, no crash, states do not change, and both engines give
identical results.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from cornerwise.engine import Replayed, State
from cornerwise.errors import CornerwiseError

from tests.engine.test_untrusted_puzzles import SOUND
from tests.helpers import shuffle_strategies, strategies
from tests.helpers.agreement import PYTHON, RUST, plain
from tests.helpers.drawing import PIECES
from tests.helpers.games import seeded_rng
from tests.helpers.strategies import Items, Object, Pair, Text

from .hostile_objects import HostileObjectError, random_iterable
from .loop import Chain, Outcome
from .mutator import Mutator

NAME = "bindings"


@dataclass
class Case:
    """A call: the function, the index of its state if it takes one, and the other arguments."""

    function: str
    position: int | None
    arguments: list[Any]
    chain: Chain = ()
    stream: int | None = None
    """The seed of the iterable that replaces the list in the last argument."""


@cache
def documents() -> list[dict[str, Any]]:
    """Return states of both games as dicts."""
    return [
        *strategies.sound_states(),
        *(one.to_dict() for one in shuffle_strategies.sound_states()),
    ]


@cache
def position(index: int) -> tuple[State, State, list[dict[str, Any]]]:
    """Return a state in both engines, and some of its legal actions."""
    state = RUST.load_state(documents()[index])
    legal = [action.to_dict() for action in RUST.legal_actions(state)]
    return state, PYTHON.load_state(documents()[index]), legal[:: 1 + len(legal) // 50]


def make(chain: Chain) -> Case:
    """Return the call for a chain of seeds."""
    rng = seeded_rng(chain[0])
    hostile = rng.random() < 0.4
    function, base = rng.choice(_CALLS)
    at = rng.randrange(len(documents()))
    case = base(rng, at)
    case.function, case.chain = function, chain
    case.arguments = copy.deepcopy(case.arguments)
    if hostile and case.stream is not None and rng.random() < 0.5:
        case.stream = rng.randrange(2**32)
    else:
        case.stream = None
    for seed in chain:
        Mutator(seed + 1, hostile=hostile).mutate(case.arguments)
    return case


Maker = Callable[[Any, int], Case]


def _load(_: Any, at: int) -> Case:  # noqa: ANN401
    return Case("", None, [documents()[at]])


def _new(rng: Any, at: int) -> Case:  # noqa: ANN401
    return Case("", None, [documents()[at]["rules"], rng.choice([0, 7, 2**64 - 1])])


def _check(rng: Any, at: int) -> Case:  # noqa: ANN401
    return Case("", at, [_an_action(rng, at)])


def _apply(rng: Any, at: int) -> Case:  # noqa: ANN401
    actions = [_an_action(rng, at) for _ in range(rng.choice([1, 1, 2, 3]))]
    return Case("", at, [actions[0]]) if rng.random() < 0.2 else Case("", at, [actions], stream=0)


def _action_text(rng: Any, at: int) -> Case:  # noqa: ANN401
    return Case("", None, [_an_action(rng, at)])


def _text(_: Any, at: int) -> Case:  # noqa: ANN401
    return Case("", None, [position(at)[0].to_text()])


def _an_action(rng: Any, at: int) -> dict[str, Any]:  # noqa: ANN401
    legal = position(at)[2]
    return rng.choice(legal) if legal else {"type": "pass"}


def _pieces(rng: Any, at: int) -> Case:  # noqa: ANN401
    return Case("", at, [rng.sample([*PIECES], 3)], stream=0)


def _form(rng: Any, at: int) -> Case:  # noqa: ANN401
    form = rng.choice(["objects", "cells", "groups"])
    return Case("", at, [form, rng.choice([None, ["I1", "X5"]])])


def _color(rng: Any, at: int) -> Case:  # noqa: ANN401
    return Case("", at, [rng.choice(["blue", "green"])])


def _seat(rng: Any, at: int) -> Case:  # noqa: ANN401
    return Case("", at, [rng.choice([1, 2, 3])])


def _layout(rng: Any, _: int) -> Case:  # noqa: ANN401
    puzzle, layout = rng.choice(SOUND)
    return Case("", None, [puzzle, {"placements": layout}])


def _solve(rng: Any, at: int) -> Case:  # noqa: ANN401
    return Case("", None, [*_layout(rng, at).arguments, 5, 0])


_CALLS: list[tuple[str, Maker]] = [
    *[("load_state", _load)] * 6,
    *[("new_game", _new)] * 2,
    *[("check", _check)] * 3,
    *[("apply", _apply)] * 5,
    *[("action_to_text", _action_text)] * 2,
    *[("replay", _apply)] * 3,
    ("state_from_text", _text),
    *[("check_layout", _layout)] * 2,
    ("legal_actions", _pieces),
    ("legal_actions_json", _form),
    ("legal_placements", _color),
    ("view", _seat),
    ("supply", _color),
    ("solve_puzzle", _solve),
]


def run(case: Case) -> Outcome:
    """Call both engines and compare the results.

    Each gets its own arguments, because a call may change hostile objects.
    """
    rust, python = _call(0, case), _call(1, make(case.chain))
    if "hostile" in (rust[0], python[0]) or python[1:2] == ("unsupported",):
        return case.function, rust[0], python[0]
    if rust != python:
        raise AssertionError(f"Rust: {_short(rust)}\nPython: {_short(python)}")
    if rust[0] == "result":
        return case.function, "result"
    return case.function, *(
        (problem.code, re.sub(r"\d+", "0", problem.pointer)) for problem in rust[2]
    )


def _short(result: tuple[Any, ...]) -> str:
    text = repr(result)
    return text if len(text) < 4000 else f"{text[:4000]}…"


def _call(engine: int, case: Case) -> tuple[Any, ...]:
    module: Any = (RUST, PYTHON)[engine]
    arguments = case.arguments
    if case.function == "solve_puzzle" and _is_valid_time_limit(arguments[-1]):
        arguments[-1] = 0
    if case.function == "new_game" and arguments[-1] is None:
        arguments[-1] = 0  # without a seed the decks of the two engines would differ
    state: State | None = None
    if case.position is not None:
        rust, python, _ = position(case.position)
        state = (rust, python)[engine]
        before = state.to_json()
    if case.stream is not None and type(arguments[-1]) is list:
        arguments[-1] = random_iterable(seeded_rng(case.stream), arguments[-1])
    if case.function == "supply":
        result = _outcome(state.supply, arguments)  # type: ignore[union-attr]
    else:
        function = getattr(module, case.function)
        result = _outcome(function, arguments if state is None else [state, *arguments])
    if state is not None and state.to_json() != before:
        raise AssertionError("the state was changed")
    if result[0] == "state":
        _check_state(module, result[1])
        result = "result", result[1].to_json()
    return result


def _is_valid_time_limit(value: object) -> bool:
    """Return whether a search would run that long; such calls get 0, as they take too long."""
    return type(value) in (int, float) and 0 < value <= 3600  # type: ignore[operator]


def _outcome(  # noqa: PLR0911 - one for each kind of result
    function: Callable[..., Any], arguments: list[Any]
) -> tuple[Any, ...]:
    """Return the result or the documented error; any other exception is a finding."""
    try:
        result = function(*arguments)
    except CornerwiseError as error:
        problems = error.problems
        if not 1 <= len(problems) <= 20 or not all(problem.message for problem in problems):
            raise AssertionError(f"an error with {len(problems)} problems") from error
        return type(error).__name__, problems[0].code, problems, getattr(error, "index", None)
    except HostileObjectError:
        return ("hostile",)
    except AssertionError:
        # These objects must not be used, but iterating over one that is given as a list does that.
        if type(arguments[-1]) not in (Text, Items, Pair, Object):
            raise
        return ("hostile",)
    except ValueError as error:
        if str(error) != "format must be one of: objects, cells, groups":
            raise
        return "form", "", ()
    if hasattr(result, "to_json"):
        return "state", result
    if isinstance(result, Replayed):
        return "result", result.state.to_json(), result.plies, result.problems
    return "result", plain(result)


def _check_state(module: Any, state: Any) -> None:  # noqa: ANN401 (an engine and its state)
    """Check that an accepted state is consistent."""
    if module.load_state(state.to_dict()) != state:
        raise AssertionError("a state changed when it was written and loaded")
    count, _ = module.legal_actions_json(state, "groups")
    if count != module.count_actions(state):
        raise AssertionError("count_actions differs from legal_actions_json")
    module.score(state)
