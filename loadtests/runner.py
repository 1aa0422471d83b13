"""A load test run: start a server, run Locust against it and evaluate the result."""

from __future__ import annotations

import csv
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from datetime import datetime
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.error import URLError
from urllib.request import urlopen

from .attackers import Attackers
from .monitor import Monitor
from .report import find_failures, format_scenarios, format_table, read_summary
from .scenarios import SCENARIOS
from .servers import CHECKOUT, TIMEOUT, Cluster, Server, free_port
from .trend import MAX_GROWTH_MIB

__all__ = ["INTERRUPTED", "Plan", "RunError", "run"]

INTERRUPTED = 130
"""The exit code of a run that was ended by Ctrl-C."""

SOAK_RAMP = 0.1
"""In a soak all users are active within the warm-up, so that new users do not look like growth."""

SAMPLES = 120
MIN_INTERVAL = 0.2
"""Seconds between two samples; a short run needs enough samples too."""

PROGRESS_INTERVAL = 30.0
"""Seconds between two lines of progress if the output is not a terminal."""

CLASSES = {
    "visitor": "Visitor",
    "classic": "ClassicPlayer",
    "shuffle": "ShufflePlayer",
    "sealed": "SealedPlayer",
    "analyst": "Analyst",
    "bot": "Bot",
    "solver": "Solver",
    "hostile": "Hostile",
}
"""The user class of the locustfile for each scenario."""


class RunError(Exception):
    """A run cannot start; the message says why."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The options of a run."""

    seconds: int
    users: int
    scenarios: tuple[str, ...]
    reports: Path
    soak: bool = False
    flat_out: bool = False
    processes: int = 0
    host: str | None = None
    cluster: bool = False
    workers: int = 2
    seed: int = 0
    timeout: float = 20.0
    max_growth: float = MAX_GROWTH_MIB


@dataclass(frozen=True, slots=True)
class Target:
    """The address to load, and its servers if this run started them."""

    address: str
    servers: tuple[Server, ...] = ()

    def workers(self) -> list[int]:
        """Return the process ids of the running workers."""
        return [pid for server in self.servers for pid in server.workers()]


def run(plan: Plan) -> int:
    """Run a plan, print the result and return the exit code."""
    if plan.host:
        wait_until_ready(plan.host.rstrip("/"))
    folder = new_folder(plan.reports)
    with start_target(plan, folder) as target:
        wait_until_ready(target.address)
        before = target.workers()
        interval = max(MIN_INTERVAL, plan.seconds / SAMPLES)
        monitor = Monitor(before, interval, plan.max_growth) if plan.soak else None
        # Only against servers of our own.
        attackers = Attackers(target.address, plan.seed) if plan.soak else None
        print(f"Load on {target.address} for {plan.seconds} s, reports in {folder}", flush=True)
        with monitor or nullcontext(), attackers or nullcontext():
            exit_code, interrupted = run_locust(plan, target.address, folder)
        summary = read_summary(folder / "summary.json")
        found = [] if interrupted else find_failures(summary, exit_code, plan.scenarios)
        if set(before) != set(target.workers()):
            found.append(
                f"workers have died: {before} before, {target.workers()} after, see server.log"
            )
        if monitor:
            monitor.write(folder)
            found += [] if interrupted else monitor.find_failures()
        if attackers and not interrupted:
            found += attackers.find_failures()
    if summary:
        print(f"\n{format_table(summary)}\n\n{format_scenarios(summary)}")
    for line in monitor.describe() if monitor else ():
        print(line)
    if attackers:
        print(attackers.describe())
    if interrupted:
        print("\nInterrupted: the reports contain what was measured so far.")
    for reason in found:
        print(f"FAILED: {reason}", file=sys.stderr)
    return INTERRUPTED if interrupted else bool(found)


def new_folder(reports: Path) -> Path:
    """Create a folder named after the current time."""
    name = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    for number in range(1, 1000):
        folder = reports / (name if number == 1 else f"{name}-{number}")
        try:
            folder.mkdir(parents=True)
        except FileExistsError:
            continue
        return folder.resolve()
    raise RunError(f"cannot create a folder for the reports in {reports}")


@contextmanager
def start_target(plan: Plan, folder: Path) -> Iterator[Target]:
    """Start the servers unless a host is given; keep their logs without the request lines."""
    if plan.host:
        yield Target(plan.host.rstrip("/"))
        return
    workers = str(plan.workers)
    with TemporaryDirectory(prefix="cornerwise-load-") as name:
        working = Path(name)
        try:
            if plan.cluster:
                with Cluster(working, WEB_CONCURRENCY=workers) as cluster:
                    yield Target(cluster.address, tuple(cluster.servers))
            else:
                with Server(working, WEB_CONCURRENCY=workers) as server:
                    yield Target(server.address, (server,))
        finally:
            keep_logs(working, folder / "server.log")


