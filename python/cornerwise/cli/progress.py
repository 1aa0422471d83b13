"""Long work in a thread, so that Ctrl-C works at once and a terminal can show the elapsed time."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from concurrent import futures
from typing import TypeVar

from ..engine import Cancellation
from .result import ExitCode
from .stderr import print_messages, write

__all__ = ["run_with_progress"]

_DELAY = 0.5  # seconds before anything is shown: most work is done by then
_INTERVAL = 0.2

_CLEAR_LINE = "\r\x1b[K"

T = TypeVar("T")


def run_with_progress(
    work: Callable[[], T], description: str, cancel: Cancellation | None = None
) -> T:
    """Run a function in a thread and return its result.

    The main thread waits and handles signals, which a busy engine would not. Ctrl-C ends the
    process. With ``cancel``, the first Ctrl-C only cancels the work, which returns early.
    """
    outcome: futures.Future[T] = futures.Future()

    def run() -> None:
        try:
            outcome.set_result(work())
        except BaseException as error:  # noqa: BLE001 - raised again in the main thread
            outcome.set_exception(error)

    start = time.monotonic()
    threading.Thread(target=run, daemon=True).start()
    try:
        if cancel is None:
            _wait(outcome, start, description, "Ctrl-C to stop")
        else:
            try:
                _wait(outcome, start, description, "Ctrl-C: stop thinking")
            except KeyboardInterrupt:
                cancel.cancel()
                _wait(outcome, start, description, "stopping, Ctrl-C again: quit")
    except KeyboardInterrupt:
        print_messages(["interrupted"])
        # The usual interpreter shutdown must not run while a thread is inside an engine.
        os._exit(ExitCode.INTERRUPTED)
    return outcome.result()


def _wait(outcome: futures.Future[T], start: float, description: str, keys: str) -> None:
    """Wait for the outcome; meanwhile a terminal shows the elapsed time and what keys do."""
    shows_progress = _is_terminal()
    clear = ""
    try:
        while not futures.wait([outcome], _INTERVAL if clear else _DELAY).done:
            if shows_progress:
                clear = _CLEAR_LINE
                elapsed = time.monotonic() - start
                write(f"{_CLEAR_LINE}{description}: {elapsed:.1f} s, {keys}")
    finally:
        write(clear)


def _is_terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
