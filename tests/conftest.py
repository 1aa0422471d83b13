"""What every test may ask for: both engines, one after the other."""

from __future__ import annotations

from typing import Any

import pytest
from cornerwise.seam import Engine
from cornerwise.selection import load_engine
from hypothesis import settings

# The same examples in every run, and no clock: a run that was green stays green.
settings.register_profile("steady", derandomize=True, deadline=None, database=None)
settings.load_profile("steady")


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