def keep_logs(folder: Path, path: Path) -> None:
    """Write the servers' logs to one file, without the lines of single requests."""
    with path.open("w", encoding="utf-8") as kept:
        for log in sorted(folder.rglob("log")):
            with log.open(encoding="utf-8", errors="replace") as lines:
                kept.writelines(line for line in lines if not line.startswith("{"))


def wait_until_ready(address: str) -> None:
    """Wait until the service reports that it is ready."""
    end = time.monotonic() + TIMEOUT
    while True:
        try:
            with urlopen(f"{address}/readyz", timeout=5) as response:  # noqa: S310 (checked before)
                if response.status == 200:
                    return
                problem = f"status {response.status}"
        except (URLError, OSError) as error:
            problem = str(error)
        if time.monotonic() > end or "refused" in problem:
            raise RunError(f"no service is ready at {address} ({problem})")
        time.sleep(0.1)


def locust_command(plan: Plan, address: str, folder: Path) -> list[str]:
    """Return the command line of Locust."""
    command = [sys.executable, "-m", "locust", "-f", "loadtests/locustfile.py", "--headless"]
    command += ["--host", address, "--users", str(plan.users), "--run-time", f"{plan.seconds}s"]
    command += ["--only-summary", "--csv", str(folder / "load"), "--html"]
    command += [str(folder / "report.html"), "--summary", str(folder / "summary.json")]
    # A request in progress at the end gets the full timeout, so that one that is never answered
    # is reported.
    command += ["--timeout", str(plan.timeout), "--stop-timeout", str(ceil(plan.timeout) + 5)]
    command += ["--seed", str(plan.seed)]
    if plan.flat_out:
        command.append("--flat-out")
    if plan.soak:
        command += ["--ramp", str(SOAK_RAMP)]
    if plan.processes:
        port = str(free_port())
        command += ["--processes", str(plan.processes), "--expect-workers-max-wait", "60"]
        command += ["--master-bind-host", "127.0.0.1", "--master-bind-port", port]
        command += ["--master-host", "127.0.0.1", "--master-port", port]
    if set(plan.scenarios) != set(SCENARIOS):
        command += [CLASSES[name] for name in plan.scenarios]
    return command


def run_locust(plan: Plan, address: str, folder: Path) -> tuple[int, bool]:
    """Run Locust; return its exit code and whether it was interrupted."""
    environment = {name: value for name, value in os.environ.items() if "LOCUST_" not in name}
    command = locust_command(plan, address, folder)
    with (folder / "locust.log").open("wb") as log:
        process = subprocess.Popen(  # noqa: S603 (our own command)
            command,
            cwd=CHECKOUT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            process_group=0,  # this process receives Ctrl-C and passes it on
        )
    interrupted = False
    try:
        follow(process, plan, folder)
    except KeyboardInterrupt:
        interrupted = True
        process.send_signal(signal.SIGINT)
    finally:
        wait_or_kill(process, plan.timeout + TIMEOUT)
    return process.returncode, interrupted


def wait_or_kill(process: subprocess.Popen[bytes], timeout: float) -> None:
    """Wait for Locust and the processes it started; kill them after the timeout."""
    try:
        process.wait(timeout)
    except (subprocess.TimeoutExpired, KeyboardInterrupt):
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def follow(process: subprocess.Popen[bytes], plan: Plan, folder: Path) -> None:
    """Print the progress until Locust has ended, which it does by itself."""
    begin = printed = time.monotonic()
    live = sys.stdout.isatty()
    # Starting the processes and finishing the last requests takes time too.
    limit = plan.seconds + 2 * (plan.timeout + TIMEOUT)
    while process.poll() is None:
        now = time.monotonic()
        if now - begin > limit:
            process.send_signal(signal.SIGINT)
            return
        if live or now - printed > PROGRESS_INTERVAL:
            printed = now
            line = f"{now - begin:4.0f} s  {progress(folder / 'load_stats_history.csv')}"
            print(f"{line:<76}\r" if live else f"{line}\n", end="", flush=True)
        time.sleep(0.5)


def progress(history: Path) -> str:
    """Return the totals that Locust wrote last."""
    try:
        with history.open(encoding="utf-8", newline="") as file:
            header, *rows = csv.reader(file)
        row = dict(zip(header, [row for row in rows if len(row) == len(header)][-1], strict=True))
        return (
            f"{row['User Count']} users, {float(row['Requests/s']):.0f} requests/s, "
            f"{int(row['Total Request Count']):,} so far, {row['Total Failure Count']} failed"
        )
    except (OSError, ValueError, IndexError):
        return "starting"
