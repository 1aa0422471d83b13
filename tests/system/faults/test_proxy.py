"""The proxy: refusals, limits, the cache and compression."""

from __future__ import annotations

import gzip
import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from itertools import product
from pathlib import Path

import cornerwise
import pytest

from loadtests.servers import TIMEOUT, Cluster, Nginx, ServerError, wait_until_closed
from tests.system.faults.problems import check_problem
from tests.system.faults.traffic import begin_new_game

pytestmark = pytest.mark.needs("nginx")


@pytest.fixture(scope="module")
def idle_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Return a cluster that no test changes."""
    with Cluster(tmp_path_factory.mktemp("idle_cluster")) as running:
        yield running


def ask(
    cluster: Cluster, path: str, body: bytes | None = None, /, **headers: str
) -> tuple[int, dict[str, str], bytes]:
    """Send a request on a connection of its own; return the status, headers and body."""
    with closing(cluster.connect()) as connection:
        return ask_on(connection, path, body, **headers)


def ask_on(
    connection: HTTPConnection, path: str, body: bytes | None = None, /, **headers: str
) -> tuple[int, dict[str, str], bytes]:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request("GET" if body is None else "POST", path, body, named)
    response = connection.getresponse()
    return response.status, {k.lower(): v for k, v in response.getheaders()}, response.read()


def test_metrics_are_not_public(idle_cluster: Cluster) -> None:
    check_problem(*ask(idle_cluster, "/metrics"), "not_found")


def test_large_body_is_refused_before_it_is_read(idle_cluster: Cluster) -> None:
    json_type = {"Content_Type": "application/json"}
    large = b"[" + b" " * 100_000 + b"]"
    refused = ask(idle_cluster, "/v1/legal-moves", large, X_Request_ID="too-large", **json_type)
    check_problem(*refused, "body_too_large")
    assert json.loads(refused[2])["detail"].startswith("The proxy accepts")
    # A batch may be larger; this one is refused by the service.
    status, _, body = ask(idle_cluster, "/v1/batches", large, **json_type)
    assert (status, json.loads(body)["code"]) == (422, "invalid_request")
    huge = b"[" + b" " * 5_000_000 + b"]"
    refused = ask(idle_cluster, "/v1/batches", huge, X_Request_ID="too-large", **json_type)
    check_problem(*refused, "body_too_large")
    assert json.loads(refused[2])["detail"].startswith("The proxy accepts")
    assert "too-large" not in {
        line["id"] for one in idle_cluster.servers for line in one.requests()
    }


def test_failed_precondition_is_a_problem(idle_cluster: Cluster) -> None:
    check_problem(*ask(idle_cluster, "/v1/cards", If_Match='"x"'), "bad_request", 412)


def test_ranges_of_the_catalogue_are_ignored(idle_cluster: Cluster) -> None:
    whole = ask(idle_cluster, "/v1/cards")
    for asked in ("bytes=0-9", "bytes=9999999-"):
        status, headers, body = ask(idle_cluster, "/v1/cards", Range=asked)
        assert (status, body) == (200, whole[2])
        assert "accept-ranges" not in headers


def test_scheme_of_the_client_is_forwarded(idle_cluster: Cluster) -> None:
    for path in ("/healthz", "/metrics"):  # by the service, and by the proxy itself
        assert "strict-transport-security" not in ask(idle_cluster, path)[1]
        _, headers, _ = ask(idle_cluster, path, X_Forwarded_Proto="https")
        assert headers["strict-transport-security"] == "max-age=31536000"


def test_method_that_is_not_forwarded_is_a_problem(idle_cluster: Cluster) -> None:
    with closing(idle_cluster.connect()) as connection:
        connection.request("TRACE", "/healthz")
        response = connection.getresponse()
        headers = {name.lower(): value for name, value in response.getheaders()}
        check_problem(response.status, headers, response.read(), "method_not_allowed")


def test_client_that_closes_its_side_gets_its_response(
    idle_cluster: Cluster,
) -> None:
    with socket.create_connection(("127.0.0.1", idle_cluster.port), TIMEOUT) as client:
        head = b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        client.sendall(head + b"Connection: close\r\nContent-Length: 2\r\n\r\n{}")
        client.shutdown(socket.SHUT_WR)
        answer = b""
        while data := client.recv(65_536):
            answer += data
    assert answer.startswith(b"HTTP/1.1 200")
    assert answer.endswith(b"}")


def test_valid_request_ids_are_kept(idle_cluster: Cluster) -> None:
    assert ask(idle_cluster, "/healthz", X_Request_ID="game-7")[1]["x-request-id"] == "game-7"
    assert ask(idle_cluster, "/metrics", X_Request_ID="game-7")[1]["x-request-id"] == "game-7"
    assert ask(idle_cluster, "/metrics", X_Request_ID="<b>")[1]["x-request-id"] != "<b>"


@pytest.mark.parametrize("path", ["/healthz", "/v1/pieces", "/openapi.json"])
def test_request_has_one_id_in_all_logs(idle_cluster: Cluster, path: str) -> None:
    for _ in range(2):  # the second time from the cache
        with closing(idle_cluster.connect()) as connection:
            connection.request("GET", path)
            response = connection.getresponse()
            response.read()
            (request_id,) = response.headers.get_all("X-Request-ID") or [""]
            (line,) = idle_cluster.proxy.wait_for(
                rf'\{{"time":[^\n]*"id":"{request_id}"[^\n]*\}}\n'
            )
            logged = json.loads(line)
            assert (logged["method"], logged["path"], logged["status"]) == ("GET", path, 200)
            if logged["instances"]:
                assert request_id in {
                    one["id"] for a in idle_cluster.servers for one in a.requests()
                }


def test_connections_to_instances_are_reused(cluster: Cluster) -> None:
    for _ in range(100):
        assert ask(cluster, "/healthz")[0] == 200
    ports = {server.port for server in cluster.servers}
    # Each of the proxy's two processes keeps one to each instance, or a few.
    assert 1 <= len(connected(ports)) <= 10


def connected(ports: set[int]) -> set[tuple[str, str]]:
    """Return the connections to these ports, including recently closed ones."""
    found = set()
    for line in Path("/proc/net/tcp").read_text("ascii").splitlines()[1:]:
        _, ours, theirs, *_ = line.split()
        if int(theirs.partition(":")[2], 16) in ports:
            found.add((ours, theirs))
        elif int(ours.partition(":")[2], 16) in ports and theirs != "00000000:0000":
            found.add((theirs, ours))
    return found


def test_503_of_the_service_is_not_retried(tmp_path: Path) -> None:
    # A worker that is solving a puzzle refuses the next one; the proxy forwards that response.
    with Cluster(tmp_path, WEB_CONCURRENCY="1") as cluster:
        puzzle = "/v1/puzzles/rect5_apart/solutions"
        statuses: list[int] = []
        while 503 not in statuses:
            with ExitStack() as opened:
                made = [opened.enter_context(closing(cluster.connect())) for _ in range(12)]
                for seed, connection in enumerate(made, len(statuses)):
                    body = json.dumps({"seed": seed})
                    connection.request("POST", puzzle, body, {"Content-Type": "application/json"})
                for connection in made:
                    response = connection.getresponse()
                    statuses.append(response.status)
                    if response.status == 503:
                        assert json.loads(response.read())["code"] == "busy"
        assert {*statuses} == {200, 503}
        assert sum(len(server.requests()) for server in cluster.servers) == len(statuses)


def test_the_catalogue_is_cached_by_language(idle_cluster: Cluster) -> None:
    german = {"Accept_Language": "de", "X_Request_ID": "mine"}
    first = ask(idle_cluster, "/v1/pieces", **german)
    again = ask(idle_cluster, "/v1/pieces", **german)
    other = ask(idle_cluster, "/v1/pieces", Accept_Language="en")
    assert again[1]["x-cache"] == "HIT"
    assert other[1]["x-request-id"] != "mine"
    english = ask(idle_cluster, "/v1/pieces", Accept_Language="en", X_Request_ID="yours")
    assert (english[1]["x-cache"], english[1]["x-request-id"]) == ("HIT", "yours")
    assert first[2] == again[2] != other[2]
    assert (first[1]["content-language"], other[1]["content-language"]) == ("de", "en")
    etag = {"If_None_Match": first[1]["etag"]}
    assert ask(idle_cluster, "/v1/pieces", **german, **etag)[::2] == (304, b"")


def test_the_catalogue_is_cached_by_language_and_origin(tmp_path: Path) -> None:
    # The service then sends two Vary headers.
    here, there = "https://here.example", "https://there.example"
    with Cluster(tmp_path, CORNERWISE_CORS_ORIGINS=f"{here},{there}") as cluster:
        for origin, language in product((here, there), ("de", "en")):
            given = {"Accept_Language": language, "Origin": origin}
            for cache in ("MISS", "HIT"):
                _, headers, _ = ask(cluster, "/v1/pieces", **given)
                assert headers["x-cache"] == cache
                assert headers["content-language"] == language
                assert headers["access-control-allow-origin"] == origin


def test_pictures_are_cached_by_address_and_options(idle_cluster: Cluster) -> None:
    board = f"/v1/boards/{cornerwise.new_game().to_text()}"
    for address in (f"{board}.svg", f"{board}.svg?theme=dark", f"{board}.png?size=64"):
        first, again = (ask(idle_cluster, address) for _ in range(2))
        assert (first[0], first[1]["x-cache"]) == (200, "MISS")
        assert (again[1]["x-cache"], again[2]) == ("HIT", first[2])
        assert again[1]["cache-control"] == "public, max-age=31536000, immutable"
    wrong = ask(idle_cluster, "/v1/boards/x.svg")
    assert (wrong[0], wrong[1]["content-type"]) == (404, "application/problem+json")


SOLUTIONS = "/v1/puzzles/rect4/solutions"


def rush(
    cluster: Cluster,
    own: str = "127.0.0.2",
    path: str = SOLUTIONS,
    **headers: str,
) -> list[int]:
    """Send requests on many connections at once; return the statuses.

    The loopback has many addresses; only the first is exempt from limits.
    """
    with ExitStack() as opened:
        made = [opened.enter_context(closing(cluster.connect(own))) for _ in range(40)]
        for connection in made:  # a method that the service refuses quickly
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request("GET", path, headers=named)
        responses = [connection.getresponse() for connection in made]
        for response in responses:
            if response.status == 429:
                assert json.loads(response.read())["code"] == "too_many_requests"
        return [response.status for response in responses]


def test_rate_of_expensive_requests_is_limited_by_address(cluster: Cluster) -> None:
    statuses = rush(cluster)
    assert {*statuses} == {405, 429}
    assert {*rush(cluster, path="/v1/batches")} == {405, 429}
    assert {*rush(cluster, path="/v1/games")} == {405}
    assert {*rush(cluster, "127.0.0.3", "/v1/renderings/png")} == {405, 429}
    assert {*rush(cluster, "127.0.0.3", "/v1/renderings/svg")} == {405}
    assert {*rush(cluster, "127.0.0.4", "/v1/boards/cw1.png")} == {404, 429}
    assert {*rush(cluster, "127.0.0.1")} == {405}, "health checks are limited"


def test_rate_of_all_requests_is_limited_by_address(cluster: Cluster) -> None:
    assert ask(cluster, "/v1/cards")[0] == 200  # from now on it is cached
    request = b"HEAD /v1/cards HTTP/1.1\r\nHost: x\r\n\r\n"
    with closing(cluster.connect("127.0.0.2")) as connection:
        began = time.monotonic()
        connection.sock.sendall(request * 699 + request[:-2] + b"Connection: close\r\n\r\n")
        received = b""
        while data := connection.sock.recv(65_536):
            received += data
        seconds = time.monotonic() - began
    answered, refused = (received.count(b"HTTP/1.1 %d" % status) for status in (200, 429))
    assert answered + refused == 700
    assert received.count(b"\r\nRetry-After: 1\r\n") == refused
    # A burst of 200, and 100 for each second that it took.
    assert 200 <= answered <= 202 + 100 * seconds


def test_concurrent_requests_are_limited_by_address(cluster: Cluster) -> None:
    # A request of an earlier test may still be counted, and one of these refused in its place.
    assert any(is_limited_by_64_requests(cluster) for _ in range(3)), "one address is not limited"


def is_limited_by_64_requests(cluster: Cluster) -> bool:
    """Return whether 64 unfinished requests of an address make the next one fail, not others."""
    half = b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{"
    with ExitStack() as opened:
        for _ in range(64):
            client = opened.enter_context(closing(cluster.connect("127.0.0.2")))
            client.sock.sendall(half)
        end, statuses = time.monotonic() + TIMEOUT / 4, set()
        while 429 not in statuses and time.monotonic() < end:
            with closing(cluster.connect("127.0.0.2")) as connection:
                statuses.add(ask_on(connection, "/healthz")[0])
            time.sleep(0.05)
        with closing(cluster.connect("127.0.0.3")) as connection:
            assert ask_on(connection, "/healthz")[0] == 200
    return 429 in statuses


def test_forwarded_header_does_not_avoid_limits(cluster: Cluster) -> None:
    # As with a TLS server in front, which sends the address of its client.
    assert {*rush(cluster, "127.0.0.1", X_Forwarded_For="203.0.113.9")} == {405, 429}
    trust = "set_real_ip_from 127.0.0.0/8;\nreal_ip_header X-Forwarded-For;\n"
    proxy = cluster.proxy
    proxy.stop()
    proxy.listen = trust
    proxy.run()
    assert {*rush(cluster, X_Forwarded_For="127.0.0.1")} == {405, 429}
    assert {*rush(cluster, "127.0.0.1", X_Forwarded_For="203.0.113.9")} == {405, 429}
    other = ask(cluster, SOLUTIONS, X_Forwarded_For="203.0.113.10")
    assert other[0] == 405, "a limit is shared"


def test_unread_responses_leave_room_for_others(cluster: Cluster) -> None:
    # Megabytes each are buffered: for four requests of an address, and for twelve in all.
    operations = [{"operation": "legal-moves", "state": {}, "cells": True}] * 250
    body = json.dumps({"operations": operations})
    json_type = {"Content-Type": "application/json"}
    with ExitStack() as opened:
        clients = [
            opened.enter_context(closing(cluster.connect(f"127.0.0.{address}")))
            for address in (2, 3, 4, 5)
            for _ in range(4)
        ]
        for connection in clients:
            connection.request("POST", "/v1/batches", body, json_type)
            status = connection.getresponse().status  # only the head is read
            assert status == (200 if clients.index(connection) < 12 else 429)
        for own, path, expected in (
            ("127.0.0.2", "/v1/batches", 429),
            ("127.0.0.6", "/v1/batches", 429),
            ("127.0.0.2", "/healthz", 200),
            ("127.0.0.1", "/v1/batches", 405),
        ):
            with closing(cluster.connect(own)) as connection:
                assert ask_on(connection, path)[0] == expected, (own, path)


def test_log_has_method_and_path_of_refused_requests(cluster: Cluster) -> None:
    for path in ("/v1/turns?a=1", "/v1/batches"):
        ask(
            cluster,
            path,
            b"[" + b" " * 5_000_000 + b"]",
            X_Request_ID=f"sent-to{path[3:9]}".replace("/", "-"),
        )
    logged = cluster.proxy.wait_for(r'"id":"sent-to[^}]*}', 2)
    lines = [json.loads("{" + line) for line in logged]
    # The proxy has two processes: the later request may be logged first.
    assert sorted((line["method"], line["path"], line["status"]) for line in lines) == [
        ("POST", "/v1/batches", 413),
        ("POST", "/v1/turns", 413),
    ]


def test_stopping_proxy_finishes_running_requests(cluster: Cluster) -> None:
    with closing(cluster.connect()) as connection:
        begin_new_game(connection)
        ask(cluster, "/healthz")  # by now nginx has read the head
        stopping = threading.Thread(target=cluster.proxy.stop)
        stopping.start()
        wait_until_closed(cluster.port)
        connection.send(b"}")
        assert connection.getresponse().status == 200
        stopping.join()


def test_responses_are_compressed_on_request(idle_cluster: Cluster) -> None:
    body, json_type = b'{"state": {}}', {"Content_Type": "application/json"}
    plain = ask(idle_cluster, "/v1/legal-moves", body, **json_type)[2]
    status, headers, packed = ask(
        idle_cluster, "/v1/legal-moves", body, Accept_Encoding="gzip", **json_type
    )
    assert (status, headers["content-encoding"]) == (200, "gzip")
    assert "accept-encoding" in headers["vary"].lower()
    assert gzip.decompress(packed) == plain
    assert len(packed) < len(plain) / 5


def test_another_program_on_the_port_is_an_error(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        proxy = Nginx(tmp_path, [1], other.getsockname()[1])
        with pytest.raises(ServerError, match="is not available"):
            proxy.run()


def test_proxy_without_instances_recovers(cluster: Cluster) -> None:
    assert ask(cluster, "/v1/cards")[0] == 200
    for server in cluster.servers:
        server.stop()
    assert ask(cluster, "/v1/cards")[0] == 200, "the catalogue is not cached"
    status, headers, body = ask(cluster, "/v1/variants")
    check_problem(status, headers, body, "unavailable")
    assert headers["retry-after"] == "1"
    status, headers, body = ask(cluster, "/proxyz")
    assert (status, headers["content-type"]) == (200, "text/plain; version=0.0.4")
    assert body == b"cornerwise_proxy_up 1\n"
    for server in cluster.servers:
        server.run()
    assert ask(cluster, "/v1/variants")[0] == 200
