"""The fuzz target of the HTTP boundary: WSGI requests with errors of every kind.

Invariants: a status that the route documents, never 500; a problem is a complete problem document,
any other response matches its schema, and both stay within their size limits.
"""

from __future__ import annotations

import copy
import io
import json
import random
import re
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from cornerwise.engine import Engine
from cornerwise.selection import load_engine

from service.http.problems import CODES
from service.openapi.document import document
from tests.helpers import shuffle_strategies, strategies
from tests.helpers.games import seeded_rng
from tests.service.client import GETS, JSON, POSTS, PROBLEM, VALID_REQUESTS
from tests.service.contract import assert_answer, assert_matches
from tests.service.puzzle_requests import SOLVED, client_with_solver

from .loop import Chain, Outcome
from .mutator import Mutator

NAME = "boundary"

MAX_PROBLEM_BYTES = 32 * 1024
MAX_RESPONSE_BYTES = 20 * 1024 * 1024
MAX_VALIDATED = 40_000
"""Responses up to this size are validated; longer ones would take too long."""

PATHS = [*POSTS, *(f"/v1/puzzles/{name}/solutions" for name in ("rect4", "board84", "rect5_apart"))]
METHODS = ["GET", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "post", "", "X" * 500]
ODD_PATHS = [
    "",
    "/",
    "//",
    "/v1",
    "/v1/",
    "/V1/GAMES",
    "/v1/puzzles/rect6/checks",
    "/v1/../metrics",
]
ODD_PATHS += ["/v1/puzzles//checks", "/\0", "/\xff\xfe", "/%00", "*", "/" + "a" * 9000, "/docs/x"]
TYPES = [JSON, f"{JSON}; charset=utf-8", f"{JSON};charset=utf-16", "APPLICATION/JSON", "text/plain"]
TYPES += ["", "application/jsonx", "application/json,x", "\xff", "multipart/form-data", "a" * 9000]
LENGTHS = ["", "0", "-1", "1", "x", "1e3", "\xb2", "9" * 40, "65536", "65537", " 5", "+5", "0x10"]
HEADERS = {
    "HTTP_ACCEPT": ["*/*", "text/html", "", "application/json;q=0", "\xff", ";;;,,,"],
    "HTTP_ACCEPT_LANGUAGE": ["de", "xx,*;q=0", "q=;", "\xff", "en;q=nan", ",".join(["de"] * 2000)],
    "HTTP_ACCEPT_ENCODING": ["gzip", "identity;q=0", "*", "\0"],
    "HTTP_CONTENT_ENCODING": ["gzip", "identity", "IDENTITY", "br, gzip", ""],
    "HTTP_IF_NONE_MATCH": ["*", '"x"', 'W/"', '"' * 999, "\xff"],
    "HTTP_X_REQUEST_ID": ["abc", "a b", "a" * 65, "\xff", "x\ny", ""],
    "HTTP_ORIGIN": ["https://play.example", "null", "\xff", ""],
    "HTTP_HOST": ["localhost", "", "a b", "\xff", "x:y:z", "[::1", "a" * 300, "x/../y"],
    "HTTP_TRANSFER_ENCODING": ["chunked", "gzip", "identity"],
    "HTTP_EXPECT": ["100-continue", "x"],
    "HTTP_COOKIE": ["session=x", ";;;", "a" * 9000, "\xff"],
    "HTTP_X_FORWARDED_FOR": ["1.2.3.4", "x", "\xff"],
    "HTTP_RANGE": ["bytes=0-0", "bytes=-", "x"],
    "QUERY_STRING": ["a=b", "%ff", "&&&", "a" * 9000, "\xff", "seats=2"],
    "SERVER_PROTOCOL": ["HTTP/1.0", "HTTP/9", ""],
}


@dataclass
class Request:
    """A request as a WSGI server passes it on."""

    engine: str
    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    reading: str = "complete"
    """How the body can be read: complete, chunks, or broken."""


@cache
def bodies() -> dict[str, list[Any]]:
    """Return valid bodies by path: those of the tests, and the same with states of real games."""
    found: dict[str, list[Any]] = {path: [VALID_REQUESTS.get(path[4:], {})] for path in PATHS}
    states = [*strategies.sound_states()[::3]]
    states += [one.to_dict() for one in shuffle_strategies.sound_states()[::3]]
    for path in PATHS:
        for state in states:
            if "state" in found[path][0]:
                found[path].append({**found[path][0], "state": state})
    for name, solution in SOLVED.items():
        for operation in ("checks", "solutions", "renderings/svg", "renderings/text"):
            body = {"layout": {"placements": solution[:-2]}}
            found.setdefault(f"/v1/puzzles/{name}/{operation}", []).append(body)
    operations = ("legal-moves", "checks", "turns", "views", "card-resolutions", "renderings/svg")
    for state in states[::4]:
        batch = [{"operation": name, **VALID_REQUESTS[name], "state": state} for name in operations]
        found["/v1/batches"].append({"operations": batch})
    return found


