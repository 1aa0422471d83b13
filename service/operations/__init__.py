"""What the service does, independent of HTTP: one file per noun, and the table of all operations.

Nothing here imports Flask, werkzeug, gunicorn or prometheus_client, directly or through another
module of the service; tests/service/test_layers.py checks it.
"""
