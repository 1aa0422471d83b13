"""The server under the application: gunicorn's settings, its worker, its log and its metrics."""
