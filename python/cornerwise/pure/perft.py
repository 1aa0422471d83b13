"""Counting sequences of placements, a strong test of the move generator."""

from __future__ import annotations

from ..errors import InvalidActionError, Problem
from ..types import PieceName, Place
from .action import read_number
from .movegen import count_placements
from .piece import PIECE_NAMES
from .placing import current_placements, placement_options
from .play import play
from .state import State

__all__ = ["perft", "perft_split"]

_MAX_DEPTH = 8  # deeper counts would not finish


def perft(state: State, depth: int) -> int:
    """Count the sequences of exactly ``depth`` placements, 0 to 8; blocked colours are skipped.

    Sequences in which the game ends earlier are not counted.
    """
    return _count(*_read(state, depth, least=0))


def perft_split(state: State, depth: int) -> dict[PieceName, int]:
    """Return ``perft`` split by the piece placed first, every piece named; depth is 1 to 8."""
    return _count_by_piece(*_read(state, depth, least=1))


def _read(state: State, depth: int, least: int) -> tuple[State, int]:
    """Return the arguments if the depth is in range and the game is classic."""
    read = read_number(depth, least, _MAX_DEPTH)
    if state.rules.game != "classic":
        raise InvalidActionError([Problem("options_conflict", "perft supports classic games only")])
    return state, read


def _count(state: State, depth: int) -> int:
    if depth == 0:
        return 1
    if state.color is None:
        return 0
    if depth == 1:
        return sum(count_placements(each.rule, each.pieces) for each in placement_options(state))
    return sum(_count_by_piece(state, depth).values())


def _count_by_piece(state: State, depth: int) -> dict[PieceName, int]:
    counts = dict.fromkeys(PIECE_NAMES, 0)
    if state.color is None:
        return counts
    for color, placement in current_placements(state):
        after, _ = play(state, Place(placement.piece, *placement.pose, color))
        counts[placement.piece] += _count(after, depth - 1)
    return counts
