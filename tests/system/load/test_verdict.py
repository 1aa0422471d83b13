"""What a run came to is told, and whatever must not be is a reason to fail."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import loadtests.__main__ as command_line
from loadtests.running import CLASSES, Plan, locust_command, new_folder, progress
from loadtests.steps import users_at
from loadtests.stories import STORIES
from loadtests.verdict import read_summary, reasons, story_lines, table


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
        "stories": {name: {"requests": 100, "ends": 2} for name in STORIES},
        "examples": [],
        **more,
    }


def failure(message: str, count: int = 1) -> dict[str, Any]:
    return {"method": "POST", "name": "/v1/turns", "message": message, "count": count}


def test_nothing_speaks_against_a_good_run() -> None:
    assert reasons(summary(), 0, STORIES) == []


def test_a_run_without_requests_fails() -> None:
    nothing = summary(rows=[], total=row("Aggregated", 0))
    assert reasons(nothing, 0, STORIES) == ["no request was answered at all"]


def test_a_run_that_did_not_come_to_its_end_fails(tmp_path: Path) -> None:
    missing = read_summary(tmp_path / "summary.json")
    (reason,) = reasons(missing, 0, STORIES)
    assert "ended early" in reason


@pytest.mark.parametrize("story", STORIES)
def test_a_story_without_requests_fails(story: str) -> None:
    quiet = summary()
    quiet["stories"][story]["requests"] = 0
    assert reasons(quiet, 0, STORIES) == [f"no request of the story {story}"]
    del quiet["stories"][story]
    assert reasons(quiet, 0, STORIES) == [f"no request of the story {story}"]


def test_a_story_that_was_not_asked_for_need_not_be_told() -> None:
    only = summary(stories={"solver": {"requests": 1, "ends": 0}})
    assert reasons(only, 0, ["solver"]) == []


def test_a_failure_is_named_with_its_place_and_number() -> None:
    assert reasons(summary(failures=[failure("count is 5", 3)]), 1, STORIES) == [
        "POST /v1/turns: count is 5 (3 times)"
    ]


def test_the_most_frequent_failures_are_named_and_the_others_counted() -> None:
    many = [failure(f"number {index}", index) for index in range(1, 31)]
    found = reasons(summary(failures=many), 1, STORIES)
    assert found[0].endswith("number 30 (30 times)")
    assert found[-1].startswith("and 20 other kinds")
    assert len(found) == 11


def test_a_failure_that_nobody_listed_still_counts() -> None:
    odd = summary(total=row("Aggregated", 5, failures=2))
    assert reasons(odd, 0, STORIES) == ["2 requests failed"]


def test_a_story_that_broke_down_fails() -> None:
    broken = [{"message": "KeyError('x')", "traceback": "…", "count": 2}]
    (reason,) = reasons(summary(exceptions=broken), 1, STORIES)
    assert "KeyError('x') (2 times)" in reason


def test_an_exit_code_that_nothing_explains_fails() -> None:
    (reason,) = reasons(summary(), 3, STORIES)
    assert "exit code 3" in reason


def test_the_table_has_a_line_for_each_endpoint_and_the_whole() -> None:
    lines = table(summary()).splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    assert cells[0] == ["endpoint", "requests", "/s", "p50", "p95", "p99", "failed"]
    assert cells[2] == ["POST /v1/turns", "1,234", "123.4", "3", "12", "1,500", "0"]
    assert cells[3][0] == "Aggregated"
    assert len({len(line) for line in lines}) == 1
    assert "solver 100 (2)" in story_lines(summary())


# ---- Steps and commands -------------------------------------------------------------------------


def test_users_come_by_steps_and_stay_to_the_end() -> None:
    counts = [users_at(second, 100, 42) for second in range(100)]
    assert sorted({count for count in counts if count}) == [11, 21, 32, 42]
    assert counts == sorted(counts)  # type: ignore[type-var]
    assert counts.index(42) == 45
    assert users_at(100, 100, 42) is None


def test_steps_are_as_long_as_the_run_is() -> None:
    for seconds in (5.0, 60.0, 600.0):
        levels = [users_at(seconds * share, seconds, 14) for share in (0, 0.2, 0.31, 0.46, 0.99)]
        assert levels == [4, 7, 11, 14, 14]


def test_in_a_soak_all_users_are_there_within_the_warm_up() -> None:
    assert users_at(0.0, 600, 42, 0.1) == 11
    assert users_at(60.0, 600, 42, 0.1) == 42


def plan(tmp_path: Path, **more: Any) -> Plan:
    return Plan(
        **{"seconds": 5, "users": 14, "stories": tuple(STORIES), "reports": tmp_path, **more}
    )


def test_every_story_has_a_user_who_tells_it(tmp_path: Path) -> None:
    assert set(CLASSES) == set(STORIES)
    command = locust_command(plan(tmp_path), "http://127.0.0.1:1", tmp_path)
    assert not set(CLASSES.values()) & set(command), "all of them, so none is named"
    command = locust_command(plan(tmp_path, stories=("solver",)), "http://127.0.0.1:1", tmp_path)
    assert command[-1] == "Solver"


def test_only_a_soak_has_its_users_sooner(tmp_path: Path) -> None:
    for soak in (False, True):
        command = locust_command(plan(tmp_path, soak=soak), "http://127.0.0.1:1", tmp_path)
        options = dict(pairwise(command))
        assert options.get("--ramp") == ("0.1" if soak else None)


def test_each_run_has_a_folder_of_its_own(tmp_path: Path) -> None:
    folders = {new_folder(tmp_path / "reports") for _ in range(3)}
    assert len(folders) == 3


def test_progress_is_the_last_whole_line(tmp_path: Path) -> None:
    history = tmp_path / "history.csv"
    assert progress(history) == "starting"
    header = "User Count,Requests/s,Total Request Count,Total Failure Count\n"
    history.write_text(header, "utf-8")
    assert progress(history) == "starting"
    history.write_text(header + "4,9.5,1234,0\n8,19.0,2000,1\n9,2", "utf-8")
    assert progress(history) == "8 users, 19 requests/s, 2,000 so far, 1 failed"


@pytest.mark.needs("locust")
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["load", "--users", "13"], "at least 14 users"),
        (["load", "--story", "classic", "--story", "hostile", "--users", "5"], "at least 6 users"),
        (["load", "--host", "http://192.0.2.1:8000"], "--i-own-this-host"),
        (["load", "--host", "http://localhost.example"], "--i-own-this-host"),
        (["load", "--host", "127.0.0.1:8000"], "is no address"),
        (["load", "--host", "http://127.0.0.1:8000/v1"], "is no address"),
        (["load", "--host", "http://127.0.0.1:1", "--cluster"], "not both"),
        (["soak", "--host", "http://127.0.0.1:1"], "starts its own"),
        (["load", "--host", "http://127.0.0.1:1"], "nothing is ready"),
    ],
    ids=" ".join,
)
def test_what_makes_no_sense_is_refused_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], told: str
) -> None:
    assert command_line.main([*arguments, "--reports", str(tmp_path)]) == 2
    assert told in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("arguments", [[], ["load", "--seconds", "0"], ["load", "--story", "x"]])
def test_a_command_line_that_is_none_is_refused(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        command_line.main(arguments)
    assert ended.value.code == 2


@pytest.mark.parametrize("host", ["127.0.0.1", "127.9.9.9", "::1", "localhost"])
def test_this_machine_is_this_machine(host: str) -> None:
    assert command_line.is_loopback(host)


@pytest.mark.needs("locust")
def test_who_owns_a_host_may_load_it(tmp_path: Path) -> None:
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


def test_without_locust_one_is_told_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command_line, "find_spec", lambda _: None)
    assert command_line.main(["load"]) == 2
    assert "requirements/load.txt" in capsys.readouterr().err


@pytest.mark.needs("locust")
def test_the_number_of_workers_is_that_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEB_CONCURRENCY", "3")
    options = command_line.make_parser().parse_args(["load"])
    assert command_line.make_plan(options).workers == 3


def test_a_summary_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "summary.json"
    path.write_text(json.dumps(summary()), "utf-8")
    assert read_summary(path) == summary()
