"""Processes that die and restart while clients go on asking."""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from traffic import SECONDS, Figures, Traffic

from loadtests.serving import PATIENCE, Cluster, Server

pytestmark = pytest.mark.load

THREADS = 4
"""Threads of a worker: as many requests at most can be lost with it."""


def repeatedly(seconds: float = SECONDS) -> range:
    """Return how often a fault is repeated: once in a short run, once a second in a long one."""
    return range(max(1, int(seconds)))


def wait_for_workers(server: Server, gone: set[int], number: int = 2) -> None:
    """Wait until a server has its workers again, none of which is one of those."""
    end = time.monotonic() + PATIENCE
    while len(workers := server.workers()) != number or gone & {*workers}:
        assert time.monotonic() < end, f"{workers} {gone} {server.log.read_text('utf-8')[-2000:]}"
        time.sleep(0.02)


def test_a_killed_worker_loses_no_more_than_it_was_working_on(
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
    # A connection belongs to its worker: one request is lost on each, if it was busy or not.
    assert len(traffic.figures.failed) <= killed * len(traffic.threads), traffic.figures.failed


def test_a_graceful_restart_loses_nothing(
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


def test_an_upgrade_in_place_loses_nothing(
    own_server: Server, report: Callable[[Figures], None]
) -> None:
    old = own_server.process
    with Traffic(own_server) as traffic:
        os.kill(old.pid, signal.SIGUSR2)  # a second gunicorn, with new code, on the same socket
        own_server.wait_for("Booting worker", 4)
        traffic.wait_for_answers()
        old.terminate()
        assert old.wait(PATIENCE) == 0
        traffic.wait_for_answers()
        processes = {line["id"][:8] for line in own_server.requests()[-20:]}
        assert processes.isdisjoint({line["id"][:8] for line in own_server.requests()[:20]})
        traffic.enough.set()
    os.killpg(old.pid, signal.SIGTERM)  # the second one is nobody's child by now
    report(traffic.figures)
    assert not traffic.figures.wrong
    assert not traffic.figures.failed


def test_an_accept_queue_that_is_full_is_worked_off(
    tmp_path: Path, report: Callable[[Figures], None]
) -> None:
    with Server(tmp_path, "--backlog", "4") as server, Traffic(server) as traffic:
        workers = server.workers()
        for worker in workers:
            os.kill(worker, signal.SIGSTOP)
        # Nobody accepts, and the kernel keeps five connections for us; the others try again.
        late = Traffic(server, callers=20)
        late.start()
        time.sleep(SECONDS)
        assert late.figures.sent == 0
        for worker in workers:
            os.kill(worker, signal.SIGCONT)
        with late:
            late.wait_for_answers()
    report(traffic.figures + late.figures)
    assert not (traffic.figures + late.figures).wrong
    assert not (traffic.figures + late.figures).failed


def test_a_killed_worker_behind_the_proxy_loses_nothing(
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


def test_a_killed_instance_behind_the_proxy_loses_nothing(
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
