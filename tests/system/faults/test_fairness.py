"""One client must not cost another anything: searches are shared, and bodies are bounded."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from typing import Any

import cornerwise
import pytest

from loadtests.servers import TIMEOUT, Cluster, Server

pytestmark = pytest.mark.load

JSON = {"Content-Type": "application/json"}


def hard_puzzle() -> dict[str, Any]:
    """Return a request to complete random moves: hardly possible, and hard to prove impossible.

    The puzzles themselves are solved within milliseconds.
    """
    state, rng = cornerwise.new_game(), Random(0)  # noqa: S311 (not for secrets)
    for _ in range(24):
        state, _ = cornerwise.apply(state, rng.choice(cornerwise.legal_actions(state)))
    return {"layout": {"placements": state.to_dict()["placements"]}, "seconds": 20}


HARD = hard_puzzle()
PUZZLE_PATH = "/v1/puzzles/board84/solutions"


def post(port: int, address: str, path: str, body: bytes) -> int:
    """Send a request from an address of the loopback; return the status."""
    source = (address, 0)
    with closing(HTTPConnection("127.0.0.1", port, TIMEOUT, source_address=source)) as connection:
        connection.request("POST", path, body, JSON)
        response = connection.getresponse()
        response.read()
        return response.status


@contextmanager
def solving_hard_puzzles(port: int, address: str, threads: int) -> Iterator[list[int]]:
    """Send hard puzzles from one address, the next as soon as one is answered."""
    statuses: list[int] = []
    stopped = threading.Event()

    def send(_: int) -> None:
        while not stopped.is_set():
            body = json.dumps({**HARD, "seed": len(statuses)}).encode()
            statuses.append(post(port, address, PUZZLE_PATH, body))
            stopped.wait(0.1)  # 'as fast as it may': the proxy allows less

    with ThreadPoolExecutor(threads) as pool:
        senders = [pool.submit(send, number) for number in range(threads)]
        try:
            yield statuses
        finally:
            stopped.set()
        for sender in senders:
            sender.result(TIMEOUT)


def solve_easy_puzzles(port: int, count: int, pause: float) -> int:
    """Solve rect4 from another address; return how often it succeeded within 2 seconds."""
    successes = 0
    for seed in range(count):
        begin = time.monotonic()
        body = json.dumps({"seed": seed}).encode()
        status = post(port, "127.0.0.3", "/v1/puzzles/rect4/solutions", body)
        successes += status == 200 and time.monotonic() - begin < 2
        time.sleep(pause)
    return successes


def test_hard_puzzles_of_one_address_do_not_block_another(tmp_path: Path) -> None:
    with (
        Server(tmp_path, WEB_CONCURRENCY="1") as server,
        solving_hard_puzzles(server.port, "127.0.0.2", threads=3) as statuses,
    ):
        assert solve_easy_puzzles(server.port, 100, 0) >= 99
    assert {*statuses} <= {200, 503}


@pytest.mark.needs("nginx")
def test_hard_puzzles_of_one_address_do_not_block_another_behind_the_proxy(
    tmp_path: Path,
) -> None:
    with Cluster(tmp_path, WEB_CONCURRENCY="1") as cluster:
        port = cluster.proxy.port
        with solving_hard_puzzles(port, "127.0.0.2", threads=3) as statuses:
            assert solve_easy_puzzles(port, 10, 0.5) == 10  # the proxy allows 2 a second
    assert {*statuses} <= {200, 429, 503}
    assert 429 in statuses


# The hardest search that there is: it always takes its whole time. The next one follows at once.
STATE = {"rules": {"seats": 2}}
HARDEST = json.dumps({"state": STATE, "budget": 100_000_000, "seconds": 3}).encode()


@contextmanager
def searching_for_long(port: int, address: str, threads: int) -> Iterator[list[int]]:
    """Send the hardest searches from one address, the next as soon as one is answered."""
    statuses: list[int] = []
    stopped = threading.Event()

    def send() -> None:
        while not stopped.is_set():
            statuses.append(post(port, address, "/v1/suggestions", HARDEST))
            stopped.wait(0.1)

    with ThreadPoolExecutor(threads) as pool:
        senders = [pool.submit(send) for _ in range(threads)]
        try:
            yield statuses
        finally:
            stopped.set()
        for sender in senders:
            sender.result(TIMEOUT)


def small_searches(port: int, count: int, pause: float) -> list[int]:
    """Have moves suggested and puzzles solved from another address; return the statuses."""
    statuses = []
    for seed in range(count):
        move = json.dumps({"state": STATE, "level": 3, "seed": seed}).encode()
        statuses.append(post(port, "127.0.0.3", "/v1/suggestions", move))
        time.sleep(pause)
        puzzle = json.dumps({"seed": seed}).encode()
        statuses.append(post(port, "127.0.0.3", "/v1/puzzles/rect4/solutions", puzzle))
        time.sleep(pause)
    return statuses


def test_hard_searches_of_one_address_do_not_block_another(tmp_path: Path) -> None:
    with (
        Server(tmp_path, WEB_CONCURRENCY="1") as server,
        searching_for_long(server.port, "127.0.0.2", threads=3) as statuses,
    ):
        assert small_searches(server.port, 25, 0).count(200) >= 49
    assert {*statuses} <= {200, 503}
    assert 200 in statuses
    assert 503 in statuses


@pytest.mark.needs("nginx")
def test_hard_searches_of_one_address_do_not_block_another_behind_the_proxy(
    tmp_path: Path,
) -> None:
    with Cluster(tmp_path, WEB_CONCURRENCY="1") as cluster:
        port = cluster.proxy.port
        with searching_for_long(port, "127.0.0.2", threads=3) as statuses:
            assert small_searches(port, 5, 0.5) == [200] * 10  # the proxy allows 2 puzzles a second
    assert {*statuses} <= {200, 429, 503}
    assert 429 in statuses


@pytest.mark.needs("nginx")
@pytest.mark.parametrize(
    ("path", "hard"),
    [("/v1/suggestions", HARDEST), (PUZZLE_PATH, json.dumps(HARD).encode())],
)
def test_client_that_hangs_up_frees_its_place_behind_the_proxy(
    tmp_path: Path, path: str, hard: bytes
) -> None:
    """One address, one place for each: a search that continued would block the next ones."""
    with Cluster(tmp_path, WEB_CONCURRENCY="1") as cluster:
        port, statuses = cluster.proxy.port, []
        for _ in range(4):
            source = ("127.0.0.4", 0)
            connection = HTTPConnection("127.0.0.1", port, TIMEOUT, source_address=source)
            connection.request("POST", path, hard, JSON)
            time.sleep(0.3)
            connection.close()
            time.sleep(0.5)
            move = json.dumps({"state": STATE, "level": 3}).encode()
            statuses.append(post(port, "127.0.0.4", "/v1/suggestions", move))
    assert statuses == [200] * 4


def memory(server: Server) -> int:
    """Return the memory of the processes of a server in bytes; shared pages count once."""
    pids = [server.process.pid, *server.workers()]
    texts = (Path(f"/proc/{pid}/smaps_rollup").read_text("ascii") for pid in pids)
    sizes = (re.search(r"^Pss:\s+(\d+) kB", text, re.MULTILINE) for text in texts)
    return sum(int(size[1]) * 1024 for size in sizes if size)


@pytest.mark.needs("nginx")
def test_expensive_bodies_from_many_addresses_keep_memory_bounded(tmp_path: Path) -> None:
    size = 4 * 1024 * 1024 - 100
    lists = b'{"x":"\\n","operations":[' + b",".join([b"[[]]"] * (size // 5)) + b"]}"
    names = b",".join(b'"%x":1' % number for number in range(499_000))[:size].rpartition(b",")[0]
    state = b'{"operations":[{"operation":"scores","state":{' + names + b"}}]}"
    # A small body with a large response.
    game = {"operation": "games", "rules": {"game": "shuffle"}, "seal": True, "include": ["moves"]}
    games = json.dumps({"operations": [game] * 1000}).encode()
    with Cluster(tmp_path) as cluster, ThreadPoolExecutor(8) as pool:
        port = cluster.proxy.port

        def send(address: str, body: bytes) -> Future[int]:
            return pool.submit(post, port, address, "/v1/batches", body)

        warm = [send("127.0.0.1", body) for body in (lists, state, games) * 8]
        assert {one.result() for one in warm} <= {200, 413, 429, 503}
        before = max(memory(server) for server in cluster.servers)
        sent = [
            send(f"127.0.0.{2 + number % 4}", body)
            for number in range(32)
            for body in (lists, state, games)
        ]
        peak = 0
        while not all(one.done() for one in sent):
            peak = max(peak, *(memory(server) for server in cluster.servers))
            time.sleep(0.01)
        assert {one.result() for one in sent} <= {200, 413, 429, 503}
        after = max(memory(server) for server in cluster.servers)
    assert peak < 256_000_000
    assert after < before + 20_000_000, "memory is not given back"
