"""GET routes for what never changes: the catalogue and the OpenAPI description."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Any

from cornerwise.engine import Engine
from flask import Flask, Response, request

from ..catalogue.cards import cards_json
from ..catalogue.languages import CARD_LANGUAGES, LANGUAGES, best_language
from ..catalogue.pieces import pieces_json
from ..catalogue.puzzles import puzzles_json
from ..catalogue.variants import variants_json
from ..operations.operation import JSON

__all__ = ["add_catalogue_routes"]

MAX_HEADER = 1000
"""The longest Accept-Language that is read; browsers send less than 100 characters."""


def add_catalogue_routes(application: Flask, engine: Engine[Any]) -> None:
    """Add the catalogue and the OpenAPI description to an application."""

    def add_translated(
        path: str, languages: Sequence[str], write: Callable[[Engine[Any], str], bytes]
    ) -> None:
        bodies = {language: write(engine, language) for language in languages}

        def view() -> Response:
            header = request.headers.get("Accept-Language", "")
            # werkzeug takes a third of a second for some hundred kilobytes.
            wanted = request.accept_languages.values() if len(header) <= MAX_HEADER else ()
            language = best_language(wanted, languages)
            response = _cacheable(bodies[language])
            response.headers["Content-Language"] = language
            response.vary.add("Accept-Language")
            return response

        application.add_url_rule(path, path, view)

    add_translated("/v1/variants", LANGUAGES, variants_json)
    add_translated("/v1/pieces", LANGUAGES, pieces_json)
    add_translated("/v1/cards", CARD_LANGUAGES, cards_json)
    add_translated("/v1/puzzles", LANGUAGES, puzzles_json)

    @application.get("/openapi.json")
    def openapi() -> Response:
        # Imported on the first request: apispec takes longer to import than everything else.
        from ..openapi.document import document_json  # noqa: PLC0415

        return _cacheable(document_json())


def _cacheable(body: bytes) -> Response:
    """Return a response that clients may cache, or 304 if the client has it already."""
    etag = hashlib.sha256(body).hexdigest()[:32]
    response = Response(body, content_type=JSON)
    if request.if_none_match.contains_weak(etag):
        response = Response(status=HTTPStatus.NOT_MODIFIED)
        del response.headers["Content-Type"]
    response.set_etag(etag)
    response.headers["Cache-Control"] = "public, max-age=3600"
    return response
