"""The cost of the worst bodies: memory and CPU time of one request, in a separate process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[2]
PATHS = (CHECKOUT, CHECKOUT / "python")
SIZE = 4 * 1024 * 1024

# Prints the status, the increase of the largest resident size in bytes, and the CPU time in
# relation to that of json.loads for a list of 4 MiB.
PROBE = """
import json, sys, time
from service.app import create_app
from service.settings import Settings

client = create_app(Settings(log_requests=False, metrics=False)).test_client()
body = sys.stdin.buffer.read()
client.post("/v1/batches", data=b"{}", content_type="application/json")

def memory(name):
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith(name)) * 1024

with open("/proc/self/clear_refs", "w") as peak:
    peak.write("5")  # resets VmHWM
before, begin = memory("VmRSS"), time.process_time()
status = client.post("/v1/batches", data=body, content_type="application/json").status_code
seconds = time.process_time() - begin
largest = memory("VmHWM") - before
begin = time.process_time()
json.loads(b"[" + b"1," * (2 * 1024 * 1024 - 1) + b"1]")
reference = time.process_time() - begin
print(json.dumps({"status": status, "bytes": largest, "ratio": seconds / reference}))
"""


def fill(start: bytes, item: bytes, end: bytes) -> bytes:
    """Return a body of the largest size with many equal items."""
    count = (SIZE - len(start) - len(end) + 1) // (len(item) + 1)
    return start + b",".join([item] * count) + end


def many_names() -> bytes:
    """Return as many different names as a body can have."""
    names = b",".join(b'"%x":1' % number for number in range(499_000))[: SIZE - 100]
    return names.rpartition(b",")[0]


BODIES: dict[str, tuple[int, Callable[[], bytes]]] = {
    "lists with an escape before them": (
        413,
        lambda: fill(b'{"x":"\\n","operations":[', b"[[]]", b"]}"),
    ),
    "numbers in a state": (
        413,
        lambda: fill(b'{"operations":[{"operation":"scores","state":[', b"1", b"]}]}"),
    ),
    "names in a state": (
        200,
        lambda: b'{"operations":[{"operation":"scores","state":{' + many_names() + b"}}]}",
    ),
    "names in the body": (413, lambda: b"{" + many_names() + b"}"),
    "as many objects as allowed": (
        422,
        lambda: b'{"operations":[' + b",".join([b"{}"] * 65_000) + b"]}",
    ),
    "as many junk states as allowed": (
        200,
        lambda: json.dumps(
            {"operations": [{"operation": "scores", "state": {"placements": [1] * 490}}] * 1000}
        ).encode(),
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", BODIES)
def test_no_body_is_expensive(name: str) -> None:
    status, make = BODIES[name]
    command = [sys.executable, "-c", PROBE]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, PATHS))}
    done = subprocess.run(  # noqa: S603 (our own script)
        command, input=make(), stdout=subprocess.PIPE, env=environment, check=True, timeout=60
    )
    cost = json.loads(done.stdout)
    assert cost["status"] == status
    # The client of the test holds the body too.
    assert cost["bytes"] < 40_000_000 + 2 * SIZE, cost
    assert cost["ratio"] < 3, cost
