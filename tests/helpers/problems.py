"""What an engine reports about illegal actions and invalid data.

Tests compare codes, pointers, rules and squares. Messages may be reworded: test_messages lists
them, and only the lockstep and hostile-data tests compare those of the two engines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import pytest
from cornerwise.engine import Engine, State
from cornerwise.errors import IllegalActionError, InvalidActionError, InvalidStateError, Problem

from tests.helpers.drawing import Cell

Reason: TypeAlias = tuple[str | None, str, tuple[Cell, ...]]
"""Rule, code and squares."""

ProblemFields: TypeAlias = tuple[str, str, str | None, tuple[Cell, ...]]
"""Code, pointer, rule and squares."""


def reasons(problems: Iterable[Problem]) -> list[Reason]:
    """Return rule, code and squares of problems."""
    return [(problem.rule, problem.code, problem.squares) for problem in problems]


def problem_fields(problems: Iterable[Problem]) -> list[ProblemFields]:
    """Return every field of problems but the messages."""
    return [(problem.code, problem.pointer, problem.rule, problem.squares) for problem in problems]


def refusal(engine: Engine[Any], state: State, action: Any) -> list[Reason]:  # noqa: ANN401
    """Return why an action is refused, and assert that check and apply agree."""
    problems = engine.check(state, action)
    assert all(problem.pointer == "" and problem.message for problem in problems)
    if not problems:
        engine.apply(state, [action])
        return []
    with pytest.raises(IllegalActionError) as caught:
        engine.apply(state, [action])
    assert problem_fields(caught.value.problems) == problem_fields(problems)
    assert caught.value.index == 0
    return reasons(problems)


def is_legal(engine: Engine[Any], state: State, action: Any) -> bool:  # noqa: ANN401
    """Return whether an action is legal, and assert that check and apply agree."""
    return refusal(engine, state, action) == []


def state_problems(engine: Engine[Any], data: object) -> list[ProblemFields]:
    """Return the problems of a state that ``load_state`` refuses."""
    with pytest.raises(InvalidStateError) as caught:
        engine.load_state(data)
    assert all(problem.message for problem in caught.value.problems)
    return problem_fields(caught.value.problems)


def problem_locations(engine: Engine[Any], data: object) -> list[tuple[str, str]]:
    """Return code and pointer of each problem of a state that ``load_state`` refuses."""
    return [(code, pointer) for code, pointer, _, _ in state_problems(engine, data)]


def argument_problems(function: Callable[..., object], *arguments: object) -> list[tuple[str, str]]:
    """Return code and pointer of each problem of an invalid action or other argument."""
    with pytest.raises(InvalidActionError) as caught:
        function(*arguments)
    assert all(problem.message for problem in caught.value.problems)
    return [(problem.code, problem.pointer) for problem in caught.value.problems]
