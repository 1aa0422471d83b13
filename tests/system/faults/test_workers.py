"""Processes that die and restart while clients send requests."""

from __future__ import annotations

import json
import os
import random
import signal
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from loadtests.servers import TIMEOUT, Cluster, Server, exchange, wait_until_closed
from tests.system.faults.traffic import SECONDS, Figures, Traffic, begin_new_game


def repeatedly(seconds: float = SECONDS) -> range:
    """Return how often a fault is repeated: once in a short run, once a second in a long one."""
    return range(max(1, int(seconds)))


def wait_for_workers(server: Server, gone: set[int], number: int = 2) -> None:
    """Wait until a server has that many workers, none of which is among ``gone``."""
    end = time.monotonic() + TIMEOUT
    while len(workers := server.workers()) != number or gone & {*workers}:
        assert time.monotonic() < end, f"{workers} {gone} {server.log.read_text('utf-8')[-2000:]}"
        time.sleep(0.02)


def wait_for_metric(server: Server, line: bytes) -> None:
    """Wait until the metrics of a server contain a line."""
    end = time.monotonic() + TIMEOUT
    with closing(server.connect()) as connection:
        while line not in (page := exchange(connection, "GET", "/metrics")[1]):
            assert time.monotonic() < end, page
            time.sleep(0.05)


def test_killed_worker_loses_at_most_one_request_per_connection(
    own_server: Server, report: Callable[[Figures], None]
) -> None:
    dice, killed = random.Random(6), 0  # noqa: S311
    with Traffic(own_server) as traffic:
        for _ in repeatedly():
            worker = dice.choice(own_server.workers())
            os.kill(worker, signal.SIGKILL)
            killed += 1
            wait_for_workers(own_server, {worker})
            traffic.wait_for_answers()
    report(traffic.figures)
    assert not traffic.figures.wrong
    # A connection belongs to one worker, and is lost with it, even if it is idle.
    assert len(traffic.figures.failed) <= killed * len(traffic.threads), traffic.figures.failed


def test_graceful_restart_loses_nothing(
    own_server: Server, report: Callable[[Figures], None]
) -> None:
    with Traffic(own_server) as traffic:
        for _ in repeatedly():
            before = {*own_server.workers()}
            os.kill(own_server.pid, signal.SIGHUP)
            wait_for_workers(own_server, before)
            traffic.wait_for_answers()
    report(traffic.figures)
    assert not traffic.figures.wrong
    assert not traffic.figures.failed


def test_upgrade_in_place_loses_nothing(
    own_server: Server, report: Callable[[Figures], None]
) -> None:
    old = own_server.process
    with Traffic(own_server) as traffic:
        os.kill(old.pid, signal.SIGUSR2)  # a second gunicorn, with new code, on the same socket
        own_server.wait_for("Booting worker", 4)
        traffic.wait_for_answers()
        assert (
            len([*own_server.folder.glob("cornerwise-metrics-*")]) == 2
        )  # one for each main process
        old.terminate()
        assert old.wait(TIMEOUT) == 0
        traffic.wait_for_answers()
        assert len([*own_server.folder.glob("cornerwise-metrics-*")]) == 1
        wait_for_metric(own_server, b"\ncornerwise_workers_started_total 2.0\n")
        processes = {line["id"][:8] for line in own_server.requests()[-20:]}
        assert processes.isdisjoint({line["id"][:8] for line in own_server.requests()[:20]})
        traffic.enough.set()
    os.killpg(old.pid, signal.SIGTERM)  # the second one is no longer a child process
    report(traffic.figures)
    assert not traffic.figures.wrong
    assert not traffic.figures.failed


def test_stopping_server_refuses_new_connections_at_once(own_server: Server) -> None:
    # A proxy must not wait for running requests before it tries another instance.
    with closing(own_server.connect()) as connection:
        begin_new_game(connection)
        os.kill(own_server.pid, signal.SIGTERM)
        wait_until_closed(own_server.port)
        connection.send(b"}")
        response = connection.getresponse()
        assert (response.status, response.will_close) == (200, True)
        assert json.loads(response.read())["next"]["color"] == "blue"
    assert own_server.process.wait(TIMEOUT) == 0


