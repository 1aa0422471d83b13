"""Requests per second of one worker, compared to a minimal Flask app: `make bench-http`.

The servers are gunicorn with one worker each on loopback ports, one of them behind nginx; the
client is wrk. All targets take turns in several rounds; only the ratios within one run are
meaningful. The CPU time of the worker varies less than the rate if other programs are running;
`--rows` measures only some of the targets. Blokus Shuffle is measured on positions whose responses
have the size of the classic request it is compared with. Then the slowest responses of a worker
that solves puzzles are compared with those of an idle one. At the end a worker handles 100,000
requests, and its memory is printed.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import subprocess
import tempfile
import urllib.request
from contextlib import ExitStack, contextmanager
from itertools import count, cycle, islice
from math import inf
from pathlib import Path
from statistics import median
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

import cornerwise

from loadtests.servers import CHECKOUT, Nginx, Server

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

BATCH = 100
BATCHED = f"batch of {BATCH} legal-moves"
MOVES = "legal-moves, objects, as shipped"
WITHOUT_FAST_PATH = "legal-moves, without fast path"
REPLAYED = 200
REPLAY = f"replays, Shuffle, {REPLAYED} actions"
SHUFFLE_TURN = "turns, Shuffle"
TURN = "turns, as shipped"
TURN_WITHOUT_FAST_PATH = "turns, without fast path"
TURN_WITH_MOVES = "turns, including moves"
PUZZLES = ("rect5_apart", "board84_descending", "rect5", "board84")


class Target(NamedTuple):
    """One row of the table: the request and its number of operations.

    ``like`` names the row whose responses have the same size.
    """

    name: str
    url: str
    body: Any = None
    operations: int = 1
    like: str = ""


def middle_game() -> cornerwise.State:
    """Return a position from the middle of a random game, with about 170 legal moves."""
    dice = random.Random(14)
    state = cornerwise.new_game()
    while len(state.placements) < 28 or not 160 <= cornerwise.count_actions(state) <= 190:
        state, _ = cornerwise.apply(state, dice.choice(cornerwise.legal_actions(state)))
        if state.phase == "over" or len(state.placements) > 34:
            state = cornerwise.new_game()
    return state


def shuffle_turns() -> Iterator[tuple[cornerwise.State, list[dict[str, Any]]]]:
    """Yield positions of random games of Shuffle, each with a turn that starts with a card."""
    dice = random.Random(14)
    for seed in range(20):
        state = cornerwise.new_game(game="shuffle", seed=seed)
        before, turn = state, []
        while state.phase != "over":
            turn.append(dice.choice(cornerwise.legal_actions(state)).to_dict())
            state, events = cornerwise.apply(state, turn[-1])
            if state.phase in {"play_card", "over"}:
                if turn[0]["type"] == "play_card" and events[0].type == "piece_placed":
                    yield before, turn
                before, turn = state, []


def closest(url: str, bodies: Iterable[dict[str, Any]], size: int) -> dict[str, Any]:
    """Return the request whose response has the closest size."""
    return min(islice(bodies, 300), key=lambda body: abs(response_size(url, body) - size))


def response_size(url: str, body: object) -> int:
    """Return the size of the response to a request in bytes."""
    return len(post(url, body))


def post(url: str, body: object) -> bytes:
    """Send a request and return the body of the response, which must be a success."""
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)  # noqa: S310 (our own server)
    with urllib.request.urlopen(request) as response:  # noqa: S310
        read: bytes = response.read()
        return read


@contextmanager
def server(application: str, *options: str, **variables: str) -> Iterator[tuple[str, Server]]:
    """Serve an application with one worker; yield its address and the server."""
    paths = os.pathsep.join(str(CHECKOUT / part) for part in ("python", ".", "benchmarks"))
    variables = {"PYTHONPATH": paths, "WEB_CONCURRENCY": "1", **variables}
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder), *options, application=application, environment=variables) as running,
    ):
        yield running.address, running


def script(target: Target, folder: Path) -> list[str]:
    """Write the Lua script with the target's body; return wrk's options for it."""
    if target.body is None:
        return []
    path = folder / (re.sub(r"\W+", "-", target.name) + ".lua")
    lines = [
        'wrk.method = "POST"',
        'wrk.headers["Content-Type"] = "application/json"',
        f"wrk.body = [==[{json.dumps(target.body)}]==]",
    ]
    path.write_text("\n".join(lines), encoding="utf-8")
    return ["-s", str(path)]


def wrk(target: Target, folder: Path, *options: str) -> str:
    """Return the report of wrk; a response that is no success is an error."""
    command = ["wrk", "-t1", *options, *script(target, folder), target.url]
    done = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603
    if "Non-2xx" in done.stdout or "Socket errors" in done.stdout:
        raise SystemExit(f"{target.name}: {done.stdout}")
    return done.stdout


def rate(target: Target, folder: Path, seconds: int) -> float:
    """Return the requests per second."""
    return measure(target, folder, seconds, None).rate


class Measurement(NamedTuple):
    """Requests per second, and microseconds of the worker's CPU time for each request."""

    rate: float
    cpu: float

    def best(self, other: Measurement) -> Measurement:
        """Return the better of two values each: whatever else the machine does only takes time."""
        return Measurement(max(self.rate, other.rate), min(self.cpu, other.cpu))


