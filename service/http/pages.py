"""The reference page /docs: Swagger UI from an installed package, without external resources."""

from __future__ import annotations

from pathlib import Path

import flask_swagger_ui
from flask import Blueprint, Response, send_from_directory

__all__ = ["pages"]

_ASSETS = Path(flask_swagger_ui.__file__).parent / "dist"

_PAGE = """<!doctype html>
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

# Only scripts of our own are allowed; Swagger UI adds inline styles and small images.
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

pages = Blueprint("pages", __name__)


@pages.get("/docs")
def reference() -> Response:
    """Serve the reference page."""
    response = Response(_PAGE, content_type="text/html; charset=utf-8")
    response.headers["Content-Security-Policy"] = _POLICY
    return response


@pages.get("/docs/start.js")
def start() -> Response:
    """Serve the script that starts Swagger UI."""
    return Response(_START, content_type="text/javascript; charset=utf-8")


@pages.get("/docs/assets/<path:name>")
def asset(name: str) -> Response:
    """Serve a file of Swagger UI."""
    return send_from_directory(_ASSETS, name, max_age=86_400)
