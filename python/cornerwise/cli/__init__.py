"""The command line interface: JSON on standard output, messages on standard error.

``arguments`` defines the commands and options; ``commands``, ``records``, ``suggest`` and ``play``
run them. ``play_session`` is the loop of a game and ``play_text`` what it prints. ``input`` reads
JSON, ``stderr`` writes messages, ``terminal`` talks to players and ``progress`` runs long work.
This module writes the result and returns the exit code.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Sequence

from .arguments import make_parser
from .result import CommandError, ExitCode, Result
from .stderr import print_messages

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None, *, prog: str = "cornerwise") -> int:
    """Run a command, by default with the arguments of the process; return the exit code."""
    try:
        return _run(arguments, prog)
    except KeyboardInterrupt:
        print_messages(["interrupted"])
        return ExitCode.INTERRUPTED


def _run(arguments: Sequence[str] | None, prog: str) -> int:
    try:
        options = make_parser(prog).parse_args(arguments)
        result: Result = options.run(options)
    except CommandError as error:
        print_messages(error.messages)
        return error.exit_code
    except SystemExit as end:  # raised by argparse after help and usage errors, and by gunicorn
        return _write("", end.code if isinstance(end.code, int) else ExitCode.SUCCESS)
    print_messages(result.messages)
    text = result.text
    if text is None:
        text = _as_json(result.document, pretty=options.pretty) + "\n"
    return _write(text, result.exit_code)


def _as_json(document: object, *, pretty: bool) -> str:
    if pretty:
        return json.dumps(document, indent=2)
    return json.dumps(document, separators=(",", ":"))


def _write(text: str, exit_code: int) -> int:
    """Write to standard output and return the exit code.

    A closed pipe (``| head``) is not an error: the rest of the output is dropped.
    """
    if sys.stdout is None:
        print_messages(["cannot write the result: standard output is closed"])
        return ExitCode.INPUT_ERROR
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        _discard_output()
    except OSError as error:
        _discard_output()
        print_messages([f"cannot write the result: {error.strerror or error}"])
        return ExitCode.INPUT_ERROR
    return exit_code


def _discard_output() -> None:
    """Redirect standard output to the null device: the interpreter flushes it again at exit."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
