"""A run: a server is started, Locust plays its clients, and what comes of it is judged."""

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

from .growth import BOUND_MIB
from .serving import CHECKOUT, PATIENCE, Cluster, Server, free_port
from .stories import STORIES
from .verdict import read_summary, reasons, story_lines, table
from .watching import Watch

__all__ = ["INTERRUPTED", "Plan", "RunError", "run"]

INTERRUPTED = 130
"""The exit code of what Ctrl-C has ended."""

SOAK_RAMP = 0.1
"""In a soak all users are there within the warm-up, so that more users are not taken for growth."""

SAMPLES = 120
SOONEST = 0.2
"""Seconds between two samples at least; a short run needs some too."""

LINE_EVERY = 30.0
"""Seconds between two lines of progress where no terminal is."""

CLASSES = {
    "visitor": "Visitor",
    "classic": "ClassicPlayer",
    "shuffle": "ShufflePlayer",
    "analyst": "Analyst",
    "solver": "Solver",
    "hostile": "Hostile",
}
"""For each story the user of the locustfile who tells it."""


class RunError(Exception):
    """A run cannot be started; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What shall be run."""

    seconds: int
    users: int
    stories: tuple[str, ...]
    reports: Path
    soak: bool = False
    flat_out: bool = False
    processes: int = 0
    host: str | None = None
    cluster: bool = False
    workers: int = 2
    seed: int = 0
    patience: float = 20.0
    bound: float = BOUND_MIB


@dataclass(frozen=True, slots=True)
class Target:
    """Where the load goes, and the servers behind it if they are ours."""

    address: str
    servers: tuple[Server, ...] = ()

    def workers(self) -> list[int]:
        """Return the workers that are alive."""
        return [pid for server in self.servers for pid in server.workers()]


def run(plan: Plan) -> int:
    """Run a plan, print what came of it, and return the exit code."""
    if plan.host:
        wait_until_ready(plan.host.rstrip("/"))
    folder = new_folder(plan.reports)
    with started(plan, folder) as target:
        wait_until_ready(target.address)
        before = target.workers()
        every = max(SOONEST, plan.seconds / SAMPLES)
        watch = Watch(before, every, plan.bound) if plan.soak else None
        print(f"Load on {target.address} for {plan.seconds} s, reports in {folder}", flush=True)
        with watch or nullcontext():
            exit_code, interrupted = run_locust(plan, target.address, folder)
        summary = read_summary(folder / "summary.json")
        found = [] if interrupted else reasons(summary, exit_code, plan.stories)
        if set(before) != set(target.workers()):
            found.append(
                f"workers have died: {before} were there, {target.workers()} are, see server.log"
            )
        if watch:
            watch.write(folder)
            found += [] if interrupted else watch.reasons()
    if summary:
        print(f"\n{table(summary)}\n\n{story_lines(summary)}")
    for line in watch.tell() if watch else ():
        print(line)
    if interrupted:
        print("\nInterrupted: the reports tell what was measured until then.")
    for reason in found:
        print(f"FAILED: {reason}", file=sys.stderr)
    return INTERRUPTED if interrupted else bool(found)


def new_folder(reports: Path) -> Path:
    """Make a folder that is called after the time."""
    name = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
    for number in range(1, 1000):
        folder = reports / (name if number == 1 else f"{name}-{number}")
        try:
            folder.mkdir(parents=True)
        except FileExistsError:
            continue
        return folder.resolve()
    raise RunError(f"cannot make a folder for the reports in {reports}")


@contextmanager
def started(plan: Plan, folder: Path) -> Iterator[Target]:
    """Start what the load is for, unless it runs already; keep what it said besides requests."""
    if plan.host:
        yield Target(plan.host.rstrip("/"))
        return
    workers = str(plan.workers)
    with TemporaryDirectory(prefix="cornerwise-load-") as name:
        place = Path(name)
        try:
            if plan.cluster:
                with Cluster(place, WEB_CONCURRENCY=workers) as cluster:
                    yield Target(cluster.address, tuple(cluster.servers))
            else:
                with Server(place, WEB_CONCURRENCY=workers) as server:
                    yield Target(server.address, (server,))
        finally:
            keep_logs(place, folder / "server.log")


def keep_logs(place: Path, path: Path) -> None:
    """Write what servers said into a file, but for the lines of single requests."""
    with path.open("w", encoding="utf-8") as kept:
        for log in sorted(place.rglob("log")):
            with log.open(encoding="utf-8", errors="replace") as lines:
                kept.writelines(line for line in lines if not line.startswith("{"))


def wait_until_ready(address: str) -> None:
    """Wait until the service says that it is ready."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            with urlopen(f"{address}/readyz", timeout=5) as answer:  # noqa: S310 (checked before)
                if answer.status == 200:
                    return
                problem = f"status {answer.status}"
        except (URLError, OSError) as error:
            problem = str(error)
        if time.monotonic() > end or "refused" in problem:
            raise RunError(f"nothing is ready at {address} ({problem})")
        time.sleep(0.1)


def locust_command(plan: Plan, address: str, folder: Path) -> list[str]:
    """Return the command that makes the load."""
    command = [sys.executable, "-m", "locust", "-f", "loadtests/locustfile.py", "--headless"]
    command += ["--host", address, "--users", str(plan.users), "--run-time", f"{plan.seconds}s"]
    command += ["--only-summary", "--csv", str(folder / "load"), "--html"]
    command += [str(folder / "report.html"), "--summary", str(folder / "summary.json")]
    # A request that is under way at the end gets as long as any other: one that is never answered
    # must not be forgotten because the time was up.
    command += ["--patience", str(plan.patience), "--stop-timeout", str(ceil(plan.patience) + 5)]
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
    if set(plan.stories) != set(STORIES):
        command += [CLASSES[name] for name in plan.stories]
    return command


def run_locust(plan: Plan, address: str, folder: Path) -> tuple[int, bool]:
    """Run Locust; return its exit code, and whether it was interrupted."""
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
            process_group=0,  # Ctrl-C is for us, who pass it on
        )
    interrupted = False
    try:
        follow(process, plan, folder)
    except KeyboardInterrupt:
        interrupted = True
        process.send_signal(signal.SIGINT)
    finally:
        end(process, plan.patience + PATIENCE)
    return process.returncode, interrupted


def end(process: subprocess.Popen[bytes], patience: float) -> None:
    """Wait for the end of Locust and of all that it has started; insist if it does not come."""
    try:
        process.wait(patience)
    except (subprocess.TimeoutExpired, KeyboardInterrupt):
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def follow(process: subprocess.Popen[bytes], plan: Plan, folder: Path) -> None:
    """Say how it goes until Locust has ended, which it does by itself."""
    begin = told = time.monotonic()
    live = sys.stdout.isatty()
    # Processes that are slow to start and requests that are slow to end belong to a run.
    limit = plan.seconds + 2 * (plan.patience + PATIENCE)
    while process.poll() is None:
        now = time.monotonic()
        if now - begin > limit:
            process.send_signal(signal.SIGINT)
            return
        if live or now - told > LINE_EVERY:
            told = now
            line = f"{now - begin:4.0f} s  {progress(folder / 'load_stats_history.csv')}"
            print(f"{line:<76}\r" if live else f"{line}\n", end="", flush=True)
        time.sleep(0.5)


def progress(history: Path) -> str:
    """Return the last thing that Locust wrote about the whole."""
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
