"""The files through which the workers of one server add up their metrics.

prometheus_client by itself starts new files for every process and keeps all of them, so that
workers which die one after the other fill the directory. It also writes to files whose blocks are
not allocated: on a full disk the kernel then kills the worker that counts. Here a new worker
continues with the files of its predecessor, and files are allocated before they are used.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
import time
from contextlib import suppress
from pathlib import Path

__all__ = ["SIZES", "create_directory", "remove_directory", "use_files"]

DIRECTORY = "PROMETHEUS_MULTIPROC_DIR"
OWNER = "CORNERWISE_METRICS_OWNER"
PREFIX = "cornerwise-metrics-"

SIZES = {"counter": 262_144, "histogram": 262_144, "gauge_max": 65_536}
"""Bytes of each file of a worker: enough for every route, method and status there can be."""


def create_directory() -> None:
    """Create the directory, before anything imports prometheus_client, which reads it once.

    A directory inherited from another main process (an upgrade by USR2) is removed by that one.
    """
    inherited = os.environ.get(OWNER) not in {None, str(os.getpid())}
    if os.environ.get(DIRECTORY) and not inherited:
        Path(os.environ[DIRECTORY]).mkdir(parents=True, exist_ok=True)
        return
    _remove_abandoned()
    directory = tempfile.mkdtemp(prefix=PREFIX)
    # Locked for as long as this process lives: the descriptor is never closed.
    fcntl.flock(os.open(directory, os.O_RDONLY), fcntl.LOCK_EX)
    os.environ[DIRECTORY] = directory
    os.environ[OWNER] = str(os.getpid())


def _remove_abandoned() -> None:
    """Remove the directories of main processes that were killed; they are no longer locked.

    In a container they would add up until its memory is full. A new one may not be locked yet.
    """
    for directory in Path(tempfile.gettempdir()).glob(PREFIX + "*"):
        with suppress(OSError):
            lock = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if os.fstat(lock).st_mtime < time.time() - 60:
                    shutil.rmtree(directory)
            finally:
                os.close(lock)


def use_files(identifier: str) -> None:
    """Have this process count in the files of that name; raises OSError if there is no space."""
    from prometheus_client import values  # noqa: PLC0415 - not before the directory exists

    values.ValueClass = values.MutexValue  # counts in memory, which nothing reads
    directory = Path(os.environ[DIRECTORY])
    directory.mkdir(parents=True, exist_ok=True)  # it may have been removed
    for kind, size in SIZES.items():
        # A gauge describes its worker, which may be of another version than its predecessor.
        allocate(directory / f"{kind}_{identifier}.db", size, replace=kind == "gauge_max")
    values.ValueClass = values.MultiProcessValue(lambda: identifier)  # type: ignore[no-untyped-call]


def allocate(file: Path, size: int, *, replace: bool = False) -> None:
    """Create a file of zeros with all its blocks, unless it exists."""
    if replace or not file.exists():
        # Renamed when it is complete, because it may be read at any time.
        partial = file.with_suffix(".partial")
        partial.write_bytes(bytes(size))
        partial.rename(file)


def remove_directory() -> None:
    """Remove the directory if this process created it."""
    if os.environ.get(OWNER) == str(os.getpid()):
        shutil.rmtree(os.environ[DIRECTORY], ignore_errors=True)
