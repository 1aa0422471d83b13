"""Memory and open files of the workers of a server, sampled every few seconds."""

from __future__ import annotations

import csv
import os
import re
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread
from typing import Self

from .chart import Line, Panel, draw
from .servers import TIMEOUT
from .trend import MAX_GROWTH_MIB, growth

__all__ = ["Monitor", "open_files", "resident_mib"]

PAGES_PER_MIB = 1024 * 1024 / os.sysconf("SC_PAGE_SIZE")

METRICS_FILES = re.compile(r"/cornerwise-metrics-[^/]+/[^/]+\.db$")
"""The files in which the workers keep their metrics."""


def resident_mib(pid: int) -> float:
    """Return the resident memory of a process in MiB."""
    fields = Path(f"/proc/{pid}/statm").read_text("ascii").split()
    return int(fields[1]) / PAGES_PER_MIB


def open_files(pid: int) -> int:
    """Return how many files, sockets and pipes a process has open.

    Metrics files are not counted: a worker opens some of them with its first request and keeps
    them, and it is chance which worker gets the first request.
    """
    folder, names = Path(f"/proc/{pid}/fd"), []
    for one in folder.iterdir():
        with suppress(FileNotFoundError):  # closed meanwhile
            names.append(str(one.readlink()))
    return sum(not METRICS_FILES.search(name) for name in names)


def idle_open_files(pid: int) -> int:
    """Return the smallest number of open files of an idle process within half a second."""
    counts = []
    for _ in range(5):
        counts.append(open_files(pid))
        time.sleep(0.1)
    return min(counts)


@dataclass(slots=True)
class Series:
    """The samples of one worker."""

    pid: int
    files_before: int
    memory: list[float] = field(default_factory=list)
    files: list[int] = field(default_factory=list)


class Monitor:
    """A context manager that samples processes; it stops early if one of them ends."""

    def __init__(
        self, pids: Sequence[int], interval: float, max_growth: float = MAX_GROWTH_MIB
    ) -> None:
        self.interval = interval
        self.max_growth = max_growth
        self.series = [Series(pid, idle_open_files(pid)) for pid in pids]
        self.times: list[float] = []
        self.ended = Event()
        self.thread = Thread(target=self._sample, daemon=True)

    def __enter__(self) -> Self:
        self.thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.ended.set()
        self.thread.join()

    def _sample(self) -> None:
        begin = time.monotonic()
        while True:
            now = time.monotonic() - begin
            try:
                sampled = [(resident_mib(one.pid), open_files(one.pid)) for one in self.series]
            except OSError:  # a worker has died, which the runner reports
                return
            if not all(memory for memory, _ in sampled):  # the same, for a zombie process
                return
            self.times.append(now)
            for one, (memory, files) in zip(self.series, sampled, strict=True):
                one.memory.append(memory)
                one.files.append(files)
            if self.ended.wait(max(0.0, self.interval - (time.monotonic() - begin - now))):
                return

    def write(self, folder: Path) -> None:
        """Write the samples to memory.csv and a chart of them to memory.svg."""
        with (folder / "memory.csv").open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            names = [f"{what} {one.pid}" for one in self.series for what in ("MiB", "files")]
            writer.writerow(["seconds", *names])
            for index, now in enumerate(self.times):
                row = [(f"{one.memory[index]:.2f}", one.files[index]) for one in self.series]
                writer.writerow([f"{now:.1f}", *(value for pair in row for value in pair)])
        memory = [Line(f"worker {one.pid}", one.memory) for one in self.series]
        files = [Line(f"worker {one.pid}", one.files) for one in self.series]
        panels = [
            Panel("Resident memory of each worker", "MiB", memory),
            Panel("Open files of each worker", "files", files),
        ]
        chart = draw(self.times, panels, "Memory and open files of each worker under load")
        (folder / "memory.svg").write_text(chart, "utf-8")

    def describe(self) -> list[str]:
        """Return a line for each worker: its memory, estimated growth and open files."""
        lines = []
        for one in self.series:
            if not one.memory:
                continue
            grown = growth(self.times, one.memory)
            estimate = "too few samples" if grown is None else f"{grown:+.2f} MiB over the run"
            lines.append(
                f"worker {one.pid}: {one.memory[0]:.1f} to {one.memory[-1]:.1f} MiB, "
                f"maximum {max(one.memory):.1f}; growth {estimate}; "
                f"open files {one.files_before} before, maximum {max(one.files)}"
            )
        return lines

    def find_failures(self) -> list[str]:
        """Return what is wrong with the workers after the load."""
        found = []
        for one in self.series:
            grown = growth(self.times, one.memory)
            if grown is None:
                found.append(f"worker {one.pid}: too few samples to estimate its growth")
            elif grown > self.max_growth:
                found.append(
                    f"worker {one.pid} grows: {grown:+.1f} MiB over the run, "
                    f"more than {self.max_growth:g} MiB"
                )
        return found + self._find_open_files()

    def _find_open_files(self) -> list[str]:
        """Wait until the workers have closed what the load opened; report those that do not."""
        end = time.monotonic() + TIMEOUT
        while True:
            left = []
            for one in self.series:
                try:
                    now = open_files(one.pid)
                except OSError:  # it has died, which the runner reports
                    continue
                if now > one.files_before:
                    left.append(
                        f"worker {one.pid} has {now} open files after the load, "
                        f"and had {one.files_before} before"
                    )
            if not left or time.monotonic() > end:
                return left
            time.sleep(0.2)
