"""Watching the workers of a server: memory and open files, every few seconds."""

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

from .growth import BOUND_MIB, growth
from .plot import Line, Panel, draw
from .serving import PATIENCE

__all__ = ["Watch", "open_files", "resident_mib"]

PAGES_PER_MIB = 1024 * 1024 / os.sysconf("SC_PAGE_SIZE")

COUNTERS = re.compile(r"/cornerwise-metrics-[^/]+/[^/]+\.db$")
"""What the files of the counters are called, in the folder that a server makes for them."""


def resident_mib(pid: int) -> float:
    """Return the memory that a process has, in MiB."""
    fields = Path(f"/proc/{pid}/statm").read_text("ascii").split()
    return int(fields[1]) / PAGES_PER_MIB


def open_files(pid: int) -> int:
    """Return how many files, sockets and pipes a process has open.

    The files of the counters are left out: a worker opens some of them with its first request and
    keeps them, and which worker is asked first is chance.
    """
    folder, names = Path(f"/proc/{pid}/fd"), []
    for one in folder.iterdir():
        with suppress(FileNotFoundError):  # closed meanwhile
            names.append(str(one.readlink()))
    return sum(not COUNTERS.search(name) for name in names)


def fewest_files(pid: int) -> int:
    """Return how many files a process has open that does nothing, when it has noticed that."""
    counts = []
    for _ in range(5):
        counts.append(open_files(pid))
        time.sleep(0.1)
    return min(counts)


@dataclass(slots=True)
class Series:
    """What was sampled of one worker."""

    pid: int
    files_before: int
    memory: list[float] = field(default_factory=list)
    files: list[int] = field(default_factory=list)


class Watch:
    """Samples processes until its end; a context manager. A process that is gone ends it early."""

    def __init__(self, pids: Sequence[int], every: float, bound: float = BOUND_MIB) -> None:
        self.every = every
        self.bound = bound
        self.series = [Series(pid, fewest_files(pid)) for pid in pids]
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
            except OSError:  # a worker has died, which others notice
                return
            if not all(memory for memory, _ in sampled):  # likewise, but nobody has waited for it
                return
            self.times.append(now)
            for one, (memory, files) in zip(self.series, sampled, strict=True):
                one.memory.append(memory)
                one.files.append(files)
            if self.ended.wait(max(0.0, self.every - (time.monotonic() - begin - now))):
                return

    def write(self, folder: Path) -> None:
        """Write the samples as memory.csv, and draw them as memory.svg."""
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
        picture = draw(self.times, panels, "Memory and open files of each worker under load")
        (folder / "memory.svg").write_text(picture, "utf-8")

    def tell(self) -> list[str]:
        """Return a line for each worker: what it had, and how much of it seems to grow."""
        lines = []
        for one in self.series:
            if not one.memory:
                continue
            grown = growth(self.times, one.memory)
            told = "too few samples" if grown is None else f"{grown:+.2f} MiB over the run"
            lines.append(
                f"worker {one.pid}: {one.memory[0]:.1f} to {one.memory[-1]:.1f} MiB, "
                f"most {max(one.memory):.1f}; growth {told}; "
                f"open files {one.files_before} before, most {max(one.files)}"
            )
        return lines

    def reasons(self) -> list[str]:
        """Return what speaks against the workers, when the load is gone."""
        found = []
        for one in self.series:
            grown = growth(self.times, one.memory)
            if grown is None:
                found.append(f"worker {one.pid}: too few samples to tell whether it grows")
            elif grown > self.bound:
                found.append(
                    f"worker {one.pid} grows: {grown:+.1f} MiB over the run, "
                    f"more than {self.bound:g} MiB"
                )
        return found + self._files_left()

    def _files_left(self) -> list[str]:
        """Wait until the workers have closed what the load had opened; name those who do not."""
        end = time.monotonic() + PATIENCE
        while True:
            left = []
            for one in self.series:
                try:
                    now = open_files(one.pid)
                except OSError:  # it has died, which others notice
                    continue
                if now > one.files_before:
                    left.append(
                        f"worker {one.pid} has {now} open files when the load is gone, "
                        f"and had {one.files_before} before it"
                    )
            if not left or time.monotonic() > end:
                return left
            time.sleep(0.2)
