"""Boards drawn as text, and the geometry of pieces. Nothing here asks an engine about a rule.

In classic a side-connected group of squares of one colour is exactly one piece (C2). So a drawing
with the letters B, Y, R, G and dots says which pieces are where, but not in which order they were
placed. In Blokus Shuffle pieces of one colour may touch along a side: the next letter of the
alphabet, C, Z, S, H, stands for the same colour and separates the two pieces.

A drawing may also show a piece that a test tries to place: its squares are ``x``; ``!`` where the
test expects the square to be reported for touching its own colour along a side; and a lower-case
letter where the square is already covered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from cornerwise.types import COLORS, Color, Place, PlacedPiece

Cell: TypeAlias = tuple[int, int]
Shape: TypeAlias = tuple[Cell, ...]

BOARD_SIZE = 20
CORNERS: tuple[Cell, ...] = ((0, 0), (0, 19), (19, 0), (19, 19))

COLOR_BY_LETTER: dict[str, Color] = dict(zip("BYRGCZSH", COLORS * 2, strict=True))
"""The colour of each letter of a drawing."""
TAKEN = "".join(COLOR_BY_LETTER).lower()

PIECES: dict[str, str] = {
    "I1": "#",
    "I2": "##",
    "I3": "###",
    "V3": "##/#.",
    "I4": "####",
    "L4": "###/#..",
    "T4": "###/.#.",
    "O4": "##/##",
    "Z4": "##./.##",
    "F5": ".##/##./.#.",
    "I5": "#####",
    "L5": "####/#...",
    "N5": "###./..##",
    "P5": "###/##.",
    "T5": "###/.#./.#.",
    "U5": "###/#.#",
    "V5": "###/#../#..",
    "W5": "##./.##/..#",
    "X5": ".#./###/.#.",
    "Y5": "####/.#..",
    "Z5": "##./.#./.##",
}
"""One drawing of each piece, in the order of G4; lines are separated by a slash."""


def normalized(cells: Iterable[Cell]) -> Shape:
    """Return the cells moved to the top-left of their bounding box, sorted."""
    listed = list(cells)
    top, left = min(row for row, _ in listed), min(col for _, col in listed)
    return tuple(sorted((row - top, col - left) for row, col in listed))


def orientations(shape: Shape) -> tuple[Shape, ...]:
    """Return the distinct orientations of a shape by their numbers: the sorted order."""
    found = set()
    for _ in range(4):
        shape = normalized((col, -row) for row, col in shape)
        found |= {shape, normalized((row, -col) for row, col in shape)}
    return tuple(sorted(found))


def shape_of(drawing: str) -> Shape:
    """Return the squares of a piece drawn with #, its lines separated by slashes or newlines."""
    lines = drawing.replace("/", "\n").split()
    return normalized(
        (row, col) for row, line in enumerate(lines) for col, mark in enumerate(line) if mark == "#"
    )


ORIENTATIONS: dict[str, tuple[Shape, ...]] = {
    name: orientations(shape_of(drawing)) for name, drawing in PIECES.items()
}
NAME_BY_SHAPE: dict[Shape, str] = {
    shape: name for name, shapes in ORIENTATIONS.items() for shape in shapes
}


def cells_of(placed: Place | PlacedPiece | dict[str, Any]) -> Shape:
    """Return the squares that a placement covers, sorted, from its cells or its orientation."""
    data = placed if isinstance(placed, dict) else placed.to_dict()
    if "cells" in data:
        return tuple(sorted((row, col) for row, col in data["cells"]))
    shape = ORIENTATIONS[data["piece"]][data["orientation"]]
    return tuple((data["row"] + row, data["col"] + col) for row, col in shape)


def place(piece: str, cells: Iterable[Iterable[int]]) -> dict[str, Any]:
    """Return the action that places a piece on these squares."""
    return {"type": "place", "piece": piece, "cells": [list(cell) for cell in cells]}


def neighbors(cell: Cell) -> set[Cell]:
    """Return the four squares beside a square, on the board or not."""
    row, col = cell
    return {(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)}