def test_silent_connections_do_not_delay_the_stop(own_server: Server) -> None:
    # Waiting for each of them in turn would last until the server is killed.
    with ExitStack() as opened:
        silent = [opened.enter_context(closing(own_server.connect())) for _ in range(200)]
        assert exchange(silent[0], "GET", "/healthz")[0] == 200  # a worker is serving
        os.kill(own_server.pid, signal.SIGTERM)
        assert exchange(silent[-1], "GET", "/healthz") == (200, b'{"status":"ok"}')
        assert own_server.process.wait(TIMEOUT) == 0
    assert "SIGKILL" not in own_server.log.read_text("utf-8")


def test_worker_without_a_main_process_stops_gracefully(tmp_path: Path) -> None:
    with Server(tmp_path, WEB_CONCURRENCY="1") as server:
        [worker] = server.workers()
        with closing(server.connect()) as idle, closing(server.connect()):
            assert exchange(idle, "GET", "/healthz")[0] == 200
            server.process.kill()
            server.process.wait(TIMEOUT)
            closes, end = False, time.monotonic() + TIMEOUT
            while not closes:
                assert time.monotonic() < end, "a worker serves without its main process"
                idle.request("GET", "/healthz")
                response = idle.getresponse()
                assert (response.status, response.read()) == (200, b'{"status":"ok"}')
                closes = response.will_close
                time.sleep(0.05)
        while f"Worker exiting (pid: {worker})" not in server.log.read_text("utf-8"):
            assert time.monotonic() < end, "a worker does not exit without its main process"
            time.sleep(0.05)


def test_full_accept_queue_is_worked_off(tmp_path: Path, report: Callable[[Figures], None]) -> None:
    with Server(tmp_path, "--backlog", "4") as server, Traffic(server) as traffic:
        workers = server.workers()
        for worker in workers:
            os.kill(worker, signal.SIGSTOP)
        # No worker accepts, and the kernel queues five connections. The others wait or are reset by
        # the kernel: no worker has accepted their requests.
        late = Traffic(server, callers=20)
        late.start()
        time.sleep(SECONDS)
        assert late.figures.right == 0
        for worker in workers:
            os.kill(worker, signal.SIGCONT)
        with late:
            late.wait_for_answers()
    report(traffic.figures + late.figures)
    assert not (traffic.figures + late.figures).wrong
    assert not traffic.figures.failed
    assert len(server.requests()) == (traffic.figures + late.figures).right


@pytest.mark.needs("nginx")
def test_killed_worker_behind_the_proxy_loses_nothing(
    cluster: Cluster, report: Callable[[Figures], None]
) -> None:
    dice = random.Random(6)  # noqa: S311
    with Traffic(cluster) as traffic:
        for _ in repeatedly():
            server = dice.choice(cluster.servers)
            worker = dice.choice(server.workers())
            os.kill(worker, signal.SIGKILL)
            wait_for_workers(server, {worker})
            traffic.wait_for_answers()
    report(traffic.figures)
    assert not traffic.figures.wrong
    assert not traffic.figures.failed


@pytest.mark.needs("nginx")
def test_killed_instance_behind_the_proxy_loses_nothing(
    cluster: Cluster, report: Callable[[Figures], None]
) -> None:
    with Traffic(cluster) as traffic:
        for round_number in repeatedly():
            server = cluster.servers[round_number % 2]
            server.kill()
            traffic.wait_for_answers(200)
            server.run()
            traffic.wait_for_answers(200)
    report(traffic.figures)
    assert not traffic.figures.wrong
    assert not traffic.figures.failed


@pytest.mark.needs("nginx")
@pytest.mark.parametrize("signal_name", ["SIGHUP", "SIGTERM"])
def test_restarting_one_instance_after_the_other_behind_the_proxy_loses_nothing(
    cluster: Cluster, signal_name: str, report: Callable[[Figures], None]
) -> None:
    with Traffic(cluster) as traffic:
        for round_number in repeatedly():
            server = cluster.servers[round_number % 2]
            before = {*server.workers()}
            if signal_name == "SIGHUP":
                os.kill(server.pid, signal.SIGHUP)
            else:
                assert server.stop() == 0
                traffic.wait_for_answers()
                server.run()
            wait_for_workers(server, before)
            traffic.wait_for_answers()
    report(traffic.figures)
    assert not traffic.figures.wrong
    assert not traffic.figures.failed
