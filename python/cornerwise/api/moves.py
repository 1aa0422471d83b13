"""Pieces and legal actions."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from .. import selection
from ..engine import State, View
from ..errors import InvalidActionError, Problem
from ..types import (
    Action,
    Color,
    MoveFormat,
    Piece,
    PieceName,
    PiecePlaced,
    Place,
    PlacedPiece,
    Summary,
)

__all__ = [
    "cells",
    "count_actions",
    "legal_actions",
    "legal_actions_json",
    "legal_placements",
    "perft",
    "perft_split",
    "pieces",
    "summary",
]


def pieces() -> tuple[Piece, ...]:
    """Return the 21 pieces with all their orientations.

    >>> [piece.name for piece in pieces() if piece.size == 4]
    ['I4', 'L4', 'T4', 'O4', 'Z4']
    """
    return selection.engine.pieces()


def cells(placed: Place | PlacedPiece | PiecePlaced) -> tuple[tuple[int, int], ...]:
    """Return the squares that a piece covers, as sorted (row, col) pairs.

    >>> cells(Place("V3", orientation=0, row=4, col=7))
    ((4, 7), (4, 8), (5, 7))
    """
    shape = _shapes().get((placed.piece, placed.orientation))
    if shape is None:
        message = f"{placed.piece} has no orientation {placed.orientation}"
        raise InvalidActionError([Problem("wrong_shape", message, rule="G3")])
    return tuple((placed.row + row, placed.col + col) for row, col in shape)


@cache
def _shapes() -> dict[tuple[str, int], tuple[tuple[int, int], ...]]:
    return {
        (piece.name, number): shape
        for piece in pieces()
        for number, shape in enumerate(piece.orientations)
    }


def legal_actions(
    state: State | View,
    pieces: Iterable[PieceName] | None = None,
    covering: Iterable[int] | None = None,
) -> list[Action]:
    """Return the legal actions of a state.

    With ``pieces``, only actions with these pieces are returned; with ``covering``, a row and a
    column, only placements that cover that square. An empty list is the same as None.

    Placements are sorted by piece, orientation, row and column; other actions are in the order of
    :data:`CARDS` and :data:`COLORS`. The list is empty when the game is over.

    >>> len(legal_actions(new_game()))
    232
    >>> len(legal_actions(new_game(), covering=(0, 0)))
    58
    """
    return selection.engine.legal_actions(state, pieces, *_given(covering))


def legal_placements(state: State, color: Color) -> list[Place]:
    """Return the placements that would be legal for a colour if it were its turn.

    >>> len(legal_placements(new_game(start_corners="fixed"), "green"))
    58
    """
    return selection.engine.legal_placements(state, color)


def legal_actions_json(
    state: State | View,
    format: MoveFormat = "objects",  # noqa: A002 - the word that HTTP and the command line use
    pieces: Iterable[PieceName] | None = None,
    covering: Iterable[int] | None = None,
) -> tuple[int, bytes]:
    """Return the number of legal actions, and the actions as JSON text.

    ``objects`` is an array of actions, ``cells`` the same with the squares of each placement,
    ``groups`` an array of placements by colour, piece and orientation, with a list of
    ``row * 20 + col`` for each.

    >>> legal_actions_json(new_game(start_corners="fixed"), "groups", ["O4"])
    (1, b'[{"type":"place","color":"blue","piece":"O4","orientation":0,"positions":[0]}]')
    """
    return selection.engine.legal_actions_json(state, format, pieces, *_given(covering))


def _given(covering: Iterable[int] | None) -> tuple[Iterable[int], ...]:
    return () if covering is None else (covering,)


def count_actions(state: State | View) -> int:
    """Return the number of legal actions; faster than the length of the list.

    >>> count_actions(new_game(start_corners="fixed"))
    58
    """
    return selection.engine.count_actions(state)


def summary(state: State | View) -> Summary:
    """Return the legal placements by piece, the squares they cover, and the open corners.

    >>> summary(new_game(start_corners="fixed")).open_corners
    ((0, 0),)
    """
    return selection.engine.summary(state)


def perft(state: State, depth: int) -> int:
    """Count the sequences of exactly ``depth`` placements from a state; classic only.

    >>> perft(new_game(), 2)
    40368
    """
    return selection.engine.perft(state, depth)


def perft_split(state: State, depth: int) -> dict[PieceName, int]:
    """Return :func:`perft` split by the piece that is placed first.

    >>> perft_split(new_game(), 1)["V5"]
    12
    """
    return selection.engine.perft_split(state, depth)
