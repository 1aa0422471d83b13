"""Servers to break, and a summary of every fault at the end of the run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from loadtests.servers import Cluster, Server
from tests.system.faults.traffic import Figures

LINES = pytest.StashKey[list[str]]()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """Return a server for one test, with two workers of four threads."""
    with Server(tmp_path) as running:
        yield running


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """Return two servers behind nginx, for one test."""
    with Cluster(tmp_path) as running:
        yield running


@pytest.fixture
def report(request: pytest.FixtureRequest) -> Callable[[Figures], None]:
    """Return a function that records figures, to be printed at the end of the run."""

    def add(figures: Figures) -> None:
        name = request.node.name.removeprefix("test_").replace("_", " ")
        request.config.stash.setdefault(LINES, []).append(f"{figures}  {name}")

    return add


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Print the figures of all faults."""
    lines = config.stash.get(LINES, [])
    if lines:
        terminalreporter.section("outcomes of the requests, by fault")
        for line in lines:
            terminalreporter.write_line(line)
