"""Queries of alerts and dashboard are valid and use metrics that the service exports."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

import promql_parser
import pytest
from prometheus_client.parser import text_string_to_metric_families

from service.app import app, create_app
from service.settings import Settings
from tests.deploy.containerfile import DEPLOY
from tests.deploy.manifests import THREADS, WORKERS, manifest, read

PROMETHEUS = DEPLOY / "prometheus"
GROUPS = read(PROMETHEUS / "alerts.yaml")["groups"]
ALERTS = {rule["alert"]: rule for group in GROUPS for rule in group["rules"]}
DASHBOARD = json.loads((DEPLOY / "grafana" / "dashboard.json").read_text("utf-8"))
PANELS = {panel["title"]: panel for panel in DASHBOARD["panels"]}
TARGETS = [
    pytest.param(target, id=f"{title} {target['refId']}")
    for title, panel in PANELS.items()
    for target in panel["targets"]
]

JOB, PROXY = (one["job_name"] for one in read(PROMETHEUS / "prometheus.yml")["scrape_configs"])

BY_PROMETHEUS = {"job", "instance"}
"""Labels that Prometheus adds to all series."""


@cache
def exported_metrics() -> dict[str, dict[str, set[str]]]:
    """Return the metrics of the service, each with its labels and their values."""
    client = create_app(Settings(log_requests=False)).test_client()
    client.post("/v1/legal-moves", json={"state": {}})
    client.get("/healthz")
    found: dict[str, dict[str, set[str]]] = {"up": {}}
    page = client.get("/metrics").text
    for family in text_string_to_metric_families(page):
        for sample in family.samples:
            labels = found.setdefault(sample.name, {})
            for name, value in sample.labels.items():
                labels.setdefault(name, set()).add(value)
    return found


@cache
def routes() -> set[str]:
    return {rule.rule for rule in app.url_map.iter_rules()} | {"other"}


def query(text: str) -> Any:  # noqa: ANN401 (any kind of expression)
    """Return a parsed query, with Grafana's variables substituted."""
    return promql_parser.parse(text.replace("$__rate_interval", "5m"))


def selectors(expression: Any) -> list[promql_parser.VectorSelector]:  # noqa: ANN401
    """Return all selectors of a query."""
    found = []

    def visit(node: Any) -> None:  # noqa: ANN401
        if isinstance(node, promql_parser.MatrixSelector):
            found.append(node.vector_selector)
        elif isinstance(node, promql_parser.VectorSelector):
            found.append(node)

    promql_parser.walk(expression, visit)
    unique = {str(one): one for one in found}
    return list(unique.values())


def groupings(expression: Any) -> set[str]:  # noqa: ANN401
    """Return every label that a query groups or joins by."""
    found: set[str] = set()

    def visit(node: Any) -> None:  # noqa: ANN401
        modifier = getattr(node, "modifier", None)
        labels = getattr(modifier, "matching", None) or modifier
        found.update(getattr(labels, "labels", None) or ())

    promql_parser.walk(expression, visit)
    return found


def check_query(text: str) -> None:
    """Assert that the metrics, labels and values of a query exist."""
    expression = query(text)
    asked = selectors(expression)
    assert asked
    known = set(BY_PROMETHEUS)
    for one in asked:
        assert one.name in exported_metrics(), one.name
        labels = exported_metrics()[one.name]
        known |= set(labels)
        for matcher in one.matchers.matchers:
            assert matcher.name in BY_PROMETHEUS | set(labels), f"{one.name}: {matcher.name}"
            check_value(matcher)
        jobs = [matcher.value for matcher in one.matchers.matchers if matcher.name == "job"]
        assert jobs == [JOB] or (one.name, jobs) == ("up", [PROXY])
    assert groupings(expression) <= known


def check_value(matcher: promql_parser.Matcher) -> None:
    """Assert that a matcher can match; Prometheus does not report a mistyped name."""
    possible = {
        "route": routes(),
        "status": {str(status) for status in (*range(200, 206), 304, *range(400, 600))},
        "engine": {"rust", "python"},
        "job": {JOB, PROXY},
        "le": exported_metrics()["cornerwise_request_seconds_bucket"]["le"],
    }
    if matcher.name not in possible or matcher.value.startswith("$"):
        return
    alternatives = matcher.value.split("|") if "Re" in str(matcher.op) else [matcher.value]
    for alternative in alternatives:
        pattern = alternative if "Re" in str(matcher.op) else re.escape(alternative)
        assert any(re.fullmatch(pattern, value) for value in possible[matcher.name]), matcher.value


