"""Fixtures: a client on each engine, and a real server."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from cornerwise.engine import Engine
from flask.testing import FlaskClient

from loadtests.servers import Server
from tests.service.client import shared_client


@pytest.fixture
def client(engine: Engine[Any]) -> FlaskClient:
    """Return a client of the service; the test runs on both engines."""
    return shared_client(engine.NAME)


@pytest.fixture
def rust_client() -> FlaskClient:
    """Return a client of the service on Rust, for tests that do not depend on the engine."""
    return shared_client("rust")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return a gunicorn server with two workers that runs until the last test."""
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running
