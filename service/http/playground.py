"""The playground: the page for browsers at /, and its files below /playground.

The files are read once, when the service starts. ``CORNERWISE_PLAYGROUND=off`` leaves the routes
out, and / is then the plain index.
"""

from __future__ import annotations

import hashlib
from http import HTTPStatus
from pathlib import Path

import orjson
from flask import Blueprint, Flask, Response, abort, request

from ..operations.operation import JSON
from ..settings import Settings

__all__ = ["add_playground_settings", "playground", "playground_page"]

_FOLDER = Path(__file__).parents[1] / "playground"

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}

# Nothing inline, nothing from another host. Saved files are blob: addresses.
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)

# Files are checked again on every visit, so that those of two releases are never mixed.
_CACHE = "public, no-cache"

_FILES = {
    file.relative_to(_FOLDER).as_posix(): file.read_bytes()
    for file in sorted(_FOLDER.rglob("*"))
    if file.suffix in _TYPES
}
_ETAGS = {name: hashlib.sha256(body).hexdigest()[:32] for name, body in _FILES.items()}

playground = Blueprint("playground", __name__)


def playground_page() -> Response:
    """Return the page itself."""
    return _file("index.html")


@playground.get("/playground/<path:name>")
def file(name: str) -> Response:
    """Serve a file of the page."""
    if name not in _FILES or name == "index.html":
        abort(404)
    return _file(name)


def add_playground_settings(application: Flask, settings: Settings) -> None:
    """Add the route that returns what this service supports, for the page."""
    body = orjson.dumps({"seals": bool(settings.seal_keys)})

    @application.get("/playground/settings.json")
    def playground_settings() -> Response:
        return Response(body, content_type=JSON)


def _file(name: str) -> Response:
    response = Response(_FILES[name], content_type=_TYPES[Path(name).suffix])
    if request.if_none_match.contains_weak(_ETAGS[name]):
        response = Response(status=HTTPStatus.NOT_MODIFIED)
        del response.headers["Content-Type"]
    response.set_etag(_ETAGS[name])
    response.headers["Cache-Control"] = _CACHE
    response.headers["Content-Security-Policy"] = _POLICY
    return response
