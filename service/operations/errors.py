"""Why an operation cannot be carried out, independent of HTTP."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from cornerwise import Problem

__all__ = ["OperationError", "prefix_pointers", "summarize"]


class OperationError(Exception):
    """An operation failed: a ``code``, a ``detail`` for people, and the ``errors`` in the request.

    ``index`` is the index of the action that is illegal, ``retry_after`` the number of seconds
    after which it is worth trying again. :mod:`service.http.problems` makes problem documents.
    """

    def __init__(
        self,
        code: str,
        detail: str,
        errors: Iterable[Problem] = (),
        *,
        index: int | None = None,
        retry_after: int | None = None,
    ) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.errors = tuple(errors)
        self.index = index
        self.retry_after = retry_after

    @classmethod
    def from_problems(
        cls, code: str, problems: Iterable[Problem], pointer: str = ""
    ) -> OperationError:
        """Return the error for problems in the part of the request at ``pointer``."""
        errors = prefix_pointers(pointer, problems)
        return cls(code, summarize(errors), errors)


def prefix_pointers(prefix: str, problems: Iterable[Problem]) -> list[Problem]:
    """Return problems of a part of the request with pointers into the whole request."""
    return [replace(problem, pointer=prefix + problem.pointer) for problem in problems]


def summarize(errors: Iterable[Problem]) -> str:
    """Return the first error as a text; the list contains the others."""
    first = next(iter(errors))
    return f"{first.pointer or 'the body'}: {first.message}"
