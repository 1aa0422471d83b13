"""Fixtures of all tests, and the selection of tests by the tools that are installed."""

from __future__ import annotations

import gc
import os
import zlib
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from cornerwise.engine import Engine
from cornerwise.selection import load_engine
from hypothesis import settings

from tests.helpers.examples import FACTOR_VARIABLE
from tests.helpers.tools import INSTALL, missing_tools

# The same examples in every run, and no deadline: the result depends neither on chance nor on the
# load of the machine.
settings.register_profile("deterministic", derandomize=True, deadline=None, database=None)
settings.register_profile("quick", settings.get_profile("deterministic"), max_examples=20)
settings.load_profile("deterministic")

SYSTEM = Path(__file__).parent / "system"
MISSING = pytest.StashKey[list[str]]()

# With --quick so many parameter sets of a test run on each engine.
QUICK_PARAMETER_SETS = 4


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that change the selection of tests."""
    parser.addoption(
        "--require-tools",
        action="store_true",
        help="fail if a tool such as nginx or Chromium is missing, instead of deselecting tests",
    )
    parser.addoption(
        "--quick",
        action="store_true",
        help="leave out slow tests, and try fewer examples and parameter sets (make check)",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Find out which tools are missing; with --require-tools that ends the run.

    With --quick fewer examples of properties are tried; test modules read this when imported.
    """
    if config.getoption("--quick"):
        settings.load_profile("quick")
        os.environ.setdefault(FACTOR_VARIABLE, "0.1")
    gc.disable()  # until the tests are collected: nothing that is made by then becomes garbage
    missing = missing_tools()
    config.stash[MISSING] = missing
    if missing and config.getoption("--require-tools"):
        commands = ", ".join(INSTALL[name] for name in missing)
        raise pytest.UsageError(f"not installed: {', '.join(missing)}. Install with: {commands}")


def pytest_report_header(config: pytest.Config) -> list[str]:
    """Name the tools whose tests are deselected."""
    return [
        f"{name} is not installed: tests that need it are deselected ({INSTALL[name]})"
        for name in config.stash[MISSING]
    ]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect tests whose tools are missing, with --quick also slow ones; check `load` marks."""
    missing = config.stash[MISSING]
    sample = quick_sample(items) if config.getoption("--quick") else None
    kept: list[pytest.Item] = []
    deselected: list[pytest.Item] = []
    for item in items:
        if item.get_closest_marker("load") and SYSTEM not in item.path.parents:
            raise pytest.UsageError(f"{item.nodeid} is marked `load` outside tests/system")
        left_out = not needed_tools(item).isdisjoint(missing)
        left_out |= sample is not None and item.nodeid not in sample
        (deselected if left_out else kept).append(item)
    if deselected:
        config.hook.pytest_deselected(items=deselected)
        items[:] = kept


def quick_sample(items: list[pytest.Item]) -> set[str]:
    """Return the names of the tests that run with --quick.

    Of slow tests these are the first parameter sets, as their marks say. Of a test with many
    parameter sets it is a sample, the same in every run. Both count for each engine.
    """
    groups = defaultdict[tuple[str, object], list[pytest.Item]](list)
    for item in items:
        groups[item.nodeid.partition("[")[0], engine_of(item)].append(item)
    sample: set[str] = set()
    for group in groups.values():
        slow = [(item, mark) for item in group if (mark := item.get_closest_marker("slow"))]
        sample.update(
            item.nodeid
            for index, (item, mark) in enumerate(slow)
            if index < mark.kwargs.get("keep", 0)
        )
        others = (item.nodeid for item in group if not item.get_closest_marker("slow"))
        scattered = sorted(others, key=lambda name: zlib.crc32(name.encode()))
        sample.update(scattered[:QUICK_PARAMETER_SETS])
    return sample


def pytest_collection_finish() -> None:
    """Leave the modules and the collected tests out of every later garbage collection."""
    gc.freeze()
    gc.enable()


def engine_of(item: pytest.Item) -> object:
    """Return the engine on which a test runs, if it is a parameter."""
    parameters: dict[str, object] = getattr(getattr(item, "callspec", None), "params", {})
    return parameters.get("engine")


def needed_tools(item: pytest.Item) -> set[str]:
    """Return the tools that a test needs, as its marks `needs` say."""
    needed = {name for mark in item.iter_markers("needs") for name in mark.args}
    if unknown := needed - INSTALL.keys():
        raise pytest.UsageError(f"{item.nodeid} needs unknown tools: {', '.join(sorted(unknown))}")
    return needed


@pytest.fixture(params=["rust", "python"])
def engine(request: pytest.FixtureRequest) -> Engine[Any]:
    """Return an engine; the test runs on both. A missing engine is a failure, not a skip."""
    return load_engine(request.param)


@pytest.fixture
def rust() -> Engine[Any]:
    """Return the Rust engine."""
    return load_engine("rust")


@pytest.fixture
def python() -> Engine[Any]:
    """Return the pure Python engine."""
    return load_engine("python")
