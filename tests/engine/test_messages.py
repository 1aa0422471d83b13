"""The wording of problems is the same in both engines, and the one in tests/data/messages.txt."""

from __future__ import annotations

from typing import Any

import pytest
from cornerwise.engine import Engine
from cornerwise.errors import CODES

from tests.helpers.messages import ACTIONS, CALLS, FILE, STATES, VIEWS, describe, problems_of_case


def test_messages_are_those_of_the_file(engine: Engine[Any]) -> None:
    assert describe(engine).splitlines() == FILE.read_text("utf-8").splitlines()


@pytest.mark.parametrize("name", [*STATES, *VIEWS, *ACTIONS, *CALLS])
def test_every_example_has_a_problem_with_a_message(engine: Engine[Any], name: str) -> None:
    problems = problems_of_case(engine, name)
    assert problems
    assert all(problem.message and problem.code in CODES for problem in problems)
