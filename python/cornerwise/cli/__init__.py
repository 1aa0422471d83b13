"""The command line: JSON on standard output, messages for people on standard error.

``arguments`` says what may be asked, ``commands`` does it, ``files`` reads, ``messages`` tells and
``waiting`` waits. What every command has in common is here: how an answer goes out, and with which
exit code.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Sequence

from .answer import Answer, Exit, Refusal
from .arguments import make_parser
from .messages import say

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None, *, prog: str = "cornerwise") -> int:
    """Do what the arguments ask for (those of the process, if none are given).

    Returns the exit code; bad input, Ctrl-C and a reader that went away end in one, too.
    """
    try:
        return _run(arguments, prog)
    except KeyboardInterrupt:
        say(["interrupted"])
        return Exit.INTERRUPTED


def _run(arguments: Sequence[str] | None, prog: str) -> int:
    try:
        options = make_parser(prog).parse_args(arguments)
        answer: Answer = options.run(options)
    except Refusal as refusal:
        say(refusal.lines)
        return refusal.exit
    except SystemExit as end:  # argparse after its help or its complaint, gunicorn at its end
        return _write("", end.code if isinstance(end.code, int) else Exit.FINE)
    say(answer.messages)
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
        say(["cannot write the answer: standard output is closed"])
        return Exit.BAD_INPUT
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        _drop_output()
    except OSError as error:
        _drop_output()
        say([f"cannot write the answer: {error.strerror or error}"])
        return Exit.BAD_INPUT
    return code


def _drop_output() -> None:
    """Let what is still to be written go nowhere: the interpreter flushes once more at its end."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
