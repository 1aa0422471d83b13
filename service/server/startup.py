"""What the application does when a server imports it."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterable

from .error_responses import write_problems
from .log import LogStream

__all__ = ["missing_settings", "prepare_server"]

_PARTS = {
    "service.server.worker": "deadlines for slow clients, eviction of idle connections and a stop "
    "that loses no request",
    "service.server.gunicorn_conf": "metrics of all workers together",
}
"""What is in force if gunicorn has loaded a module."""

_WORKERS = ("sync", "gthread", "ggevent", "geventlet", "gtornado", "gasgi")


def prepare_server() -> None:
    """Change how gunicorn answers malformed requests, and log if it runs without our settings."""
    write_problems()
    message = missing_settings(sys.modules, has_logger=isinstance(sys.stderr, LogStream))
    if message:
        logging.getLogger("gunicorn.error").warning(message)


def missing_settings(modules: Iterable[str], *, has_logger: bool) -> str | None:
    """Return what is not in force with these modules loaded, or None if gunicorn runs as meant."""
    loaded = {*modules}
    missing = [part for module, part in _PARTS.items() if module not in loaded]
    missing += [] if has_logger else ["a log that never blocks"]
    if "gunicorn.arbiter" not in loaded or not missing:
        return None
    workers = (name for name in _WORKERS if f"gunicorn.workers.{name}" in loaded)
    is_ours = "service.server.worker" in loaded
    worker = "its own worker" if is_ours else f"gunicorn's {next(workers, 'custom')} worker"
    return (
        f"Cornerwise is served by {worker} without all of its settings; not in force: "
        f"{'; '.join(missing)}. To have them, start it with `python -m service`, or with "
        "`gunicorn -c python:service.server.gunicorn_conf service.app:app`."
    )
