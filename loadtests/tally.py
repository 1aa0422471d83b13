"""Counting by story, and writing down at the end what the runner judges: ``summary.json``.

Locust counts by request. That a story was told at all, by whichever process, is counted here;
processes that only make load send their counts to the one that reports.
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

from .answers import Answer, Request

__all__ = ["Tally"]

Data = dict[str, Any]

EXAMPLES = 10
"""How many wrong answers are kept in full."""

EXCERPT = 4000
"""How much of a body is kept."""

SETTLE = 1.5
"""Seconds in which Locust's own reports, written every second, catch up with the last request."""


class Tally:
    """What was counted in this process, and in those that report to it."""

    def __init__(self) -> None:
        self.counts = Counter[str]()
        self.examples: list[Data] = []

    def add(self, story: str, what: str) -> None:
        """Count something of a story."""
        self.counts[f"{story}/{what}"] += 1

    def keep(self, request: Request, answer: Answer, message: str) -> None:
        """Keep a wrong answer with its request, unless there are enough of them."""
        if len(self.examples) < EXAMPLES:
            self.examples.append(
                {
                    "message": message,
                    "request": f"{request.method} {request.path}",
                    "headers": dict(request.headers),
                    "body": excerpt(request.body or b""),
                    "status": answer.status,
                    "answer_headers": dict(answer.headers),
                    "answer": excerpt(answer.body),
                }
            )

    def hand_over(self, client_id: str, data: Data) -> None:
        """Put what was counted since the last time into a report to the master."""
        del client_id
        data["cornerwise_counts"] = dict(self.counts)
        data["cornerwise_examples"] = self.examples
        self.counts, self.examples = Counter(), []

    def take_over(self, client_id: str, data: Data) -> None:
        """Add what a worker reports."""
        del client_id
        self.counts.update(data.get("cornerwise_counts", {}))
        room = EXAMPLES - len(self.examples)
        self.examples += data.get("cornerwise_examples", [])[:room]

    def listen(self, environment: Environment) -> None:
        """Take part in Locust's events."""
        events = environment.events
        events.report_to_master.add_listener(self.hand_over)
        events.worker_report.add_listener(self.take_over)
        options = environment.parsed_options
        if isinstance(environment.runner, WorkerRunner) or not getattr(options, "summary", ""):
            return
        events.quitting.add_listener(lambda **_: gevent.sleep(SETTLE))
        path = Path(options.summary)
        events.quit.add_listener(lambda **_: self.write(environment, path))

    def write(self, environment: Environment, path: Path) -> None:
        """Write the summary."""
        stats, runner = environment.stats, environment.runner
        summary = {
            "rows": [row(entry) for _, entry in sorted(stats.entries.items())],
            "total": row(stats.total),
            "failures": [
                {
                    "method": error.method,
                    "name": error.name,
                    "message": message_of(error.error),
                    "count": error.occurrences,
                }
                for error in stats.errors.values()
            ],
            "exceptions": [
                {"message": one["msg"], "traceback": one["traceback"], "count": one["count"]}
                for one in (runner.exceptions.values() if runner else ())
            ],
            "stories": {
                story: {what: self.counts[f"{story}/{what}"] for what in ("requests", "ends")}
                for story in sorted(kind.story.name for kind in environment.user_classes)
            },
            "examples": self.examples,
        }
        path.write_bytes(orjson.dumps(summary, option=orjson.OPT_INDENT_2))


def message_of(error: object) -> str:
    """Return what was said of a failure; from another process it comes as Python would write it."""
    found = re.fullmatch(r"\w+\((['\"])(.*)\1\)", str(error), re.DOTALL)
    return found[2] if found else str(error)


def excerpt(body: bytes) -> str:
    """Return the beginning of a body as text."""
    return body[:EXCERPT].decode("utf-8", "replace")


def row(entry: StatsEntry) -> Data:
    """Return one line of the table; times are in milliseconds."""
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