def measure(target: Target, folder: Path, seconds: int, worker: int | None) -> Measurement:
    """Send a request again and again, on four connections."""
    before = cpu_seconds(worker)
    report = wrk(target, folder, "-c4", f"-d{seconds}s")
    used = cpu_seconds(worker) - before
    found = re.search(r"(\d+) requests in.*Requests/sec:\s+([\d.]+)", report, re.DOTALL)
    if found is None:
        raise SystemExit(f"{target.name}: {report}")
    return Measurement(float(found[2]), 1e6 * used / max(int(found[1]), 1))


def cpu_seconds(worker: int | None) -> float:
    """Return the CPU time that the threads of a process have used."""
    if worker is None:
        return 0.0
    threads = Path(f"/proc/{worker}/task").glob("*/schedstat")
    return sum(int(thread.read_text(encoding="ascii").split()[0]) for thread in threads) / 1e9


def slowest_ms(target: Target, folder: Path, seconds: int) -> float:
    """Return the 99th percentile of the response times in ms, with two connections."""
    report = wrk(target, folder, "-c2", "--latency", f"-d{seconds}s")
    found = re.search(r"99%\s+([\d.]+)(us|ms|s)\b", report)
    if found is None:
        raise SystemExit(f"{target.name}: {report}")
    return float(found[1]) * {"us": 0.001, "ms": 1, "s": 1000}[found[2]]


@contextmanager
def solving(address: str) -> Iterator[list[str]]:
    """Solve puzzles in the background; yield the growing list of outcomes."""
    outcomes: list[str] = []
    stopped = Event()

    def solve() -> None:
        for seed, puzzle in enumerate(cycle(PUZZLES)):
            if stopped.is_set():
                return
            request = {"seed": seed, "seconds": 2}
            result = json.loads(post(f"{address}/v1/puzzles/{puzzle}/solutions", request))
            outcomes.append(result["outcome"])

    thread = Thread(target=solve, daemon=True)
    thread.start()
    yield outcomes
    if not thread.is_alive():  # then the measurement is invalid
        raise SystemExit("a puzzle could not be solved")
    stopped.set()
    thread.join()


def measure_fairness(folder: Path, seconds: int, rounds: int) -> None:
    """Print the slowest response times of one worker, idle and while it solves puzzles."""
    with server("service.app:app") as (address, _):
        target = Target("fairness", f"{address}/v1/legal-moves", {"state": middle_game().to_dict()})
        post(target.url, target.body)  # warm up
        idle, busy, solved = [], [], 0
        for _ in range(rounds):
            idle.append(slowest_ms(target, folder, seconds))
            with solving(address) as outcomes:
                busy.append(slowest_ms(target, folder, seconds))
            solved += outcomes.count("solved")
    ratio = median(busy) / median(idle)
    print(
        f"\np99 of legal-moves, one worker: {median(idle):.2f} ms idle, {median(busy):.2f} ms "
        f"while solving {solved} puzzles: {ratio:.1f} times, limit 10"
    )
    if ratio > 10:
        raise SystemExit("solving puzzles slows down other requests too much")


