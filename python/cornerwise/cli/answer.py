"""What a command comes to: an answer, or a refusal; either with the exit code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import IntEnum

from ..errors import CornerwiseError, InvalidActionError, Problem, UnsupportedError

__all__ = ["Answer", "Exit", "Refusal", "in_words", "naming"]


class Exit(IntEnum):
    """The exit codes; docs/cli.md tells people of them."""

    FINE = 0
    NO = 1
    BAD_INPUT = 2
    UNDECIDED = 3
    UNSUPPORTED = 4
    INTERRUPTED = 130


@dataclass(frozen=True, slots=True)
class Answer:
    """One document for programs, and lines for people besides."""

    document: object
    exit: Exit = Exit.FINE
    messages: Sequence[str] = ()


class Refusal(Exception):  # noqa: N818 - how a command ends, not always an error of ours
    """There is no answer; the lines say why."""

    def __init__(self, lines: Sequence[str], code: Exit = Exit.BAD_INPUT) -> None:
        super().__init__(*lines)
        self.lines = lines
        self.exit = code


@contextmanager
def naming(given: str) -> Iterator[None]:
    """Turn what the engine says of what was given, a file for one, into a refusal that names it.

    Where nothing is named, or the engine could not read an argument, an option is at fault.
    """
    try:
        yield
    except UnsupportedError as error:
        lines = [problem.message for problem in error.problems]
        raise Refusal(lines, Exit.UNSUPPORTED) from None
    except CornerwiseError as error:
        is_argument = isinstance(error, InvalidActionError)
        raise Refusal(
            [
                _of_option(problem)
                if not given or (is_argument and problem.pointer)
                else f"{given}: {in_words(problem)}"
                for problem in error.problems
            ]
        ) from None


def in_words(problem: Problem) -> str:
    """Return a problem as a line for people."""
    place = f"{problem.pointer}: " if problem.pointer else ""
    rule = f" ({problem.rule})" if problem.rule else ""
    return f"{place}{problem.message}{rule}"


def _of_option(problem: Problem) -> str:
    """Name the option, not the field that it became: ``/shared_color`` was ``--shared-color``."""
    _, *fields = problem.pointer.split("/")
    option = "".join(f"--{field.replace('_', '-')}: " for field in fields[:1])
    return f"{option}{problem.message}"