def test_service_exports_the_expected_metrics() -> None:
    assert set(exported_metrics()["cornerwise_requests_total"]) == {
        "route",
        "method",
        "status",
        "engine",
    }
    assert set(exported_metrics()["cornerwise_request_seconds_bucket"]) == {"route", "le"}
    assert "rust" in exported_metrics()["cornerwise_requests_total"]["engine"]


@pytest.mark.parametrize(
    "text",
    [
        'rate(cornerwise_request_total{job="cornerwise"}[5m])',
        'sum by (path) (rate(cornerwise_requests_total{job="cornerwise"}[5m]))',
        'rate(cornerwise_requests_total{job="cornerwise", code="200"}[5m])',
        'rate(cornerwise_requests_total{job="cornerwise", route="/v1/move"}[5m])',
        'rate(cornerwise_requests_total{job="cornerwise", route=~"/v1/batches|/v1/batch"}[5m])',
        'rate(cornerwise_requests_total{job="blokus"}[5m])',
        'rate(cornerwise_requests_total{job="cornerwise-proxy"}[5m])',
        'rate(cornerwise_request_seconds_bucket{job="cornerwise", le="25"}[5m])',
        "rate(cornerwise_requests_total[5m])",
        'up{job="cornerwise"} and on (pod) up{job="cornerwise"}',
    ],
)
def test_check_finds_a_mistake(text: str) -> None:
    with pytest.raises(AssertionError):
        check_query(text)


def test_check_finds_an_invalid_query() -> None:
    with pytest.raises(ValueError, match="expected type"):
        check_query('rate(cornerwise_requests_total{job="cornerwise"})')


@pytest.mark.parametrize("name", ALERTS)
def test_alert_uses_existing_metrics(name: str) -> None:
    check_query(ALERTS[name]["expr"])


@pytest.mark.parametrize("name", ALERTS)
def test_alert_has_a_summary_and_a_description(name: str) -> None:
    rule = ALERTS[name]
    assert set(rule) <= {"alert", "expr", "for", "labels", "annotations"}
    assert re.fullmatch(r"Cornerwise[A-Za-z]+", name)
    assert rule["labels"]["severity"] in {"critical", "warning", "info"}
    assert set(rule["annotations"]) == {"summary", "description"}
    known = groupings(query(rule["expr"])) | BY_PROMETHEUS
    for text in rule["annotations"].values():
        assert text.endswith(".")
        assert set(re.findall(r"\$labels\.(\w+)", text)) <= known
    if "for" in rule:
        assert promql_parser.parse_duration(rule["for"]).total_seconds() > 0


def test_every_alert_is_tested_on_sample_data() -> None:
    tests = read(PROMETHEUS / "alerts_test.yaml")["tests"]
    tried = [one for test in tests for one in test["alert_rule_test"]]
    assert {one["alertname"] for one in tried} == set(ALERTS)
    for silent in (True, False):
        assert {one["alertname"] for one in tried if (not one["exp_alerts"]) == silent} == set(
            ALERTS
        )
    for test in tests:
        for series in test["input_series"]:
            check_query(series["series"])


def test_saturation_alert_fires_before_all_threads_are_busy() -> None:
    rule = ALERTS["CornerwiseSaturated"]
    limit = query(rule["expr"]).rhs.val
    assert WORKERS < limit < WORKERS * THREADS
    assert f"of {WORKERS * THREADS} at most" in rule["annotations"]["summary"]
    for title in ("Busiest instance", "In progress by instance"):
        assert f"each has {WORKERS * THREADS} threads" in PANELS[title]["description"]


def test_alert_on_slow_work_matches_the_time_limits() -> None:
    rule = ALERTS["CornerwiseSlowWork"]
    (limit,) = re.findall(r'le="([\d.]+)"', rule["expr"])
    buckets = exported_metrics()["cornerwise_request_seconds_bucket"]["le"] - {"+Inf"}
    assert limit in buckets, "there is no such bucket"
    assert Settings().max_batch_seconds < float(limit)
    assert f"more than {float(limit):g} seconds" in rule["annotations"]["summary"]


