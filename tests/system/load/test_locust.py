"""What the locustfile does with a story, a table and a clock, asked of a process with Locust."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from loadtests.serving import CHECKOUT, PATIENCE

pytestmark = pytest.mark.needs("locust")


@pytest.fixture(scope="module")
def answers() -> dict[str, Any]:
    done = subprocess.run(  # noqa: S603 (our own command)
        [sys.executable, str(Path(__file__).with_name("patched.py"))],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_a_line_of_the_table_is_what_was_measured(answers: dict[str, Any]) -> None:
    assert answers["line"] == {
        "method": "POST",
        "name": "/v1/turns",
        "requests": 100,
        "failures": 3,
        "rate": 10.0,
        "p50": 2,
        "p95": 30,
        "p99": 70,
    }


def test_a_story_that_ended_is_counted_and_told_again(answers: dict[str, Any]) -> None:
    # Of three steps the first begins, the second comes to the pause and the third to the end.
    assert answers["whole"] == ["", 2]


def test_a_wrong_answer_ends_a_story_but_not_its_user(answers: dict[str, Any]) -> None:
    assert answers["wrong"] == ["", 0]


def test_a_story_that_breaks_down_is_not_taken_for_a_wrong_answer(answers: dict[str, Any]) -> None:
    assert answers["broken"] == ["ZeroDivisionError", 0]


def test_users_come_as_soon_as_the_ramp_says(answers: dict[str, Any]) -> None:
    assert answers["users"] == [[10, 40.0], [30, 40.0], [40, 40.0], [40, 40.0], None]
