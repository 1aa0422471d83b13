"""The scenarios as users of Locust. ``python -m loadtests`` runs this file; see README.md.

To run it by hand from the checkout: ``python -m locust -f loadtests/locustfile.py``.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, ClassVar, TypeVar

import gevent
from locust import FastHttpUser, LoadTestShape, events, task
from locust.env import Environment

from loadtests import scenarios
from loadtests.ramp import RAMP, users_at
from loadtests.responses import InvalidResponseError, Request, Response, require
from loadtests.stats import Stats

T = TypeVar("T")

PAUSE = (0.02, 0.2)
"""Seconds between two steps of a scenario; much less than a person needs."""

FAILURE_PAUSE = 0.2
"""Seconds after an invalid response, so that a failing server does not get more requests."""

STATS = Stats()
USER_COUNTS = Counter[str]()
"""The number of users of each scenario in this process."""


@events.init_command_line_parser.add_listener
def add_options(parser: ArgumentParser) -> None:
    """Add our options; a master passes them on to its workers."""
    parser.add_argument("--seed", type=int, default=0, help="seed of all random numbers")
    parser.add_argument("--flat-out", action="store_true", help="no pauses between requests")
    parser.add_argument("--timeout", type=float, default=20.0, help="seconds per request")
    parser.add_argument(
        "--ramp", type=float, default=RAMP, help="share of the time with fewer users"
    )
    parser.add_argument("--summary", default="", help="file of the summary")


@events.init.add_listener
def register_stats(environment: Environment, **_: Any) -> None:
    """Register the statistics of the scenarios."""
    STATS.listen(environment)


class ScenarioUser(FastHttpUser):
    """A user that runs one scenario repeatedly, a step at a time."""

    abstract = True
    scenario: ClassVar[type[scenarios.Scenario]]

    def __init__(self, environment: Environment) -> None:
        options: Any = environment.parsed_options
        self.network_timeout = self.connection_timeout = options.timeout
        super().__init__(environment)
        name = self.scenario.name
        worker = getattr(environment.runner, "worker_index", 0)
        ident = f"{name}.{worker}.{USER_COUNTS[name]}"
        USER_COUNTS[name] += 1
        self.rng = Random(f"{options.seed} {ident}")
        self.instance = self.scenario(self.send, self.rng, ident)
        self.steps: Iterator[float] = iter(())

    def wait_time(self) -> float:
        """Return the pause between two steps in seconds."""
        flat_out = self.environment.parsed_options.flat_out
        return 0.0 if flat_out else self.rng.uniform(*PAUSE)

    @task
    def step(self) -> None:
        """Run the scenario up to its next pause; start again after its end or a failure."""
        try:
            pause = next(self.steps, None)
        except InvalidResponseError:
            self.steps, pause = iter(()), FAILURE_PAUSE
        if pause is None:
            self.steps, pause = self.run_scenario(), 0.0
        gevent.sleep(pause)

    def run_scenario(self) -> Iterator[float]:
        """Run the scenario, and count that it was completed."""
        yield from self.instance.run()
        STATS.add(self.scenario.name, "completed")

    def send(self, request: Request, check: Callable[[Response], T]) -> T:
        """Send a request, and have Locust count it as success or failure."""
        sent = self.client.request(
            request.method,
            request.path,
            name=request.name,
            data=request.body,  # type: ignore[arg-type] # its type lacks bytes
            headers=dict(request.headers),
            catch_response=True,
        )
        with sent as received:
            STATS.add(self.scenario.name, "requests")
            headers = {name.lower(): value for name, value in (received.headers or {}).items()}
            response = Response(received.status_code, headers, received.content or b"")
            received.request_meta["name"] = request.names.get(response.status, request.name)
            received.request_meta["request_type"] = request.label or request.method
            try:
                require(response.status, f"no response: {getattr(received, 'error', None)!r}")
                result = check(response)
            except InvalidResponseError as error:
                received.failure(str(error))
                STATS.keep_example(request, response, str(error))
                raise
            received.success()
            return result


class Visitor(ScenarioUser):
    """See :mod:`loadtests.scenarios.visitor`."""

    scenario = scenarios.SCENARIOS["visitor"]
    weight = scenario.weight


class ClassicPlayer(ScenarioUser):
    """See :mod:`loadtests.scenarios.classic`."""

    scenario = scenarios.SCENARIOS["classic"]
    weight = scenario.weight


class ShufflePlayer(ScenarioUser):
    """See :mod:`loadtests.scenarios.shuffle`."""

    scenario = scenarios.SCENARIOS["shuffle"]
    weight = scenario.weight


class SealedPlayer(ScenarioUser):
    """See :mod:`loadtests.scenarios.sealed`."""

    scenario = scenarios.SCENARIOS["sealed"]
    weight = scenario.weight


class Analyst(ScenarioUser):
    """See :mod:`loadtests.scenarios.analyst`."""

    scenario = scenarios.SCENARIOS["analyst"]
    weight = scenario.weight


class Bot(ScenarioUser):
    """See :mod:`loadtests.scenarios.bot`."""

    scenario = scenarios.SCENARIOS["bot"]
    weight = scenario.weight


class Solver(ScenarioUser):
    """See :mod:`loadtests.scenarios.solver`."""

    scenario = scenarios.SCENARIOS["solver"]
    weight = scenario.weight


class Hostile(ScenarioUser):
    """See :mod:`loadtests.scenarios.hostile`."""

    scenario = scenarios.SCENARIOS["hostile"]
    weight = scenario.weight


class SteppedRamp(LoadTestShape):
    """Rise in steps to ``--users``, and stay there until the end of ``--run-time``."""

    use_common_options = True

    def tick(self) -> tuple[int, float] | None:
        """Return the number of users now, and how many may start per second."""
        assert self.runner, "Locust sets it"  # noqa: S101 (for the type)
        options: Any = self.runner.environment.parsed_options
        users, seconds = options.num_users or 14, options.run_time or 60
        wanted = users_at(self.get_run_time(), seconds, users, options.ramp)
        return None if wanted is None else (wanted, float(users))
