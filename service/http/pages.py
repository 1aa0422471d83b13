"""Pages for people: the first page /, the reference /docs (Swagger UI), and the documentation.

Everything comes from installed packages; no page loads external resources.
"""

from __future__ import annotations

from pathlib import Path

import cornerwise
import flask_swagger_ui
import orjson
from flask import Blueprint, Response, abort, current_app, request, send_from_directory
from markupsafe import escape
from werkzeug.datastructures import MIMEAccept

from .. import pages as _package
from ..operations.operation import JSON
from .playground import playground, playground_page

__all__ = ["pages"]

_ASSETS = Path(flask_swagger_ui.__file__).parent / "dist"
_HTML = "text/html; charset=utf-8"

_REFERENCE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Cornerwise: reference</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/docs/assets/swagger-ui.css">
<link rel="icon" type="image/png" href="/docs/assets/favicon-32x32.png">
</head>
<body>
<div id="reference"></div>
<script src="/docs/assets/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
"""

_START = """SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
"""

_INDEX = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Cornerwise</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<main>
<h1>Cornerwise {version}</h1>
<p>A stateless JSON API that knows the rules of Blokus and Blokus Shuffle: legal moves, card
effects, resulting states, scores and drawings.</p>
<ul>
<li><a href="/docs">Reference</a>: every operation, with a form to try it</li>
<li><a href="/docs/guide">Guide</a>: a game, step by step</li>
<li><a href="/docs/rules">Rules</a> of the games, and <a href="/docs/errors">errors</a></li>
<li><a href="/openapi.json">OpenAPI description</a>, to generate a client from</li>
</ul>
<h2>Try it</h2>
<pre><code>curl {address}v1/legal-moves -H 'Content-Type: application/json' \\
  -d '{{"state": {{}}, "pieces": ["V5"]}}'
curl {address}v1/games -H 'Content-Type: application/json' \\
  -d '{{"rules": {{"game": "shuffle", "seats": 2}}}}'
curl {address}v1/renderings/text -H 'Content-Type: application/json' -d '{{"state": {{}}}}'
</code></pre>
</main>
</body>
</html>
"""

_LINKS = {
    "docs": "/docs",
    "guide": "/docs/guide",
    "rules": "/docs/rules",
    "errors": "/docs/errors",
    "openapi": "/openapi.json",
    "variants": "/v1/variants",
    "health": "/healthz",
}

# Only scripts of our own are allowed; Swagger UI adds inline styles and small images.
_REFERENCE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_PAGE_POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

_TYPES = {
    ".html": _HTML,
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}
_FOLDER = Path(_package.__file__).parent / "html"
# By the name in the address: pages without, other files with their ending.
_FILES = {
    file.name.removesuffix(".html"): (file.read_bytes(), _TYPES[file.suffix])
    for file in sorted(_FOLDER.iterdir())
}

MAX_ACCEPT = 1000
"""The longest Accept that is read; browsers send less than 200 characters."""

pages = Blueprint("pages", __name__)


def _page(body: str | bytes, media_type: str = _HTML, policy: str = _PAGE_POLICY) -> Response:
    response = Response(body, content_type=media_type)
    response.headers["Content-Security-Policy"] = policy
    return response


@pages.get("/")
def index() -> Response:
    """Serve the playground to browsers, and links as JSON to everything else.

    Without the playground browsers get a page of links.
    """
    header = request.headers.get("Accept", "")
    # werkzeug takes a third of a second for some hundred kilobytes.
    accepted = request.accept_mimetypes if len(header) <= MAX_ACCEPT else MIMEAccept()
    if accepted["text/html"] > accepted[JSON]:
        if playground.name in current_app.blueprints:
            response = playground_page()
            response.vary.add("Accept")
            return response
        response = _page(
            _INDEX.format(version=cornerwise.__version__, address=escape(request.host_url))
        )
    else:
        links = {"name": "cornerwise", "version": cornerwise.__version__, "links": _LINKS}
        response = Response(orjson.dumps(links), content_type=JSON)
    response.vary.add("Accept")
    return response


@pages.get("/docs")
@pages.get("/docs/")
def reference() -> Response:
    """Serve the reference page."""
    return _page(_REFERENCE, policy=_REFERENCE_POLICY)


@pages.get("/docs/start.js")
def start() -> Response:
    """Serve the script that starts Swagger UI."""
    return Response(_START, content_type="text/javascript; charset=utf-8")


@pages.get("/docs/<name>")
def document(name: str) -> Response:
    """Serve a page of the documentation, or a file that the pages use."""
    if name not in _FILES:
        abort(404)
    return _page(*_FILES[name])


@pages.get("/docs/assets/<path:name>")
def asset(name: str) -> Response:
    """Serve a file of Swagger UI."""
    return send_from_directory(_ASSETS, name, max_age=86_400)
