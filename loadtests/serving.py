"""Real servers for load, faults, tests and benchmarks: started as people do, and always ended.

``Server`` is one gunicorn on a port of the loopback. ``Cluster`` is two of them behind nginx with
the configuration of deploy/nginx. Both are context managers, and both keep their logs in a folder.
"""

from __future__ import annotations

import json
import os
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Self

__all__ = ["CHECKOUT", "PATIENCE", "Cluster", "Nginx", "Server", "ServingError", "exchange"]

CHECKOUT = Path(__file__).parents[1]
PATIENCE = 60.0
"""Seconds after which something that must happen counts as not happening: a guard, no measure."""

NGINX_FOLDERS = (CHECKOUT / ".venv" / "nginx" / "usr" / "sbin", Path("/usr/sbin"))
"""Where nginx may be besides the PATH: where `make` puts it, and where Debian does."""


class ServingError(Exception):
    """Something that is needed to serve is not there, or does not come up."""


class Process:
    """A program with a log in a folder of its own; ends with everything that it has started."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = folder / "log"
        self._process: subprocess.Popen[bytes] | None = None

    def start(
        self,
        command: list[str],
        environment: dict[str, str],
        prepare: Callable[[], None] | None = None,
    ) -> None:
        """Start the program; what it says goes to the end of the log."""
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(  # noqa: S603 (our own command)
                command,
                cwd=CHECKOUT,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                process_group=0,  # so that the workers can be ended with it
                preexec_fn=prepare,  # noqa: PLW1509 (no threads are running in what it calls)
            )

    @property
    def process(self) -> subprocess.Popen[bytes]:
        """The main process, which may have ended."""
        if self._process is None:
            raise ServingError("it was not started")
        return self._process

    @property
    def pid(self) -> int:
        """The process id of the main process."""
        return self.process.pid

    gently = signal.SIGTERM
    """The signal to which it ends after what it is doing."""

    def stop(self) -> int:
        """Ask it to end and wait; end what is left then by force. Return its exit code."""
        self.process.send_signal(self.gently)
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(PATIENCE)
        return self.kill()

    def kill(self) -> int:
        """End it and its workers at once, as a power failure would."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        return self.process.wait()

    def wait_for(self, pattern: str, count: int = 1) -> list[str]:
        """Return what the pattern finds in the log, once it is found often enough."""
        end = time.monotonic() + PATIENCE
        while len(found := re.findall(pattern, self.log.read_text("utf-8"))) < count:
            self.look_after(end)
        return found

    def look_after(self, end: float) -> None:
        """Wait a moment for something, unless it cannot happen any more or it is too late."""
        if self.process.poll() is not None or time.monotonic() > end:
            raise ServingError(f"it does not run as it should:\n{self.log.read_text('utf-8')}")
        time.sleep(0.01)

    def workers(self) -> list[int]:
        """Return the process ids of the workers that are alive."""
        try:
            children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text("ascii")
        except FileNotFoundError:
            return []
        return [int(child) for child in children.split()]


