"""Complete runs of a few seconds each, with servers and Locust as child processes."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from loadtests.__main__ import MIN_USERS
from loadtests.scenarios import SCENARIOS
from loadtests.servers import CHECKOUT, TIMEOUT, Server

pytestmark = pytest.mark.needs("locust")

GUARD = 3 * TIMEOUT


def command(*arguments: str, reports: Path) -> list[str]:
    fixed = ["--users", str(MIN_USERS), "--reports", str(reports)]
    return [sys.executable, "-m", "loadtests", *arguments, *fixed]


def run(*arguments: str, reports: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 (our own command)
        command(*arguments, reports=reports),
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=False,
        timeout=GUARD,
    )


@contextmanager
def running(*arguments: str, reports: Path) -> Iterator[subprocess.Popen[str]]:
    """Start a run; at the end of the block it is stopped with all its processes."""
    process = subprocess.Popen(  # noqa: S603 (our own command)
        command(*arguments, reports=reports),
        cwd=CHECKOUT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.terminate()
        process.communicate(timeout=GUARD)


def folder_in(reports: Path) -> Path:
    (folder,) = reports.iterdir()
    return folder


def summary_in(reports: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder_in(reports) / "summary.json").read_text("utf-8"))
    return found


def wait_for(reports: Path, name: str, pattern: str) -> None:
    """Wait until a report matches a pattern."""
    end = time.monotonic() + TIMEOUT
    while not any(re.search(pattern, one.read_text("utf-8")) for one in reports.glob(f"*/{name}")):
        assert time.monotonic() < end
        time.sleep(0.1)


def children_of(pid: int) -> list[int]:
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()]


@pytest.mark.needs("nginx")
def test_all_scenarios_run_and_are_reported(tmp_path: Path) -> None:
    done = run("load", "--seconds", "6", "--cluster", reports=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    log = (folder_in(tmp_path) / "server.log").read_text("utf-8")
    servers = re.findall(r"Listening at: (\S+)", log)
    (address,) = re.findall(r"^Load on (\S+) for", done.stdout, re.MULTILINE)
    assert len(servers) == 2
    assert address not in servers, "the load goes to the proxy"
    summary = summary_in(tmp_path)
    assert set(summary["scenarios"]) == set(SCENARIOS)
    assert all(counts["requests"] > 0 for counts in summary["scenarios"].values())
    assert summary["scenarios"]["visitor"]["completed"] > 0
    assert summary["total"]["failures"] == 0
    counted = sum(counts["requests"] for counts in summary["scenarios"].values())
    assert (
        counted == summary["total"]["requests"] == sum(row["requests"] for row in summary["rows"])
    )
    assert f"| {summary['total']['requests']:,} |" in " ".join(done.stdout.split())
    names = {path.name for path in folder_in(tmp_path).iterdir()}
    assert names >= {
        *("report.html", "summary.json", "locust.log", "server.log"),
        *("load_stats.csv", "load_stats_history.csv", "load_failures.csv"),
    }
    last = (folder_in(tmp_path) / "load_stats.csv").read_text("utf-8").splitlines()[-1]
    assert last.startswith(f",Aggregated,{summary['total']['requests']},0,")


def test_soak_measures_the_workers(tmp_path: Path) -> None:
    done = run("soak", "--seconds", "6", "--max-growth", "-1000", reports=tmp_path)
    assert done.returncode == 1, done.stdout + done.stderr
    failures = done.stderr.splitlines()
    assert len(failures) == 2, done.stderr
    for failure in failures:
        assert re.fullmatch(r"FAILED: worker \d+ grows: .* more than -1000 MiB", failure)
    folder = folder_in(tmp_path)
    rows = (folder / "memory.csv").read_text("utf-8").splitlines()
    assert len(rows) > 12
    assert rows[0].count("MiB") == 2, "two workers"
    assert ET.fromstring((folder / "memory.svg").read_text("utf-8")).tag.endswith("svg")  # noqa: S314 (ours)
    assert done.stdout.count("MiB over the run") == 2


def test_every_load_process_detects_a_faulty_server(tmp_path: Path) -> None:
    folder, reports = tmp_path / "server", tmp_path / "reports"
    folder.mkdir()
    paths = os.pathsep.join([str(CHECKOUT / "python"), str(CHECKOUT)])
    variables = {"FAULT": "wrong count", "PYTHONPATH": paths}
    with Server(
        folder, application="tests.system.load.faults:app", environment=variables
    ) as server:
        done = run(
            *("load", "--seconds", "4", "--host", server.address, "--processes", "2"),
            *("--scenario", "classic", "--scenario", "visitor"),
            reports=reports,
        )
    assert done.returncode == 1, done.stdout + done.stderr
    assert "FAILED: POST /v1/legal-moves: count is" in done.stderr
    for failure in done.stderr.splitlines():
        assert re.match(r"FAILED: (POST /v1/legal-moves: count is|and \d+ other kinds)", failure)
    summary = summary_in(reports)
    assert all(counts["requests"] > 0 for counts in summary["scenarios"].values())
    counted = sum(counts["requests"] for counts in summary["scenarios"].values())
    assert counted == summary["total"]["requests"]
    example = summary["examples"][0]
    assert example["request"] == "POST /v1/legal-moves"
    assert '"count"' in example["response"]
    assert example["headers"]["X-Request-ID"] == example["response_headers"]["x-request-id"]


class Hanging(BaseHTTPRequestHandler):
    """Answers only /readyz."""

    released = threading.Event()

    def do_GET(self) -> None:
        if self.path != "/readyz":
            self.do_POST()
            return
        self.send_response(200)
        self.end_headers()

    def do_POST(self) -> None:
        self.released.wait(GUARD)
        self.close_connection = True

    def log_message(self, *_: object) -> None:
        """Write no log."""


def test_hanging_requests_at_the_end_are_reported(tmp_path: Path) -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Hanging)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        done = run(
            *("load", "--seconds", "1", "--scenario", "classic", "--timeout", "3"),
            *("--host", f"http://127.0.0.1:{server.server_port}"),
            reports=tmp_path,
        )
    finally:
        Hanging.released.set()
        server.shutdown()
        thread.join()
        server.server_close()
    assert done.returncode == 1, done.stdout + done.stderr
    assert "no response: " in done.stderr


def test_interrupted_run_writes_its_reports(tmp_path: Path) -> None:
    alone = ("--scenario", "visitor", "--flat-out")
    with running("load", "--seconds", "600", *alone, reports=tmp_path) as process:
        wait_for(tmp_path, "load_stats_history.csv", r"Aggregated,[1-9]")
        children = children_of(process.pid)
        assert len(children) == 2, "gunicorn and Locust"
        process.send_signal(signal.SIGINT)
        stdout, _ = process.communicate(timeout=GUARD)
    assert process.returncode == 130
    assert "Interrupted: the reports contain" in stdout
    assert "| Aggregated" in stdout
    assert (folder_in(tmp_path) / "report.html").stat().st_size > 10_000
    summary = summary_in(tmp_path)
    assert summary["total"]["requests"] > 0
    assert list(summary["scenarios"]) == ["visitor"], "only the selected one"
    assert not any(Path(f"/proc/{pid}").exists() for pid in children)


def test_dead_worker_is_reported(tmp_path: Path) -> None:
    with running("load", "--seconds", "6", reports=tmp_path) as process:
        wait_for(tmp_path, "locust.log", f"updating to {MIN_USERS} users")
        servers = [
            pid
            for pid in children_of(process.pid)
            if b"gunicorn" in Path(f"/proc/{pid}/cmdline").read_bytes()
        ]
        os.kill(children_of(servers[0])[0], signal.SIGKILL)
        _, stderr = process.communicate(timeout=GUARD)
    assert process.returncode == 1
    assert "workers have died" in stderr
