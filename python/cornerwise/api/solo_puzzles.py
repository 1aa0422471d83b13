"""The solo puzzles."""

from __future__ import annotations

import os

from .. import selection
from ..engine import Cancellation
from ..puzzle import LayoutCheck, Puzzle, Solution

__all__ = [
    "check_layout",
    "new_seed",
    "puzzles",
    "solve_puzzle",
]


def puzzles() -> tuple[Puzzle, ...]:
    """Return the six solo puzzles.

    >>> [(puzzle.name, puzzle.rows, puzzle.cols) for puzzle in puzzles()][2:4]
    [('rect4', 8, 10), ('rect4_apart', 8, 10)]
    """
    return selection.engine.puzzles()


def check_layout(puzzle: str, layout: object) -> LayoutCheck:
    """Check a layout of a puzzle, complete or not.

    A layout is ``{"placements": [...]}`` with placements as in the JSON form of a state.

    >>> piece = {"color": "red", "piece": "I4", "cells": [[0, 0], [0, 1], [0, 2], [0, 3]]}
    >>> check_layout("rect4", {"placements": [piece]}).valid
    True
    """
    return selection.engine.check_layout(puzzle, layout)


def solve_puzzle(
    puzzle: str,
    layout: object = None,
    *,
    seed: int | None = None,
    seconds: float = 2,
    cancel: Cancellation | None = None,
) -> Solution:
    """Solve a puzzle, or complete a layout of it. The same seed gives the same solution.

    If omitted, a random seed is used. ``seconds`` limits the search: it is converted to a number of
    nodes, so that results can be repeated, and the time itself is a second limit. ``cancel`` (see
    :func:`new_cancellation`) ends it early. The Python engine has no solver and raises
    UnsupportedError.
    """
    given = {"placements": []} if layout is None else layout
    seed = new_seed() if seed is None else seed
    return selection.engine.solve_puzzle(puzzle, given, seed, seconds, cancel=cancel)


def new_seed() -> int:
    """Return a random seed, the default of :func:`solve_puzzle`.

    >>> 0 <= new_seed() < 2**53
    True
    """
    return int.from_bytes(os.urandom(7)) >> 3
