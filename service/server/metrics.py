"""GET /metrics: the metrics of all workers, in the format of Prometheus."""

from __future__ import annotations

import os

from flask import Response
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    generate_latest,
    multiprocess,
)

from .log import on_lost_line

__all__ = ["BUILD", "LOST_LINES", "MALFORMED", "WORKERS", "metrics"]

BUILD = Gauge(
    "cornerwise_build_info",
    "Always 1; the labels are the version and the engine that serve.",
    ["version", "engine"],
    multiprocess_mode="max",
)
WORKERS = Counter("cornerwise_workers_started", "Worker processes started, including replacements.")
MALFORMED = Counter(
    "cornerwise_malformed_requests",
    "Requests that gunicorn answered with an error itself; not among cornerwise_requests.",
    ["status"],
)
LOST_LINES = Counter(
    "cornerwise_log_lines_lost", "Log lines that could not be written without waiting."
)
on_lost_line(LOST_LINES.inc)


def metrics() -> Response:
    """Return the metrics; with several workers they are read from the directory they share."""
    registry = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return Response(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)
