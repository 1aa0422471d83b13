"""The WSGI application: ``gunicorn service.app:app``."""

from __future__ import annotations

from . import dependencies as _dependencies  # noqa: F401 - first, to report what is missing

# isort: split
from typing import Any

import cornerwise
from cornerwise.engine import Engine
from cornerwise.selection import load_engine
from flask import Flask, Response, request

from .http.boards import BOARD_HINT, BOARDS, add_board_routes
from .http.catalogue import add_catalogue_routes
from .http.fast_path import add_fast_path, operation_handlers
from .http.health import add_health_routes
from .http.middleware import Middleware
from .http.pages import pages
from .http.playground import add_playground_settings, playground
from .http.problems import refuse_query, use_problem_documents, write_error
from .operations.table import OPERATIONS, make_context
from .server.startup import prepare_server
from .settings import Settings

__all__ = ["app", "create_app"]


def create_app(
    settings: Settings | None = None, engine: Engine[Any] | None = None, *, fast_path: bool = True
) -> Flask:
    """Make an application; by default its settings come from the environment.

    ``fast_path=False`` routes operations through Flask too, to measure what the fast path gains.

    NOTE: With the fast path, FLASK DOES NOT SEE OPERATIONS. A POST to an operation is answered
    before Flask is called, so ``before_request``, ``after_request``, ``errorhandler`` and Flask
    extensions have no effect on it. Whatever must apply to every request belongs in
    ``http/middleware.py``, and errors belong in ``http/problems.py``: both serve both paths.
    """
    settings = settings or Settings.from_environment()
    engine = engine or load_engine(cornerwise.ENGINE)
    # No static files: everything that is served has a route, so that nothing is served by accident.
    application = Flask("service", static_folder=None)
    # No redirects to similar addresses: they would be HTML.
    application.url_map.merge_slashes = False
    hints = {"/v1/puzzles/": puzzle_hint(engine), BOARDS: BOARD_HINT}
    use_problem_documents(application, hints)

    context = make_context(engine, settings, write_error)
    handlers = operation_handlers(context)

    def answer_operation() -> Response:
        answer = handlers[request.path](request.environ)
        return Response(answer.body, content_type=answer.media_type)

    for path in handlers:
        # Flask needs the routes for 405 and OPTIONS. With the fast path its view only gets requests
        # whose address is written in another way, such as //v1/games.
        application.add_url_rule(path, path, answer_operation, methods=["POST"])

    @application.before_request
    def refuse_unknown_parameters() -> None:
        if request.path.startswith(BOARDS):
            return  # their parameters are validated there
        if request.blueprint != pages.name and request.url_rule is not None:
            refuse_query(request.environ)

    add_catalogue_routes(application, engine)
    add_board_routes(application, context)
    add_health_routes(application, settings, engine)
    application.register_blueprint(pages)
    if settings.playground == "on":
        application.register_blueprint(playground)
        add_playground_settings(application, settings)

    routes = [rule.rule for rule in application.url_map.iter_rules()]
    inner = add_fast_path(application.wsgi_app, handlers) if fast_path else application.wsgi_app
    application.wsgi_app = Middleware(inner, settings, engine.NAME, routes)  # type: ignore[method-assign]
    return application


def puzzle_hint(engine: Engine[Any]) -> str:
    """Return the detail of the answer to an unknown address below /v1/puzzles."""
    puzzles = ", ".join(puzzle.name for puzzle in engine.puzzles())
    prefix = "/v1/puzzles/{puzzle}/"
    paths = (one.path for one in OPERATIONS if one.path.startswith(prefix))
    operations = ", ".join(path.removeprefix(prefix) for path in paths)
    return f"The puzzles are {puzzles}; each has {operations}."


prepare_server()
app = create_app()
