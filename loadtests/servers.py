"""Server processes for load tests, system tests and benchmarks.

``Server`` is a gunicorn on a loopback port. ``Cluster`` is two of them behind nginx with the
configuration of deploy/nginx. Both are context managers, and both keep their logs in a folder.
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
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Self

__all__ = [
    "CHECKOUT",
    "TIMEOUT",
    "Cluster",
    "Nginx",
    "Server",
    "ServerError",
    "exchange",
    "wait_until_closed",
]

CHECKOUT = Path(__file__).parents[1]
SEAL_KEY = "c2VhbHMtZ2FtZXMtb2YtdGVzdHMtYW5kLWxvYWRzLS0"
"""The key with which servers seal states: 32 bytes that are no secret."""

TIMEOUT = 60.0
"""Seconds after which an expected event counts as missing. Not a measure of speed."""

NGINX_FOLDERS = (CHECKOUT / ".venv" / "nginx" / "usr" / "sbin", Path("/usr/sbin"))
"""Folders to search for nginx besides the PATH: those of `make` and of Debian."""


class ServerError(Exception):
    """A server or the proxy cannot be started or does not work."""


class Process:
    """A program with a log in its own folder; it is ended together with its child processes."""

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
        """Start the program; its output is appended to the log."""
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(  # noqa: S603 (our own command)
                command,
                cwd=CHECKOUT,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                process_group=0,  # so that the workers can be killed with it
                preexec_fn=prepare,  # noqa: PLW1509 (called before any thread starts)
            )

    @property
    def process(self) -> subprocess.Popen[bytes]:
        """The main process, which may have ended."""
        if self._process is None:
            raise ServerError("the process has not been started")
        return self._process

    @property
    def pid(self) -> int:
        """The process id of the main process."""
        return self.process.pid

    stop_signal = signal.SIGTERM
    """The signal for a graceful shutdown."""

    def stop(self) -> int:
        """Shut down gracefully, then kill what is left; return the exit code."""
        self.process.send_signal(self.stop_signal)
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(TIMEOUT)
        return self.kill()

    def kill(self) -> int:
        """Kill the process and its workers at once."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        return self.process.wait()

    def wait_for(self, pattern: str, count: int = 1) -> list[Any]:
        """Wait until the log has enough matches of a pattern; return them like ``re.findall``."""
        end = time.monotonic() + TIMEOUT
        while len(found := re.findall(pattern, self.log.read_text("utf-8"))) < count:
            self.wait_briefly(end)
        return found

    def wait_briefly(self, end: float) -> None:
        """Sleep for a moment; raise an error if the process has ended or the time is over."""
        if self.process.poll() is not None or time.monotonic() > end:
            raise ServerError(
                f"the process has ended or did not react in time:\n{self.log.read_text('utf-8')}"
            )
        time.sleep(0.01)

    def workers(self) -> list[int]:
        """Return the process ids of the running workers."""
        try:
            children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text("ascii")
        except FileNotFoundError:
            return []
        return [int(child) for child in children.split()]


