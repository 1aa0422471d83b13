"""The stories as users of Locust; ``python -m loadtests`` runs this, see README.md beside it.

To run it by hand, from the checkout: ``python -m locust -f loadtests/locustfile.py``.
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

from loadtests import stories
from loadtests.answers import Answer, Request, WrongAnswerError, expect
from loadtests.steps import RAMP, users_at
from loadtests.tally import Tally

T = TypeVar("T")

THINKING = (0.02, 0.2)
"""Seconds between two steps of a story: far less than a person takes."""

BREATH = 0.2
"""Seconds after a wrong answer: a server that is down is not helped by being asked faster."""

TALLY = Tally()
NUMBERS = Counter[str]()
"""How many users of each story have been made in this process."""


@events.init_command_line_parser.add_listener
def add_options(parser: ArgumentParser) -> None:
    """Add the options that are ours; a master passes them on to its workers."""
    parser.add_argument("--seed", type=int, default=0, help="begins all random numbers")
    parser.add_argument("--flat-out", action="store_true", help="no pauses between requests")
    parser.add_argument("--patience", type=float, default=20.0, help="seconds until no answer")
    parser.add_argument(
        "--ramp", type=float, default=RAMP, help="share of the time with fewer users"
    )
    parser.add_argument("--summary", default="", help="where to write a summary at the end")


@events.init.add_listener
def begin(environment: Environment, **_: Any) -> None:
    """Count by story."""
    TALLY.listen(environment)


class StoryUser(FastHttpUser):
    """A user who tells one kind of story over and over, a step at a time."""

    abstract = True
    story: ClassVar[type[stories.Story]]

    def __init__(self, environment: Environment) -> None:
        self.network_timeout = self.connection_timeout = environment.parsed_options.patience
        super().__init__(environment)
        options, name = environment.parsed_options, self.story.name
        where = getattr(environment.runner, "worker_index", 0)
        ident = f"{name}.{where}.{NUMBERS[name]}"
        NUMBERS[name] += 1
        self.rng = Random(f"{options.seed} {ident}")
        self.teller = self.story(self.send, self.rng, ident)
        self.running: Iterator[float] = iter(())

    def wait_time(self) -> float:
        """Return how long to think."""
        flat_out = self.environment.parsed_options.flat_out
        return 0.0 if flat_out else self.rng.uniform(*THINKING)

    @task
    def step(self) -> None:
        """Tell the story on to the next pause; begin anew where it ended or went wrong."""
        try:
            pause = next(self.running, None)
        except WrongAnswerError:
            self.running, pause = iter(()), BREATH
        if pause is None:
            self.running, pause = self.tell(), 0.0
        gevent.sleep(pause)

    def tell(self) -> Iterator[float]:
        """Tell the story, and count that it came to its end."""
        yield from self.teller.tell()
        TALLY.add(self.story.name, "ends")

    def send(self, request: Request, judge: Callable[[Answer], T]) -> T:
        """Send a request, and have Locust count it as right or wrong."""
        sent = self.client.request(
            request.method,
            request.path,
            name=request.name,
            data=request.body,
            headers=dict(request.headers),
            catch_response=True,
        )
        with sent as response:
            TALLY.add(self.story.name, "requests")
            headers = {name.lower(): value for name, value in (response.headers or {}).items()}
            answer = Answer(response.status_code, headers, response.content or b"")
            response.request_meta["name"] = request.names.get(answer.status, request.name)
            response.request_meta["request_type"] = request.kind or request.method
            try:
                error = getattr(response, "error", None)
                expect(that=bool(answer.status), otherwise=f"no answer: {error!r}")
                result = judge(answer)
            except WrongAnswerError as wrong:
                response.failure(str(wrong))
                TALLY.keep(request, answer, str(wrong))
                raise
            response.success()
            return result


class Visitor(StoryUser):
    """See :mod:`loadtests.stories.visitor`."""

    story = stories.STORIES["visitor"]
    weight = story.weight


class ClassicPlayer(StoryUser):
    """See :mod:`loadtests.stories.classic`."""

    story = stories.STORIES["classic"]
    weight = story.weight


class ShufflePlayer(StoryUser):
    """See :mod:`loadtests.stories.shuffle`."""

    story = stories.STORIES["shuffle"]
    weight = story.weight


class Analyst(StoryUser):
    """See :mod:`loadtests.stories.analyst`."""

    story = stories.STORIES["analyst"]
    weight = story.weight


class Solver(StoryUser):
    """See :mod:`loadtests.stories.solver`."""

    story = stories.STORIES["solver"]
    weight = story.weight


class Hostile(StoryUser):
    """See :mod:`loadtests.stories.hostile`."""

    story = stories.STORIES["hostile"]
    weight = story.weight


class Steps(LoadTestShape):
    """Up by steps to ``--users`` within ``--run-time``, then the full number until its end."""

    use_common_options = True

    def tick(self) -> tuple[int, float] | None:
        """Return how many users there shall be now, and how many of them may start in a second."""
        assert self.runner, "Locust sets it"  # noqa: S101 (for the type)
        options = self.runner.environment.parsed_options
        users, seconds = options.num_users or 14, options.run_time or 60
        wanted = users_at(self.get_run_time(), seconds, users, options.ramp)
        return None if wanted is None else (wanted, float(users))
