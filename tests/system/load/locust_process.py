"""A program that runs parts of the locustfile and prints the results as JSON.

test_locust.py runs it as a separate process, because Locust replaces Python's sockets.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import orjson
from locust.env import Environment
from locust.stats import RequestStats, StatsEntry

sys.path.insert(0, str(Path(__file__).parents[3]))

from loadtests import locustfile
from loadtests.responses import InvalidResponseError
from loadtests.scenarios import Scenario
from loadtests.stats import row

OPTIONS = Namespace(
    timeout=1.0, seed=0, flat_out=True, ramp=0.1, num_users=40, run_time=100, summary=""
)


class ExampleScenario(Scenario):
    """A scenario with one pause and an optional error."""

    name = "example"
    weight = 1
    error: Exception | None = None

    def run(self) -> Iterator[float]:
        yield 0
        if self.error:
            raise self.error


class ExampleUser(locustfile.ScenarioUser):
    scenario = ExampleScenario
    host = "http://127.0.0.1:1"


def example_row() -> dict[str, Any]:
    """Return the row of a hundred requests within ten seconds, most of them fast."""
    stats = RequestStats()
    entry = StatsEntry(stats, "/v1/turns", "POST")
    for milliseconds, times in ((2, 80), (30, 17), (70, 3)):
        for _ in range(times):
            entry.log(milliseconds, 0)
    entry.num_failures = 3
    stats.total.start_time, stats.total.last_request_timestamp = 1000.0, 1010.0
    return row(entry)


def run_steps(error: Exception | None, steps: int) -> tuple[str, int]:
    """Run some steps of a user; return the error that stopped it and the completed runs."""
    ExampleScenario.error = error
    locustfile.STATS.counts.clear()
    user = ExampleUser(Environment(user_classes=[ExampleUser], parsed_options=OPTIONS))
    try:
        for _ in range(steps):
            user.step()
    except Exception as raised:  # noqa: BLE001 (any that a user raises)
        return type(raised).__name__, locustfile.STATS.counts["example/completed"]
    return "", locustfile.STATS.counts["example/completed"]


def users_after(seconds: float) -> object:
    """Return the wanted number of users, with a ramp of a tenth of 100 s."""
    shape: Any = locustfile.SteppedRamp()
    shape.runner = SimpleNamespace(environment=SimpleNamespace(parsed_options=OPTIONS))
    shape.get_run_time = lambda: seconds
    return shape.tick()


if __name__ == "__main__":
    results = {
        "row": example_row(),
        "completed": run_steps(None, 6),
        "invalid": run_steps(InvalidResponseError("no"), 6),
        "raising": run_steps(ZeroDivisionError(), 6),
        "users": [users_after(seconds) for seconds in (0, 9, 11, 99, 100)],
    }
    sys.stdout.buffer.write(orjson.dumps(results))