class Server(Process):
    """A gunicorn with two workers on a free loopback port; a context manager.

    ``environment`` and ``variables`` are set in its environment, ``options`` are added to
    gunicorn's command line, and ``open_files`` limits the open files of each process.
    """

    def __init__(
        self,
        folder: Path,
        *options: str,
        application: str = "service.app:app",
        open_files: int | None = None,
        environment: Mapping[str, str] | None = None,
        **variables: str,
    ) -> None:
        super().__init__(folder)
        self.options = options
        self.application = application
        self.open_files = open_files
        self.variables = {**(environment or {}), **variables}
        self.port = 0

    def __enter__(self) -> Self:
        self.run()
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()

    def stop(self) -> int:
        """Shut down gracefully; a worker that had to be killed is an error."""
        before = len(self.log.read_bytes())
        code = super().stop()
        written = self.log.read_bytes()[before:].decode()
        if "SIGKILL" in written:
            raise ServerError(f"a worker did not end by itself:\n{written}")
        return code

    def run(self) -> None:
        """Start the server, on its old port after a restart; return once all workers serve."""
        # The environment of the tests must not change the settings of the server.
        settings = re.compile(
            r"CORNERWISE_|PROMETHEUS_|GUNICORN_|PORT$|WEB_CONCURRENCY$|PYTHONPATH$"
        )
        environment = {
            name: value for name, value in os.environ.items() if not settings.match(name)
        }
        environment |= {
            "PYTHONPATH": str(CHECKOUT / "python"),
            "WEB_CONCURRENCY": "2",
            "CORNERWISE_ENGINE": "rust",
            "CORNERWISE_SEAL_KEYS": SEAL_KEY,
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
            # With other settings than ours there is no sign that a worker serves.
            foreign = bool({"-c", "--config"} & {*self.options})
            end = time.monotonic() + TIMEOUT
            wanted = int(environment["WEB_CONCURRENCY"])
            while sum(foreign or is_serving(worker) for worker in self.workers()) < wanted:
                self.wait_briefly(end)
        except BaseException:
            self.kill()
            raise

    def worker_ids(self) -> list[int]:
        """Return the process ids of all workers that were started."""
        found = re.findall(r"Booting worker with pid: (\d+)", self.log.read_text("utf-8"))
        return [int(one) for one in found]

    def requests(self) -> list[dict[str, Any]]:
        """Return the request lines of the log."""
        *lines, _ = self.log.read_text("utf-8").split("\n")  # the last line may be incomplete
        return [json.loads(line) for line in lines if line.startswith("{")]

    @property
    def address(self) -> str:
        """The base URL."""
        return f"http://127.0.0.1:{self.port}"

    def connect(self) -> HTTPConnection:
        """Open a persistent connection."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT)
        connection.connect()
        return connection


class Nginx(Process):
    """nginx with the configuration of deploy/nginx, in front of servers on loopback ports."""

    stop_signal = signal.SIGQUIT

    def __init__(self, folder: Path, ports: list[int], port: int = 0) -> None:
        super().__init__(folder)
        self.port = port or free_port()
        self.ports = ports
        self.listen = ""
        """Additional lines of listen.conf."""

    def run(self) -> None:
        """Write the files that depend on the ports, and start nginx."""
        with socket.socket() as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                listener.bind(("127.0.0.1", self.port))
            except OSError as error:
                raise ServerError(f"port {self.port} is not available: {error.strerror}") from None
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
            raise ServerError(
                "nginx is not installed; `make .venv/.nginx` installs it on Debian and Ubuntu"
            )
        # Started as root, its workers would run as another user without access to the folder.
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
            Server(self._part("a"), environment=variables),
            Server(self._part("b"), environment=variables),
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
            raise ServerError("the process has not been started")
        return self._proxy

    @property
    def port(self) -> int:
        """The port of the proxy."""
        return self.proxy.port

    @property
    def address(self) -> str:
        """The base URL."""
        return f"http://127.0.0.1:{self.port}"

    def connect(self, own: str = "127.0.0.1") -> HTTPConnection:
        """Open a persistent connection to the proxy from a loopback address."""
        connection = HTTPConnection("127.0.0.1", self.port, TIMEOUT, (own, 0))
        connection.connect()
        return connection


def is_serving(worker: int) -> bool:
    """Return whether a worker has started: from then on it ignores SIGINT."""
    try:
        status = Path(f"/proc/{worker}/status").read_text("ascii")
    except (FileNotFoundError, ProcessLookupError):
        return False
    (ignored,) = re.findall(r"^SigIgn:\s*([0-9a-f]+)$", status, re.MULTILINE)
    return bool(int(ignored, 16) >> (signal.SIGINT - 1) & 1)


def limit_open_files(limit: int) -> None:
    """Limit the open files of this process."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))


def free_port() -> int:
    """Return a free loopback port."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def wait_until_open(port: int, program: Process) -> None:
    """Wait until a port accepts connections."""
    end = time.monotonic() + TIMEOUT
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            program.wait_briefly(end)
        else:
            return


def wait_until_closed(port: int) -> None:
    """Wait until connections to a port are refused."""
    end = time.monotonic() + TIMEOUT
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), TIMEOUT).close()
        except ConnectionRefusedError:
            return
        if time.monotonic() > end:
            raise ServerError(f"port {port} still accepts connections")
        time.sleep(0.01)


def exchange(
    connection: HTTPConnection, method: str, path: str, body: object = None, **headers: str
) -> tuple[int, bytes]:
    """Send a request with an optional JSON body; return the status and the body."""
    text = None if body is None else json.dumps(body)
    content_type = {} if body is None else {"Content-Type": "application/json"}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, text, {**content_type, **named})
    response = connection.getresponse()
    return response.status, response.read()
