"""Read by gunicorn when it starts here; the settings are in ``service/server/gunicorn_conf.py``."""

from service.server.gunicorn_conf import *  # noqa: F403 - gunicorn takes every name it finds here
