"""Invalid requests, each of which must be refused with its own status and code."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

import orjson

from ..invariants.problems import check_problem
from ..responses import JSON, Request, Response, require
from .scenario import Scenario

__all__ = ["CASES", "Case", "Hostile"]

OPERATIONS = (
    *("games", "legal-moves", "checks", "turns"),
    *("card-resolutions", "scores", "views", "renderings/svg", "batches"),
)

UNROUTED = "unrouted (refused)"
"""The row of requests to unknown paths and with unsupported methods."""


@dataclass(frozen=True, slots=True)
class Case:
    """An invalid request and the code of the problem that it must get."""

    title: str
    path: str
    code: str
    body: Callable[[Random], bytes | None] = lambda _: None
    single: tuple[str, ...] = ()
    method: str = "POST"
    headers: Mapping[str, str] = field(default_factory=lambda: {"Content-Type": JSON})
    allow: frozenset[str] = frozenset()
    name: str = ""

    def request(self, rng: Random) -> Request:
        """Return the request, with one of several possible bodies."""
        name = self.name or f"{self.path} (refused)"
        label = "ANY" if name == UNROUTED else self.method
        return Request(self.method, self.path, name, self.body(rng), self.headers, label=label)

    def check(self, response: Response) -> None:
        """Check that the request is refused with the right code."""
        check_problem(response, self.code, *self.single)
        actual = {
            one.strip() for one in response.headers.get("allow", "").split(",") if one.strip()
        }
        require(actual >= self.allow, f"Allow is {sorted(actual)}")


class Hostile(Scenario):
    """Sends every case once, in random order."""

    name = "hostile"
    weight = 2

    def run(self) -> Iterator[float]:
        """Send every case, then a valid request, which must still be answered."""
        for case in self.rng.sample(CASES, len(CASES)):
            self.send(case.request(self.rng), case.check)
            yield 0
        self.ask("legal-moves", {"state": {}}, check_opening)


def check_opening(body: dict[str, Any]) -> None:
    """Check that the first of four colours has 232 moves, 58 at each corner."""
    actual = (body["count"], len(body["moves"]))
    require(actual == (232, 232), f"the first colour has {actual} moves")


# ---- The requests -------------------------------------------------------------------------------


def _raw(*texts: bytes) -> Callable[[Random], bytes]:
    return lambda rng: rng.choice(texts)


def _json(*bodies: object) -> Callable[[Random], bytes]:
    return _raw(*map(orjson.dumps, bodies))


def _place(piece: str, row: int, col: int, **more: object) -> dict[str, Any]:
    return {"piece": piece, "orientation": 0, "row": row, "col": col, **more}


def _state(*placements: dict[str, Any], **more: object) -> dict[str, Any]:
    return {"state": {"placements": list(placements), **more}}


def _garbage(rng: Random) -> bytes:
    """Return bytes that are not JSON: no JSON text begins with 0xff."""
    return b"\xff" + rng.randbytes(rng.randint(0, 2000))


BLUE = _place("O4", 0, 0, color="blue")
YELLOW = _place("O4", 0, 18, color="yellow")
DEEP = 5000
NESTED = 1000
"""A depth between the limit of the service and that of Python's recursion."""

BATCH_BYTES = 1_040_000
"""Just less than a body that has to wait for others: those may be refused as busy."""


def _batch_of(item: bytes) -> Callable[[Random], bytes]:
    """Return a batch with as many items as fit, after an escape, which made parsers start again."""
    start, end = b'{"x": "\\n", "operations": [', b"]}"
    count = (BATCH_BYTES - len(start) - len(end)) // (len(item) + 1)
    return lambda _: start + b",".join([item] * count) + end


