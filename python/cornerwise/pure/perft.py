"""Counting sequences of placements: the test that finds what examples miss."""

from __future__ import annotations

from ..types import PlacedPiece
from .action import read_number
from .piece import PIECE_NAMES
from .state import State
from .turn import count_actions, mover_placements, play

__all__ = ["perft", "perft_split"]

_DEEPEST = 8  # beyond it no answer would come in a lifetime


def perft(state: State, depth: int) -> int:
    """Count the sequences of exactly ``depth`` placements, 0 to 8; blocked colours are skipped.

    A line in which the game ends before that counts for nothing.
    """
    return _count(state, read_number(depth, 0, _DEEPEST))


def perft_split(state: State, depth: int) -> dict[str, int]:
    """Return ``perft`` split by the piece placed first, every piece named; depth is 1 to 8."""
    return _count_by_piece(state, read_number(depth, 1, _DEEPEST))


def _count(state: State, depth: int) -> int:
    if depth == 0:
        return 1
    if depth == 1:
        return count_actions(state)
    return sum(_count_by_piece(state, depth).values())


def _count_by_piece(state: State, depth: int) -> dict[str, int]:
    counts = dict.fromkeys(PIECE_NAMES, 0)
    if state.color is None:
        return counts
    for _, piece, orientation, row, col, _ in mover_placements(state):
        after, _ = play(state, PlacedPiece(state.color, piece, orientation, row, col))
        counts[piece] += _count(after, depth - 1)
    return counts
