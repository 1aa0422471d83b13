"""The report of a run, its failures, and the command line."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import loadtests.__main__ as command_line
from loadtests.ramp import users_at
from loadtests.report import find_failures, format_scenarios, format_table, read_summary
from loadtests.runner import CLASSES, Plan, locust_command, new_folder, progress
from loadtests.scenarios import SCENARIOS


def row(name: str, requests: int, failures: int = 0) -> dict[str, Any]:
    return {
        "method": "POST",
        "name": name,
        "requests": requests,
        "failures": failures,
        "rate": requests / 10,
        "p50": 3,
        "p95": 12,
        "p99": 1500,
    }


def summary(**more: Any) -> dict[str, Any]:
    return {
        "rows": [row("/v1/turns", 1234)],
        "total": {**row("Aggregated", 1234), "method": ""},
        "failures": [],
        "exceptions": [],
        "scenarios": {name: {"requests": 100, "completed": 2} for name in SCENARIOS},
        "examples": [],
        **more,
    }


def failure(message: str, count: int = 1) -> dict[str, Any]:
    return {"method": "POST", "name": "/v1/turns", "message": message, "count": count}


def test_successful_run_has_no_failures() -> None:
    assert find_failures(summary(), 0, SCENARIOS) == []


def test_a_run_without_requests_fails() -> None:
    nothing = summary(rows=[], total=row("Aggregated", 0))
    assert find_failures(nothing, 0, SCENARIOS) == ["no request was answered"]


def test_run_without_a_summary_fails(tmp_path: Path) -> None:
    missing = read_summary(tmp_path / "summary.json")
    (message,) = find_failures(missing, 0, SCENARIOS)
    assert "ended early" in message


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_without_requests_fails(scenario: str) -> None:
    quiet = summary()
    quiet["scenarios"][scenario]["requests"] = 0
    assert find_failures(quiet, 0, SCENARIOS) == [f"no request of the scenario {scenario}"]
    del quiet["scenarios"][scenario]
    assert find_failures(quiet, 0, SCENARIOS) == [f"no request of the scenario {scenario}"]


def test_unselected_scenarios_are_not_required() -> None:
    only = summary(scenarios={"solver": {"requests": 1, "completed": 0}})
    assert find_failures(only, 0, ["solver"]) == []


def test_failure_has_endpoint_message_and_count() -> None:
    assert find_failures(summary(failures=[failure("count is 5", 3)]), 1, SCENARIOS) == [
        "POST /v1/turns: count is 5 (3 times)"
    ]


def test_most_frequent_failures_are_listed_and_others_counted() -> None:
    many = [failure(f"number {index}", index) for index in range(1, 31)]
    found = find_failures(summary(failures=many), 1, SCENARIOS)
    assert found[0].endswith("number 30 (30 times)")
    assert found[-1].startswith("and 20 other kinds")
    assert len(found) == 11


def test_unlisted_failures_count() -> None:
    odd = summary(total=row("Aggregated", 5, failures=2))
    assert find_failures(odd, 0, SCENARIOS) == ["2 requests failed"]


def test_exception_of_a_scenario_fails() -> None:
    broken = [{"message": "KeyError('x')", "traceback": "…", "count": 2}]
    (message,) = find_failures(summary(exceptions=broken), 1, SCENARIOS)
    assert "KeyError('x') (2 times)" in message


def test_unexplained_exit_code_fails() -> None:
    (message,) = find_failures(summary(), 3, SCENARIOS)
    assert "exit code 3" in message


def test_table_has_a_row_for_each_endpoint_and_the_total() -> None:
    lines = format_table(summary()).splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    assert cells[0] == ["endpoint", "requests", "/s", "p50", "p95", "p99", "failed"]
    assert cells[2] == ["POST /v1/turns", "1,234", "123.4", "3", "12", "1,500", "0"]
    assert cells[3][0] == "Aggregated"
    assert len({len(line) for line in lines}) == 1
    assert "solver 100 (2)" in format_scenarios(summary())


# ---- Ramp and command line ----------------------------------------------------------------------


def test_users_rise_in_steps() -> None:
    counts = [users_at(second, 100, 42) for second in range(100)]
    assert sorted({count for count in counts if count}) == [11, 21, 32, 42]
    assert counts == sorted(counts)  # type: ignore[type-var]
    assert counts.index(42) == 45
    assert users_at(100, 100, 42) is None


def test_steps_scale_with_the_duration() -> None:
    for seconds in (5.0, 60.0, 600.0):
        levels = [users_at(seconds * share, seconds, 14) for share in (0, 0.2, 0.31, 0.46, 0.99)]
        assert levels == [4, 7, 11, 14, 14]


def test_soak_has_all_users_within_the_warm_up() -> None:
    assert users_at(0.0, 600, 42, 0.1) == 11
    assert users_at(60.0, 600, 42, 0.1) == 42


def plan(tmp_path: Path, **more: Any) -> Plan:
    return Plan(
        **{"seconds": 5, "users": 14, "scenarios": tuple(SCENARIOS), "reports": tmp_path, **more}
    )


def test_every_scenario_has_a_user_class(tmp_path: Path) -> None:
    assert set(CLASSES) == set(SCENARIOS)
    command = locust_command(plan(tmp_path), "http://127.0.0.1:1", tmp_path)
    assert not set(CLASSES.values()) & set(command), "all are the default"
    command = locust_command(plan(tmp_path, scenarios=("solver",)), "http://127.0.0.1:1", tmp_path)
    assert command[-1] == "Solver"


def test_only_a_soak_has_a_shorter_ramp(tmp_path: Path) -> None:
    for soak in (False, True):
        command = locust_command(plan(tmp_path, soak=soak), "http://127.0.0.1:1", tmp_path)
        options = dict(pairwise(command))
        assert options.get("--ramp") == ("0.1" if soak else None)


def test_each_run_has_its_own_folder(tmp_path: Path) -> None:
    folders = {new_folder(tmp_path / "reports") for _ in range(3)}
    assert len(folders) == 3


def test_progress_is_the_last_complete_row(tmp_path: Path) -> None:
    history = tmp_path / "history.csv"
    assert progress(history) == "starting"
    header = "User Count,Requests/s,Total Request Count,Total Failure Count\n"
    history.write_text(header, "utf-8")
    assert progress(history) == "starting"
    history.write_text(header + "4,9.5,1234,0\n8,19.0,2000,1\n9,2", "utf-8")
    assert progress(history) == "8 users, 19 requests/s, 2,000 so far, 1 failed"


@pytest.mark.needs("locust")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["load", "--users", "16"], "at least 17 users"),
        (
            ["load", "--scenario", "classic", "--scenario", "hostile", "--users", "5"],
            "at least 6 users",
        ),
        (["load", "--host", "http://192.0.2.1:8000"], "--i-own-this-host"),
        (["load", "--host", "http://localhost.example"], "--i-own-this-host"),
        (["load", "--host", "127.0.0.1:8000"], "is not an address"),
        (["load", "--host", "http://127.0.0.1:8000/v1"], "is not an address"),
        (["load", "--host", "http://127.0.0.1:1", "--cluster"], "cannot be combined"),
        (["soak", "--host", "http://127.0.0.1:1"], "omit --host"),
        (["load", "--host", "http://127.0.0.1:1"], "no service is ready"),
    ],
    ids=" ".join,
)
def test_contradictory_options_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert command_line.main([*arguments, "--reports", str(tmp_path)]) == 2
    assert message in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("arguments", [[], ["load", "--seconds", "0"], ["load", "--scenario", "x"]])
def test_invalid_command_line_is_refused(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        command_line.main(arguments)
    assert ended.value.code == 2


@pytest.mark.parametrize("host", ["127.0.0.1", "127.9.9.9", "::1", "localhost"])
def test_loopback_addresses_are_this_machine(host: str) -> None:
    assert command_line.is_loopback(host)


@pytest.mark.needs("locust")
def test_own_host_may_be_loaded(tmp_path: Path) -> None:
    options = [
        "load",
        "--host",
        "https://192.0.2.1",
        "--i-own-this-host",
        "--reports",
        str(tmp_path),
    ]
    made = command_line.make_plan(command_line.make_parser().parse_args(options))
    assert made.host == "https://192.0.2.1"


def test_missing_locust_is_reported_with_the_command_to_install_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command_line, "find_spec", lambda _: None)
    assert command_line.main(["load"]) == 2
    assert "requirements/load.txt" in capsys.readouterr().err


@pytest.mark.needs("locust")
def test_number_of_workers_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEB_CONCURRENCY", "3")
    options = command_line.make_parser().parse_args(["load"])
    assert command_line.make_plan(options).workers == 3


def test_summary_is_read_from_json(tmp_path: Path) -> None:
    path = tmp_path / "summary.json"
    path.write_text(json.dumps(summary()), "utf-8")
    assert read_summary(path) == summary()
