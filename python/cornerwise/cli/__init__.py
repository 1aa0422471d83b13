"""The command line: JSON on standard output, messages for people on standard error.

``arguments`` says what may be asked, ``commands`` does it, ``files`` reads and ``waiting`` waits.
What every command has in common is here: how an answer goes out, and with which exit code.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Sequence

from .answer import Answer, Exit, Refusal
from .arguments import make_parser

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None, *, prog: str = "cornerwise") -> int:
    """Do what the arguments ask for (those of the process, if none are given).

    Returns the exit code; bad input, Ctrl-C and a reader that went away end in one, too.
    """
    try:
        return _run(arguments, prog)
    except KeyboardInterrupt:
        _say(["interrupted"])
        return Exit.INTERRUPTED


def _run(arguments: Sequence[str] | None, prog: str) -> int:
    try:
        options = make_parser(prog).parse_args(arguments)
        answer: Answer = options.run(options)
    except Refusal as refusal:
        _say(refusal.lines)
        return refusal.exit
    except SystemExit as end:  # argparse after its help or its complaint, gunicorn at its end
        return _write("", end.code if isinstance(end.code, int) else Exit.FINE)
    _say(answer.messages)
    return _write(_as_text(answer.document, pretty=options.pretty) + "\n", answer.exit)


def _as_text(document: object, *, pretty: bool) -> str:
    if pretty:
        return json.dumps(document, indent=2)
    return json.dumps(document, separators=(",", ":"))


def _write(text: str, code: int) -> int:
    """Write to standard output and return the exit code.

    It is no fault if nobody reads on (``| head``): then the rest is dropped without a word.
    """
    if sys.stdout is None:
        _say(["cannot write the answer: standard output is closed"])
        return Exit.BAD_INPUT
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()
    except OSError as error:
        _drop_output()
        _say([f"cannot write the answer: {error.strerror or error}"])
        return Exit.BAD_INPUT
    return code


def _drop_output() -> None:
    """Let what is still to be written go nowhere: the interpreter flushes once more at its end."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _say(lines: Sequence[str]) -> None:
    """Write messages, each on a line of its own whatever is in it."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            sys.stderr.write("".join(f"cornerwise: {_one_line(line)}\n" for line in lines))
            sys.stderr.flush()


def _one_line(text: str) -> str:
    """Return a text without signs that a terminal would obey."""
    return "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text
    )
