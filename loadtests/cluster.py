"""`make cluster`: two servers behind nginx on the loopback, until Ctrl-C.

The way the service is meant to be run, without containers: the proxy's configuration is the one of
deploy/nginx. Everything it leaves behind is a folder of logs, whose name is printed.
"""

from __future__ import annotations

import argparse
import signal
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from .serving import Cluster, ServingError


def main() -> None:
    """Serve until somebody says that it is enough."""
    parser = argparse.ArgumentParser(prog="python -m loadtests.cluster", description=__doc__)
    parser.add_argument("--port", type=int, default=8000, help="of the proxy (default: 8000)")
    options = parser.parse_args()
    for ending in (signal.SIGTERM, signal.SIGINT):  # the latter may have been ignored
        signal.signal(ending, signal.default_int_handler)
    folder = Path(tempfile.mkdtemp(prefix="cornerwise-cluster-"))
    try:
        with Cluster(folder, options.port) as cluster:
            describe(cluster)
            with suppress(KeyboardInterrupt):
                watch(cluster)
            print("\nStopping; requests that are under way are finished.")
    except ServingError as problem:
        raise SystemExit(f"The cluster does not run: {problem}") from None


def describe(cluster: Cluster) -> None:
    """Print where everything is and what may be tried."""
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


def watch(cluster: Cluster) -> None:
    """Start an instance again that has ended, as Docker or Kubernetes would."""
    while True:
        time.sleep(0.5)
        if cluster.proxy.process.poll() is not None:
            raise ServingError(f"the proxy has ended, see {cluster.proxy.log}")
        for name, server in zip("ab", cluster.servers, strict=True):
            if server.process.poll() is not None:
                print(f"instance {name} has ended; it is started again", flush=True)
                server.kill()
                server.run()
                print(f"instance {name}  {server.address}  (process {server.pid})", flush=True)


if __name__ == "__main__":
    main()
