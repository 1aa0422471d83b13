"""The settings gunicorn serves with.

In a checkout gunicorn reads them through ``gunicorn.conf.py``. An installed package has no such
file beside it: there ``python -m service`` starts gunicorn with the same ones. What is given on
gunicorn's command line wins over both.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import sys
import tempfile
import time
from contextlib import suppress
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from .connection import remember_request

__all__ = [
    "accesslog",
    "bind",
    "control_socket_disable",
    "forwarder_headers",
    "graceful_timeout",
    "keepalive",
    "limit_request_fields",
    "limit_request_line",
    "max_requests",
    "on_exit",
    "on_starting",
    "post_fork",
    "post_worker_init",
    "pre_exec",
    "pre_fork",
    "pre_request",
    "threads",
    "timeout",
    "when_ready",
    "worker_class",
    "worker_tmp_dir",
    "workers",
]

# A log that was closed must not become whatever is opened next.
try:
    os.fstat(2)
except OSError:
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)

# Loopback even when PORT is set, where gunicorn on its own would open the port to the network:
# serving others is a decision to take with --bind, behind a proxy.
bind = f"127.0.0.1:{os.environ.get('PORT') or 8000}"

# Threads, so that an idle keep-alive connection does not hold a whole worker. The work itself is
# short and bound to the CPU: more processes than cores would only queue, and a workstation has
# other things to do than to serve with all of them. WEB_CONCURRENCY is gunicorn's own variable.
worker_class = "service.server.worker.Worker"
workers = int(os.environ.get("WEB_CONCURRENCY") or min(os.cpu_count() or 1, 4))
threads = 4

# Nobody steers a stateless server through a socket file, and all servers of a user would share it.
control_socket_disable = True

# A worker whose main thread does not answer for so long is replaced. It says nothing of requests,
# which run in other threads; how long a body may take is a setting of the application.
timeout = 60

# At the end a request gets so long to finish: it takes milliseconds, a large batch seconds, solving
# a puzzle 20 seconds at most.
graceful_timeout = 30

# Longer than a proxy keeps its connections idle, so that it is the proxy who closes them: a
# connection closed from here can meet a request that is already under way.
keepalive = 75

# The heartbeat of a worker is a file: in memory, so that a slow disk never looks like a dead one.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 - meant to be shared

# The application logs requests itself, with what it knows of them.
accesslog = None

# Workers do not grow (measured, see the benchmark): none has to be replaced after some requests.
max_requests = 0

# The address of a request is what its own line says, whatever headers a client may add.
forwarder_headers = ""

limit_request_line = 4094
limit_request_fields = 60

_METRICS_DIR = "PROMETHEUS_MULTIPROC_DIR"
_METRICS_OWNER = "CORNERWISE_METRICS_OWNER"
_METRICS_PREFIX = "cornerwise-metrics-"
_METRICS_ROOM = {"counter": 262_144, "histogram": 262_144}
"""Bytes of each kind of counters: enough for every route, method and status there can be."""


def on_starting(server: Any) -> None:  # noqa: ANN401 - gunicorn has no types
    """Refuse settings with which nobody would be served, and make ready for workers."""
    for name in ("workers", "worker_connections"):
        if getattr(server.cfg, name) < 1:
            sys.exit(f"cornerwise: with {name} = {getattr(server.cfg, name)} nobody is served.")
    if server.cfg.preload_app:
        sys.exit("cornerwise: --preload is not for it: workers could not count together.")
    _let_new_workers_end()


def _let_new_workers_end() -> None:
    """Have workers that are told to stop while they start do so.

    A process that was just made still has the handlers of the main process, which note a signal for
    a loop that only the main process has. The signal would be lost, and the main process would wait
    for the worker as long as for one that answers requests.
    """
    endings = {signal.SIGTERM, signal.SIGINT, signal.SIGQUIT}

    def end_as_any_process() -> None:
        for ending in endings:
            signal.signal(ending, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, endings)

    os.register_at_fork(
        before=partial(signal.pthread_sigmask, signal.SIG_BLOCK, endings),
        after_in_parent=partial(signal.pthread_sigmask, signal.SIG_UNBLOCK, endings),
        after_in_child=end_as_any_process,
    )


def when_ready(_server: object) -> None:
    """Make the folder through which several workers count together.

    Before anything imports prometheus_client, which looks for the variable once. A folder of ours
    that was inherited belongs to another main process, which will remove it (an upgrade by USR2).
    """
    inherited = os.environ.get(_METRICS_OWNER) not in {None, str(os.getpid())}
    if inherited or not os.environ.get(_METRICS_DIR):
        _remove_abandoned_folders()
        folder = tempfile.mkdtemp(prefix=_METRICS_PREFIX)
        # Held for as long as this process lives, and never let go of.
        fcntl.flock(os.open(folder, os.O_RDONLY), fcntl.LOCK_EX)
        os.environ[_METRICS_DIR] = folder
        os.environ[_METRICS_OWNER] = str(os.getpid())
    else:
        Path(os.environ[_METRICS_DIR]).mkdir(parents=True, exist_ok=True)


def _remove_abandoned_folders() -> None:
    """Remove what main processes that were killed have left: nobody holds its lock any more.

    In a container they would add up until its memory is full. One that was made a moment ago may
    not be locked yet.
    """
    for folder in Path(tempfile.gettempdir()).glob(_METRICS_PREFIX + "*"):
        with suppress(OSError):
            lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if os.fstat(lock).st_mtime < time.time() - 60:
                    shutil.rmtree(folder)
            finally:
                os.close(lock)


def pre_fork(server: Any, worker: Any) -> None:  # noqa: ANN401 - gunicorn has no types
    """Give a new worker the smallest number that none of the others has."""
    taken = {other.number for other in server.WORKERS.values()}
    worker.number = next(number for number in count() if number not in taken)


def post_fork(server: Any, worker: Any) -> None:  # noqa: ANN401 - gunicorn has no types
    """Have a worker go on with the counters of the one that had its number.

    By itself prometheus_client begins new files for every process and keeps all of them. Workers
    that die one after the other would fill the folder. It writes to files that have no room of
    their own yet, and who does so when there is none left is killed by it. So they get their room
    here, where it can be told that there is none; a worker without it serves, and is not counted.
    """
    from prometheus_client import values  # noqa: PLC0415 - not before the folder is there

    identifier = f"{server.pid}-{worker.number}"
    folder = Path(os.environ[_METRICS_DIR])
    try:
        folder.mkdir(parents=True, exist_ok=True)  # somebody may have tidied up
        for kind, size in _METRICS_ROOM.items():
            _make_room(folder / f"{kind}_{identifier}.db", size)
        # What a worker is, it says anew: it may be of another version than the one before it.
        _make_room(folder / f"gauge_max_{identifier}.db", 65_536, anew=True)
    except OSError as error:
        worker.log.warning("nothing is counted: %s", error)
        values.ValueClass = values.MutexValue
    else:
        values.ValueClass = values.MultiProcessValue(lambda: identifier)  # type: ignore[no-untyped-call]


def _make_room(file: Path, size: int, *, anew: bool = False) -> None:
    """Make a file of zeros, which are in it and not only promised, if it is not there."""
    if anew or not file.exists():
        # Nobody who reads the counters may find half of it.
        begun = file.with_suffix(".begun")
        begun.write_bytes(bytes(size))
        begun.rename(file)


def on_exit(_server: object) -> None:
    """Remove the folder of the counters if it is ours."""
    if os.environ.get(_METRICS_OWNER) == str(os.getpid()):
        shutil.rmtree(os.environ[_METRICS_DIR], ignore_errors=True)


def pre_exec(server: Any) -> None:  # noqa: ANN401 - gunicorn has no types
    """Have an upgrade (USR2) start as this was started.

    gunicorn forgets a ``python -m``; without it, its own ``http`` stands in for Python's.
    """
    server.START_CTX["args"] = sys.orig_argv


def pre_request(_worker: object, request: object) -> None:
    """Note the request that a thread works on, so that the application can close its connection."""
    remember_request(request)


def post_worker_init(_worker: object) -> None:
    """Count the worker, and leave Ctrl-C to the main process, which tells its workers to stop.

    A terminal sends it to every process of the group. A worker that hears both the terminal and the
    main process can lock itself out of its own thread pool, and is then killed after the timeout.
    """
    from .metrics import WORKERS  # noqa: PLC0415 - not before the folder is there

    WORKERS.inc()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
