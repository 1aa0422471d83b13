"""A real gunicorn for the tests: started as a person starts it, and always ended."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from http.client import HTTPConnection
from pathlib import Path
from types import TracebackType
from typing import Any, Self

CHECKOUT = Path(__file__).parents[2]
PATIENCE = 60.0
"""Seconds after which something that must happen counts as not happening: a guard, no measure."""


class Server:
    """A gunicorn on a free port of the loopback, with two workers; a context manager."""

    def __init__(self, folder: Path, **variables: str) -> None:
        self.folder = folder
        self.log = folder / "log"
        self.variables = variables
        self.process: subprocess.Popen[bytes] | None = None
        self.port = 0

    def __enter__(self) -> Self:
        # Nothing of the surroundings may change what is started.
        ours = re.compile(r"CORNERWISE_|PROMETHEUS_|GUNICORN_|PORT$|WEB_CONCURRENCY$|PYTHONPATH$")
        environment = {name: value for name, value in os.environ.items() if not ours.match(name)}
        environment |= {
            "PYTHONPATH": str(CHECKOUT / "python"),
            "WEB_CONCURRENCY": "2",
            "CORNERWISE_ENGINE": "rust",
            "TMPDIR": str(self.folder),
            **self.variables,
        }
        command = [sys.executable, "-m", "gunicorn", "--bind", "127.0.0.1:0", "service.app:app"]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(  # noqa: S603 (our own command)
                command,
                cwd=CHECKOUT,
                env=environment,
                stdin=subprocess.DEVNULL,
                stderr=log,
                process_group=0,  # so that the workers can be ended with it
            )
        try:
            self.port = int(self.wait_for(r"Listening at: http://127\.0\.0\.1:(\d+)")[0])
        except BaseException:
            self.kill()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()

    def kill(self) -> None:
        """End it, and with it its workers; if it does not listen, by force."""
        assert self.process
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def wait_for(self, pattern: str, count: int = 1) -> list[str]:
        """Return what the pattern finds in the log, once it is found often enough."""
        assert self.process
        end = time.monotonic() + PATIENCE
        while len(found := re.findall(pattern, self.log.read_text("utf-8"))) < count:
            assert self.process.poll() is None, self.log.read_text("utf-8")
            assert time.monotonic() < end, self.log.read_text("utf-8")
            time.sleep(0.01)
        return found

    def worker_ids(self) -> list[int]:
        """Return the process ids of the workers that were started."""
        found = re.findall(r"Booting worker with pid: (\d+)", self.log.read_text("utf-8"))
        return [int(one) for one in found]

    def requests(self) -> list[dict[str, Any]]:
        """Return the lines of the log that tell of requests."""
        lines = self.log.read_text("utf-8").splitlines()
        return [json.loads(line) for line in lines if line.startswith("{")]

    def connect(self) -> HTTPConnection:
        """Open a connection that stays open."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.connect()
        return connection


def exchange(
    connection: HTTPConnection, method: str, path: str, body: object = None, **headers: str
) -> tuple[int, bytes]:
    """Send a request, with a body of JSON if there is one; return the status and the whole body."""
    text = None if body is None else json.dumps(body)
    kind = {} if body is None else {"Content-Type": "application/json"}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, text, {**kind, **named})
    response = connection.getresponse()
    return response.status, response.read()
