"""GET /metrics: the counters of all workers, in the format of Prometheus."""

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

__all__ = ["BUILD", "WORKERS", "metrics"]

BUILD = Gauge(
    "cornerwise_build_info",
    "Always 1: which version serves, with which engine.",
    ["version", "engine"],
    multiprocess_mode="max",
)
WORKERS = Counter(
    "cornerwise_workers_started", "Worker processes started, also those after a death."
)


def metrics() -> Response:
    """Answer with the counters; with several workers they are read from the folder they share."""
    registry = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return Response(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)
