"""`make cluster`: ended instances are restarted, and Ctrl-C ends all processes."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from loadtests.servers import TIMEOUT, Process, exchange, free_port

pytestmark = pytest.mark.needs("nginx")


class ClusterCommand(Process):
    """The running command, stopped as by Ctrl-C."""

    stop_signal = signal.SIGINT


@pytest.fixture
def command(tmp_path: Path) -> Iterator[ClusterCommand]:
    running = ClusterCommand(tmp_path)
    try:
        yield running
    finally:
        assert running.stop() == 0


INSTANCE = r"instance a +http://127\.0\.0\.1:(\d+) +\(process (\d+)\)"


def is_ready(port: int) -> bool:
    connection = HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)
    try:
        return exchange(connection, "GET", "/readyz")[0] == 200
    finally:
        connection.close()


def test_killed_instance_is_restarted(command: ClusterCommand, tmp_path: Path) -> None:
    port = free_port()
    arguments = [sys.executable, "-m", "loadtests.cluster", "--port", str(port)]
    command.start(arguments, {**os.environ, "TMPDIR": str(tmp_path)})
    command.wait_for("Ctrl-C ends it")
    ((own_port, first),) = command.wait_for(INSTANCE)
    assert is_ready(port)

    os.kill(int(first), signal.SIGKILL)
    command.wait_for("instance a has ended and is restarted")
    _, (same_port, second) = command.wait_for(INSTANCE, 2)
    assert second != first
    assert same_port == own_port, "the proxy knows this port"
    assert is_ready(int(own_port))
    assert is_ready(port)

    ids = re.findall(r"\(process (\d+)\)", command.log.read_text("utf-8"))
    assert len(ids) == 3
    assert command.stop() == 0
    assert "Stopping after the requests in progress" in command.log.read_text("utf-8")
    assert not any(Path(f"/proc/{pid}").exists() for pid in ids)
    with pytest.raises(ConnectionRefusedError):
        is_ready(port)
