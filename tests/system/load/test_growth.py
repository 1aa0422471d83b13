"""Growth is told from noise and from a warm-up; plots are whole; processes are really watched."""

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

from loadtests import watching
from loadtests.growth import BOUND_MIB, growth
from loadtests.plot import Line, Panel, draw
from loadtests.serving import PATIENCE
from loadtests.watching import Watch, open_files, resident_mib
from tests.helpers.support import seeded

TIMES = [5.0 * index for index in range(121)]
"""Ten minutes, a sample every five seconds."""


def noise() -> Callable[[], float]:
    rng = seeded(1)
    return lambda: rng.uniform(-0.5, 0.5)


def grows(values: list[float]) -> bool:
    grown = growth(TIMES, values)
    assert grown is not None
    return grown > BOUND_MIB


def test_what_stays_does_not_grow() -> None:
    jitter = noise()
    assert not grows([40 + jitter() for _ in TIMES])


def test_what_rises_only_at_the_beginning_does_not_grow() -> None:
    jitter = noise()
    assert not grows([40 + min(time, 100) / 4 + jitter() for time in TIMES])


def test_what_falls_does_not_grow() -> None:
    assert not grows([90 - time / 20 for time in TIMES])


def test_a_few_large_answers_are_not_growth() -> None:
    values = [40.0 for _ in TIMES]
    for index in (60, 90, 118, 119, 120):
        values[index] = 200.0
    assert not grows(values)


def test_a_leak_is_found() -> None:
    jitter = noise()
    assert grows([40 + time / 100 + jitter() for time in TIMES])


def test_a_leak_is_found_under_large_answers() -> None:
    values = [40 + time / 100 for time in TIMES]
    for index in (30, 31, 32, 33):
        values[index] = 300.0
    assert grows(values)


