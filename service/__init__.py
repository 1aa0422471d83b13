"""The HTTP service: a Flask application around the :mod:`cornerwise` engine."""
