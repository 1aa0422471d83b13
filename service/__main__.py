"""``python -m service``: gunicorn with our settings, from wherever the package is installed."""

from __future__ import annotations

import sys

from gunicorn.app.wsgiapp import run

sys.argv[0] = "gunicorn"
sys.argv[1:1] = ["-c", "python:service.server.gunicorn_conf", "service.app:app"]
run()
