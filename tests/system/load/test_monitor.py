"""Estimated growth, charts, and the monitor of processes."""

from __future__ import annotations

import re
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from loadtests import monitor as monitor_module
from loadtests.chart import Line, Panel, draw
from loadtests.monitor import Monitor, open_files, resident_mib
from loadtests.servers import TIMEOUT
from loadtests.trend import MAX_GROWTH_MIB, growth
from tests.helpers.games import seeded_rng

TIMES = [5.0 * index for index in range(121)]
"""Ten minutes, a sample every five seconds."""


def noise() -> Callable[[], float]:
    rng = seeded_rng(1)
    return lambda: rng.uniform(-0.5, 0.5)


def grows(values: list[float]) -> bool:
    grown = growth(TIMES, values)
    assert grown is not None
    return grown > MAX_GROWTH_MIB


def test_constant_memory_is_no_growth() -> None:
    jitter = noise()
    assert not grows([40 + jitter() for _ in TIMES])


def test_warm_up_is_no_growth() -> None:
    jitter = noise()
    assert not grows([40 + min(time, 100) / 4 + jitter() for time in TIMES])


def test_falling_memory_is_no_growth() -> None:
    assert not grows([90 - time / 20 for time in TIMES])


def test_outliers_are_no_growth() -> None:
    values = [40.0 for _ in TIMES]
    for index in (60, 90, 118, 119, 120):
        values[index] = 200.0
    assert not grows(values)


def test_leak_is_detected() -> None:
    jitter = noise()
    assert grows([40 + time / 100 + jitter() for time in TIMES])


def test_leak_with_outliers_is_detected() -> None:
    values = [40 + time / 100 for time in TIMES]
    for index in (30, 31, 32, 33):
        values[index] = 300.0
    assert grows(values)


