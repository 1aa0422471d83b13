"""gunicorn with two workers: a whole game, shared metrics, and its settings."""

from __future__ import annotations

import fcntl
import itertools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from itertools import product
from pathlib import Path
from typing import Any

import cornerwise
import pytest
from cornerwise.engine import Engine
from prometheus_client.parser import text_string_to_metric_families

from loadtests.servers import CHECKOUT, TIMEOUT, Server, ServerError, exchange
from service.openapi.document import document
from tests.helpers.games import seeded_rng
from tests.service.client import with_texts
from tests.service.puzzle_requests import BOARDS, OPERATIONS

Connection = Any


def ask(connection: Connection, operation: str, body: object) -> Any:  # noqa: ANN401 (JSON)
    """Return the response to a request, which must be a success."""
    status, text = exchange(connection, "POST", f"/v1/{operation}", body)
    assert status == 200, text
    return json.loads(text)


def test_whole_game_over_keep_alive_connections(server: Server, rust: Engine[Any]) -> None:
    rng = seeded_rng(2026)
    with ExitStack() as stack:
        connections = [stack.enter_context(closing(server.connect())) for _ in range(3)]
        sockets = [connection.sock for connection in connections]
        turn = itertools.cycle(connections)
        rules = {"seats": 3, "scoring": "advanced"}
        answer = ask(next(turn), "games", {"rules": rules})
        state = rust.new_game(rules, 0)
        while state.color is not None:
            listed = ask(next(turn), "legal-moves", {"state": answer["state"]})
            assert listed["moves"] == [action.to_dict() for action in rust.legal_actions(state)]
            move = rng.choice(listed["moves"])
            answer = ask(next(turn), "turns", {"state": answer["state"], "action": move})
            state, events = rust.apply(state, [move])
            assert answer["state"] == state.to_dict()
            assert answer["events"] == with_texts(events)
        assert answer["next"] == {"color": None, "seat": None, "phase": "over"}
        score = ask(next(turn), "scores", {"state": answer["state"]})
        assert score == rust.score(state).to_dict()
        # The same sockets throughout: no connection was closed.
        assert [connection.sock for connection in connections] == sockets


def test_every_page_is_served(server: Server) -> None:
    pages = (
        *("/v1/variants", "/v1/pieces", "/v1/cards"),
        *("/healthz", "/docs", "/openapi.json", "/metrics"),
    )
    with closing(server.connect()) as connection:
        for path in pages:
            status, body = exchange(connection, "GET", path)
            assert (status, bool(body)) == (200, True), path
        status, body = exchange(connection, "GET", "/readyz")
        assert (status, json.loads(body)["engine"]) == (200, "rust")
        status, body = exchange(connection, "GET", "/docs/assets/swagger-ui-bundle.js")
        assert (status, len(body) > 500_000) == (200, True)