@cache
def application(engine: str) -> Any:  # noqa: ANN401 (a WSGI application)
    """Return the service on an engine, with a short time limit for searches."""
    real: Engine[Any] = load_engine(engine)

    def solve(puzzle: str, layout: object, seed: int, seconds: float, **more: object) -> object:
        return real.solve_puzzle(puzzle, layout, seed, min(seconds, 0.002), **more)

    return client_with_solver(solve, engine).application.wsgi_app


def make(chain: Chain) -> Request:
    """Return the request for a chain of seeds."""
    rng = seeded_rng(chain[0])
    path = rng.choice([*bodies()])
    body = copy.deepcopy([rng.choice(bodies()[path])])
    for seed in chain:
        if seed % 8:
            Mutator(seed + 1).mutate(body)
    text = json.dumps(body[0], ensure_ascii=rng.random() < 0.8)
    request = Request(
        engine="python" if rng.random() < 0.15 else "rust",
        method="POST",
        path=path,
        headers={"CONTENT_TYPE": JSON},
        body=text.encode("utf-8", "surrogatepass"),
    )
    if rng.random() < 0.1:
        request.path = rng.choice(GETS)
        request.method, request.body = "GET", b""
    for seed in chain:
        _damage(request, seeded_rng(seed + 2))
    return request


def _damage(request: Request, rng: random.Random) -> None:
    """Damage the request outside its document; often not at all."""
    kind = rng.randrange(12)
    if kind < 2:
        for _ in range(rng.choice([1, 1, 3, 20])):
            request.body = _damaged_text(rng, request.body)
    elif kind == 2:
        name = rng.choice([*HEADERS])
        request.headers[name] = rng.choice(HEADERS[name])
    elif kind == 3:
        request.headers["CONTENT_LENGTH"] = rng.choice([*LENGTHS, str(len(request.body) + 1)])
    elif kind == 4:
        request.headers["CONTENT_TYPE"] = rng.choice(TYPES)
    elif kind == 5:
        request.method = rng.choice(METHODS)
    elif kind == 6:
        request.path = rng.choice([*ODD_PATHS, request.path + "/", request.path[:-1], *GETS])
    elif kind == 7:
        request.reading = rng.choice(["chunks", "broken", "chunks and length"])


def _damaged_text(rng: random.Random, body: bytes) -> bytes:
    """Change bytes of a body."""
    at = rng.randrange(len(body) + 1)
    to = min(len(body), at + rng.choice([1, 1, 2, 5, 40]))
    opening, closing = rng.choice([(b"[", b"]"), (b'{"a":', b"}")])
    depth = rng.choice([10, 300, 2000, 20_000])
    changes: list[Callable[[], bytes]] = [
        lambda: body[:at] + body[to:],
        lambda: body[:at] + rng.randbytes(to - at) + body[to:],
        lambda: body[:to] + body[at:],
        lambda: body[:at],
        lambda: body[:at] + opening * depth + b"0" + closing * depth + body[at:],
        lambda: rng.choice([b"\xef\xbb\xbf", b" " * 70_000, b"\0"]) + body,
        lambda: body[:at] + rng.choice(_SNIPPETS) + body[to:],
        lambda: body[:at] + rng.choice(_SNIPPETS) + body[at:],
    ]
    return rng.choice(changes)()


_SNIPPETS = [b'"', b"\\", b"\\ud800", b"\\u0000", b"\xff", b"\xed\xa0\x80", b"NaN", b"-", b"1e999"]
_SNIPPETS += [b",", b":", b"{}", b"[]", b"null", b'"state":1,', b'"rules":{},', b"9" * 5000, b"1.0"]


class BrokenInput(io.BytesIO):
    """A body whose connection is closed before its end."""

    def read(self, size: int | None = -1, /) -> bytes:
        raise OSError(size)


def environ_of(request: Request) -> dict[str, Any]:
    """Return the WSGI environment of a request."""
    body = BrokenInput(request.body) if request.reading == "broken" else io.BytesIO(request.body)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": request.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": request.path,
        "QUERY_STRING": "",
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "CONTENT_LENGTH": str(len(request.body)),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": body,
        "wsgi.errors": io.StringIO(),
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    if request.reading.startswith("chunks"):
        environ["wsgi.input_terminated"] = True
    if request.reading == "chunks":
        del environ["CONTENT_LENGTH"]
    return {**environ, **request.headers}


