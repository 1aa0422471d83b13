"""docs/operations.md names metrics, settings, signals and files that there are."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

from loadtests.serving import CHECKOUT
from service.app import create_app
from service.gunicorn_conf import graceful_timeout
from service.settings import Settings
from service.worker import LINGER_SECONDS, SEND_BUFFER

DOCS = CHECKOUT / "docs"
PAGE = (DOCS / "operations.md").read_text("utf-8")


def test_the_metrics_are_those_that_are_served() -> None:
    client = create_app(Settings(log_requests=False)).test_client()
    client.post("/v1/scores", json={"state": {}})
    families = text_string_to_metric_families(client.get("/metrics").text)
    served: dict[str, set[str]] = {}
    for family in families:
        # With several workers, as it is served, nothing tells when a series was created.
        if family.name.startswith("cornerwise_") and not family.name.endswith("_created"):
            # A counter is asked for by its name with an ending.
            name = family.name + ("_total" if family.type == "counter" else "")
            labels = {label for sample in family.samples for label in sample.labels}
            served[name] = labels - {"le"}
    table = re.findall(r"^\| `(cornerwise_\w+)` \| (.*?) \|", PAGE, re.MULTILINE)
    assert {name: set(re.findall(r"`(\w+)`", labels)) for name, labels in table} == served


def test_the_settings_are_those_that_are_read() -> None:
    known = {f"CORNERWISE_{one.name.upper()}" for one in fields(Settings)}
    named = set(re.findall(r"CORNERWISE_\w+", PAGE))
    assert named
    assert named <= known


def test_the_figures_are_those_of_the_code() -> None:
    assert f"{SEND_BUFFER // 1024} KiB the kernel keeps" in PAGE
    assert f"listens for {['', 'one', 'two', 'three'][LINGER_SECONDS]} more seconds" in PAGE
    assert f"up to {graceful_timeout} seconds for what it is doing" in PAGE


def test_the_files_are_there() -> None:
    links = [link for link in re.findall(r"\]\(([^)#]+)", PAGE) if "://" not in link]
    assert links
    for link in links:
        assert Path(DOCS / link).exists(), link
    assert "@@" not in PAGE, "a figure is missing"
