"""The most expensive request of each operation and page: CPU time, memory, and what bounds them.

Run it with `make bench-worst`. Each request is sent to the application in a new process, from which
the peak of its memory is read; the process itself accounts for 3 ms and 1 MB of each figure.
Requests about a state are tried with positions of random games, and the most expensive one is
listed.
"""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import cornerwise

from service.app import create_app
from service.settings import Settings

SETTINGS = Settings(log_requests=False, metrics=False, seal_keys=(bytes(32),))
BATCH_BYTES = SETTINGS.max_batch_body
BODY_BYTES = SETTINGS.max_body
GAMES = 6


class Request(NamedTuple):
    """A row of the table: candidates for the most expensive request, and what bounds them.

    Without a path, the bodies are addresses to get.
    """

    name: str
    path: str
    bodies: Iterable[bytes]
    limit: str


class Cost(NamedTuple):
    """What a request costs."""

    status: int
    milliseconds: float
    megabytes: float
    response: int


def encode(body: object) -> bytes:
    """Return a body as JSON."""
    return json.dumps(body, separators=(",", ":")).encode()


def positions(game: cornerwise.Game) -> Iterator[tuple[cornerwise.State, cornerwise.Action]]:
    """Yield positions of random games, each with a legal action."""
    dice = random.Random(8)
    for seed in range(GAMES):
        state = cornerwise.new_game(game=game, seed=seed)
        while state.phase != "over":
            action = dice.choice(cornerwise.legal_actions(state))
            yield state, action
            state, _ = cornerwise.apply(state, action)


def fill(start: bytes, item: bytes, end: bytes, size: int) -> bytes:
    """Return a body of a size with many equal items."""
    count = (size - len(start) - len(end) + 1) // (len(item) + 1)
    return start + b",".join([item] * count) + end