@dataclass(frozen=True)
class Drawing:
    """The pieces of a drawing, in reading order, and the squares of the piece that is tried."""

    placements: list[dict[str, Any]]
    tried: Shape = ()
    beside: Shape = ()
    taken: Shape = ()

    def action(self, piece: str | None = None) -> dict[str, Any]:
        """Return the action that is tried; the piece is the one with that shape unless named."""
        return place(piece or NAME_BY_SHAPE[normalized(self.tried)], self.tried)


def grid(
    top_left: str = "", *, top_right: str = "", bottom_left: str = "", bottom_right: str = ""
) -> str:
    """Return the whole board as text: the drawings in its corners, dots elsewhere."""
    lines = [["."] * BOARD_SIZE for _ in range(BOARD_SIZE)]
    corners = (
        (top_left, False, False),
        (top_right, False, True),
        (bottom_left, True, False),
        (bottom_right, True, True),
    )
    for drawing, at_bottom, at_right in corners:
        drawn = drawing.split()
        top = BOARD_SIZE - len(drawn) if at_bottom else 0
        for row, line in enumerate(drawn, start=top):
            left = BOARD_SIZE - len(line) if at_right else 0
            for col, mark in enumerate(line, start=left):
                if mark != ".":
                    assert lines[row][col] == ".", f"two drawings overlap at {row, col}"
                    lines[row][col] = mark
    return "\n".join("".join(line) for line in lines)


def draw(top_left: str = "", **corners: str) -> Drawing:
    """Parse a drawing; it is put in the top-left corner unless it is given for another one."""
    lines = grid(top_left, **corners).splitlines()
    marks = {(row, col): lines[row][col] for row in range(BOARD_SIZE) for col in range(BOARD_SIZE)}
    unread = {cell: mark.upper() for cell, mark in marks.items() if mark.upper() in COLOR_BY_LETTER}
    placements = []
    for cell, letter in list(unread.items()):
        if cell in unread:
            group = sorted(_group(unread, cell, letter))
            piece = NAME_BY_SHAPE[normalized(group)]
            cells = [*map(list, group)]
            placements.append({"color": COLOR_BY_LETTER[letter], "piece": piece, "cells": cells})
    return Drawing(
        placements=placements,
        tried=tuple(cell for cell, mark in marks.items() if mark in f"x!{TAKEN}"),
        beside=tuple(cell for cell, mark in marks.items() if mark == "!"),
        taken=tuple(cell for cell, mark in marks.items() if mark in TAKEN),
    )


def _group(unread: dict[Cell, str], cell: Cell, letter: str) -> Iterator[Cell]:
    """Remove a square and its side-connected group from the unread squares, and yield them."""
    if unread.get(cell) == letter:
        del unread[cell]
        yield cell
        for neighbor in sorted(neighbors(cell)):
            yield from _group(unread, neighbor, letter)


def render_board(placements: Iterable[PlacedPiece | dict[str, Any]]) -> str:
    """Draw the board with these pieces."""
    lines = [["."] * BOARD_SIZE for _ in range(BOARD_SIZE)]
    for placed in placements:
        color = placed["color"] if isinstance(placed, dict) else placed.color
        for row, col in cells_of(placed):
            lines[row][col] = color[0].upper()
    return "\n".join("".join(line) for line in lines)


OTHER_COLORS: dict[int, dict[str, str]] = {
    0: {},
    1: {"top_right": "Y", "bottom_right": "R", "bottom_left": "G"},
    2: {
        "top_right": """
            ..Y
            YY.
            """,
        "bottom_right": """
            RR.
            ..R
            """,
        "bottom_left": """
            .GG
            G..
            """,
    },
    3: {
        "top_right": """
            .....Y
            ...YY.
            YYY...
            """,
        "bottom_right": """
            RRR...
            ...RR.
            .....R
            """,
        "bottom_left": """
            ...GGG
            .GG...
            G.....
            """,
    },
}
"""Small pieces of the three other colours by how many each has: as many as blue, which moves."""


def blue_to_move(drawing: str) -> Drawing:
    """Parse a drawing of blue pieces in the top-left corner; the others get as many pieces."""
    pieces = len(draw(drawing).placements)
    return draw(drawing, **OTHER_COLORS[pieces])