def run(request: Request) -> Outcome:
    """Send the request to the service and check the response."""
    sent: list[tuple[str, list[tuple[str, str]]]] = []

    def start_response(line: str, headers: list[tuple[str, str]], *_: object) -> None:
        sent.append((line, headers))

    pieces = application(request.engine)(environ_of(request), start_response)
    body = b"".join(pieces)
    if hasattr(pieces, "close"):
        pieces.close()
    ((line, headers),) = sent
    status = int(line[:3])
    _check_headers(request, headers, body)
    route = route_of(request.path)
    # Flask treats "post" as POST; gunicorn refuses such a method.
    if status not in expected(route, request.method.upper()):
        raise AssertionError(f"{line} for {request.method} {route}: {body[:500]!r}")
    if status >= 400:
        return route, status, *_problem(request, status, dict(headers), body)
    if request.method in ("HEAD", "OPTIONS") or status == 304:
        return route, request.method, status
    return route, status, *_success(route, dict(headers), body)


def route_of(path: str) -> str:
    """Return the route of a path in the OpenAPI document, ``page`` or ``other``."""
    if path in GETS or path in document()["paths"]:
        return path
    if path.strip("/") == "" or path.startswith("/docs/"):
        return "page"
    operations = "checks|solutions|renderings/(svg|text|png)"
    known = re.fullmatch(rf"/v1/puzzles/({'|'.join(SOLVED)})/({operations})", path)
    return f"/v1/puzzles/{{puzzle}}/{known[2]}" if known else "other"


def expected(route: str, method: str) -> set[int]:
    """Return the allowed statuses of a route."""
    if route == "other":
        return {400, 404}
    if route == "page":
        return {200, 304, 400, 404} if method in ("GET", "HEAD") else {200, 400, 404, 405}
    described = document()["paths"].get(
        route, {"get": {"responses": {"200": {}, "304": {}, "400": {}}}}
    )
    ((own, operation),) = described.items()
    statuses = {int(status) for status in operation["responses"] if status != "default"}
    if method == own.upper() or (method, own) == ("HEAD", "get"):
        return statuses
    return {200, 400} if method == "OPTIONS" else {400, 405}


def _check_headers(request: Request, headers: list[tuple[str, str]], body: bytes) -> None:
    for name, value in headers:
        if re.search(r"[\r\n\0]", name + value) or not f"{name}{value}".isascii():
            raise AssertionError(f"an invalid header: {[name, value]}")
    named = dict(headers)
    if len(named) != len(headers):
        raise AssertionError(f"a duplicate header: {headers}")
    length = int(named.get("Content-Length", len(body)))
    if request.method != "HEAD" and length != len(body):
        raise AssertionError(f"Content-Length is {length}, the body has {len(body)} bytes")
    if not re.fullmatch("[A-Za-z0-9._-]{1,64}", named["X-Request-ID"]):
        raise AssertionError(f"an invalid request id: {named['X-Request-ID']!r}")


def _problem(
    request: Request, status: int, headers: dict[str, str], body: bytes
) -> Iterator[Hashable]:
    """Check a problem document, and yield its codes and pointers."""
    if request.method == "HEAD":
        return
    if headers["Content-Type"] != PROBLEM or len(body) > MAX_PROBLEM_BYTES:
        raise AssertionError(f"{headers['Content-Type']} of {len(body)} bytes: {body[:500]!r}")
    problem = json.loads(body)
    assert_matches("ProblemDocument", problem)
    code = problem["code"]
    fixed = problem["status"], problem["title"], problem["type"]
    if fixed != (status, CODES[code][1], f"/docs/errors#{code}") or not problem["detail"]:
        raise AssertionError(f"a wrong problem document: {problem}")
    yield code
    for error in problem.get("errors", ()):
        yield error["code"], re.sub(r"\d+", "0", error["pointer"])


def _success(route: str, headers: dict[str, str], body: bytes) -> Iterator[Hashable]:
    """Check a successful response, and yield a summary of it."""
    if len(body) > MAX_RESPONSE_BYTES:
        raise AssertionError(f"a response of {len(body)} bytes")
    media_type = headers["Content-Type"]
    yield media_type
    if media_type == JSON:
        value = json.loads(body)
        if len(body) <= MAX_VALIDATED and route in document()["paths"]:
            assert_answer(route, value)
        if route == "/v1/batches":
            for result in value["results"]:
                if result["status"] not in (200, 413, 422, 503):
                    raise AssertionError(f"a batch with {result['status']}")
                yield result["status"]
    elif not body:
        raise AssertionError("an empty response")
