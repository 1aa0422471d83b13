"""What surrounds every request: its id, the headers of every answer, one line in the log, counters.

It is WSGI middleware and not a set of Flask hooks because it runs for every answer, also for those
that never reach a view, and because Flask's request proxies would cost more than the rest of it.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING

import orjson
from prometheus_client import Counter, Histogram

from ..server.log import write_line
from ..settings import Settings

if TYPE_CHECKING:
    from _typeshed import OptExcInfo
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

__all__ = ["REQUEST_ID", "Edge"]

REQUEST_ID = "cornerwise.request_id"
"""Where the id of a request stands in its WSGI environment."""

REQUESTS = Counter(
    "cornerwise_requests", "Requests answered.", ["route", "method", "status", "engine"]
)
SECONDS = Histogram(
    "cornerwise_request_seconds",
    "Time to answer a request, without sending the answer.",
    ["route"],
    buckets=(0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 25),
)

# On every answer, unless the view set its own. Answers are data: a browser that is led to one
# directly must not run, frame or guess anything.
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}

# An id from outside goes into logs and headers: it may not be anything.
_ID = re.compile(r"[A-Za-z0-9._-]{1,64}\Z")

_METHODS = frozenset({"GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE"})


class Edge:
    """The application with everything around it."""

    def __init__(
        self,
        application: WSGIApplication,
        settings: Settings,
        engine_name: str,
        routes: Iterable[str],
    ) -> None:
        self.application = application
        self.settings = settings
        self.engine_name = engine_name
        self.routes = frozenset(routes)
        self.count = self._counter()
        self.numbers = count()
        self.prefixes: dict[int, str] = {}

    def answer(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request: a WSGI application."""
        begin = time.perf_counter()
        given = environ.get("HTTP_X_REQUEST_ID", "")
        request_id = given if _ID.match(given) else self._new_id()
        environ[REQUEST_ID] = request_id
        method = environ["REQUEST_METHOD"]
        status, bytes_out = "500", "0"

        def respond(
            line: str, headers: list[tuple[str, str]], exc_info: OptExcInfo | None = None
        ) -> Callable[[bytes], object]:
            nonlocal status, bytes_out
            present = dict(headers)
            status, bytes_out = line[:3], present.get("Content-Length", "0")
            if method == "OPTIONS" and bytes_out == "0":
                headers[:] = [header for header in headers if header[0] != "Content-Type"]
            headers.extend(item for item in _HEADERS.items() if item[0] not in present)
            headers.append(("X-Request-ID", request_id))
            if self.settings.cors_origins:
                self._add_cors(environ, headers)
            return start_response(line, headers, exc_info)

        body = self.application(environ, respond)
        seconds = time.perf_counter() - begin
        self._record(environ, request_id, status, bytes_out, seconds)
        return body

    def _new_id(self) -> str:
        """Return an id that no other request has: a prefix of this process, and a number.

        Randomness for each request would be a system call, at which another thread takes over.
        """
        pid = os.getpid()
        if pid not in self.prefixes:
            self.prefixes[pid] = os.urandom(4).hex()
        return f"{self.prefixes[pid]}{next(self.numbers):08x}"

    def _add_cors(self, environ: WSGIEnvironment, headers: list[tuple[str, str]]) -> None:
        """Let the pages of the named origins read the answer."""
        # In one header with what the view has said: some caches hear only the last.
        vary = [value for name, value in headers if name == "Vary"]
        headers[:] = [header for header in headers if header[0] != "Vary"]
        headers.append(("Vary", ", ".join([*vary, "Origin"])))
        origin = environ.get("HTTP_ORIGIN")
        allowed = self.settings.cors_origins
        if not origin or not ("*" in allowed or origin in allowed):
            return
        headers.append(("Access-Control-Allow-Origin", origin))
        headers.append(("Access-Control-Expose-Headers", "Allow, ETag, Retry-After, X-Request-ID"))
        if environ["REQUEST_METHOD"] == "OPTIONS":
            headers.append(("Access-Control-Allow-Methods", "GET, POST, OPTIONS"))
            asked = "Content-Type, If-None-Match, X-Request-ID"
            headers.append(("Access-Control-Allow-Headers", asked))
            headers.append(("Access-Control-Max-Age", "86400"))

    def _record(
        self,
        environ: WSGIEnvironment,
        request_id: str,
        status: str,
        bytes_out: str,
        seconds: float,
    ) -> None:
        # The route, not the path, and a known method: strangers may invent as many as they like.
        path = environ.get("PATH_INFO", "")
        route = path if path in self.routes else "other"
        method = environ["REQUEST_METHOD"]
        if method not in _METHODS:
            method = "other"
        # A full disk or a log that nobody reads must not cost anybody an answer.
        with suppress(OSError):
            if self.settings.metrics:
                self.count(route, method, status, seconds)
        if self.settings.log_requests:
            length = environ.get("CONTENT_LENGTH") or "0"
            line = {
                "time": round(time.time(), 3),
                "id": request_id,
                "method": method,
                "route": route,
                "status": int(status),
                "ms": round(seconds * 1000, 3),
                "bytes_in": int(length) if length.isdecimal() and len(length) < 16 else 0,
                "bytes_out": int(bytes_out),
            }
            write_line(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE))

    def _counter(self) -> Callable[[str, str, str, float], None]:
        """Return the function that counts; looking a counter up by its labels is the dear part."""
        known: dict[tuple[str, str, str], tuple[Counter, Histogram]] = {}

        def add(route: str, method: str, status: str, seconds: float) -> None:
            key = (route, method, status)
            if key not in known:
                counter = REQUESTS.labels(route, method, status, self.engine_name)
                known[key] = (counter, SECONDS.labels(route))
            counter, histogram = known[key]
            counter.inc()
            histogram.observe(seconds)

        return add
