"""The locustfile: rows, steps of a scenario and the ramp, run in a process with Locust."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from loadtests.servers import CHECKOUT, TIMEOUT

pytestmark = pytest.mark.needs("locust")


@pytest.fixture(scope="module")
def results() -> dict[str, Any]:
    done = subprocess.run(  # noqa: S603 (our own command)
        [sys.executable, str(Path(__file__).with_name("locust_process.py"))],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=False,
        timeout=TIMEOUT,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_row_has_the_measured_values(results: dict[str, Any]) -> None:
    assert results["row"] == {
        "method": "POST",
        "name": "/v1/turns",
        "requests": 100,
        "failures": 3,
        "rate": 10.0,
        "p50": 2,
        "p95": 30,
        "p99": 70,
    }


def test_completed_scenario_is_counted_and_repeated(results: dict[str, Any]) -> None:
    # Of three steps the first starts, the second reaches the pause and the third the end.
    assert results["completed"] == ["", 2]


def test_invalid_response_ends_the_scenario_but_not_the_user(results: dict[str, Any]) -> None:
    assert results["invalid"] == ["", 0]


def test_error_of_a_scenario_is_not_an_invalid_response(
    results: dict[str, Any],
) -> None:
    assert results["raising"] == ["ZeroDivisionError", 0]


def test_number_of_users_follows_the_ramp(results: dict[str, Any]) -> None:
    assert results["users"] == [[10, 40.0], [30, 40.0], [40, 40.0], [40, 40.0], None]