class Server(Process):
    """A gunicorn on a free port of the loopback, with two workers; a context manager.

    ``variables`` are set in its environment, ``options`` are for gunicorn's command line and
    ``open_files`` is the most that each of its processes may have open at once.
    """

    def __init__(
        self,
        folder: Path,
        *options: str,
        application: str = "service.app:app",
        open_files: int | None = None,
        **variables: str,
    ) -> None:
        super().__init__(folder)
        self.options = options
        self.application = application
        self.open_files = open_files
        self.variables = variables
        self.port = 0

    def __enter__(self) -> Self:
        self.run()
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()

    def stop(self) -> int:
        """Ask it to end and wait. A worker that has to be killed for that is a fault."""
        before = len(self.log.read_bytes())
        code = super().stop()
        said = self.log.read_bytes()[before:].decode()
        if "SIGKILL" in said:
            raise ServingError(f"it did not end by itself:\n{said}")
        return code

    def run(self) -> None:
        """Start it, on the port that it had if it has run before; return once all workers serve."""
        # Nothing of the surroundings may change what is started.
        ours = re.compile(r"CORNERWISE_|PROMETHEUS_|GUNICORN_|PORT$|WEB_CONCURRENCY$|PYTHONPATH$")
        environment = {name: value for name, value in os.environ.items() if not ours.match(name)}
        environment |= {
            "PYTHONPATH": str(CHECKOUT / "python"),
            "WEB_CONCURRENCY": "2",
            "CORNERWISE_ENGINE": "rust",
            "MALLOC_ARENA_MAX": "1",
            "TMPDIR": str(self.folder),
            **self.variables,
        }
        address = f"127.0.0.1:{self.port}"
        command = [sys.executable, "-m", "gunicorn", *self.options, "--bind", address]
        prepare = self.open_files and partial(limit_open_files, self.open_files)
        before = len(self.log.read_bytes()) if self.log.exists() else 0
        self.start([*command, self.application], environment, prepare or None)
        try:
            listening = r"Listening at: http://127\.0\.0\.1:(\d+)"
            runs = len(re.findall(listening, self.log.read_text("utf-8")[:before]))
            self.port = int(self.wait_for(listening, runs + 1)[-1])
            # Workers of other settings than ours do not show when they serve: they are there.
            foreign = bool({"-c", "--config"} & {*self.options})
            end = time.monotonic() + PATIENCE
            wanted = int(environment["WEB_CONCURRENCY"])
            while sum(foreign or is_serving(worker) for worker in self.workers()) < wanted:
                self.look_after(end)
        except BaseException:
            self.kill()
            raise

    def worker_ids(self) -> list[int]:
        """Return the process ids of all workers that were ever started."""
        found = re.findall(r"Booting worker with pid: (\d+)", self.log.read_text("utf-8"))
        return [int(one) for one in found]

    def requests(self) -> list[dict[str, Any]]:
        """Return the lines of the log that tell of requests."""
        *lines, _ = self.log.read_text("utf-8").split("\n")  # the last one may be half written
        return [json.loads(line) for line in lines if line.startswith("{")]

    @property
    def address(self) -> str:
        """Where it is, for a client."""
        return f"http://127.0.0.1:{self.port}"

    def connect(self) -> HTTPConnection:
        """Open a connection that stays open."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.connect()
        return connection


class Nginx(Process):
    """nginx with the configuration of deploy/nginx, in front of servers on the loopback."""

    gently = signal.SIGQUIT

    def __init__(self, folder: Path, ports: list[int], port: int = 0) -> None:
        super().__init__(folder)
        self.port = port or free_port()
        self.ports = ports
        self.listen = ""
        """What listen.conf says besides the port."""

    def run(self) -> None:
        """Write what differs from place to place, and start it."""
        with socket.socket() as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                listener.bind(("127.0.0.1", self.port))
            except OSError as error:
                raise ServingError(f"port {self.port} cannot be had: {error.strerror}") from None
        shutil.copy(CHECKOUT / "deploy" / "nginx" / "nginx.conf", self.folder)
        servers = "".join(f"server 127.0.0.1:{port} max_fails=0;\n" for port in self.ports)
        (self.folder / "upstream.conf").write_text(servers, "ascii")
        listen = f"listen 127.0.0.1:{self.port};\n{self.listen}"
        (self.folder / "listen.conf").write_text(listen, "ascii")
        prefix = self.folder / "prefix"
        prefix.mkdir(exist_ok=True)
        path = os.pathsep.join([os.environ["PATH"], *map(str, NGINX_FOLDERS)])
        program = shutil.which("nginx", path=path)
        if program is None:
            raise ServingError("nginx is not installed; `make cluster` fetches it if it can")
        # Started as root, its processes would go on as another user, to whom the folder is closed.
        directives = "daemon off;" + ("user root root;" if os.geteuid() == 0 else "")
        config = str(self.folder / "nginx.conf")
        command = [program, "-e", "stderr", "-p", str(prefix), "-c", config, "-g", directives]
        self.start(command, dict(os.environ))
        wait_until_open(self.port, self)


class Cluster:
    """Two servers behind nginx; a context manager."""

    def __init__(self, folder: Path, port: int = 0, **variables: str) -> None:
        self.folder = folder
        self.servers = [
            Server(self._part("a"), **variables),
            Server(self._part("b"), **variables),
        ]
        self.wanted_port = port
        self._proxy: Nginx | None = None
        self.running = ExitStack()

    def _part(self, name: str) -> Path:
        folder = self.folder / name
        folder.mkdir()
        return folder

    def __enter__(self) -> Self:
        with ExitStack() as starting:
            for server in self.servers:
                starting.enter_context(server)
            ports = [server.port for server in self.servers]
            self._proxy = Nginx(self._part("proxy"), ports, self.wanted_port)
            self._proxy.run()
            starting.callback(self._proxy.stop)
            self.running = starting.pop_all()
        return self

    def __exit__(self, *error: object) -> None:
        self.running.close()

    @property
    def proxy(self) -> Nginx:
        """The proxy."""
        if self._proxy is None:
            raise ServingError("it was not started")
        return self._proxy

    @property
    def port(self) -> int:
        """The port of the proxy."""
        return self.proxy.port

    @property
    def address(self) -> str:
        """Where it is, for a client."""
        return f"http://127.0.0.1:{self.port}"

    def connect(self, own: str = "127.0.0.1") -> HTTPConnection:
        """Open a connection to the proxy that stays open, from an address of the loopback's."""
        connection = HTTPConnection("127.0.0.1", self.port, PATIENCE, (own, 0))
        connection.connect()
        return connection


def is_serving(worker: int) -> bool:
    """Tell whether a worker is done with starting: then it leaves Ctrl-C to its main process."""
    try:
        status = Path(f"/proc/{worker}/status").read_text("ascii")
    except (FileNotFoundError, ProcessLookupError):
        return False
    (ignored,) = re.findall(r"^SigIgn:\s*([0-9a-f]+)$", status, re.MULTILINE)
    return bool(int(ignored, 16) >> (signal.SIGINT - 1) & 1)


def limit_open_files(most: int) -> None:
    """Limit what this process may have open at once."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def free_port() -> int:
    """Return a port on the loopback that nobody listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def wait_until_open(port: int, program: Process) -> None:
    """Wait until somebody listens on a port."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            program.look_after(end)
        else:
            return


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
