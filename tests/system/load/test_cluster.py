"""`make cluster`: an instance that has ended is started again, and Ctrl-C ends all of it."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from loadtests.serving import PATIENCE, Process, exchange, free_port

pytestmark = [pytest.mark.load, pytest.mark.needs("nginx")]


class Terminal(Process):
    """Where the command was typed."""

    gently = signal.SIGINT


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    shown = Terminal(tmp_path)
    try:
        yield shown
    finally:
        assert shown.stop() == 0


INSTANCE = r"instance a +http://127\.0\.0\.1:(\d+) +\(process (\d+)\)"


def is_ready(port: int) -> bool:
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        return exchange(connection, "GET", "/readyz")[0] == 200
    finally:
        connection.close()


def test_an_instance_that_was_killed_is_started_again(terminal: Terminal, tmp_path: Path) -> None:
    port = free_port()
    command = [sys.executable, "-m", "loadtests.cluster", "--port", str(port)]
    terminal.start(command, {**os.environ, "TMPDIR": str(tmp_path)})
    terminal.wait_for("Ctrl-C ends it")
    ((own_port, first),) = terminal.wait_for(INSTANCE)
    assert is_ready(port)

    os.kill(int(first), signal.SIGKILL)
    terminal.wait_for("instance a has ended; it is started again")
    _, (same_port, second) = terminal.wait_for(INSTANCE, 2)
    assert second != first
    assert same_port == own_port, "where the proxy looks for it"
    assert is_ready(int(own_port))
    assert is_ready(port)

    ids = re.findall(r"\(process (\d+)\)", terminal.log.read_text("utf-8"))
    assert len(ids) == 3
    assert terminal.stop() == 0
    assert "requests that are under way are finished" in terminal.log.read_text("utf-8")
    assert not any(Path(f"/proc/{pid}").exists() for pid in ids)
    with pytest.raises(ConnectionRefusedError):
        is_ready(port)
