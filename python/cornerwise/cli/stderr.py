"""Messages on standard error. Failing to write one never fails a command.

Standard error may be closed, or a pipe without a reader. The result and the exit code do
not depend on it.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Sequence

__all__ = ["print_messages", "write"]


def print_messages(messages: Sequence[str]) -> None:
    """Write each message on one line, with unprintable characters escaped."""
    write("".join(f"cornerwise: {_escape(message)}\n" for message in messages))


def write(text: str) -> None:
    """Write text to standard error as it is."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            sys.stderr.write(text)
            sys.stderr.flush()


def _escape(text: str) -> str:
    """Return text without control characters, which a terminal would interpret."""
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode()
        for character in text
    )
