"""The result of a command, or the error that ended it; both with an exit code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import IntEnum

from ..errors import CornerwiseError, InvalidActionError, Problem, UnsupportedError

__all__ = ["CommandError", "ExitCode", "Result", "engine_errors", "format_problem"]


class ExitCode(IntEnum):
    """The exit codes, documented in docs/cli.md."""

    SUCCESS = 0
    NEGATIVE = 1
    INPUT_ERROR = 2
    UNDECIDED = 3
    UNSUPPORTED = 4
    INTERRUPTED = 130


@dataclass(frozen=True, slots=True)
class Result:
    """A JSON document for standard output, and messages for standard error.

    ``text`` is written instead of the document if it is given.
    """

    document: object
    exit_code: ExitCode = ExitCode.SUCCESS
    messages: Sequence[str] = ()
    text: str | None = None


class CommandError(Exception):
    """A command has no result; the messages say why."""

    def __init__(self, messages: Sequence[str], exit_code: ExitCode = ExitCode.INPUT_ERROR) -> None:
        super().__init__(*messages)
        self.messages = messages
        self.exit_code = exit_code


@contextmanager
def engine_errors(source: str, pointer: str = "") -> Iterator[None]:
    """Turn errors of the engine into a CommandError whose messages name the source of the data.

    ``source`` is a file name, or empty if the data came from options; ``pointer`` says where in the
    file the data was. An InvalidActionError with a pointer is always about an option.
    """
    try:
        yield
    except UnsupportedError as error:
        messages = [problem.message for problem in error.problems]
        raise CommandError(messages, ExitCode.UNSUPPORTED) from None
    except CornerwiseError as error:
        is_argument = isinstance(error, InvalidActionError)
        raise CommandError(
            [
                _format_option_problem(problem)
                if not source or (is_argument and problem.pointer)
                else f"{source}: {format_problem(problem, pointer)}"
                for problem in error.problems
            ]
        ) from None


def format_problem(problem: Problem, pointer: str = "") -> str:
    """Return a problem as one line: its JSON pointer, its message and its rule.

    ``pointer`` is that of the data that the problem is about.
    """
    pointer += problem.pointer
    place = f"{pointer}: " if pointer else ""
    rule = f" ({problem.rule})" if problem.rule else ""
    return f"{place}{problem.message}{rule}"


def _format_option_problem(problem: Problem) -> str:
    """Name the option instead of the field: ``/shared_color`` was ``--shared-color``."""
    _, *fields = problem.pointer.split("/")
    option = "".join(f"--{field.replace('_', '-')}: " for field in fields[:1])
    return f"{option}{problem.message}"
