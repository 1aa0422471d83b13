"""The WSGI application: ``gunicorn service.app:app``."""

from __future__ import annotations

from . import dependencies as _dependencies  # noqa: F401 - first, to report what is missing

# isort: split
import hashlib
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, TypeAlias

import cornerwise
import orjson
from cornerwise import Puzzle
from cornerwise.engine import Engine
from cornerwise.selection import load_engine
from flask import Flask, Response, request

from .catalogue.cards import CARD_LANGUAGES, cards_json
from .catalogue.names import LANGUAGES, best_language, pieces_json, variants_json
from .http.body import read_json
from .http.fast_path import Express
from .http.middleware import Edge
from .http.pages import reference
from .http.problems import handle_errors
from .operations.batches import run_batch
from .operations.puzzles import (
    PUZZLE_OPERATIONS,
    PuzzleOperation,
    Puzzles,
    puzzles_json,
    which_puzzles,
)
from .operations.table import JSON, OPERATIONS, Answer, Operation
from .server.metrics import BUILD, metrics
from .server.startup import prepare_server
from .settings import Settings

__all__ = ["app", "create_app"]


def create_app(settings: Settings | None = None, engine: Engine[Any] | None = None) -> Flask:
    """Make an application: its settings from the environment and the engine in use by default."""
    settings = settings or Settings.from_environment()
    engine = engine or load_engine(cornerwise.ENGINE)
    # No static files: everything that is served has a route, so that nothing is served by accident.
    application = Flask("service", static_folder=None)
    # An address is right or it is not found: no redirects, which would be HTML.
    application.url_map.merge_slashes = False
    handle_errors(application, {"/v1/puzzles/": which_puzzles(engine)})
    views = {**operation_views(settings, engine), **puzzle_views(settings, engine)}
    add_operations(application, views)
    add_catalogue(application, engine)
    add_housekeeping(application, settings, engine)
    application.register_blueprint(reference)
    routes = (rule.rule for rule in application.url_map.iter_rules())
    express = Express(application.wsgi_app, views)
    edge = Edge(express.answer, settings, engine.NAME, routes)
    application.wsgi_app = edge.answer  # type: ignore[method-assign]
    return application


def respond(answer: Answer) -> Response:
    """Turn an answer into an HTTP response."""
    return Response(answer.body, content_type=answer.media_type)


View: TypeAlias = Callable[[Mapping[str, Any]], Answer]


def operation_views(settings: Settings, engine: Engine[Any]) -> dict[str, View]:
    """Return what answers a POST, by path: each operation, and batches of them."""

    def view_of(operation: Operation) -> View:
        def view(environ: Mapping[str, Any]) -> Answer:
            data = read_json(environ, settings.max_body, settings.body_seconds)
            return operation.run(engine, data)

        return view

    def batches(environ: Mapping[str, Any]) -> Answer:
        data = read_json(environ, settings.max_batch_body, settings.body_seconds)
        return run_batch(engine, data, settings)

    views = {operation.path: view_of(operation) for operation in OPERATIONS.values()}
    return {**views, "/v1/batches": batches}


def puzzle_views(settings: Settings, engine: Engine[Any]) -> dict[str, View]:
    """Return what answers a POST about a puzzle, by path: each puzzle has paths of its own."""
    puzzles = Puzzles(engine, settings.max_solves)

    def view_of(operation: PuzzleOperation, puzzle: Puzzle) -> View:
        def view(environ: Mapping[str, Any]) -> Answer:
            data = read_json(environ, settings.max_body, settings.body_seconds)
            return operation.run(puzzles, puzzle, data)

        return view

    return {
        operation.path(puzzle.name): view_of(operation, puzzle)
        for puzzle in engine.puzzles()
        for operation in PUZZLE_OPERATIONS.values()
    }


def add_operations(application: Flask, views: dict[str, View]) -> None:
    """Add the routes of the operations: Flask must know them to refuse other methods."""
    for path in views:
        application.add_url_rule(path, path, lambda: post(views), methods=["POST"])


def post(views: dict[str, View]) -> Response:
    """Answer the current request with the view of its path."""
    return respond(views[request.path](request.environ))


def add_catalogue(application: Flask, engine: Engine[Any]) -> None:
    """Add the GET routes for what never changes."""

    def cacheable(body: bytes, media_type: str = JSON) -> Response:
        etag = hashlib.sha256(body).hexdigest()[:32]
        response = Response(body, content_type=media_type)
        if request.if_none_match.contains_weak(etag):
            response = Response(status=HTTPStatus.NOT_MODIFIED)
            del response.headers["Content-Type"]
        response.set_etag(etag)
        response.headers["Cache-Control"] = "public, max-age=3600"
        return response

    def named(bodies: Mapping[str, bytes]) -> Response:
        """Answer with the body in the best of its languages."""
        language = best_language(request.accept_languages.values(), [*bodies])
        response = cacheable(bodies[language])
        response.headers["Content-Language"] = language
        response.vary.add("Accept-Language")
        return response

    variants_body = variants_json(engine)
    puzzles_body = puzzles_json(engine)
    pieces_bodies = {language: pieces_json(engine, language) for language in LANGUAGES}
    cards_bodies = {language: cards_json(engine, language) for language in CARD_LANGUAGES}

    @application.get("/v1/variants")
    def variants() -> Response:
        return cacheable(variants_body)

    @application.get("/v1/puzzles")
    def puzzles() -> Response:
        return cacheable(puzzles_body)

    @application.get("/v1/pieces")
    def pieces() -> Response:
        return named(pieces_bodies)

    @application.get("/v1/cards")
    def cards() -> Response:
        return named(cards_bodies)

    @application.get("/openapi.json")
    def openapi() -> Response:
        # Made when it is first asked for: apispec takes longer to start than everything else.
        from .openapi.document import document_json  # noqa: PLC0415

        return cacheable(document_json())


def add_housekeeping(application: Flask, settings: Settings, engine: Engine[Any]) -> None:
    """Add what operators and machines ask for."""
    ready_body = orjson.dumps(
        {"status": "ok", "engine": engine.NAME, "version": cornerwise.__version__}
    )

    @application.get("/healthz")
    def healthz() -> Response:
        # It looks at nothing else: a supervisor that gets no answer can only restart the process,
        # which would mend nothing outside it.
        return respond(Answer(b'{"status":"ok"}'))

    @application.get("/readyz")
    def readyz() -> Response:
        return respond(Answer(ready_body))

    if settings.metrics:
        BUILD.labels(cornerwise.__version__, engine.NAME).set(1)
        application.add_url_rule("/metrics", "metrics", metrics)


prepare_server()
app = create_app()
