"""What only Locust can show, in a process of its own: it changes the sockets of all Python.

Run as a program, it prints the answers to the questions of test_load_locust.py as JSON.
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
from loadtests.answers import WrongAnswerError
from loadtests.stories import Story
from loadtests.tally import row

OPTIONS = Namespace(
    patience=1.0, seed=0, flat_out=True, ramp=0.1, num_users=40, run_time=100, summary=""
)


class Tale(Story):
    """Has a pause, then whatever is thrown, then an end."""

    name = "tale"
    weight = 1
    thrown: Exception | None = None

    def tell(self) -> Iterator[float]:
        yield 0
        if self.thrown:
            raise self.thrown


class TaleUser(locustfile.StoryUser):
    story = Tale
    host = "http://127.0.0.1:1"


def line_of_the_table() -> dict[str, Any]:
    """Return the line of a hundred requests within ten seconds, most of them fast."""
    stats = RequestStats()
    entry = StatsEntry(stats, "/v1/turns", "POST")
    for milliseconds, times in ((2, 80), (30, 17), (70, 3)):
        for _ in range(times):
            entry.log(milliseconds, 0)
    entry.num_failures = 3
    stats.total.start_time, stats.total.last_request_timestamp = 1000.0, 1010.0
    return row(entry)


def told(thrown: Exception | None, steps: int) -> tuple[str, int]:
    """Return what a user was stopped by within some steps, and how many stories came to an end."""
    Tale.thrown = thrown
    locustfile.TALLY.counts.clear()
    user = TaleUser(Environment(user_classes=[TaleUser], parsed_options=OPTIONS))
    try:
        for _ in range(steps):
            user.step()
    except Exception as error:  # noqa: BLE001 (any that a user lets out)
        return type(error).__name__, locustfile.TALLY.counts["tale/ends"]
    return "", locustfile.TALLY.counts["tale/ends"]


def users_after(seconds: float) -> object:
    """Return how many users there are wanted then, with a ramp of a tenth of 100 s."""
    shape = locustfile.Steps()
    shape.runner = SimpleNamespace(environment=SimpleNamespace(parsed_options=OPTIONS))
    shape.get_run_time = lambda: seconds
    return shape.tick()


if __name__ == "__main__":
    answers = {
        "line": line_of_the_table(),
        "whole": told(None, 6),
        "wrong": told(WrongAnswerError("no"), 6),
        "broken": told(ZeroDivisionError(), 6),
        "users": [users_after(seconds) for seconds in (0, 9, 11, 99, 100)],
    }
    sys.stdout.buffer.write(orjson.dumps(answers))