def test_leak_in_steps_is_detected() -> None:
    assert grows([40 + time // 60 for time in TIMES])


def test_growth_is_for_the_whole_run() -> None:
    assert growth(TIMES, [time / 60 for time in TIMES]) == pytest.approx(10)


@pytest.mark.parametrize("count", [0, 1, 5, 11])
def test_too_few_samples_give_no_estimate(count: int) -> None:
    assert growth(TIMES[:count], [40.0] * count) is None


def lines_of(chart: str) -> list[str]:
    paths = ET.fromstring(chart).iter("{http://www.w3.org/2000/svg}path")  # noqa: S314 (ours)
    return [path.attrib["d"] for path in paths if path.attrib["class"] == "line"]


def texts_of(chart: str) -> list[str]:
    texts = ET.fromstring(chart).iter("{http://www.w3.org/2000/svg}text")  # noqa: S314 (ours)
    return [text.text or "" for text in texts]


def test_chart_has_all_lines_and_units() -> None:
    lines = [Line(f"worker <{number}>", [30.0 + number] * len(TIMES)) for number in range(6)]
    chart = draw(TIMES, [Panel("Memory", "MiB", lines), Panel("Files", "files", lines)], "Both")
    drawn = lines_of(chart)
    assert len(drawn) == 24, "two panels of six, each with its sample in the legend"
    assert sum(path.count("L") == len(TIMES) - 1 for path in drawn) == 12
    texts = texts_of(chart)
    for text in ("Memory", "MiB", "Files", "files", "time in seconds", "0", "40", "600"):
        assert text in texts
    assert "worker <5>" in texts
    assert "prefers-color-scheme: dark" in chart


@pytest.mark.parametrize("values", [[], [0.0], [1e-6, 1e-6], [5e9, 1.0]])
def test_chart_of_any_values_is_complete(values: list[float]) -> None:
    times = [float(index) for index in range(len(values))]
    assert texts_of(draw(times, [Panel("x", "y", [Line("z", values)])], "w"))


def test_larger_values_are_drawn_higher() -> None:
    chart = draw([0.0, 1.0, 2.0], [Panel("x", "y", [Line("z", [1.0, 3.0, 2.0])])], "w")
    points = [point.split() for point in lines_of(chart)[0].removeprefix("M").split("L")]
    (_, first), (_, highest), (_, last) = ((float(x), float(y)) for x, y in points)
    assert highest < last < first


@contextmanager
def child(code: str) -> Iterator[subprocess.Popen[str]]:
    """Run Python code in a process that has printed that it is ready."""
    command = [sys.executable, "-c", f"print('ready', flush=True)\n{code}"]
    with subprocess.Popen(  # noqa: S603 (our own command)
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout
            assert process.stdout.readline() == "ready\n"
            yield process
        finally:
            process.kill()


def wait_for_samples(monitor: Monitor, count: int) -> None:
    end = time.monotonic() + TIMEOUT
    while len(monitor.times) < count:
        assert time.monotonic() < end
        time.sleep(0.01)


IDLE = "input()"
LEAKING = "import time\nkept = []\nwhile True:\n    kept.append(b'x' * 2**20)\n    time.sleep(.01)"
OPENING = """\
kept = []
while True:
    kept.append(open(input(), "w"))
    print("", flush=True)
"""


def test_idle_process_has_no_failures(tmp_path: Path) -> None:
    with child(IDLE) as process:
        with Monitor([process.pid], 0.02) as monitor:
            wait_for_samples(monitor, 30)
        assert monitor.find_failures() == []
        assert resident_mib(process.pid) > 1
    monitor.write(tmp_path)
    rows = (tmp_path / "memory.csv").read_text("utf-8").splitlines()
    assert rows[0] == f"seconds,MiB {process.pid},files {process.pid}"
    assert len(rows) == len(monitor.times) + 1 > 30
    assert f"worker {process.pid}" in texts_of((tmp_path / "memory.svg").read_text("utf-8"))


def test_memory_is_the_resident_size() -> None:
    with child(IDLE) as process:
        status = Path(f"/proc/{process.pid}/status").read_text("ascii")
        kib = dict(re.findall(r"^(VmRSS|VmSize):\s+(\d+) kB$", status, re.MULTILINE))
        assert int(kib["VmSize"]) > 1.3 * int(kib["VmRSS"])
        assert resident_mib(process.pid) == pytest.approx(int(kib["VmRSS"]) / 1024, rel=0.1)


def test_leaking_process_is_reported() -> None:
    with child(LEAKING) as process:
        with Monitor([process.pid], 0.03) as monitor:
            wait_for_samples(monitor, 30)
        (failure,) = monitor.find_failures()
    assert f"worker {process.pid} grows" in failure


def test_limit_of_growth_is_configurable() -> None:
    with child(IDLE) as process, Monitor([process.pid], 0.02, -1000.0) as monitor:
        wait_for_samples(monitor, 30)
        (failure,) = monitor.find_failures()
    assert "more than -1000 MiB" in failure


def open_file(process: subprocess.Popen[str], path: str) -> None:
    """Let the child open a file, and wait until it has."""
    assert process.stdin
    assert process.stdout
    print(path, file=process.stdin, flush=True)
    process.stdout.readline()


def test_open_files_after_the_load_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(monitor_module, "TIMEOUT", 0.3)
    with child(OPENING) as process:
        before = open_files(process.pid)
        with Monitor([process.pid], 0.02) as monitor:
            open_file(process, "/dev/null")
            wait_for_samples(monitor, 30)
        (failure,) = monitor.find_failures()
    assert f"has {before + 1} open files" in failure


def test_metrics_files_are_not_counted(tmp_path: Path) -> None:
    with child(OPENING) as process:
        before = open_files(process.pid)
        metrics = tmp_path / "cornerwise-metrics-x"
        metrics.mkdir()
        open_file(process, f"{metrics}/counter_1-0.db")
        assert len(list(metrics.iterdir())) == 1
        assert open_files(process.pid) == before
        open_file(process, f"{tmp_path}/counter_1-0.db")
        assert open_files(process.pid) == before + 1


def test_monitor_stops_when_the_process_ends() -> None:
    # A long interval, so that there are too few samples however long the kill takes.
    with child(IDLE) as process, Monitor([process.pid], 0.5) as monitor:
        wait_for_samples(monitor, 1)
        process.kill()
        process.wait()
        monitor.thread.join(TIMEOUT)
        assert not monitor.thread.is_alive()
        assert "too few samples" in monitor.find_failures()[0]
