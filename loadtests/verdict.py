"""What a run came to: a table for people, and the reasons why it failed, if it did."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

__all__ = ["read_summary", "reasons", "story_lines", "table"]

Summary = dict[str, Any]

MOST = 10
"""How many different failures are listed."""


def read_summary(path: Path) -> Summary | None:
    """Return what the load generator wrote down; None if it did not come to that."""
    if not path.exists():
        return None
    summary: Summary = json.loads(path.read_text("utf-8"))
    return summary


def table(summary: Summary) -> str:
    """Return the endpoints with their rates and times (in ms), as a table in Markdown."""
    names = ("requests", "/s", "p50", "p95", "p99", "failed")
    lines = [("endpoint", *names), ("---", *["---:"] * len(names))]
    for row in (*summary["rows"], summary["total"]):
        numbers = (f"{row[name] or 0:,.0f}" for name in ("p50", "p95", "p99", "failures"))
        name = f"{row['method']} {row['name']}".strip()
        lines.append((name, f"{row['requests']:,}", f"{row['rate']:.1f}", *numbers))
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(_line(cells, widths) for cells in lines)


def _line(cells: Iterable[str], widths: list[int]) -> str:
    first, *rest = zip(cells, widths, strict=True)
    padded = [first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in rest)]
    return f"| {' | '.join(padded)} |"


def story_lines(summary: Summary) -> str:
    """Return how much each story asked, and how often it was told to its end."""
    told = (
        f"{name} {counts['requests']:,} ({counts['ends']:,})"
        for name, counts in summary["stories"].items()
    )
    return f"requests by story (told to the end): {', '.join(told)}"


def reasons(summary: Summary | None, exit_code: int, stories: Iterable[str]) -> list[str]:
    """Return why a run is a failure; none if it is not."""
    if summary is None:
        return [f"the load generator ended early (exit code {exit_code}), see locust.log"]
    found = []
    total = summary["total"]["requests"]
    if not total:
        found.append("no request was answered at all")
    else:
        found += [
            f"no request of the story {name}"
            for name in stories
            if not summary["stories"].get(name, {}).get("requests")
        ]
    failures = sorted(summary["failures"], key=lambda one: -one["count"])
    found += [
        f"{one['method']} {one['name']}: {one['message']} ({one['count']} times)"
        for one in failures[:MOST]
    ]
    if len(failures) > MOST:
        found.append(f"and {len(failures) - MOST} other kinds of failure, see report.html")
    failed = summary["total"]["failures"]
    if failed and not failures:
        found.append(f"{failed} requests failed")
    found += [
        f"a story broke down: {one['message']} ({one['count']} times), see locust.log"
        for one in summary["exceptions"]
    ]
    if exit_code and not found:
        found.append(f"the load generator ended with exit code {exit_code}, see locust.log")
    return found
