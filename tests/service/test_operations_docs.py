"""docs/operations.md names existing metrics, settings and files."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

from loadtests.servers import CHECKOUT
from service.app import create_app
from service.http.request_metrics import FAILURES
from service.server import gunicorn_conf
from service.server.metrics import MALFORMED
from service.server.worker import SEND_BUFFER, STOP_SECONDS
from service.settings import Settings

DOCS = CHECKOUT / "docs"
PAGE = (DOCS / "operations.md").read_text("utf-8")
SETTINGS = (DOCS / "configuration.md").read_text("utf-8")
NGINX = (CHECKOUT / "deploy" / "nginx" / "nginx.conf").read_text("utf-8")


def test_documented_metrics_are_served() -> None:
    client = create_app(Settings(log_requests=False)).test_client()
    client.post("/v1/scores", json={"state": {}})
    MALFORMED.labels(400)  # counted by the server, which is not running here
    FAILURES.labels("error")  # a series appears with its first failure
    families = text_string_to_metric_families(client.get("/metrics").text)
    served: dict[str, set[str]] = {}
    for family in families:
        # With several workers, the time when a series was created is not served.
        if family.name.startswith("cornerwise_") and not family.name.endswith("_created"):
            # A counter is queried by its name with a suffix.
            name = family.name + ("_total" if family.type == "counter" else "")
            labels = {label for sample in family.samples for label in sample.labels}
            served[name] = labels - {"le"}
    table = re.findall(r"^\| `(cornerwise_\w+)` \| (.*?) \|", PAGE, re.MULTILINE)
    assert {name: set(re.findall(r"`(\w+)`", labels)) for name, labels in table} == served


def test_documented_settings_exist() -> None:
    known = {f"CORNERWISE_{one.name.upper()}" for one in fields(Settings)}
    named = set(re.findall(r"CORNERWISE_\w+", PAGE))
    assert named
    assert named <= known


def test_documented_figures_are_those_of_the_code() -> None:
    assert f"the kernel buffers up to {SEND_BUFFER // 1024} KiB" in PAGE
    assert f"listens for {['', 'one', 'two', 'three'][STOP_SECONDS]} more seconds" in PAGE
    assert f"up to {gunicorn_conf.graceful_timeout} seconds for running requests" in PAGE


def test_documented_gunicorn_settings_are_in_force() -> None:
    for option, value in (
        ("threads", gunicorn_conf.threads),
        ("timeout", gunicorn_conf.timeout),
        ("graceful-timeout", gunicorn_conf.graceful_timeout),
        ("keep-alive", gunicorn_conf.keepalive),
    ):
        assert f"| `--{option}` | {value} |" in SETTINGS
    line, number = gunicorn_conf.limit_request_line, gunicorn_conf.limit_request_fields
    assert f"`--limit-request-fields` | {line}, {number} |" in SETTINGS


def test_service_and_proxy_have_the_same_limits() -> None:
    sizes = [int(size) << 10 * " km".index(unit) for size, unit in limits("client_max_body_size")]
    assert set(sizes) == {Settings().max_body, Settings().max_batch_body}
    assert "`client_max_body_size` (64k; 4m for batches)" in SETTINGS
    ((read_seconds, _),) = limits("proxy_read_timeout")
    assert Settings().max_batch_seconds < gunicorn_conf.graceful_timeout < int(read_seconds)
    assert f"`proxy_read_timeout` {read_seconds}s" in SETTINGS
    # Towards the instances; the other one is for clients.
    idle = min(int(seconds) for seconds, _ in limits("keepalive_timeout"))
    assert idle < gunicorn_conf.keepalive
    assert f"`keepalive_timeout` {idle}s" in SETTINGS
    ((largest, unit),) = limits("proxy_max_temp_file_size")
    assert int(largest) << 20 > Settings().max_batch_answer
    assert f"`proxy_max_temp_file_size` {largest}{unit}" in SETTINGS


def limits(name: str) -> list[tuple[str, str]]:
    """Return the numbers and units of a setting in the proxy's configuration."""
    return re.findall(rf"^ +{name} (\d+)([a-z])", NGINX, re.MULTILINE)


def test_documented_client_limits_are_those_of_the_proxy() -> None:
    rates = dict(re.findall(r"zone=(\w+):\w+ rate=(\d+)r/s", NGINX))
    bursts = dict(re.findall(r"limit_req +zone=(\w+) burst=(\d+)", NGINX))
    connections = dict(re.findall(r"limit_conn +(\w+) (\d+);", NGINX))
    assert rates.keys() == bursts.keys()
    limits_text = [
        f"{rates['requests']} a second, {bursts['requests']} at once",
        f"batches {rates['batches']} a second, {bursts['batches']} at once",
        f"puzzles {rates['solutions']} a second, {connections['client_searches']} at once",
        f"suggestions {rates['suggestions']} a second, {connections['client_searches']} at once",
        f"PNG {rates['pngs']} a second, {bursts['pngs']} more wait",
        f"{connections['connections']} connections, {connections['client_batches']} with batches",
    ]
    assert f"| {'; '.join(limits_text)} |" in SETTINGS
    assert f"{connections['all_batches']} at once (`all_batches`)" in SETTINGS
    assert f"{connections['client_batches']} for each address and" in PAGE
    assert f"and {connections['all_batches']} in all" in PAGE


def test_linked_files_exist() -> None:
    links = [link for link in re.findall(r"\]\(([^)#]+)", PAGE) if "://" not in link]
    assert links
    for link in links:
        assert Path(DOCS / link).exists(), link
    assert "@@" not in PAGE, "a figure is missing"
