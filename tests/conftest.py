"""What every test may ask for: both engines, one after the other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from cornerwise.engine import Engine
from cornerwise.selection import load_engine
from hypothesis import settings

# The same examples in every run, and no clock: a run that was green stays green.
settings.register_profile("steady", derandomize=True, deadline=None, database=None)
settings.load_profile("steady")

LOADING = {"system"}
"""The folders that `make test` looks for tests with the mark `load` in."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """See that no test with the mark `load` lies where `make test` does not look for it."""
    for item in items:
        folder = item.path.relative_to(Path(__file__).parent).parts[0]
        if item.get_closest_marker("load") and folder not in LOADING:
            raise pytest.UsageError(f"{item.nodeid} is marked `load` and would never be run")


@pytest.fixture(params=["rust", "python"])
def engine(request: pytest.FixtureRequest) -> Engine[Any]:
    """Return an engine; the test runs on both. One that is not there is a failure, not a skip."""
    return load_engine(request.param)


@pytest.fixture
def rust() -> Engine[Any]:
    """Return the Rust engine."""
    return load_engine("rust")


@pytest.fixture
def python() -> Engine[Any]:
    """Return the engine in plain Python."""
    return load_engine("python")
