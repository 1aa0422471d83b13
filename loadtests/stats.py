"""Counts per scenario, and the summary that the runner evaluates: ``summary.json``.

Locust counts per request. Requests and completed runs of each scenario are counted here. Worker
processes of Locust send their counts to the master, which writes the summary.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import gevent
import orjson
from locust.env import Environment
from locust.runners import WorkerRunner
from locust.stats import StatsEntry

from .responses import Request, Response

__all__ = ["Stats"]

Data = dict[str, Any]

MAX_EXAMPLES = 10
"""How many invalid responses are kept in full."""

MAX_BODY = 4000
"""How many bytes of a body are kept."""

SETTLE = 1.5
"""Seconds that Locust's own reports, written every second, need to include the last request."""


class Stats:
    """The counts of this process and of the workers that report to it."""

    def __init__(self) -> None:
        self.counts = Counter[str]()
        self.examples: list[Data] = []

    def add(self, scenario: str, counter: str) -> None:
        """Increment a counter of a scenario."""
        self.counts[f"{scenario}/{counter}"] += 1

    def keep_example(self, request: Request, response: Response, message: str) -> None:
        """Keep an invalid response and its request, up to the maximum number."""
        if len(self.examples) < MAX_EXAMPLES:
            self.examples.append(
                {
                    "message": message,
                    "request": f"{request.method} {request.path}",
                    "headers": dict(request.headers),
                    "body": excerpt(request.body or b""),
                    "status": response.status,
                    "response_headers": dict(response.headers),
                    "response": excerpt(response.body),
                }
            )

    def send_report(self, client_id: str, data: Data) -> None:
        """Add the counts since the last report to a report for the master."""
        del client_id
        data["cornerwise_counts"] = dict(self.counts)
        data["cornerwise_examples"] = self.examples
        self.counts, self.examples = Counter(), []

    def receive_report(self, client_id: str, data: Data) -> None:
        """Add the counts of a worker's report."""
        del client_id
        self.counts.update(data.get("cornerwise_counts", {}))
        room = MAX_EXAMPLES - len(self.examples)
        self.examples += data.get("cornerwise_examples", [])[:room]

    def listen(self, environment: Environment) -> None:
        """Register for Locust's events."""
        events = environment.events
        events.report_to_master.add_listener(self.send_report)
        events.worker_report.add_listener(self.receive_report)
        options: Any = environment.parsed_options
        if isinstance(environment.runner, WorkerRunner) or not getattr(options, "summary", ""):
            return
        events.quitting.add_listener(lambda **_: gevent.sleep(SETTLE))
        path = Path(options.summary)
        events.quit.add_listener(lambda **_: self.write(environment, path))

    def write(self, environment: Environment, path: Path) -> None:
        """Write the summary."""
        stats, runner = environment.stats, environment.runner
        users: list[Any] = list(environment.user_classes)
        summary = {
            "rows": [row(entry) for _, entry in sorted(stats.entries.items())],
            "total": row(stats.total),
            "failures": [
                {
                    "method": error.method,
                    "name": error.name,
                    "message": error_message(error.error),
                    "count": error.occurrences,
                }
                for error in stats.errors.values()
            ],
            "exceptions": [
                {"message": one["msg"], "traceback": one["traceback"], "count": one["count"]}
                for one in (runner.exceptions.values() if runner else ())
            ],
            "scenarios": {
                name: {counter: self.counts[f"{name}/{counter}"] for counter in COUNTERS}
                for name in sorted(user.scenario.name for user in users)
            },
            "examples": self.examples,
        }
        path.write_bytes(orjson.dumps(summary, option=orjson.OPT_INDENT_2))


COUNTERS = ("requests", "completed")


def error_message(error: object) -> str:
    """Return the message of a failure; from another process it arrives as a repr."""
    found = re.fullmatch(r"\w+\((['\"])(.*)\1\)", str(error), re.DOTALL)
    return found[2] if found else str(error)


def excerpt(body: bytes) -> str:
    """Return the beginning of a body as text."""
    return body[:MAX_BODY].decode("utf-8", "replace")


def row(entry: StatsEntry) -> Data:
    """Return one row of the table; times are in milliseconds."""
    some = entry.num_requests > 0
    return {
        "method": entry.method or "",
        "name": entry.name,
        "requests": entry.num_requests,
        "failures": entry.num_failures,
        "rate": entry.total_rps if some else 0.0,
        **{
            name: entry.get_response_time_percentile(share) if some else 0
            for name, share in (("p50", 0.5), ("p95", 0.95), ("p99", 0.99))
        },
    }
