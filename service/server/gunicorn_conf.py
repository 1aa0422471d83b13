"""The settings of gunicorn.

In a checkout gunicorn reads them through ``gunicorn.conf.py``. With an installed package, which has
no such file beside it, ``python -m service`` starts gunicorn with the same ones. gunicorn's command
line takes precedence over both.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from . import metrics_files

__all__ = [
    "accesslog",
    "bind",
    "control_socket_disable",
    "forwarder_headers",
    "graceful_timeout",
    "keepalive",
    "limit_request_fields",
    "limit_request_line",
    "logger_class",
    "max_requests",
    "on_exit",
    "on_starting",
    "post_fork",
    "post_worker_init",
    "pre_exec",
    "pre_fork",
    "threads",
    "timeout",
    "when_ready",
    "worker_class",
    "worker_tmp_dir",
    "workers",
]

# A closed standard error must not become whatever file is opened next.
try:
    os.fstat(2)
except OSError:
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)

# Loopback even when PORT is set, where gunicorn by itself would open the port to the network: that
# is a decision to make with --bind, behind a proxy.
bind = f"127.0.0.1:{os.environ.get('PORT') or 8000}"

# Threads, so that a slow client or a long search does not hold a whole worker. Requests are short
# and bound to the CPU: more processes than cores would only queue. At most four, because a
# workstation has other things to do. WEB_CONCURRENCY is gunicorn's own variable.
worker_class = "service.server.worker.Worker"
workers = int(os.environ.get("WEB_CONCURRENCY") or min(os.cpu_count() or 1, 4))
threads = 4

# Messages of gunicorn go the same way as the log of requests.
logger_class = "service.server.log.Logger"

# A stateless server needs no control socket, and all servers of a user would share one.
control_socket_disable = True

# Seconds after which a worker whose main thread hangs is replaced. Requests run in other threads;
# their deadlines are settings of the application.
timeout = 60

# Seconds that requests have to finish when a worker stops: one takes milliseconds, a large batch
# seconds, solving a puzzle at most 20 seconds.
graceful_timeout = 30

# Longer than a proxy keeps its connections idle, so that the proxy closes them: a connection closed
# by the server may have a request under way.
keepalive = 75

# The application logs requests itself.
accesslog = None

# Workers do not grow (see the soak test), so none is replaced after a number of requests.
max_requests = 0

# No header may change the path of a request.
forwarder_headers = ""

limit_request_line = 4094
limit_request_fields = 60


def heartbeat_directory(shared_memory: Path) -> str | None:
    """Return where workers keep the files of their heartbeats, or None for the default.

    In memory, a slow disk never looks like a hanging worker. It may be missing or read-only.
    """
    try:
        with tempfile.TemporaryFile(dir=shared_memory):
            return str(shared_memory)
    except OSError:
        return None


worker_tmp_dir = heartbeat_directory(Path("/dev/shm"))  # noqa: S108 - meant to be shared


def on_starting(server: Any) -> None:  # noqa: ANN401 - gunicorn has no types
    """Refuse settings with which nothing can be served, and prepare for workers."""
    for name in ("workers", "worker_connections"):
        if getattr(server.cfg, name) < 1:
            sys.exit(f"cornerwise: {name} is {getattr(server.cfg, name)}, and must be at least 1.")
    if server.cfg.preload_app:
        sys.exit("cornerwise: --preload is not supported, because workers share their metrics.")
    if server.cfg.worker_tmp_dir is None:
        server.log.warning(
            "shared memory is not writable: the heartbeats of workers are files in %s. "
            "On a slow disk, raise --timeout.",
            tempfile.gettempdir(),
        )
    _terminate_workers_that_start()


def _terminate_workers_that_start() -> None:
    """Have signals end workers that have no handlers of their own yet.

    A forked process has the handlers of the main process, which queue a signal for a loop that runs
    only there. The signal would be lost, and the main process would wait for the worker.
    """
    signals = {signal.SIGTERM, signal.SIGINT, signal.SIGQUIT}

    def restore_defaults() -> None:
        for one in signals:
            signal.signal(one, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, signals)

    os.register_at_fork(
        before=partial(signal.pthread_sigmask, signal.SIG_BLOCK, signals),
        after_in_parent=partial(signal.pthread_sigmask, signal.SIG_UNBLOCK, signals),
        after_in_child=restore_defaults,
    )


def when_ready(_server: object) -> None:
    """Create the directory through which workers add up their metrics."""
    metrics_files.create_directory()


def pre_fork(server: Any, worker: Any) -> None:  # noqa: ANN401 - gunicorn has no types
    """Give a new worker the smallest number that no other has."""
    taken = {other.number for other in server.WORKERS.values()}
    worker.number = next(number for number in count() if number not in taken)


def post_fork(server: Any, worker: Any) -> None:  # noqa: ANN401 - gunicorn has no types
    """Have a worker continue the metrics of the one that had its number."""
    try:
        metrics_files.use_files(f"{server.pid}-{worker.number}")
    except OSError as error:
        worker.log.warning("requests of this worker are not counted: %s", error)


def on_exit(_server: object) -> None:
    """Remove the directory of the metrics."""
    metrics_files.remove_directory()


def pre_exec(server: Any) -> None:  # noqa: ANN401 - gunicorn has no types
    """Have an upgrade (USR2) start with the same command.

    gunicorn drops a ``python -m``, and then finds its own ``http`` instead of Python's.
    """
    server.START_CTX["args"] = sys.orig_argv


def post_worker_init(_worker: object) -> None:
    """Count the worker, and replace two signal handlers of gunicorn's.

    A terminal sends SIGINT to every process of the group; only the main process acts on it, and
    sends its workers SIGQUIT. On that a worker exits at once. gunicorn's handlers take the lock of
    the thread pool, which the interrupted main thread may hold: the worker would hang.
    """
    from .metrics import WORKERS  # noqa: PLC0415 - not before the directory exists

    WORKERS.inc()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGQUIT, lambda *_: os._exit(0))
