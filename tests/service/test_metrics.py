"""GET /metrics: requests counted by route, method, status and engine."""

from __future__ import annotations

from typing import Any, TypeAlias

import pytest
from cornerwise.engine import Engine
from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families

from tests.service.client import POSTS, VALID_REQUESTS, make_client, post_bytes

Key: TypeAlias = tuple[str, str, str, str]


def samples(client: FlaskClient) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    """Return every sample of the metrics page by name and labels."""
    response = client.get("/metrics")
    assert response.status_code == 200
    assert response.mimetype == "text/plain"
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(response.text)
        for sample in family.samples
    }


def counted(client: FlaskClient) -> dict[Key, float]:
    """Return the number of requests by route, method, status and engine."""
    found = {}
    for (name, labels), value in samples(client).items():
        if name == "cornerwise_requests_total":
            values = dict(labels)
            found[values["route"], values["method"], values["status"], values["engine"]] = value
    return found


def test_requests_are_counted(client: FlaskClient, engine: Engine[Any]) -> None:
    before = counted(client)
    for path in POSTS:
        client.post(path, json=VALID_REQUESTS[path.removeprefix("/v1/")])
    client.post("/v1/games", json=[])
    client.get("/v1/games")
    client.head("/v1/pieces")
    post_bytes(client, "turns", b"{")
    after = counted(client)
    new = {key: after[key] - before.get(key, 0) for key in after}
    expected: dict[Key, float] = {(path, "POST", "200", engine.NAME): 1 for path in POSTS}
    expected |= {
        ("/v1/games", "POST", "422", engine.NAME): 1,
        ("/v1/games", "GET", "405", engine.NAME): 1,
        ("/v1/pieces", "HEAD", "200", engine.NAME): 1,
        ("/v1/turns", "POST", "400", engine.NAME): 1,
        ("/metrics", "GET", "200", engine.NAME): 1,
    }
    assert {key: number for key, number in new.items() if number} == expected


def test_duration_is_measured_by_route(rust_client: FlaskClient) -> None:
    route = (("route", "/v1/scores"),)
    before = samples(rust_client).get(("cornerwise_request_seconds_count", route), 0)
    rust_client.post("/v1/scores", json=VALID_REQUESTS["scores"])
    after = samples(rust_client)
    assert after["cornerwise_request_seconds_count", route] == before + 1
    assert after["cornerwise_request_seconds_sum", route] > 0
    everything = (("le", "+Inf"), *route)
    assert after["cornerwise_request_seconds_bucket", everything] == before + 1


@pytest.mark.parametrize("path", ["/invented", "/v1/games/", "/v1/pieces/1", "/docs/assets/x.js"])
def test_unknown_path_adds_no_series(rust_client: FlaskClient, path: str) -> None:
    for known in ("/other", "/metrics"):
        rust_client.get(known)
    before = counted(rust_client)
    for number in range(5):
        rust_client.get(f"{path}{number}")
    after = counted(rust_client)
    assert {key[0] for key in after} == {key[0] for key in before}
    other = ("other", "GET", "404", "rust")
    assert after[other] == before[other] + 5


def test_unknown_method_adds_no_series(rust_client: FlaskClient) -> None:
    for method in ("BREW", "FROB", "X" * 500):
        rust_client.open("/healthz", method=method)
    methods = {key[1] for key in counted(rust_client)}
    assert methods <= {"GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE", "other"}
    assert "other" in methods


def test_metrics_off_counts_nothing(rust_client: FlaskClient) -> None:
    before = counted(rust_client)
    make_client(metrics=False).get("/v1/variants")
    after = counted(rust_client)
    assert after["/metrics", "GET", "200", "rust"] == before["/metrics", "GET", "200", "rust"] + 1
    assert {key: value for key, value in after.items() if key[0] != "/metrics"} == {
        key: value for key, value in before.items() if key[0] != "/metrics"
    }
