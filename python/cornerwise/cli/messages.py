"""What goes to standard error: for people, and never a reason to fail.

Whoever was to read it may be gone, with the terminal or at the other end of a pipe. The answer and
the exit code do not depend on it.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Sequence

__all__ = ["say", "show"]


def say(lines: Sequence[str]) -> None:
    """Write messages, each on a line of its own whatever is in it."""
    show("".join(f"cornerwise: {_one_line(line)}\n" for line in lines))


def show(text: str) -> None:
    """Write a text as it is."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            sys.stderr.write(text)
            sys.stderr.flush()


def _one_line(text: str) -> str:
    """Return a text without signs that a terminal would obey."""
    return "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text
    )
