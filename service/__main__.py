"""``python -m service``: gunicorn with our settings, from wherever the package is installed."""

from __future__ import annotations

import sys

from cornerwise.installation import missing_for_service


def main() -> None:
    """Run gunicorn; exit with one sentence if a dependency is missing."""
    missing = missing_for_service()
    if missing is not None:
        sys.exit(f"python -m service: {missing}")
    from gunicorn.app.wsgiapp import run  # noqa: PLC0415 - the check comes first

    sys.argv[0] = "gunicorn"
    sys.argv[1:1] = ["-c", "python:service.server.gunicorn_conf", "service.app:app"]
    run()


main()
