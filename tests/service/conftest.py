"""What the tests of the service may ask for: a client on each engine, and a real server."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from cornerwise.engine import Engine
from flask.testing import FlaskClient

from loadtests.servers import Server
from tests.service.client import client_of


@pytest.fixture
def client(engine: Engine[Any]) -> FlaskClient:
    """Return a client of the service; the test runs on both engines."""
    return client_of(engine.NAME)


@pytest.fixture
def rust_client() -> FlaskClient:
    """Return a client of the service on Rust, for what no engine has a part in."""
    return client_of("rust")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return a gunicorn with two workers that serves until the last test is done."""
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running
