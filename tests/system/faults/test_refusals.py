"""Every refusal of the proxy is a problem document, by status, route and body size."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import product
from pathlib import Path

import pytest

from loadtests.servers import TIMEOUT, Nginx, free_port
from tests.system.faults.problems import check_problem

pytestmark = pytest.mark.needs("nginx")

ROUTES = {
    "/v1/games": 65_536,
    "/v1/batches": 4_194_304,
    "/v1/puzzles/rect4/solutions": 65_536,
    "/v1/variants": 65_536,
}
"""Paths of every kind of location, with the largest body that the proxy accepts."""

SIZES = (0, 1000, 65_000, 70_000, 200_000, 1_000_000, 4_190_000, 4_200_000, 5_000_000)


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nginx]:
    """Return a proxy whose instances are all down."""
    running = Nginx(tmp_path_factory.mktemp("proxy"), [free_port(), free_port()])
    running.run()
    yield running
    running.stop()


Response = tuple[int, dict[str, str], bytes]


def send(  # noqa: PLR0913
    proxy: Nginx,
    path: str,
    size: int,
    *,
    own: str = "127.0.0.1",
    chunked: bool = False,
    head: bytes = b"",
) -> Response:
    """Send a request with a body of that size; return the response."""
    body = b" " * size
    framing = b"Content-Length: %d" % size
    if chunked:
        framing = b"Transfer-Encoding: chunked"
        body = b"%x\r\n%b\r\n" % (size, body) * bool(size) + b"0\r\n\r\n"
    start = head or f"POST {path} HTTP/1.1\r\nHost: x\r\n".encode()
    address = ("127.0.0.1", proxy.port)
    with closing(socket.create_connection(address, TIMEOUT, (own, 0))) as client:
        with suppress(OSError):  # the proxy may close the connection before it has everything
            client.sendall(start + b"Content-Type: application/json\r\nConnection: close\r\n")
            client.sendall(framing + b"\r\n\r\n" + body)
        received = b""
        with suppress(ConnectionResetError):
            while data := client.recv(65_536):
                received += data
    first, _, text = received.partition(b"\r\n\r\n")
    line, *lines = first.decode("latin-1").split("\r\n")
    pairs = (one.partition(": ") for one in lines)
    return int(line.split()[1]), {name.lower(): value for name, _, value in pairs}, text


@pytest.mark.parametrize("chunked", [False, True], ids=["length", "chunks"])
@pytest.mark.parametrize(("path", "size"), [*product(ROUTES, SIZES)])
def test_refusal_without_instances(proxy: Nginx, path: str, size: int, chunked: bool) -> None:  # noqa: FBT001
    expected = "unavailable" if size <= ROUTES[path] else "body_too_large"
    check_problem(*send(proxy, path, size, chunked=chunked), expected)


@pytest.mark.parametrize(("path", "size"), [*product(ROUTES, SIZES)])
def test_refusal_of_too_many_requests(proxy: Nginx, path: str, size: int) -> None:
    own = f"127.0.{[*ROUTES].index(path) + 1}.{SIZES.index(size) + 2}"  # each limited by itself
    expected = "too_many_requests" if size <= ROUTES[path] else "body_too_large"
    end = time.monotonic() + TIMEOUT
    while True:
        exhaust_limit(proxy, path, own)
        status, headers, body = send(proxy, path, size, own=own)
        if status != 503:  # the limit had recovered
            break
        assert time.monotonic() < end
    check_problem(status, headers, body, expected)


def exhaust_limit(proxy: Nginx, path: str, own: str) -> None:
    """Send more requests from an address than it may."""
    request = f"HEAD {path} HTTP/1.1\r\nHost: x\r\n".encode()
    with closing(socket.create_connection(("127.0.0.1", proxy.port), TIMEOUT, (own, 0))) as client:
        client.sendall((request + b"\r\n") * 300 + request + b"Connection: close\r\n\r\n")
        while client.recv(65_536):
            pass


@pytest.mark.parametrize("size", SIZES)
def test_refusal_of_a_path_or_method(proxy: Nginx, size: int) -> None:
    is_small = size <= 65_536
    expected = "not_found" if is_small else "body_too_large"
    check_problem(*send(proxy, "/metrics", size), expected)
    head = b"TRACE /v1/games HTTP/1.1\r\nHost: x\r\n"
    check_problem(*send(proxy, "", size, head=head), "method_not_allowed")


@pytest.mark.parametrize(
    ("head", "status"),
    [
        pytest.param(b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\nHost: x\r\n", 414, id="long path"),
        pytest.param(
            b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 60_000 + b"\r\n", 431, id="long header"
        ),
        pytest.param(b"GET / HTTP/1.1\r\n", 400, id="no host"),
        pytest.param(b"nonsense\r\n", 400, id="nonsense"),
        pytest.param(b"GET /../../etc HTTP/1.1\r\nHost: x\r\n", 400, id="above the root"),
        pytest.param(b"GET /%zz HTTP/1.1\r\nHost: x\r\n", 400, id="bad escape"),
        pytest.param(b"GET / HTTP/3.7\r\nHost: x\r\n", 505, id="version"),
        pytest.param(
            b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n", 501, id="coding"
        ),
        pytest.param(
            b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n",
            501,
            id="compressed chunks",
        ),
        pytest.param(
            b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n", 400, id="two lengths"
        ),
    ],
)
@pytest.mark.parametrize("size", [0, 200_000])
def test_refusal_of_a_malformed_head(proxy: Nginx, head: bytes, status: int, size: int) -> None:
    check_problem(*send(proxy, "", size, head=head), "bad_request", status)


class DyingInstance(threading.Thread):
    """An instance that closes every connection when it has read a request, as if it were killed."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listener.getsockname()[1]
        self.requests = 0

    def run(self) -> None:
        """Accept connections until the listener is closed."""
        with suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                with client:
                    received = client.recv(65_536)
                    size = int(received.lower().partition(b"content-length: ")[2].split()[0])
                    left = size - len(received.partition(b"\r\n\r\n")[2])
                    while left > 0:
                        left -= len(client.recv(65_536))
                    self.requests += 1


@pytest.mark.parametrize(
    ("path", "size", "tries"),
    [
        ("/v1/games", 1000, 2),
        ("/v1/batches", 1000, 2),
        ("/v1/batches", 200_000, 1),
        ("/v1/batches", 4_000_000, 1),
    ],
)
def test_request_that_kills_an_instance_is_not_sent_to_all(
    tmp_path: Path, path: str, size: int, tries: int
) -> None:
    instances = [DyingInstance(), DyingInstance(), DyingInstance()]
    for instance in instances:
        instance.start()
    proxy = Nginx(tmp_path, [instance.port for instance in instances])
    proxy.run()
    try:
        check_problem(*send(proxy, path, size), "unavailable")
    finally:
        proxy.stop()
        for instance in instances:
            instance.listener.close()
    assert sum(instance.requests for instance in instances) == tries


def test_large_batch_is_sent_to_an_instance_that_accepts_it(tmp_path: Path) -> None:
    instance = DyingInstance()
    instance.start()
    proxy = Nginx(tmp_path, [free_port(), free_port(), instance.port])
    proxy.run()
    try:
        for _ in range(3):
            check_problem(*send(proxy, "/v1/batches", 200_000), "unavailable")
    finally:
        proxy.stop()
        instance.listener.close()
    assert instance.requests >= 1