def test_a_leak_in_steps_is_found() -> None:
    assert grows([40 + time // 60 for time in TIMES])


def test_growth_is_told_for_the_whole_run() -> None:
    assert growth(TIMES, [time / 60 for time in TIMES]) == pytest.approx(10)


@pytest.mark.parametrize("count", [0, 1, 5, 11])
def test_too_few_samples_say_nothing(count: int) -> None:
    assert growth(TIMES[:count], [40.0] * count) is None


def lines_of(picture: str) -> list[str]:
    paths = ET.fromstring(picture).iter("{http://www.w3.org/2000/svg}path")  # noqa: S314 (ours)
    return [path.attrib["d"] for path in paths if path.attrib["class"] == "line"]


def texts_of(picture: str) -> list[str]:
    texts = ET.fromstring(picture).iter("{http://www.w3.org/2000/svg}text")  # noqa: S314 (ours)
    return [text.text or "" for text in texts]


def test_a_plot_has_every_line_and_its_units() -> None:
    lines = [Line(f"worker <{number}>", [30.0 + number] * len(TIMES)) for number in range(6)]
    picture = draw(TIMES, [Panel("Memory", "MiB", lines), Panel("Files", "files", lines)], "Both")
    drawn = lines_of(picture)
    assert len(drawn) == 24, "two panels of six, each with its sample in the legend"
    assert sum(path.count("L") == len(TIMES) - 1 for path in drawn) == 12
    told = texts_of(picture)
    for text in ("Memory", "MiB", "Files", "files", "time in seconds", "0", "40", "600"):
        assert text in told
    assert "worker <5>" in told
    assert "prefers-color-scheme: dark" in picture


@pytest.mark.parametrize("values", [[], [0.0], [1e-6, 1e-6], [5e9, 1.0]])
def test_a_plot_of_anything_is_whole(values: list[float]) -> None:
    times = [float(index) for index in range(len(values))]
    assert texts_of(draw(times, [Panel("x", "y", [Line("z", values)])], "w"))


def test_a_line_is_higher_where_its_value_is() -> None:
    picture = draw([0.0, 1.0, 2.0], [Panel("x", "y", [Line("z", [1.0, 3.0, 2.0])])], "w")
    points = [point.split() for point in lines_of(picture)[0].removeprefix("M").split("L")]
    (_, first), (_, highest), (_, last) = ((float(x), float(y)) for x, y in points)
    assert highest < last < first


@contextmanager
def child(code: str) -> Iterator[subprocess.Popen[str]]:
    """Run Python code that says so when it has begun, and does more when it is told to."""
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


def sampled(watch: Watch, count: int) -> None:
    end = time.monotonic() + PATIENCE
    while len(watch.times) < count:
        assert time.monotonic() < end
        time.sleep(0.01)


QUIET = "input()"
LEAKING = "import time\nkept = []\nwhile True:\n    kept.append(b'x' * 2**20)\n    time.sleep(.01)"
OPENING = """\
kept = []
while True:
    kept.append(open(input(), "w"))
    print("", flush=True)
"""


def test_a_quiet_process_is_watched(tmp_path: Path) -> None:
    with child(QUIET) as process:
        with Watch([process.pid], 0.02) as watch:
            sampled(watch, 30)
        assert watch.reasons() == []
        assert resident_mib(process.pid) > 1
    watch.write(tmp_path)
    rows = (tmp_path / "memory.csv").read_text("utf-8").splitlines()
    assert rows[0] == f"seconds,MiB {process.pid},files {process.pid}"
    assert len(rows) == len(watch.times) + 1 > 30
    assert f"worker {process.pid}" in texts_of((tmp_path / "memory.svg").read_text("utf-8"))


def test_memory_is_what_the_kernel_calls_resident() -> None:
    with child(QUIET) as process:
        status = Path(f"/proc/{process.pid}/status").read_text("ascii")
        kib = dict(re.findall(r"^(VmRSS|VmSize):\s+(\d+) kB$", status, re.MULTILINE))
        assert int(kib["VmSize"]) > 1.3 * int(kib["VmRSS"])
        assert resident_mib(process.pid) == pytest.approx(int(kib["VmRSS"]) / 1024, rel=0.1)


def test_a_process_that_leaks_is_found() -> None:
    with child(LEAKING) as process:
        with Watch([process.pid], 0.03) as watch:
            sampled(watch, 30)
        (reason,) = watch.reasons()
    assert f"worker {process.pid} grows" in reason


def test_the_bound_is_the_one_that_was_asked_for() -> None:
    with child(QUIET) as process, Watch([process.pid], 0.02, -1000.0) as watch:
        sampled(watch, 30)
        (reason,) = watch.reasons()
    assert "more than -1000 MiB" in reason


def have_opened(process: subprocess.Popen[str], path: str) -> None:
    """Have the child open a file, and wait until it has."""
    assert process.stdin
    assert process.stdout
    print(path, file=process.stdin, flush=True)
    process.stdout.readline()


def test_files_that_stay_open_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "PATIENCE", 0.3)
    with child(OPENING) as process:
        before = open_files(process.pid)
        with Watch([process.pid], 0.02) as watch:
            have_opened(process, "/dev/null")
            sampled(watch, 30)
        (reason,) = watch.reasons()
    assert f"has {before + 1} open files" in reason


def test_the_files_of_the_counters_are_not_counted(tmp_path: Path) -> None:
    with child(OPENING) as process:
        before = open_files(process.pid)
        counters = tmp_path / "cornerwise-metrics-x"
        counters.mkdir()
        have_opened(process, f"{counters}/counter_1-0.db")
        assert len(list(counters.iterdir())) == 1
        assert open_files(process.pid) == before
        have_opened(process, f"{tmp_path}/counter_1-0.db")
        assert open_files(process.pid) == before + 1


def test_a_process_that_is_gone_ends_the_watching() -> None:
    # Seldom, so that there are too few samples however long it takes to kill it.
    with child(QUIET) as process, Watch([process.pid], 0.5) as watch:
        sampled(watch, 1)
        process.kill()
        process.wait()
        watch.thread.join(PATIENCE)
        assert not watch.thread.is_alive()
        assert "too few samples" in watch.reasons()[0]
