"""Metrics of requests: how many there were, and how long they took."""

from __future__ import annotations

from prometheus_client import Counter, Histogram

__all__ = ["FAILURES", "RequestMetrics"]

REQUESTS = Counter(
    "cornerwise_requests", "Requests answered.", ["route", "method", "status", "engine"]
)
SECONDS = Histogram(
    "cornerwise_request_seconds",
    "Time to answer a request, without sending the answer.",
    ["route"],
    buckets=(0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 25),
)
FAILURES = Counter(
    "cornerwise_failures",
    "Requests that failed in the service: error, panic (of the engine), memory or recursion.",
    ["kind"],
)


class RequestMetrics:
    """Counts requests. The metrics of each label set are kept: looking them up is expensive."""

    def __init__(self, engine_name: str) -> None:
        self.engine_name = engine_name
        self.known: dict[tuple[str, str, str], tuple[Counter, Histogram]] = {}

    def count(self, route: str, method: str, status: str, seconds: float) -> None:
        """Count a request and its duration."""
        key = (route, method, status)
        if key not in self.known:
            counter = REQUESTS.labels(route, method, status, self.engine_name)
            self.known[key] = (counter, SECONDS.labels(route))
        counter, histogram = self.known[key]
        counter.inc()
        histogram.observe(seconds)
