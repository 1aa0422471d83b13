"""The settings gunicorn serves with.

In a checkout gunicorn reads them through ``gunicorn.conf.py``. An installed package has no such
file beside it: ``gunicorn -c python:service.gunicorn_conf service.app:app`` reads the same ones
there. What is given on gunicorn's command line wins over both.
"""

from __future__ import annotations

import os
import signal

__all__ = [
    "bind",
    "control_socket_disable",
    "graceful_timeout",
    "post_worker_init",
    "threads",
    "worker_class",
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

# A request takes milliseconds; one that is not done by then waits for a client that has gone.
graceful_timeout = 10


def post_worker_init(_worker: object) -> None:
    """Leave Ctrl-C to the main process, which tells its workers to stop.

    A terminal sends it to every process of the group. A worker that hears both the terminal and the
    main process can lock itself out of its own thread pool, and is then killed after the timeout.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