def test_job_has_the_same_name_in_kubernetes() -> None:
    # Without a jobLabel the operator uses the name of the Service.
    assert "jobLabel" not in manifest("ServiceMonitor")["spec"]
    assert manifest("Service")["metadata"]["name"] == JOB


@pytest.mark.parametrize("target", TARGETS)
def test_panel_uses_existing_metrics(target: dict[str, str]) -> None:
    check_query(target["expr"])
    known = groupings(query(target["expr"]))
    assert set(re.findall(r"\{\{(\w+)\}\}", target["legendFormat"])) <= known


def plain(text: str) -> str:
    """Return a query without the parts that differ between an alert and its panel."""
    for part in (r',instance=~"\$instance"', r"or +vector\(0\)", r"\[[^\]]+\]", r"[\s()]"):
        text = re.sub(part, "", text)
    return text


@pytest.mark.parametrize(
    ("title", "number", "alert"),
    [
        ("Instances", 0, "CornerwiseNoSpare"),
        ("Failing", 0, "CornerwiseFailing"),
        ("Busiest instance", 0, "CornerwiseSaturated"),
        ("On the Python engine", 0, "CornerwisePythonEngine"),
        ("Share of requests that are refused", 1, "CornerwiseFailing"),
        ("Share of requests that are refused", 2, "CornerwisePuzzlesRefused"),
        ("In progress by instance", 0, "CornerwiseSaturated"),
        ("Restarts by instance", 0, "CornerwiseRestarts"),
        ("Restarts by instance", 1, "CornerwiseWorkersDie"),
    ],
)
def test_panel_shows_the_expression_of_the_alert(title: str, number: int, alert: str) -> None:
    shown = PANELS[title]["targets"][number]["expr"]
    assert plain(str(query(ALERTS[alert]["expr"]).lhs)) in plain(str(query(shown)))


def test_quantiles_and_statuses_match_titles_and_legends() -> None:
    quantiles, classes = 0, 0
    for panel in DASHBOARD["panels"]:
        for target in panel["targets"]:
            asked = re.findall(r"histogram_quantile\(([\d.]+),", target["expr"])
            if "99th percentile" in panel["title"]:
                named = ["0.99"]
            else:
                legend = re.fullmatch(r"p(\d+)", target["legendFormat"])
                named = [f"{int(legend[1]) / 100:g}"] if legend else []
            assert asked == named, panel["title"]
            quantiles += len(asked)
            if legend := re.fullmatch(r"(\d)xx", target["legendFormat"]):
                assert f'status=~"{legend[1]}.."' in target["expr"]
                classes += 1
    assert (quantiles, classes) == (5, 2)
    assert 'status=~"5.."' in PANELS["Failures and refusals"]["targets"][0]["expr"]


def test_dashboard_is_complete() -> None:
    assert len(PANELS) == len(DASHBOARD["panels"])
    assert len({panel["id"] for panel in DASHBOARD["panels"]}) == len(PANELS)
    variables = {one["name"] for one in DASHBOARD["templating"]["list"]}
    text = json.dumps(DASHBOARD)
    used = set(re.findall(r"\$\{?([a-z]\w*)", text))
    assert used == variables
    for panel in DASHBOARD["panels"]:
        assert panel["type"] in {"stat", "timeseries"}
        assert panel["datasource"] == {"type": "prometheus", "uid": "${datasource}"}
        assert len({target["refId"] for target in panel["targets"]}) == len(panel["targets"])


def test_variables_use_existing_labels() -> None:
    for one in DASHBOARD["templating"]["list"]:
        if one["type"] == "query":
            found = re.fullmatch(r"label_values\((.+), (\w+)\)", one["query"]["query"])
            assert found
            check_query(found[1])
            (selector,) = selectors(query(found[1]))
            assert selector.name
            assert found[2] in BY_PROMETHEUS | set(exported_metrics()[selector.name])


def test_panels_do_not_overlap() -> None:
    taken: set[tuple[int, int]] = set()
    for panel in DASHBOARD["panels"]:
        place = panel["gridPos"]
        assert place["x"] + place["w"] <= 24
        squares = {
            (x, y)
            for x in range(place["x"], place["x"] + place["w"])
            for y in range(place["y"], place["y"] + place["h"])
        }
        assert not taken & squares
        taken |= squares
