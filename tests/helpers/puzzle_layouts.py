"""Layouts of the solo puzzles: drawn and known ones, and an independent check of the rules.

The verdicts here are found by playing: a colour is right if its pieces can be put down one by one.
An engine judges a finished layout without looking for an order, so that the two can be compared.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from cornerwise.engine import Engine
from cornerwise.puzzle import LayoutCheck
from cornerwise.types import COLORS

from tests.helpers.drawing import (
    CORNERS,
    NAME_BY_SHAPE,
    ORIENTATIONS,
    PIECES,
    Cell,
    cells_of,
    draw,
    neighbors,
    normalized,
)
from tests.helpers.problems import problem_fields

Layout: TypeAlias = list[dict[str, Any]]

REFERENCE = json.loads((Path(__file__).parents[1] / "data" / "puzzles.json").read_text("utf-8"))
SOLUTIONS: dict[str, Layout] = {
    puzzle: solutions[0] for puzzle, solutions in REFERENCE["solutions"].items()
}
"""A verified solution of each puzzle; those of the boards of 84 are in a legal order of play."""


class Rules(NamedTuple):
    """The definition of a puzzle in the rules."""

    rule: str
    rows: int
    cols: int
    sizes: tuple[int, ...]
    apart: bool = False
    connected: bool = False
    descending: bool = False

    @property
    def pieces(self) -> list[str]:
        """The names of the pieces that each colour gives."""
        return [name for name in PIECES if int(name[1]) in self.sizes]

    @property
    def stages(self) -> list[list[tuple[int, ...]]]:
        """The orders in which a colour must be playable: all together, or the fives first."""
        if not self.connected:
            return []
        return [[(5,), (4,), (3,), (2,), (1,)]] if self.descending else [[self.sizes]]


PUZZLES: dict[str, Rules] = {
    "board84": Rules("U1", 20, 20, (1, 2, 3, 4, 5), apart=True, connected=True),
    "board84_descending": Rules(
        "U2", 20, 20, (1, 2, 3, 4, 5), apart=True, connected=True, descending=True
    ),
    "rect4": Rules("U3", 8, 10, (4,)),
    "rect4_apart": Rules("U4", 8, 10, (4,), apart=True),
    "rect5": Rules("U5", 15, 16, (5,)),
    "rect5_apart": Rules("U6", 15, 16, (5,), apart=True),
}

# ---- One whole colour, drawn ------------------------------------------------------------------

DESCENDING = """
B.BBBB..B.BB
B...B.BBB.B.BB
BBB..B..B.B..B
...BBB.B..B.B.
.B.B..B.BB.BB.
BBB..BB.BB..B.
..B.BB...B....
BB....B.B.B...
.BBB..BBB.B..B
B...B.....B..B
B..BBB..B.B..B
B...B.BBB.B.B.
B.BB.B.....BB.
..BB.B.....B..
"""
"""All 21 pieces of blue, V5 in the corner; each can be placed before every smaller one."""

HANGING = """
B...BB..BBB...
BBB.B..B..B...
.B.BB..BB..B..
B.B..B..B.B.BB
BBB.BB..B.B..B
....BB.B.BB..B
.BBB..BB..B..B
B.B..BB.BB....
B.B.....B.B...
.B.BBBBB..B.BB
BBB.....BBB.BB
.B.BBBB....B..
.......BB.BBB.
....BBB.BB....
"""
"""All 21 pieces of blue; L5, on the right, touches nothing but I1."""

FROM_ONE = """
B...BBB....B..
.BB.B..BB..B..
B.B.B...B.BB..
B.B..B.BB..B..
B.B.BB...BB.BB
.B.BB..B..B.BB
BBB..BBB..BB..
.B.BB..B.B....
B..BBB..BBB..B
B.......B...BB
B..BBBBB.BBB..
B.B.....BB..B.
..BBB.BB..B.BB
.......BB.B.B.
"""
"""All 21 pieces of blue, beginning with I1 in the corner."""

SCATTERED = """
BBBBB.BB.BBB..
.....B.BB.BB..
....BBB.B.....
BBBB.B.B.BB...
....B.B...B.BB
.B..B.BB.BB..B
BBBB.B.B...B.B
.....B.B.B.BB.
.B..BBB..B..B.
.BBB...BBB....
B..B......BB..
BB..BBB...BB..
...B.....B..B.
..BBB.BBBB.BB.
............BB
"""
"""All 21 pieces of blue, placed from I5 in the corner in no order of size."""


def pieces(drawing: str) -> Layout:
    """Return the pieces of a drawing, in reading order."""
    return draw(drawing).placements


def shifted(layout: Layout, rows: int, cols: int) -> Layout:
    """Return a layout moved over the board."""
    return [
        {**placed, "cells": [[row + rows, col + cols] for row, col in placed["cells"]]}
        for placed in layout
    ]


def painted(layout: Layout, color: str) -> Layout:
    """Return a layout in one other colour."""
    return [{**placed, "color": color} for placed in layout]


def at(layout: Layout, piece: str) -> tuple[str, tuple[Cell, ...]]:
    """Return the pointer to a piece of which there is one, and its squares."""
    (index,) = (index for index, placed in enumerate(layout) if placed["piece"] == piece)
    return f"/placements/{index}", cells_of(layout[index])


# ---- Checks by an engine ----------------------------------------------------------------------


def check(engine: Engine[Any], puzzle: str, layout: Layout) -> LayoutCheck:
    """Return an engine's check of a layout, and assert that playing it gives the same result."""
    checked = engine.check_layout(puzzle, {"placements": layout})
    assert checked.puzzle == puzzle
    assert checked.valid == is_right(puzzle, layout)
    assert checked.solved == is_solved(puzzle, layout)
    return checked


