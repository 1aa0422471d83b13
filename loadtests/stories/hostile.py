"""A hostile client sends what nobody should, and must be told each time what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

import orjson

from ..answers import JSON, Answer, Request, expect
from ..thumbs.problems import check_problem
from .story import Story

__all__ = ["CASES", "Case", "Hostile"]

OPERATIONS = (
    *("games", "legal-moves", "checks", "turns"),
    *("card-resolutions", "scores", "views", "renderings", "batches"),
)

ELSEWHERE = "elsewhere (refused)"
"""The line of what is sent where nothing is, or by a method that is not known there."""


@dataclass(frozen=True, slots=True)
class Case:
    """Something to send, and the code of the problem that must come of it."""

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
        """Return the request, some of it made up."""
        name = self.name or f"{self.path} (refused)"
        kind = "ANY" if name == ELSEWHERE else self.method
        return Request(self.method, self.path, name, self.body(rng), self.headers, kind=kind)

    def check(self, answer: Answer) -> None:
        """See that it is refused for the right reason."""
        check_problem(answer, self.code, *self.single)
        told = {one.strip() for one in answer.headers.get("allow", "").split(",") if one.strip()}
        expect(that=told >= self.allow, otherwise=f"Allow says {sorted(told)}")


class Hostile(Story):
    """Sends every case once, in some order."""

    name = "hostile"
    weight = 2

    def tell(self) -> Iterator[float]:
        """Send every case; the story ends with a good request, which must still be answered."""
        for case in self.rng.sample(CASES, len(CASES)):
            self.send(case.request(self.rng), case.check)
            yield 0
        self.ask("legal-moves", {"state": {}}, check_opening)


def check_opening(body: dict[str, Any]) -> None:
    """See that the first of four has 232 moves, 58 at each corner."""
    told = (body["count"], len(body["moves"]))
    expect(that=told == (232, 232), otherwise=f"the first move is one of {told}")


# ---- What is sent -------------------------------------------------------------------------------


def _raw(*texts: bytes) -> Callable[[Random], bytes]:
    return lambda rng: rng.choice(texts)


def _json(*bodies: object) -> Callable[[Random], bytes]:
    return _raw(*map(orjson.dumps, bodies))


def _place(piece: str, row: int, col: int, **more: object) -> dict[str, Any]:
    return {"piece": piece, "orientation": 0, "row": row, "col": col, **more}


def _state(*placements: dict[str, Any], **more: object) -> dict[str, Any]:
    return {"state": {"placements": list(placements), **more}}


def _garbage(rng: Random) -> bytes:
    """Return bytes that are no JSON: no text of it begins so."""
    return b"\xff" + rng.randbytes(rng.randint(0, 2000))


BLUE = _place("O4", 0, 0, color="blue")
YELLOW = _place("O4", 0, 18, color="yellow")
DEEP = 5000

CASES: tuple[Case, ...] = (
    # Bodies that are no JSON.
    Case("empty", "/v1/games", "invalid_json", _raw(b"")),
    Case("broken off", "/v1/turns", "invalid_json", _raw(b'{"state": {', b"[1, 2", b'"x')),
    Case("no number", "/v1/scores", "invalid_json", _raw(b'{"state": NaN}', b'{"state": 01}')),
    Case("a name twice", "/v1/scores", "invalid_json", _raw(b'{"state": {}, "state": {}}')),
    Case("bottomless", "/v1/checks", "invalid_json", _raw(b"[" * DEEP + b"]" * DEEP)),
    Case("bytes", "/v1/views", "invalid_json", _garbage),
    Case("not as JSON", "/v1/games", "unsupported_media_type", _raw(b"{}"), headers={}),
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
    Case("huge", "/v1/scores", "body_too_large", lambda rng: b" " * rng.randint(66_000, 300_000)),
    Case(
        "too many operations",
        "/v1/batches",
        "invalid_request",
        _json({"operations": [{"operation": "scores"}] * 1001}),
        ("out_of_range",),
    ),
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
    Case("no object", "/v1/games", "invalid_request", _json([], 5, "x", None), ("wrong_type",)),
    Case("nothing", "/v1/legal-moves", "invalid_request", _json({}), ("missing_field",)),
    Case(
        "an unknown field",
        "/v1/legal-moves",
        "invalid_request",
        _json({"state": {}, "limit": 5}),
        ("unknown_field",),
    ),
    Case(
        "an unknown form",
        "/v1/renderings",
        "invalid_request",
        _json({"state": {}, "format": "gif"}),
        ("unknown_value",),
    ),
    Case(
        "a seat that is not there",
        "/v1/views",
        "invalid_request",
        _json({"state": {"rules": {"seats": 2}}, "seat": 3}, {"state": {}, "seat": 9}),
        ("out_of_range",),
    ),
    Case(
        "rules that are none",
        "/v1/games",
        "invalid_request",
        _json({"rules": {"seats": 5}}, {"rules": {"seats": 0}}),
        ("out_of_range",),
    ),
    Case(
        "rules that do not go together",
        "/v1/games",
        "invalid_request",
        _json({"rules": {"seats": 2, "teams": True}}),
        ("options_conflict",),
    ),
    Case("a state of another type", "/v1/scores", "invalid_state", _json({"state": [1]})),
    Case(
        "a lying field", "/v1/scores", "invalid_state", _json(_state(score=99)), ("unknown_field",)
    ),
    # States that cannot be.
    Case(
        "two on one square",
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
        "away from the corner",
        "/v1/turns",
        "invalid_state",
        _json({**_state(_place("O4", 5, 5, color="blue")), "action": {"type": "pass"}}),
        ("corner_not_covered",),
    ),
    Case(
        "a piece twice",
        "/v1/checks",
        "invalid_state",
        _json({**_state(BLUE, YELLOW, {**BLUE, "row": 2, "col": 2}), "action": {"type": "pass"}}),
        ("piece_twice",),
    ),
    Case(
        "cards from nowhere",
        "/v1/card-resolutions",
        "invalid_state",
        _json({"state": {"rules": {"game": "shuffle"}}, "card": "wild"}),
    ),
    # Actions that are none, or that the rules forbid.
    Case(
        "no action",
        "/v1/turns",
        "invalid_action",
        _json({"state": {}, "action": {"type": "jump"}}, {"state": {}, "actions": [{"type": ""}]}),
        ("unknown_value",),
    ),
    Case(
        "a pass that is not allowed",
        "/v1/turns",
        "illegal_action",
        _json({"state": {}, "action": {"type": "pass"}}),
        ("must_place",),
    ),
    Case(
        "in the middle of nowhere",
        "/v1/turns",
        "illegal_action",
        _json({"state": {}, "action": {"type": "place", **_place("X5", 9, 9)}}),
        ("corner_not_covered",),
    ),
    Case(
        "on top of another",
        "/v1/turns",
        "illegal_action",
        _json({**_state(BLUE), "action": {"type": "place", **_place("O4", 1, 1)}}),
        ("overlap",),
    ),
    # Addresses and methods.
    Case("nothing there", "/v1/nothing", "not_found", _json({}), name=ELSEWHERE),
    Case("below an operation", "/v1/games/1", "not_found", method="GET", name=ELSEWHERE),
    Case(
        "no such puzzle",
        "/v1/puzzles/rect9/checks",
        "not_found",
        _json({"layout": {}}),
        name="/v1/puzzles/{puzzle}/checks (refused)",
    ),
    Case(
        "a puzzle's layout of another type",
        "/v1/puzzles/rect4/checks",
        "invalid_layout",
        _json({"layout": 5}, {"layout": {"placements": [None]}}),
        name="/v1/puzzles/{puzzle}/checks (refused)",
    ),
    *(
        Case(
            f"{method} where only POST is known",
            f"/v1/{operation}",
            "method_not_allowed",
            method=method,
            headers={},
            allow=frozenset({"POST"}),
            name=ELSEWHERE,
        )
        for method, operation in zip(
            ("GET", "PUT", "DELETE", "PATCH", "GET", "BREW", "GET", "PUT", "GET"),
            OPERATIONS,
            strict=True,
        )
    ),
    Case(
        "POST where only GET is known",
        "/v1/pieces",
        "method_not_allowed",
        _json({}),
        allow=frozenset({"GET"}),
        name=ELSEWHERE,
    ),
)
"""Every case; which of several bodies is sent is left to chance."""
