"""Fuzzing the engine API: whatever is handed to the engines from Python.

Nothing but the documented errors comes out, never a panic, the process lives on, a state that was
asked about is as it was; and both engines say the same, to the letter.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cache
from typing import Any

from cornerwise.engine import State
from cornerwise.errors import CornerwiseError

from tests.engine.test_untrusted_puzzles import SOUND
from tests.helpers import shuffle_strategies, strategies
from tests.helpers.agreement import PYTHON, RUST, plain
from tests.helpers.strategies import Items, Object, Pair, Text
from tests.helpers.support import seeded

from .loop import Chain
from .mischief import MischiefError, streams
from .mutator import Mutator

NAME = "bindings"


@dataclass
class Case:
    """A call: the function, the position it is about if there is one, and the other arguments."""

    function: str
    position: int | None
    arguments: list[Any]
    chain: Chain = ()
    stream: int | None = None
    """The seed of an iterable that the last argument is wrapped in."""


@cache
def documents() -> list[dict[str, Any]]:
    """Return states of both games in their JSON form."""
    return [
        *strategies.sound_states(),
        *(one.to_dict() for one in shuffle_strategies.sound_states()),
    ]


@cache
def position(index: int) -> tuple[State, State, list[dict[str, Any]]]:
    """Return a state of both engines, with some of its legal actions."""
    state = RUST.load_state(documents()[index])
    legal = [action.to_dict() for action in RUST.legal_actions(state)]
    return state, PYTHON.load_state(documents()[index]), legal[:: 1 + len(legal) // 50]


def make(chain: Chain) -> Case:
    """Return the call of a chain."""
    rng = seeded(chain[0])
    mischief = rng.random() < 0.4
    function, base = rng.choice(_CALLS)
    at = rng.randrange(len(documents()))
    case = base(rng, at)
    case.function, case.chain = function, chain
    case.arguments = copy.deepcopy(case.arguments)
    if mischief and case.stream is not None and rng.random() < 0.5:
        case.stream = rng.randrange(2**32)
    else:
        case.stream = None
    for seed in chain:
        Mutator(seed + 1, mischief=mischief).mutate(case.arguments)
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


def _an_action(rng: Any, at: int) -> dict[str, Any]:  # noqa: ANN401
    legal = position(at)[2]
    return rng.choice(legal) if legal else {"type": "pass"}


def _pieces(rng: Any, at: int) -> Case:  # noqa: ANN401
    return Case("", at, [rng.sample([*strategies.PIECES], 3)], stream=0)


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
    *[("check_layout", _layout)] * 2,
    ("legal_actions", _pieces),
    ("legal_actions_json", _form),
    ("legal_placements", _color),
    ("view", _seat),
    ("supply", _color),
    ("solve_puzzle", _solve),
]


def run(case: Case) -> Hashable:
    """Ask both engines and compare what they say.

    Each is asked with arguments of its own: to be told them may change them.
    """
    ours, theirs = _ask(0, case), _ask(1, make(case.chain))
    if "mischief" in (ours[0], theirs[0]) or theirs[1:2] == ("unsupported",):
        return case.function, ours[0], theirs[0]
    if ours != theirs:
        raise AssertionError(f"Rust says {_short(ours)}\nPython says {_short(theirs)}")
    if ours[0] == "answer":
        return case.function, "answer"
    return case.function, *(
        (problem.code, re.sub(r"\d+", "0", problem.pointer)) for problem in ours[2]
    )


def _short(answer: tuple[Any, ...]) -> str:
    text = repr(answer)
    return text if len(text) < 4000 else f"{text[:4000]}…"


def _ask(engine: int, case: Case) -> tuple[Any, ...]:
    module: Any = (RUST, PYTHON)[engine]
    arguments = case.arguments
    if case.function == "solve_puzzle" and _is_a_time(arguments[-1]):
        arguments[-1] = 0
    if case.function == "new_game" and arguments[-1] is None:
        arguments[-1] = 0  # without a seed the decks of the two engines would differ
    state = None
    if case.position is not None:
        state = position(case.position)[engine]
        before = state.to_json()
    if case.stream is not None and type(arguments[-1]) is list:
        arguments[-1] = streams(seeded(case.stream), arguments[-1])
    if case.function == "supply":
        answer = _outcome(state.supply, arguments)  # type: ignore[union-attr]
    else:
        function = getattr(module, case.function)
        answer = _outcome(function, arguments if state is None else [state, *arguments])
    if state is not None and state.to_json() != before:
        raise AssertionError("the state was changed")
    if answer[0] == "state":
        _look_into(module, answer[1])
        answer = "answer", answer[1].to_json()
    return answer


def _is_a_time(value: object) -> bool:
    """Whether a search could be asked for that long: none is, it would take too long."""
    return type(value) in (int, float) and 0 < value <= 3600  # type: ignore[operator]


def _outcome(ask: Callable[..., Any], arguments: list[Any]) -> tuple[Any, ...]:
    """Return the answer or the refusal; whatever else is raised is a find."""
    try:
        answer = ask(*arguments)
    except CornerwiseError as error:
        problems = error.problems
        if not 1 <= len(problems) <= 20 or not all(problem.message for problem in problems):
            raise AssertionError(f"a refusal with {len(problems)} problems") from error
        return type(error).__name__, problems[0].code, problems, getattr(error, "index", None)
    except MischiefError:
        return ("mischief",)
    except AssertionError:
        # These may not be asked anything, but who gives one for a list to go through does ask it.
        if type(arguments[-1]) not in (Text, Items, Pair, Object):
            raise
        return ("mischief",)
    except ValueError as error:
        if str(error) != "format must be one of: objects, cells, groups":
            raise
        return "form", "", ()
    if hasattr(answer, "to_json"):
        return "state", answer
    return "answer", plain(answer)


def _look_into(module: Any, state: Any) -> None:  # noqa: ANN401 (an engine and its state)
    """Ask a new state a few things: what was let in must be whole."""
    if module.load_state(state.to_dict()) != state:
        raise AssertionError("a state is another one when it is loaded again")
    count, _ = module.legal_actions_json(state, "groups")
    if count != module.count_actions(state):
        raise AssertionError("count_actions says something else")
    module.score(state)
