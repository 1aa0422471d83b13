"""The WSGI application: ``gunicorn service.app:app``."""

from __future__ import annotations

from flask import Flask

__all__ = ["app", "create_app"]


def create_app() -> Flask:
    """Make an application of its own, with every route registered."""
    # No static files: everything that is served has a route, so that nothing is served by accident.
    application = Flask("service", static_folder=None)
    application.add_url_rule("/healthz", view_func=healthz, methods=["GET"])
    return application


def healthz() -> dict[str, str]:
    """Answer that the process is up.

    It looks at nothing else: a supervisor that gets no answer can only restart the process, which
    would mend nothing outside it.
    """
    return {"status": "ok"}


app = create_app()
