"""GET routes for operators: health, readiness and metrics."""

from __future__ import annotations

from typing import Any

import cornerwise
import orjson
from cornerwise.engine import Engine
from flask import Flask, Response

from ..operations.operation import JSON
from ..server.metrics import BUILD, metrics
from ..settings import Settings

__all__ = ["add_health_routes"]


def add_health_routes(application: Flask, settings: Settings, engine: Engine[Any]) -> None:
    """Add /healthz and /readyz, and /metrics unless it is switched off."""
    ready_body = orjson.dumps(
        {"status": "ok", "engine": engine.NAME, "version": cornerwise.__version__}
    )

    @application.get("/healthz")
    def healthz() -> Response:
        # It checks nothing outside the process: a supervisor can only restart the process, which
        # would not repair anything else.
        return Response(b'{"status":"ok"}', content_type=JSON)

    @application.get("/readyz")
    def readyz() -> Response:
        return Response(ready_body, content_type=JSON)

    if settings.metrics:
        BUILD.labels(cornerwise.__version__, engine.NAME).set(1)
        application.add_url_rule("/metrics", "metrics", metrics)
