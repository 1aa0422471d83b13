"""The settings gunicorn serves with.

In a checkout gunicorn reads them through ``gunicorn.conf.py``. An installed package has no such
file beside it: ``gunicorn -c python:service.gunicorn_conf service.app:app`` reads the same ones
there. What is given on gunicorn's command line wins over both.
"""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
from http import HTTPStatus
from pathlib import Path
from socket import socket
from typing import Any

import gunicorn.util
from prometheus_client import multiprocess

__all__ = [
    "accesslog",
    "bind",
    "child_exit",
    "control_socket_disable",
    "graceful_timeout",
    "keepalive",
    "limit_request_fields",
    "limit_request_line",
    "max_requests",
    "on_exit",
    "post_worker_init",
    "threads",
    "timeout",
    "worker_class",
    "worker_tmp_dir",
    "workers",
]

# Loopback even when PORT is set, where gunicorn on its own would open the port to the network:
# serving others is a decision to take with --bind, behind a proxy.
bind = f"127.0.0.1:{os.environ.get('PORT') or 8000}"

# Threads, so that an idle keep-alive connection does not hold a whole worker. The work itself is
# short and bound to the CPU: more processes than cores would only queue, and a workstation has
# other things to do than to serve with all of them. WEB_CONCURRENCY is gunicorn's own variable.
worker_class = "gthread"
workers = int(os.environ.get("WEB_CONCURRENCY") or min(os.cpu_count() or 1, 4))
threads = 4

# Nobody steers a stateless server through a socket file, and all servers of a user would share it.
control_socket_disable = True

# A request takes milliseconds, a large batch on the Python engine seconds; one that is not done by
# then waits for a client that has gone.
timeout = 60
graceful_timeout = 10

# Longer than a proxy keeps its connections idle, so that it is the proxy who closes them: a
# connection closed from here can meet a request that is already under way.
keepalive = 75

# The heartbeat of a worker is a file: in memory, so that a slow disk never looks like a dead one.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 - meant to be shared

# The application logs requests itself, with what it knows of them.
accesslog = None

# Workers do not grow (measured, see the benchmark): none has to be replaced after some requests.
max_requests = 0

limit_request_line = 4094
limit_request_fields = 60

# Several workers count together through files in this folder; prometheus_client reads the variable.
_own_metrics_dir = None
if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
    _own_metrics_dir = tempfile.mkdtemp(prefix="cornerwise-metrics-")
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = _own_metrics_dir


def child_exit(_server: object, worker: Any) -> None:  # noqa: ANN401 - gunicorn has no types
    """Forget the gauges of a worker that has ended; its counters stay."""
    multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def on_exit(_server: object) -> None:
    """Remove the folder of the counters if it is ours."""
    if _own_metrics_dir is not None:
        shutil.rmtree(_own_metrics_dir, ignore_errors=True)


def post_worker_init(_worker: object) -> None:
    """Leave Ctrl-C to the main process, which tells its workers to stop.

    A terminal sends it to every process of the group. A worker that hears both the terminal and the
    main process can lock itself out of its own thread pool, and is then killed after the timeout.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _write_error(sock: socket, status_int: int, reason: str, mesg: str) -> None:  # noqa: ARG001
    """Answer what never reaches the application, such as a broken request line, like the rest."""
    body = (
        f'{{"type":"urn:cornerwise:problem:bad_request","title":"The request is malformed.",'
        f'"status":{status_int},"detail":"{HTTPStatus(status_int).phrase}","code":"bad_request"}}'
    )
    head = (
        f"HTTP/1.1 {status_int} {reason}\r\nConnection: close\r\n"
        f"Content-Type: application/problem+json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    gunicorn.util.write_nonblock(sock, (head + body).encode("latin-1"))


# gunicorn would write HTML; there is no setting for it.
gunicorn.util.write_error = _write_error