def many_names(size: int) -> bytes:
    """Return members with different names, ``size`` bytes in total."""
    text = b",".join(b'"%x":1' % number for number in range(min(size // 4, 499_000)))
    return text[:size].rpartition(b",")[0]


def requests() -> Iterator[Request]:
    """Yield the rows of the table."""
    classic = list(positions("classic"))[::7]
    shuffle = list(positions("shuffle"))[::11]
    states = [{"state": state.to_dict()} for state, _ in (*classic, *shuffle)]
    body, batch = f"body of {BODY_BYTES} bytes", f"body of {BATCH_BYTES} bytes"
    yield Request("games", "games", [encode({"rules": {"game": "shuffle", "seats": 2}})], body)
    yield Request("legal-moves", "legal-moves", map(encode, states), "the rules")
    checks = ({"state": state.to_dict(), "action": action.to_dict()} for state, action in classic)
    yield Request("checks", "checks", map(encode, checks), "the rules")
    yield Request("turns: a whole game", "turns", [encode(whole_game())], "1,000 actions")
    warps = (
        {"state": state.to_dict(), "card": card, "destinations": True}
        for state, _ in shuffle
        for card in sorted(hand(state) & {"warp", "recycle"})
    )
    yield Request("card-resolutions", "card-resolutions", map(encode, warps), "the rules")
    yield Request("scores", "scores", map(encode, states), "the rules")
    texts = [{"position": state.to_text()} for state, _ in (*classic, *shuffle)]
    yield Request("scores of a position text", "scores", map(encode, texts), "512 characters")
    sealed = (
        {"state": state.to_dict(), "actions": [action.to_dict()], "seal": True, "seat": state.seat}
        for state, action in shuffle
    )
    yield Request("turns: sealed", "turns", map(encode, sealed), "the rules")
    yield from drawings(classic, shuffle)
    yield from pages()
    yield Request("replays: a whole game", "replays", [replay(include=[])], "the rules")
    everything = ["positions", "events", "record"]
    yield Request("replays: with everything", "replays", [replay(include=everything)], body)
    yield Request("replays: setups", "replays", [setups(classic[-1][0])], "200 setups")
    yield Request("replays: many comments", "replays", [comments()], body)
    yield Request("replays: SGF", "replays", [encode({"sgf": SGF_NODES})], "2,000 nodes in a line")
    yield Request("views: 64 KiB of events", "views", [events(shuffle[-1][0])], "4,000 events")
    yield Request(
        "state of many names",
        "scores",
        [b'{"state":{' + many_names(BODY_BYTES - 20) + b"}}"],
        body,
    )
    yield Request(
        "state of many squares",
        "scores",
        [fill(b'{"state":{"placements":[', b'{"cells":[[0,0]]}', b"]}}", BODY_BYTES)],
        body,
    )
    yield Request(
        "suggestions: 1 second",
        "suggestions",
        [
            encode({"state": state.to_dict(), "budget": 100_000_000, "count": 20})
            for state, _ in (classic[0], classic[4], shuffle[2])
        ],
        "`seconds`, one for each address",
    )
    yield Request(
        "solutions: 1 second",
        "puzzles/board84/solutions",
        [
            encode({"seconds": 1, "layout": {"placements": state.to_dict()["placements"]}})
            for state, _ in classic[2:5]
        ],
        "`seconds`, one for each address",
    )
    yield Request(
        "batch: many lists",
        "batches",
        [fill(b'{"x":"\\n","operations":[', b"[[]]", b"]}", BATCH_BYTES)],
        f"{SETTINGS.max_values:,} values",
    )
    yield Request(
        "batch: a state of many names",
        "batches",
        [
            b'{"operations":[{"operation":"scores","state":{'
            + many_names(BATCH_BYTES - 100)
            + b"}}]}"
        ],
        batch,
    )
    yield Request("batch: legal moves", "batches", [operations("legal-moves", states)], "8 MiB")
    texts = [{"position": state.to_text()} for state, _ in classic]
    yield Request("batch: texts", "batches", [operations("renderings/text", texts)], "1,000")
    yield Request("batch: drawings", "batches", [operations("renderings/svg", texts)], "8 MiB")
    sealed_game = {"rules": {"game": "shuffle"}, "seal": True, "seat": 1, "include": INCLUDE}
    yield Request("batch: sealed games", "batches", [operations("games", [sealed_game])], "1,000")
    views = [{"state": state.to_dict(), "seat": 1, "include": INCLUDE} for state, _ in shuffle]
    yield Request("batch: views", "batches", [operations("views", views)], batch)
    games = [operations("turns", [{**whole_game(), "include": INCLUDE}])]
    yield Request("batch: whole games", "batches", games, "20,000 actions")
    yield Request(
        "batch: card resolutions",
        "batches",
        [operations("card-resolutions", resolutions(shuffle))],
        f"8 MiB, {SETTINGS.max_batch_seconds} seconds",
    )


Positions: TypeAlias = list[tuple[cornerwise.State, cornerwise.Action]]

ALL_SQUARES = [[row, col] for row in range(20) for col in range(20)]
INCLUDE = ["moves", "summary", "supply", "score", "position"]


def drawings(classic: Positions, shuffle: Positions) -> Iterator[Request]:
    """Yield the rows of drawings, with all their options."""
    late = [state for state, _ in (*classic, *shuffle)][-20:]
    ghost = {"type": "place", "piece": "X5", "orientation": 0, "row": 5, "col": 5}
    marks = {"highlights": ALL_SQUARES, "coordinates": True, "size": 1024}
    body = [{"state": state.to_dict(), **marks, "ghost": ghost} for state in late]
    yield Request("renderings/svg", "renderings/svg", map(encode, body), "the rules")
    yield Request("renderings/png", "renderings/png", map(encode, body), "`size`")
    plain = ({"state": state.to_dict()} for state in late)
    yield Request("renderings/text", "renderings/text", map(encode, plain), "the rules")
    squares = ",".join(
        f"{column}{row}" for column in "abcdefghijklmnopqrst" for row in range(1, 21)
    )
    query = f"?highlights={squares}&coordinates=true&size=1024"
    for form, options in (("svg", query), ("png", query), ("txt", "")):
        addresses = (f"/v1/boards/{state.to_text()}.{form}{options}".encode() for state in late)
        yield Request(f"boards: {form}", "", addresses, "4,094 characters")
    placements = [placed.to_dict() for placed in late[-1].placements]
    layout = {"layout": {"placements": placements}}
    full = fill(b'{"layout":{"placements":[', encode(placements[0]), b"]}}", BODY_BYTES)
    checked = [encode(layout), full]
    yield Request("layouts: checks", "puzzles/board84/checks", checked, "body of 65536 bytes")
    for form in ("svg", "png"):
        drawn = encode({**layout, **marks})
        yield Request(f"layouts: {form}", f"puzzles/board84/renderings/{form}", [drawn], "`size`")
    yield Request("layouts: text", "puzzles/board84/renderings/text", [encode(layout)], "`size`")


PAGES = (
    *("/", "/healthz", "/readyz", "/docs", "/docs/guide", "/docs/assets/swagger-ui-bundle.js"),
    *("/openapi.json", "/v1/variants", "/v1/pieces", "/v1/cards", "/v1/puzzles"),
    *("/playground/app.js", "/nowhere"),
)


def pages() -> Iterator[Request]:
    """Yield the rows of the catalogue and of pages."""
    yield Request("pages and catalogue", "", (page.encode() for page in PAGES), "32 KiB of headers")


LONG_HEADERS = {
    name: ",".join([value] * 1200)
    for name, value in (
        ("Accept", "a/b;q=0.5"),
        ("Accept-Language", "x;q=0.5"),
        ("If-None-Match", '"x"'),
    )
}
"""Headers that are parsed, together about as long as a server accepts."""


def hand(state: cornerwise.State) -> set[str]:
    """Return the cards that can be played."""
    return {
        action.card
        for action in cornerwise.legal_actions(state)
        if isinstance(action, cornerwise.PlayCard)
    }


def resolutions(
    shuffle: Iterable[tuple[cornerwise.State, cornerwise.Action]],
) -> list[dict[str, Any]]:
    """Return resolutions of Warp with all destinations."""
    found = (
        {"state": state.to_dict(), "card": "warp", "destinations": True}
        for state, _ in shuffle
        if "warp" in hand(state)
    )
    return list(found)


def operations(name: str, requests: list[dict[str, Any]]) -> bytes:
    """Return a batch with as many operations as a body may have, the largest states first."""
    found: list[bytes] = []
    size = 100
    largest = sorted((encode({"operation": name, **one}) for one in requests), key=len)[-20:]
    while len(found) < SETTINGS.max_batch and size < BATCH_BYTES - len(largest[-1]) - 1:
        found.append(largest[len(found) % len(largest)])
        size += len(found[-1]) + 1
    return b'{"operations":[' + b",".join(found) + b"]}"


def whole_game() -> dict[str, Any]:
    """Return a turn with all actions of a game of Shuffle."""
    first, actions = None, []
    for state, action in positions("shuffle"):
        if first is not None and not state.placements:
            break
        first = first or state
        actions.append(action.to_dict())
    return {"state": first.to_dict() if first else {}, "actions": actions}


SGF_NODES = "(;GM[Blokus]" + ";A1[a20];AE[a20]" * 95 + ";C[x]" * 1800 + ")"
"""A file with as many setups and nodes as are replayed."""


def replay(include: list[str]) -> bytes:
    """Return the replay of a whole game of Shuffle."""
    game = whole_game()
    start = {"position": cornerwise.load_state(game["state"]).to_text()}
    moves = [{"action": action} for action in game["actions"]]
    return encode({"record": {"start": start, "moves": moves}, "include": include})


def setups(state: cornerwise.State) -> bytes:
    """Return the replay of a record that sets a full board up again and again."""
    add = [placed.to_dict() for placed in state.placements]
    start = {"rules": {}, "setup": {"add": add}}
    return encode({"record": {"start": start, "moves": [{"setup": {}}] * 200}})


def comments() -> bytes:
    """Return the replay of a record of many moves that are only comments."""
    start = b'{"include":["record"],"record":{"start":{"rules":{}},"moves":['
    return fill(start, b"{}", b"]}}", BODY_BYTES - 6000)  # 20,000 moves are the limit


def events(state: cornerwise.State) -> bytes:
    """Return a view with as many events as a body has room for."""
    start = encode({"state": state.to_dict(), "seat": 1})[:-1] + b',"events":['
    event = b'{"type":"passed","color":"blue","seat":1}'
    return fill(start, event, b"]}", BODY_BYTES)


def memory(name: str) -> int:
    """Return a size of this process in bytes, by its name in /proc."""
    lines = Path("/proc/self/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(name)) * 1024


def measure(post: Callable[[bytes], Any], body: bytes) -> Cost:
    """Return the cost of a request, measured in a new process."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        Path("/proc/self/clear_refs").write_text("5", "ascii")  # resets the peak
        before, begin = memory("VmRSS"), time.process_time()
        response = post(body)
        seconds = time.process_time() - begin
        peak = memory("VmHWM") - before
        cost = (response.status_code, seconds * 1000, peak / 1e6, len(response.data))
        os.write(writer, json.dumps(cost).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        cost = json.loads(pipe.read())
    os.waitpid(child, 0)
    return Cost(*cost)


def main() -> None:
    """Print the table."""
    client = create_app(SETTINGS).test_client()
    client.post("/v1/legal-moves", json={"state": {}})  # makes the tables of the engine
    client.get("/openapi.json")  # written on the first request
    names = ("request", "status", "bytes in", "CPU ms", "MB", "bytes out")
    print("{:<30}{:>7}{:>11}{:>9}{:>7}{:>12}  limit".format(*names))
    for row in requests():

        def post(body: bytes, path: str = row.path) -> Any:  # noqa: ANN401 (a response)
            if not path:  # an address
                return client.get(body.decode(), headers=LONG_HEADERS)
            return client.post(f"/v1/{path}", data=body, content_type="application/json")

        measured = [(measure(post, body), len(body)) for body in row.bodies]
        cost, size = max(measured, key=lambda one: one[0].milliseconds)
        print(
            f"{row.name:<30}{cost.status:>7}{size:>11,}{cost.milliseconds:>9.1f}"
            f"{cost.megabytes:>7.1f}{cost.response:>12,}  {row.limit}",
            flush=True,
        )


if __name__ == "__main__":
    main()
