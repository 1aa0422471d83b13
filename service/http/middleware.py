"""WSGI middleware around every request: its id, the headers of the answer, CORS, log and metrics.

It is not a set of Flask hooks because it also applies to the fast path, which bypasses Flask, and
because Flask's request proxies would cost more than the rest of it.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from hashlib import blake2b
from itertools import count
from typing import TYPE_CHECKING

import orjson

from ..server.log import write_line
from ..settings import Settings
from .boards import BOARD_ROUTE, BOARDS
from .problems import REQUEST_ID
from .request_metrics import RequestMetrics

if TYPE_CHECKING:
    from _typeshed import OptExcInfo
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

__all__ = ["Middleware"]

# On every answer, unless the view sets its own. Answers are data: a browser that opens one directly
# must not execute it, frame it or guess its type.
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
}

# Only over HTTPS, where TLS ends here or at a proxy. Browsers ignore it over plain HTTP, so that a
# client which sends the proxy's header itself gains nothing.
_HSTS = ("Strict-Transport-Security", "max-age=31536000")

# A client's id is copied to logs and headers, so only harmless characters are accepted.
_ID = re.compile(r"[A-Za-z0-9._-]{1,64}\Z")

_METHODS = frozenset({"GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE"})


def _explain_cors(environ: WSGIEnvironment, start_response: StartResponse) -> list[bytes]:
    """Answer a preflight that is refused: the browser shows its user only that it failed."""
    origin = environ.get("HTTP_ORIGIN", "")
    shown = origin if origin.isascii() and origin.isprintable() else "the page"
    body = (
        f"Requests from pages of {shown[:100]} are not allowed.\n"
        "The operator of this service can allow them with the setting CORNERWISE_CORS_ORIGINS, "
        "a list of origins or *; see /docs/guide#from-a-browser.\n"
    ).encode()
    headers = [("Content-Type", "text/plain; charset=utf-8"), ("Content-Length", str(len(body)))]
    start_response("200 OK", headers)
    return [body]


def _other_route(path: str) -> str:
    """Return the label of an address that is not a route itself."""
    return BOARD_ROUTE if path.startswith(BOARDS) else "other"


class Middleware:
    """A WSGI application around another one."""

    def __init__(
        self,
        application: WSGIApplication,
        settings: Settings,
        engine_name: str,
        routes: Iterable[str],
    ) -> None:
        self.application = application
        self.settings = settings
        self.routes = frozenset(routes)
        self.metrics = RequestMetrics(engine_name) if settings.metrics else None
        self.request_numbers = count()
        self.id_keys: dict[int, bytes] = {}

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        begin = time.perf_counter()
        given_id = environ.get("HTTP_X_REQUEST_ID", "")
        request_id = given_id if _ID.match(given_id) else self._new_id()
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
            if "https" in {environ["wsgi.url_scheme"], environ.get("HTTP_X_FORWARDED_PROTO")}:
                headers.append(_HSTS)
            if self.settings.cors_origins:
                self._add_cors(environ, headers)
            return start_response(line, headers, exc_info)

        blocked = method == "OPTIONS" and self._is_blocked_preflight(environ)
        body = (_explain_cors if blocked else self.application)(environ, respond)
        seconds = time.perf_counter() - begin
        self._record(environ, request_id, status, bytes_out, seconds)
        return body

    def _new_id(self) -> str:
        """Return a unique request id that reveals nothing: a keyed hash of the request's number.

        Randomness for each request would be a system call, which lets another thread take over.
        """
        pid = os.getpid()
        if pid not in self.id_keys:
            self.id_keys[pid] = os.urandom(32)
        number = next(self.request_numbers).to_bytes(8, "big")
        return blake2b(number, digest_size=8, key=self.id_keys[pid]).hexdigest()

    def _add_cors(self, environ: WSGIEnvironment, headers: list[tuple[str, str]]) -> None:
        """Allow pages of the configured origins to read the answer."""
        # Merged with the view's own Vary: some caches read only the last header.
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
            request_headers = "Content-Type, If-None-Match, X-Request-ID"
            headers.append(("Access-Control-Allow-Headers", request_headers))
            headers.append(("Access-Control-Max-Age", "86400"))

    def _is_blocked_preflight(self, environ: WSGIEnvironment) -> bool:
        """Whether a browser asks for a page of an origin that is not allowed."""
        allowed = self.settings.cors_origins
        return (
            "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in environ
            and "*" not in allowed
            and environ.get("HTTP_ORIGIN") not in allowed
        )

    def _record(
        self,
        environ: WSGIEnvironment,
        request_id: str,
        status: str,
        bytes_out: str,
        seconds: float,
    ) -> None:
        """Count and log an answered request."""
        # Only known routes and methods: clients could invent any number of others.
        path = environ.get("PATH_INFO", "")
        route = path if path in self.routes else _other_route(path)
        method = environ["REQUEST_METHOD"]
        if method not in _METHODS:
            method = "other"
        if self.metrics:
            # A full disk must not cost an answer.
            with suppress(OSError):
                self.metrics.count(route, method, status, seconds)
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
