"""Waiting for long work: Ctrl-C is heard at once, and a terminal shows how long it has taken."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from concurrent import futures
from typing import TypeVar

from .answer import Exit
from .messages import say, show

__all__ = ["wait_for"]

_FIRST = 0.5  # seconds before anything is shown: most work is done by then
_STEP = 0.2

_CLEAR = "\r\x1b[K"

T = TypeVar("T")


def wait_for(work: Callable[[], T], saying: str) -> T:
    """Do long work and return what comes of it.

    It is done in a thread of its own: an engine that is busy hears no signals, a thread that waits
    does.
    """
    outcome: futures.Future[T] = futures.Future()

    def do() -> None:
        try:
            outcome.set_result(work())
        except BaseException as error:  # noqa: BLE001 - it is raised again where it is waited for
            outcome.set_exception(error)

    begin = time.monotonic()
    threading.Thread(target=do, daemon=True).start()
    shows = _is_terminal()
    clear = ""
    try:
        while not futures.wait([outcome], _STEP if clear else _FIRST).done:
            if shows:
                clear = _CLEAR
                show(f"{_CLEAR}{saying}: {time.monotonic() - begin:.1f} s, Ctrl-C ends it")
    except KeyboardInterrupt:
        show(clear)
        say(["interrupted"])
        # Not by way of the interpreter's own end, in which a thread of an engine must not wake up.
        os._exit(Exit.INTERRUPTED)
    show(clear)
    return outcome.result()


def _is_terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
