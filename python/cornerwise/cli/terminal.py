"""What ``play`` reads from and writes to the terminal, or the files in its place."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable

__all__ = [
    "CLEAR",
    "EndError",
    "is_colored",
    "is_interactive",
    "is_narrow",
    "is_shared",
    "print_lines",
    "print_text",
    "read_line",
]

CLEAR = "\x1b[H\x1b[2J\x1b[3J"
"""Go to the top left, and delete the screen and the lines that have left it."""

_MAX_LINE = 1000
_BOARD_WIDTH = 45


class EndError(Exception):
    """The player quits, the input ends, or the output is closed."""


def read_line(prompt: str) -> str:
    """Return a line that was typed or piped; raise EndError at the end of the input."""
    try:
        if sys.stdin.isatty():
            return input(prompt)
        print_text(prompt, end="")
        line = sys.stdin.readline(_MAX_LINE)
        print_text(line.rstrip("\n"))
    except UnicodeDecodeError:
        print_text("This is not UTF-8.")
        return ""
    except EOFError:
        line = ""
    if not line:
        print_text("")
        raise EndError
    return line


def print_text(text: str, end: str = "\n") -> None:
    """Write to standard output at once; raise EndError if it is closed."""
    try:
        sys.stdout.write(text + end)
        sys.stdout.flush()
    except OSError:
        raise EndError from None


def print_lines(lines: Iterable[str]) -> None:
    """Write lines as :func:`print_text` does; nothing if there are none."""
    print_text("".join(f"{line}\n" for line in lines), end="")


def is_interactive() -> bool:
    """Return whether somebody can answer a question."""
    return sys.stdin is not None and sys.stdin.isatty()


def is_colored() -> bool:
    """Return whether the board may be drawn in colour."""
    return _is_screen() and not os.environ.get("NO_COLOR")


def is_narrow() -> bool:
    """Return whether standard output is a terminal too narrow for the usual board."""
    return sys.stdout.isatty() and shutil.get_terminal_size().columns < _BOARD_WIDTH


def is_shared() -> bool:
    """Return whether people share a terminal, which can be cleared."""
    return is_interactive() and _is_screen()


def _is_screen() -> bool:
    """Return whether standard output understands escape sequences."""
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
