"""Squares as people and SGF files write them: a1 to t20 (docs/notation.md)."""

from __future__ import annotations

import re

from .errors import InvalidActionError, Problem

__all__ = ["COLUMNS", "square_from_text", "square_text"]

COLUMNS = "abcdefghijklmnopqrst"
"""The letters of the columns from the left."""

_SIDE = len(COLUMNS)
_SQUARE = re.compile(r"([a-t])([1-9]|1[0-9]|20)")


def square_text(row: int, col: int) -> str:
    """Return the name of a square: the letter of its column, and its row from the bottom.

    >>> square_text(0, 0), square_text(19, 0), square_text(19, 19)
    ('a20', 'a1', 't1')
    """
    if row not in range(_SIDE) or col not in range(_SIDE):
        raise InvalidActionError([Problem("out_of_range", "the square is not on the board")])
    return f"{COLUMNS[col]}{_SIDE - row}"


def square_from_text(text: str) -> tuple[int, int]:
    """Return the row and the column of a square.

    >>> square_from_text("a20")
    (0, 0)
    """
    found = _SQUARE.fullmatch(text)
    if found is None:
        raise InvalidActionError([Problem("invalid_text", "must be a square from a1 to t20")])
    return _SIDE - int(found[2]), COLUMNS.index(found[1])