@contextmanager
def halted(worker: int) -> Iterator[None]:
    """Suspend a worker, so that another one must answer."""
    os.kill(worker, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(worker, signal.SIGCONT)


def counted(text: bytes) -> dict[tuple[str, ...], float]:
    """Return the number of requests by route, method, status and engine."""
    labels = ("route", "method", "status", "engine")
    return {
        tuple(sample.labels[name] for name in labels): sample.value
        for family in text_string_to_metric_families(text.decode())
        for sample in family.samples
        if sample.name == "cornerwise_requests_total"
    }


def once(server: Server, path: str, body: object = None) -> bytes:
    """Send one request on a new connection."""
    method = "GET" if body is None else "POST"
    with closing(server.connect()) as connection:
        status, text = exchange(connection, method, path, body, Connection="close")
    assert status == 200
    return text


def test_metrics_of_both_workers_are_added(server: Server) -> None:
    first, second = map(int, server.wait_for(r"Booting worker with pid: (\d+)", 2))
    before = counted(once(server, "/metrics"))
    key = ("/v1/views", "POST", "200", "rust")
    request = {"state": {}, "seat": 1}
    with halted(first):
        for _ in range(3):
            once(server, "/v1/views", request)
        by_second = counted(once(server, "/metrics"))
    with halted(second):
        for _ in range(4):
            once(server, "/v1/views", request)
        by_first = counted(once(server, "/metrics"))
    assert by_second[key] == before.get(key, 0) + 3
    assert by_first[key] == before.get(key, 0) + 7
    assert counted(once(server, "/metrics"))[key] == before.get(key, 0) + 7


def test_metrics_have_the_number_of_workers_and_the_version(server: Server) -> None:
    server.wait_for("Booting worker", 2)
    end = time.monotonic() + TIMEOUT
    while True:
        page = once(server, "/metrics").decode()
        version = f'version="{cornerwise.__version__}"'
        assert f'cornerwise_build_info{{engine="rust",{version}}} 1.0' in page
        if "cornerwise_workers_started_total 2.0" in page:
            return
        assert time.monotonic() < end, page  # the second worker may still be starting


def test_replaced_workers_continue_the_metrics_files(tmp_path: Path) -> None:
    # New files for each worker would add up until the memory they are in is full.
    key, deaths = ("/v1/views", "POST", "200", "rust"), 5
    with Server(tmp_path, WEB_CONCURRENCY="1") as server:
        for number in range(deaths + 1):
            once(server, "/v1/views", {"state": {}, "seat": 1})
            page = once(server, "/metrics")
            assert counted(page)[key] == number + 1
            assert f"cornerwise_workers_started_total {number + 1:.1f}" in page.decode()
            files = sorted(one.name for one in tmp_path.glob("cornerwise-metrics-*/*"))
            assert files == [
                f"{kind}_{server.pid}-0.db" for kind in ("counter", "gauge_max", "histogram")
            ]
            (worker,) = server.workers()
            os.kill(worker, signal.SIGKILL)
            server.wait_for("Booting worker", number + 2)


def test_files_of_a_killed_server_are_removed_by_the_next(tmp_path: Path) -> None:
    left, used, young = (tmp_path / f"cornerwise-metrics-{name}" for name in ("a", "b", "c"))
    for folder in (left, used, young):
        folder.mkdir()
        (folder / "counter_1-0.db").write_bytes(b"\0")
    for folder in (left, used):
        os.utime(folder, (0, 0))
    lock = os.open(used, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with Server(tmp_path):
            assert not left.exists()
            assert (used / "counter_1-0.db").exists()
            assert (young / "counter_1-0.db").exists()
            # Its own directory is locked, and another server does not remove it.
            (own,) = {*tmp_path.glob("cornerwise-metrics-*")} - {used, young}
            os.utime(own, (0, 0))
            (tmp_path / "other").mkdir()
            with Server(tmp_path / "other", TMPDIR=str(tmp_path)):
                assert own.exists()
        assert not own.exists()
    finally:
        os.close(lock)


def test_metrics_files_are_allocated_from_the_start(tmp_path: Path) -> None:
    # In a file without blocks, the first count without free space would kill its worker.
    paths = [path for path in document()["paths"] if "{" not in path]
    paths += [f"/v1/puzzles/{puzzle}/{what}" for puzzle, what in product(BOARDS, OPERATIONS)]
    paths += ["/docs", "/docs/start.js", "/docs/assets/swagger-ui.css", "/openapi.json", "/nothing"]
    with Server(tmp_path, WEB_CONCURRENCY="1") as server:
        once(server, "/healthz")
        files = {file: file.stat() for file in tmp_path.glob("cornerwise-metrics-*/*")}
        assert len(files) == 3
        for found in files.values():
            assert found.st_blocks * 512 >= found.st_size
        statuses = set()
        with closing(server.connect()) as connection:
            for path, method in product(
                paths, ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "BREW"]
            ):
                for body, kind in (
                    ("{}", "application/json"),
                    ("{", "application/json"),
                    ("", "text/plain"),
                ):
                    connection.request(method, path, body, {"Content-Type": kind})
                    response = connection.getresponse()
                    response.read()
                    statuses.add(response.status)
        assert len(statuses) > 5
        assert {file: file.stat().st_size for file in files} == {
            file: found.st_size for file, found in files.items()
        }
        # The next worker replaces the gauges, and continues the rest.
        (worker,) = server.workers()
        os.kill(worker, signal.SIGKILL)
        server.wait_for("Booting worker", 2)
        once(server, "/healthz")
        new = {file.name for file, found in files.items() if file.stat().st_ino != found.st_ino}
        assert new == {f"gauge_max_{server.pid}-0.db"}


NO_SPACE = """
from service.server import metrics_files
from service.server.gunicorn_conf import *

def allocate(*_arguments, **_more):
    raise OSError(28, "No space left on device")

metrics_files.allocate = allocate
"""


def test_server_without_space_for_metrics_serves(tmp_path: Path) -> None:
    configuration = tmp_path / "no_space.py"
    configuration.write_text(NO_SPACE, "utf-8")
    with Server(tmp_path, "--config", str(configuration)) as server:
        once(server, "/v1/views", {"state": {}, "seat": 1})
        assert counted(once(server, "/metrics")) == {}
        server.wait_for(r"are not counted: .*No space left on device", 2)


def test_server_without_the_metrics_directory_serves(tmp_path: Path) -> None:
    with Server(tmp_path, WEB_CONCURRENCY="1") as server:
        (folder,) = tmp_path.glob("cornerwise-metrics-*")
        shutil.rmtree(folder)  # as a cleaner of temporary files does
        (worker,) = server.workers()
        os.kill(worker, signal.SIGKILL)
        server.wait_for("Booting worker", 2)
        assert counted(once(server, "/metrics")) == {}
        assert counted(once(server, "/metrics")) == {("/metrics", "GET", "200", "rust"): 1}


@pytest.mark.parametrize(
    ("arguments", "variables", "message"),
    [
        ([], {"WEB_CONCURRENCY": "0"}, "workers is 0, and must be at least 1"),
        (["--workers", "0"], {}, "workers is 0, and must be at least 1"),
        (["--worker-connections", "0"], {}, "worker_connections is 0, and must be at least 1"),
        (["--preload"], {}, "--preload is not supported"),
    ],
)
def test_settings_that_cannot_serve_are_refused(
    arguments: list[str], variables: dict[str, str], message: str, tmp_path: Path
) -> None:
    with pytest.raises(ServerError, match=message):
        Server(tmp_path, *arguments, environment=variables).run()


def test_request_is_logged_in_one_line(server: Server) -> None:
    body = {"rules": {"seats": 2}}
    with closing(server.connect()) as connection:
        _, text = exchange(connection, "POST", "/v1/games", body, X_Request_ID="log-1")
        exchange(connection, "GET", "/nothing?log", X_Request_ID="log-2")
    logged = {line["id"]: line for line in server.requests() if line["id"].startswith("log-")}
    assert set(logged) == {"log-1", "log-2"}
    assert logged["log-1"]["route"] == "/v1/games"
    assert logged["log-1"]["bytes_in"] == len(json.dumps(body))
    assert logged["log-1"]["bytes_out"] == len(text)
    assert (logged["log-2"]["route"], logged["log-2"]["status"]) == ("other", 404)


def configuration(folder: Path, *arguments: str, **variables: str) -> dict[str, str]:
    """Return the settings that gunicorn would use."""
    removed = re.compile(r"GUNICORN_|PORT$|WEB_CONCURRENCY$|PROMETHEUS_")
    environment = {name: value for name, value in os.environ.items() if not removed.match(name)}
    environment |= {
        "PYTHONPATH": f"{CHECKOUT / 'python'}{os.pathsep}{CHECKOUT}",
        "PROMETHEUS_MULTIPROC_DIR": str(folder),
        **variables,
    }
    printed = subprocess.run(  # noqa: S603 (our own command)
        [sys.executable, "-m", "gunicorn", "--print-config", *arguments, "service.app:app"],
        cwd=folder if "-c" in arguments else CHECKOUT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    pairs = (line.split("=", 1) for line in printed.stdout.splitlines() if "=" in line)
    return {name.strip(): value.strip() for name, value in pairs}


@pytest.mark.parametrize(
    "arguments", [(), ("-c", "python:service.server.gunicorn_conf")], ids=["checkout", "installed"]
)
def test_settings_are_found_in_a_checkout_and_in_a_package(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    found = configuration(tmp_path, *arguments, PORT="8123", WEB_CONCURRENCY="3")
    assert found["bind"] == "['127.0.0.1:8123']"
    assert found["workers"] == "3"
    assert found["worker_class"] == "service.server.worker.Worker"
    assert int(found["threads"]) > 1
    assert int(found["keepalive"]) > 60
    assert 0 < int(found["graceful_timeout"]) < int(found["timeout"])
    assert found["accesslog"] == "None"


def test_default_is_loopback_with_a_few_workers(tmp_path: Path) -> None:
    found = configuration(tmp_path)
    assert found["bind"] == "['127.0.0.1:8000']"
    assert 1 <= int(found["workers"]) <= 4


def test_other_settings_are_reported_in_the_log(tmp_path: Path) -> None:
    (tmp_path / "empty.py").write_text("", "utf-8")
    with Server(tmp_path, "--config", str(tmp_path / "empty.py"), WEB_CONCURRENCY="1") as server:
        missing = "deadlines.*metrics.*never blocks"
        server.wait_for(rf"served by gunicorn's sync worker.*{missing}.*`python -m service`")
        once(server, "/healthz")


NO_SHARED_MEMORY = """
from pathlib import Path
from service.server import gunicorn_conf
from service.server.gunicorn_conf import *

worker_tmp_dir = gunicorn_conf.heartbeat_directory(Path("/proc"))
"""


def test_server_starts_without_shared_memory(tmp_path: Path) -> None:
    (tmp_path / "config.py").write_text(NO_SHARED_MEMORY, "utf-8")
    with Server(tmp_path, "--config", str(tmp_path / "config.py")) as server:
        server.wait_for("shared memory is not writable")
        once(server, "/healthz")
