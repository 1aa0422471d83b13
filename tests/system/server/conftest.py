"""Fixtures of the server tests: a running gunicorn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from loadtests.servers import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return a gunicorn with two workers, shared by all tests of the session."""
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """Return a gunicorn with two workers for one test."""
    with Server(tmp_path) as running:
        yield running
