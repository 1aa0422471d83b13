"""`make cluster`: two servers behind nginx on the loopback interface, until Ctrl-C.

This is the recommended deployment without containers, with the configuration of deploy/nginx. The
logs stay in a folder whose name is printed.
"""

from __future__ import annotations

import argparse
import signal
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from .servers import Cluster, ServerError


def main() -> None:
    """Serve until a signal ends it."""
    parser = argparse.ArgumentParser(prog="python -m loadtests.cluster", description=__doc__)
    parser.add_argument("--port", type=int, default=8000, help="port of the proxy (default: 8000)")
    options = parser.parse_args()
    for ending in (signal.SIGTERM, signal.SIGINT):  # a shell may have set SIGINT to ignored
        signal.signal(ending, signal.default_int_handler)
    folder = Path(tempfile.mkdtemp(prefix="cornerwise-cluster-"))
    try:
        with Cluster(folder, options.port) as cluster:
            describe(cluster)
            with suppress(KeyboardInterrupt):
                supervise(cluster)
            print("\nStopping after the requests in progress.")
    except ServerError as problem:
        raise SystemExit(f"The cluster does not run: {problem}") from None


def describe(cluster: Cluster) -> None:
    """Print the addresses and process ids, and commands to try."""
    print(f"proxy       {cluster.address}")
    for name, server in zip("ab", cluster.servers, strict=True):
        print(f"instance {name}  {server.address}  (process {server.pid})")
    print(f"logs        {cluster.folder}")
    first = cluster.servers[0].pid
    print(
        f"Try, in another terminal: make load HOST={cluster.address}\n"
        f"and meanwhile kill -HUP {first} (a graceful restart) or kill -9 {first}. Ctrl-C ends it.",
        flush=True,
    )


def supervise(cluster: Cluster) -> None:
    """Restart instances that have ended, as Docker or Kubernetes would."""
    while True:
        time.sleep(0.5)
        if cluster.proxy.process.poll() is not None:
            raise ServerError(f"the proxy has ended, see {cluster.proxy.log}")
        for name, server in zip("ab", cluster.servers, strict=True):
            if server.process.poll() is not None:
                print(f"instance {name} has ended and is restarted", flush=True)
                server.kill()
                server.run()
                print(f"instance {name}  {server.address}  (process {server.pid})", flush=True)


if __name__ == "__main__":
    main()
