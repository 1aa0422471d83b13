"""The result of a run: a table, and the list of failures."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

__all__ = ["find_failures", "format_scenarios", "format_table", "read_summary"]

Summary = dict[str, Any]

MAX_LISTED = 10
"""How many different failures are listed."""


def read_summary(path: Path) -> Summary | None:
    """Return the summary that the load generator wrote; None if there is none."""
    if not path.exists():
        return None
    summary: Summary = json.loads(path.read_text("utf-8"))
    return summary


def format_table(summary: Summary) -> str:
    """Return the endpoints with their rates and response times (in ms) as a Markdown table."""
    names = ("requests", "/s", "p50", "p95", "p99", "failed")
    lines = [("endpoint", *names), ("---", *["---:"] * len(names))]
    for row in (*summary["rows"], summary["total"]):
        numbers = (f"{row[name] or 0:,.0f}" for name in ("p50", "p95", "p99", "failures"))
        name = f"{row['method']} {row['name']}".strip()
        lines.append((name, f"{row['requests']:,}", f"{row['rate']:.1f}", *numbers))
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(_format_row(cells, widths) for cells in lines)


def _format_row(cells: Iterable[str], widths: list[int]) -> str:
    first, *rest = zip(cells, widths, strict=True)
    padded = [first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in rest)]
    return f"| {' | '.join(padded)} |"


def format_scenarios(summary: Summary) -> str:
    """Return the number of requests and of completed runs of each scenario, in one line."""
    counts = (
        f"{name} {one['requests']:,} ({one['completed']:,})"
        for name, one in summary["scenarios"].items()
    )
    return f"requests by scenario (completed runs): {', '.join(counts)}"


def find_failures(summary: Summary | None, exit_code: int, scenarios: Iterable[str]) -> list[str]:
    """Return why a run failed; an empty list if it did not."""
    if summary is None:
        return [f"the load generator ended early (exit code {exit_code}), see locust.log"]
    found = []
    total = summary["total"]["requests"]
    if not total:
        found.append("no request was answered")
    else:
        found += [
            f"no request of the scenario {name}"
            for name in scenarios
            if not summary["scenarios"].get(name, {}).get("requests")
        ]
    failures = sorted(summary["failures"], key=lambda one: -one["count"])
    found += [
        f"{one['method']} {one['name']}: {one['message']} ({one['count']} times)"
        for one in failures[:MAX_LISTED]
    ]
    if len(failures) > MAX_LISTED:
        found.append(f"and {len(failures) - MAX_LISTED} other kinds of failure, see report.html")
    failed = summary["total"]["failures"]
    if failed and not failures:
        found.append(f"{failed} requests failed")
    found += [
        f"a scenario raised an exception: {one['message']} ({one['count']} times), see locust.log"
        for one in summary["exceptions"]
    ]
    if exit_code and not found:
        found.append(f"the load generator ended with exit code {exit_code}, see locust.log")
    return found