CASES: tuple[Case, ...] = (
    # Bodies that are not JSON.
    Case("empty", "/v1/games", "invalid_json", _raw(b"")),
    Case("truncated", "/v1/turns", "invalid_json", _raw(b'{"state": {', b"[1, 2", b'"x')),
    Case("invalid number", "/v1/scores", "invalid_json", _raw(b'{"state": NaN}', b'{"state": 01}')),
    Case("duplicate name", "/v1/scores", "invalid_json", _raw(b'{"state": {}, "state": {}}')),
    Case("deeply nested", "/v1/checks", "invalid_json", _raw(b"[" * DEEP + b"]" * DEEP)),
    Case(
        "duplicate name of a deeply nested value",
        "/v1/checks",
        "invalid_json",
        _raw(b'{"state": %b%b, "state": {}}' % (b"[" * NESTED, b"]" * NESTED)),
    ),
    Case("binary", "/v1/views", "invalid_json", _garbage),
    Case("no content type", "/v1/games", "unsupported_media_type", _raw(b"{}"), headers={}),
    Case(
        "as a form",
        "/v1/turns",
        "unsupported_media_type",
        _raw(b"state=1"),
        headers={"Content-Type": "application/x-www-form-urlencoded"},
    ),
    Case(
        "compressed",
        "/v1/scores",
        "unsupported_media_type",
        _raw(b"{}"),
        headers={"Content-Type": JSON, "Content-Encoding": "gzip"},
    ),
    # Sizes.
    Case(
        "too large", "/v1/scores", "body_too_large", lambda rng: b" " * rng.randint(66_000, 300_000)
    ),
    Case(
        "too many operations",
        "/v1/batches",
        "invalid_request",
        _json({"operations": [{"operation": "scores"}] * 1001}),
        ("out_of_range",),
    ),
    Case("too many values", "/v1/batches", "body_too_large", _batch_of(b"1")),
    Case("batch of lists", "/v1/batches", "body_too_large", _batch_of(b"[[]]")),
    Case(
        "too many actions",
        "/v1/turns",
        "invalid_request",
        _json({"state": {}, "actions": [{}] * 1001}),
        ("out_of_range",),
    ),
    Case(
        "too many pieces",
        "/v1/legal-moves",
        "invalid_state",
        _json(_state(*[BLUE] * 85)),
        ("too_many_placements",),
    ),
    # Wrong types and fields.
    Case("not an object", "/v1/games", "invalid_request", _json([], 5, "x", None), ("wrong_type",)),
    Case("no fields", "/v1/legal-moves", "invalid_request", _json({}), ("missing_field",)),
    Case(
        "unknown field",
        "/v1/legal-moves",
        "invalid_request",
        _json({"state": {}, "limit": 5}),
        ("unknown_field",),
    ),
    Case(
        "unknown theme",
        "/v1/renderings/svg",
        "invalid_request",
        _json({"state": {}, "theme": "blue"}),
        ("unknown_value",),
    ),
    Case(
        "unknown seat",
        "/v1/views",
        "invalid_request",
        _json({"state": {"rules": {"seats": 2}}, "seat": 3}, {"state": {}, "seat": 9}),
        ("out_of_range",),
    ),
    Case(
        "invalid rules",
        "/v1/games",
        "invalid_request",
        _json({"rules": {"seats": 5}}, {"rules": {"seats": 0}}),
        ("out_of_range",),
    ),
    Case(
        "conflicting rules",
        "/v1/games",
        "invalid_request",
        _json({"rules": {"seats": 2, "teams": True}}),
        ("options_conflict",),
    ),
    Case("state of a wrong type", "/v1/scores", "invalid_state", _json({"state": [1]})),
    Case(
        "unknown field of a state",
        "/v1/scores",
        "invalid_state",
        _json(_state(score=99)),
        ("unknown_field",),
    ),
    # Impossible states.
    Case(
        "overlapping pieces",
        "/v1/legal-moves",
        "invalid_state",
        _json(_state(BLUE, {**YELLOW, "row": 0, "col": 1})),
        ("overlap",),
    ),
    Case(
        "off the board",
        "/v1/scores",
        "invalid_state",
        _json(_state(_place("I5", 0, 16, color="blue"))),
        ("off_board",),
    ),
    Case(
        "first piece away from the corner",
        "/v1/turns",
        "invalid_state",
        _json({**_state(_place("O4", 5, 5, color="blue")), "action": {"type": "pass"}}),
        ("corner_not_covered",),
    ),
    Case(
        "piece placed twice",
        "/v1/checks",
        "invalid_state",
        _json({**_state(BLUE, YELLOW, {**BLUE, "row": 2, "col": 2}), "action": {"type": "pass"}}),
        ("piece_twice",),
    ),
    Case(
        "missing decks",
        "/v1/card-resolutions",
        "invalid_state",
        _json({"state": {"rules": {"game": "shuffle"}}, "card": "wild"}),
    ),
    # Invalid and illegal actions.
    Case(
        "unknown action",
        "/v1/turns",
        "invalid_action",
        _json({"state": {}, "action": {"type": "jump"}}, {"state": {}, "actions": [{"type": ""}]}),
        ("unknown_value",),
    ),
    Case(
        "illegal pass",
        "/v1/turns",
        "illegal_action",
        _json({"state": {}, "action": {"type": "pass"}}),
        ("must_place",),
    ),
    Case(
        "first move away from the corner",
        "/v1/turns",
        "illegal_action",
        _json({"state": {}, "action": {"type": "place", **_place("X5", 9, 9)}}),
        ("corner_not_covered",),
    ),
    Case(
        "placement on another piece",
        "/v1/turns",
        "illegal_action",
        _json({**_state(BLUE), "action": {"type": "place", **_place("O4", 1, 1)}}),
        ("overlap",),
    ),
    # Paths, methods and headers.
    Case(
        "query parameter, and more languages than are read",
        "/v1/pieces?page=2",
        "invalid_request",
        single=("unknown_field",),
        method="GET",
        headers={"Accept-Language": ",".join(f"x{number};q=0.5" for number in range(600))},
        name="/v1/pieces (refused)",
    ),
    Case("unknown path", "/v1/nothing", "not_found", _json({}), name=UNROUTED),
    Case("path below an operation", "/v1/games/1", "not_found", method="GET", name=UNROUTED),
    Case(
        "unknown puzzle",
        "/v1/puzzles/rect9/checks",
        "not_found",
        _json({"layout": {}}),
        name="/v1/puzzles/{puzzle}/checks (refused)",
    ),
    Case(
        "layout of a wrong type",
        "/v1/puzzles/rect4/checks",
        "invalid_layout",
        _json({"layout": 5}, {"layout": {"placements": [None]}}),
        name="/v1/puzzles/{puzzle}/checks (refused)",
    ),
    *(
        Case(
            f"{method} where only POST is supported",
            f"/v1/{operation}",
            "method_not_allowed",
            method=method,
            headers={},
            allow=frozenset({"POST"}),
            name=UNROUTED,
        )
        for method, operation in zip(
            ("GET", "PUT", "DELETE", "PATCH", "GET", "BREW", "GET", "PUT", "GET"),
            OPERATIONS,
            strict=True,
        )
    ),
    Case(
        "POST where only GET is supported",
        "/v1/pieces",
        "method_not_allowed",
        _json({}),
        allow=frozenset({"GET"}),
        name=UNROUTED,
    ),
)
"""All cases; of several bodies one is sent at random."""