def targets(addresses: Iterable[str]) -> list[Target]:
    """Return the targets; the others are compared with the first two."""
    bare, shipped, quiet, flask, proxy = addresses
    state = middle_game()
    data = {"state": state.to_dict()}
    groups = {**data, "groups": True}
    turn: dict[str, Any] = {**data, "actions": [cornerwise.legal_actions(state)[0].to_dict()]}
    batch = {"operations": [{"operation": "legal-moves", **data}] * BATCH}
    turns, moves = f"{shipped}/v1/turns", f"{shipped}/v1/legal-moves"
    resolutions = f"{shipped}/v1/card-resolutions"
    short, long = response_size(turns, turn), response_size(moves, data)
    played = list(shuffle_turns())
    shuffled = played[len(played) // 2][0].to_dict()
    puzzle = f"{shipped}/v1/puzzles/rect4"
    layout = json.loads(post(f"{puzzle}/solutions", {"seed": 1}))["placements"]
    whole_turn = closest(
        turns, ({"state": state.to_dict(), "actions": actions} for state, actions in played), short
    )
    wild = closest(resolutions, resolved(played, "wild"), short)
    piece = closest(resolutions, resolved(played, "warp", cells=True), long)
    pieces = closest(resolutions, resolved(played, "warp", 0, destinations=True), long)
    return [
        Target("hello: bare Flask, GET", f"{bare}/hello"),
        Target("post: bare Flask, reads the body", f"{bare}/post", data),
        Target("legal-moves, naive", f"{bare}/naive/legal-moves", data),
        Target("legal-moves, objects, quiet", f"{quiet}/v1/legal-moves", data),
        Target("legal-moves, groups, quiet", f"{quiet}/v1/legal-moves", groups),
        Target(MOVES, moves, data),
        Target("legal-moves, groups, as shipped", moves, groups),
        Target(WITHOUT_FAST_PATH, f"{flask}/v1/legal-moves", data),
        Target(TURN_WITHOUT_FAST_PATH, f"{flask}/v1/turns", turn),
        Target("legal-moves, objects, through nginx", f"{proxy}/v1/legal-moves", data, like=MOVES),
        Target(TURN, turns, turn),
        Target(TURN_WITH_MOVES, turns, {**turn, "include": ["moves"]}),
        Target(SHUFFLE_TURN, turns, whole_turn, like=TURN),
        Target("card-resolutions, Wild", resolutions, wild, like=TURN),
        Target("card-resolutions, Warp, a piece", resolutions, piece, like=MOVES),
        Target("card-resolutions, Warp, all pieces", resolutions, pieces, like=MOVES),
        Target("scores, as shipped", f"{shipped}/v1/scores", data),
        Target("healthz", f"{shipped}/healthz"),
        Target("pieces", f"{shipped}/v1/pieces"),
        Target("games", f"{shipped}/v1/games", {}),
        Target("games, Shuffle", f"{shipped}/v1/games", {"rules": {"game": "shuffle"}}),
        Target("checks", f"{shipped}/v1/checks", {**data, "action": turn["actions"][0]}),
        Target("views, Shuffle", f"{shipped}/v1/views", {"state": shuffled, "seat": 1}),
        Target(REPLAY, f"{shipped}/v1/replays", {"record": shuffle_record()}),
        Target("legal-moves, position text", moves, {"position": state.to_text()}),
        Target("turns, Shuffle, sealed", turns, sealed_turn(shipped, whole_turn)),
        Target("boards, SVG", f"{shipped}/v1/boards/{state.to_text()}.svg"),
        Target("renderings, SVG", f"{shipped}/v1/renderings/svg", data),
        Target("renderings, PNG", f"{shipped}/v1/renderings/png", data),
        Target("puzzle checks", f"{puzzle}/checks", {"layout": {"placements": layout}}),
        Target(BATCHED, f"{shipped}/v1/batches", batch, BATCH),
    ]


def shuffle_record() -> dict[str, Any]:
    """Return a record of the first 200 actions of a game of Shuffle that has as many."""
    for seed in count():
        dice = random.Random(seed)
        state = cornerwise.new_game(game="shuffle", seed=seed)
        moves: list[dict[str, Any]] = []
        while state.phase != "over" and len(moves) < REPLAYED:
            action = dice.choice(cornerwise.legal_actions(state))
            moves.append({"action": action.to_dict()})
            state, _ = cornerwise.apply(state, action)
        if len(moves) == REPLAYED:
            return {"start": {"rules": {"game": "shuffle"}, "seed": seed}, "moves": moves}
    raise AssertionError


def sealed_turn(address: str, turn: dict[str, Any]) -> dict[str, Any]:
    """Return the last action of a turn as a request about a sealed state."""
    *before, last = turn["actions"]
    seat = cornerwise.load_state(turn["state"]).seat
    request = {"state": turn["state"], "actions": before, "seal": True}
    sealed = json.loads(post(f"{address}/v1/turns", request))["sealed"]
    return {"sealed": sealed, "seat": seat, "action": last}


def resolved(
    played: Iterable[tuple[cornerwise.State, list[dict[str, Any]]]],
    card: str,
    most: int = 1,
    **more: object,
) -> Iterator[dict[str, Any]]:
    """Yield card resolutions with up to ``most`` choices of a piece."""
    for state, (play, *rest) in played:
        if play["card"] == card:
            choices = [action for action in rest if action["type"] == "choose_piece"][:most]
            yield {"state": state.to_dict(), "card": card, "choices": choices, **more}


def memory_mib(pid: int) -> float:
    """Return the resident memory of a process in MiB."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    return int(found[1]) / 1024 if found else 0.0


def measure_memory(folder: Path, requests: int) -> None:
    """Let one worker handle many requests, and print its memory in between."""
    with server("service.app:app") as (address, running):
        urllib.request.urlopen(f"{address}/healthz").read()  # noqa: S310 (our own server)
        target = Target("memory", f"{address}/v1/legal-moves", {"state": middle_game().to_dict()})
        print(
            f"\nmemory of a worker: {memory_mib(running.workers()[0]):.1f} MiB at the start", end=""
        )
        answered = 0.0
        while answered < requests:
            answered += rate(target, folder, 10) * 10
            print(
                f", {memory_mib(running.workers()[0]):.1f} after {answered:,.0f}",
                end="",
                flush=True,
            )
        print()


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Measure the HTTP service with wrk.")
    parser.add_argument("--seconds", type=int, default=2, help="per target and round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument(
        "--rows", default="", help="measure only hello, post and rows that match this pattern"
    )
    parser.add_argument(
        "--requests", type=int, default=100_000, help="of the memory test; 0: skip it"
    )
    options = parser.parse_args()
    if shutil.which("wrk") is None:
        raise SystemExit("wrk was not found: install the package wrk")
    plain = ("-k", "gthread", "--threads", "4", "--no-control-socket")
    silence = {"CORNERWISE_LOG_REQUESTS": "0", "CORNERWISE_METRICS": "0"}
    with tempfile.TemporaryDirectory() as name, ExitStack() as servers:
        folder = Path(name)
        running = [
            servers.enter_context(server(application, *arguments, **variables))
            for application, arguments, variables in (
                ("bare_app:app", ("-c", "/dev/null", *plain), {}),
                ("service.app:app", (), {}),
                ("service.app:app", (), silence),
                ("service.app:create_app(fast_path=False)", (), {}),
            )
        ]
        proxy = Nginx(folder, [running[1][1].port])
        proxy.run()
        servers.callback(proxy.stop)
        addresses = [*(address for address, _ in running), f"http://127.0.0.1:{proxy.port}"]
        measured = targets(addresses)
        workers = {one.port: one.workers()[0] for _, one in running}
        chosen = re.compile(options.rows)
        measured = measured[:2] + [one for one in measured[2:] if chosen.search(one.name)]
        best = dict.fromkeys((target.name for target in measured), Measurement(0, inf))
        for _ in range(options.rounds):
            for target in measured:
                worker = workers.get(urlsplit(target.url).port or 0)
                got = measure(target, folder, options.seconds, worker)
                best[target.name] = best[target.name].best(got)
        print_table(measured, best)
        if not options.rows:
            measure_fairness(folder, options.seconds, options.rounds)
        if options.requests and not options.rows:
            measure_memory(folder, options.requests)


def print_table(measured: list[Target], best: Mapping[str, Measurement]) -> None:
    """Print requests per second, CPU time per request, and the ratios."""
    hello, post, *_ = (best[target.name].rate for target in measured)
    print(f"{'':<36}{'requests/s':>12}{'of hello':>10}{'of post':>10}{'op/s':>9}{'CPU us':>9}")
    for target in measured:
        got, cpu = best[target.name]
        print(
            f"{target.name:<36}{got:12.0f}{got / hello:10.2f}{got / post:10.2f}"
            f"{got * target.operations:9.0f}" + (f"{cpu:9.0f}" if cpu else "")
        )
    print()
    by_name = {target.name: target for target in measured}
    for target in measured:
        if target.like in best:
            sizes = [response_size(one.url, one.body) for one in (target, by_name[target.like])]
            print(
                f"{target.name}: {best[target.name].rate / best[target.like].rate:.2f} of "
                f"{target.like} ({sizes[0]:,} and {sizes[1]:,} bytes)"
            )
    print_comparisons({name: measurement.rate for name, measurement in best.items()})


def print_comparisons(rates: Mapping[str, float]) -> None:
    """Print what rows say about each other, as far as they were measured."""
    comparisons = [
        (f"{BATCHED}: the operations of single requests", BATCHED, MOVES, BATCH),
        ("fast path: legal-moves", MOVES, WITHOUT_FAST_PATH, 1),
        ("fast path: turns", TURN, TURN_WITHOUT_FAST_PATH, 1),
        ("the service, compared with the naive one", MOVES, "legal-moves, naive", 1),
        (f"{REPLAY}: the time of a turn", SHUFFLE_TURN, REPLAY, 1),
    ]
    for text, one, other, factor in comparisons:
        if one in rates and other in rates:
            print(f"{text}: {factor * rates[one] / rates[other]:.2f} times")
    if {TURN, MOVES, TURN_WITH_MOVES} <= rates.keys():
        # A classic move takes a turn and a list of moves: one request, or two after each other.
        apart = 1 / (1 / rates[TURN] + 1 / rates[MOVES])
        print(f"{TURN_WITH_MOVES}: {rates[TURN_WITH_MOVES] / apart:.2f} times both apart")


if __name__ == "__main__":
    main()
