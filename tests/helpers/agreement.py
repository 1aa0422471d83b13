"""Comparing the two engines on the same input: results, problems and messages must be equal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from cornerwise.engine import State
from cornerwise.errors import CornerwiseError
from cornerwise.selection import load_engine
from hypothesis import HealthCheck, settings

RUST, PYTHON = load_engine("rust"), load_engine("python")


def result_of(function: Callable[..., Any], *arguments: object) -> tuple[Any, ...]:
    """Return the result of a call, or the problems of its error. Other errors are failures."""
    try:
        answer = function(*arguments)
    except CornerwiseError as error:
        refusal = error
    else:
        return "answer", plain(answer)
    assert 1 <= len(refusal.problems) <= 20
    return type(refusal), refusal.problems, getattr(refusal, "index", None)


def plain(answer: object) -> object:
    """Return a result in a form that is the same for both engines."""
    match answer:
        case tuple() | list():
            return [plain(part) for part in answer]
        case int() | str() | bytes() | None:
            return answer
    if hasattr(answer, "to_json"):
        return answer.to_json()
    return answer


def codes(result: tuple[Any, ...]) -> list[str]:
    """Return the codes of an error, or ``accepted``."""
    return ["accepted"] if result[0] == "answer" else [problem.code for problem in result[1]]


def assert_often(seen: Counter[str], expected: str) -> None:
    """Assert that each of these codes occurred at least three times among the examples."""
    assert not {word: seen[word] for word in expected.split() if seen[word] < 3}, seen


def compare(name: str, *arguments: object) -> tuple[Any, ...]:
    """Call a function of both engines, assert equal results, and return them."""
    ours = result_of(getattr(RUST, name), *arguments)
    assert result_of(getattr(PYTHON, name), *arguments) == ours
    return ours


def compare_at(
    position: tuple[State, State, Any], name: str, *arguments: object
) -> tuple[Any, ...]:
    """Call a function of both engines with the same state; assert and return equal results."""
    ours = result_of(getattr(RUST, name), position[0], *arguments)
    assert result_of(getattr(PYTHON, name), position[1], *arguments) == ours
    return ours


# The first example may take long because it plays games, so the health checks would mislead.
EXAMPLES = settings(suppress_health_check=list(HealthCheck))
