"""The board and pieces as text for a terminal, in colour if it supports that."""

from __future__ import annotations

from collections.abc import Sequence

from .. import cells, pieces
from ..engine import State
from ..types import Color, PlacedPiece

__all__ = ["board_lines", "piece_lines"]

_SIDE = 20
_COLUMNS = "abcdefghijklmnopqrst"
_BACKGROUNDS: dict[Color, str] = {
    "blue": "\x1b[97;44m",
    "yellow": "\x1b[30;43m",
    "red": "\x1b[97;41m",
    "green": "\x1b[30;42m",
}
_RESET = "\x1b[0m"


def board_lines(
    state: State, recent: Sequence[PlacedPiece] = (), *, colored: bool, narrow: bool = False
) -> list[str]:
    """Draw the board with the names of columns and rows; recent pieces are in lower case.

    A square is two characters wide, on a narrow board one.
    """
    space = "" if narrow else " "
    squares: dict[tuple[int, int], tuple[Color, str]] = {}
    for placed in state.placements:
        letter = placed.color[0].upper()
        for cell in cells(placed):
            squares[cell] = (placed.color, letter.lower() if placed in recent else letter)
    header = "   " + space.join(_COLUMNS)
    lines = [header]
    for row in range(_SIDE):
        drawn = (_square(squares.get((row, col)), space, colored=colored) for col in range(_SIDE))
        lines.append(f"{_SIDE - row:2} {''.join(drawn)}{_SIDE - row}")
    return [*lines, header]


def _square(content: tuple[Color, str] | None, space: str, *, colored: bool) -> str:
    if content is None:
        return f".{space}"
    color, letter = content
    return f"{_BACKGROUNDS[color]}{letter}{space}{_RESET}" if colored else f"{letter}{space}"


def piece_lines(name: str) -> list[str]:
    """Draw all orientations of a piece side by side, each below its number."""
    (piece,) = (one for one in pieces() if one.name == name)
    blocks = []
    for number, shape in enumerate(piece.orientations):
        height = 1 + max(row for row, _ in shape)
        width = 1 + max(col for _, col in shape)
        rows = [
            "".join("#" if (row, col) in shape else "." for col in range(width))
            for row in range(height)
        ]
        blocks.append([f"/{number}", *rows])
    tallest = max(map(len, blocks))
    padded = [
        [line.ljust(max(map(len, block))) for line in (*block, *[""] * (tallest - len(block)))]
        for block in blocks
    ]
    return ["   ".join(line).rstrip() for line in zip(*padded, strict=True)]