def problems_of(
    engine: Engine[Any], puzzle: str, layout: Layout
) -> list[tuple[str, str, str | None, tuple[Cell, ...]]]:
    """Return code, pointer, rule and squares of what is wrong."""
    return problem_fields(check(engine, puzzle, layout).problems)


# ---- Checks by the rules ----------------------------------------------------------------------


def is_right(puzzle: str, layout: Layout) -> bool:
    """Return whether nothing is wrong with a layout so far (U7); its data must be well formed."""
    rules = PUZZLES[puzzle]
    pieces = [(placed["color"], placed["piece"], _cells(placed)) for placed in layout]
    names = [(color, piece) for color, piece, _ in pieces]
    squares = [cell for _, _, cells in pieces for cell in cells]
    return (
        all(_is_shape(placed) for placed in layout)
        and all(piece in rules.pieces for _, piece in names)
        and len(set(names)) == len(names)
        and len(set(squares)) == len(squares)
        and all(0 <= row < rules.rows and 0 <= col < rules.cols for row, col in squares)
        and not (rules.apart and _touches_itself(pieces))
        and all(
            _can_be_played(pieces, color, stages) for stages in rules.stages for color in COLORS
        )
    )


def is_solved(puzzle: str, layout: Layout) -> bool:
    """Return whether a layout is a solution."""
    return len(layout) == 4 * len(PUZZLES[puzzle].pieces) and is_right(puzzle, layout)


def is_order_of_play(layout: Layout, *, descending: bool) -> bool:
    """Return whether the pieces can be placed one after the other as they are listed (C1, C2)."""
    board: dict[str, set[Cell]] = {color: set() for color in COLORS}
    for placed in layout:
        own, cells = board[placed["color"]], set(cells_of(placed))
        if not (_meets(cells, own) if own else cells & set(CORNERS)):
            return False
        own |= cells
    sizes = [int(placed["piece"][1]) for placed in layout]
    return not descending or sizes == sorted(sizes, reverse=True)


_Piece: TypeAlias = tuple[str, str, frozenset[Cell]]


def _cells(placed: dict[str, Any]) -> frozenset[Cell]:
    return frozenset(cells_of(placed)) if _is_shape(placed) else frozenset()


def _is_shape(placed: dict[str, Any]) -> bool:
    """Return whether pose and cells, whichever are given, are the named piece."""
    pose: dict[str, Any] = {
        name: placed[name] for name in ("orientation", "row", "col") if name in placed
    }
    given = []
    if "cells" in placed:
        given.append(sorted((row, col) for row, col in placed["cells"]))
    if pose:
        if not 0 <= placed["orientation"] < len(ORIENTATIONS[placed["piece"]]):
            return False
        given.append(list(cells_of({"piece": placed["piece"], **pose})))
    shapes = {NAME_BY_SHAPE.get(normalized(cells)) if cells else None for cells in given}
    return shapes == {placed["piece"]} and all(cells == given[0] for cells in given)


def _touches_itself(pieces: list[_Piece]) -> bool:
    whose = {cell: (color, piece) for color, piece, cells in pieces for cell in cells}
    return any(
        beside in whose and whose[beside][0] == color and whose[beside] != (color, piece)
        for cell, (color, piece) in whose.items()
        for beside in neighbors(cell)
    )


def _meets(cells: Iterable[Cell], others: set[Cell]) -> bool:
    steps = ((-1, -1), (-1, 1), (1, -1), (1, 1))
    return any((row + down, col + right) in others for row, col in cells for down, right in steps)


def _can_be_played(pieces: list[_Piece], color: str, stages: Iterable[tuple[int, ...]]) -> bool:
    """Return whether a colour can be put down piece by piece, the sizes of each stage in turn.

    Undecided while pieces are missing (U7).
    """
    own = [cells for whose, _, cells in pieces if whose == color]
    if len(own) < len(PIECES):
        return True
    groups = [[cells for cells in own if len(cells) in sizes] for sizes in stages]
    return any(_plays_on(start, groups) for start in groups[0] if start & set(CORNERS))


def _plays_on(start: frozenset[Cell], groups: list[list[frozenset[Cell]]]) -> bool:
    board = set(start)
    for group in groups:
        left = [cells for cells in group if cells != start]
        while left:
            fitting = [cells for cells in left if _meets(cells, board)]
            if not fitting:
                return False
            board.update(*fitting)
            left = [cells for cells in left if cells not in fitting]
    return True
