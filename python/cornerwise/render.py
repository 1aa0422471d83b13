"""Drawings of a board of any size: SVG for web pages and notebooks, text for terminals.

The four colours are distinguishable with every kind of colour vision (they are taken from the
palette of Okabe and Ito); every piece also has an outline and the letter of its colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import zip_longest

from .engine import State
from .types import Color, PlacedPiece

__all__ = ["Shapes", "state_svg", "svg", "text"]

Shapes = dict[str, tuple[tuple[tuple[int, int], ...], ...]]
"""For each piece the squares of its orientations, see :class:`cornerwise.types.Piece`."""

SIDE = 20
_CELL = 24
_MARGIN = 26

# Fill, and the colour of the letter on it.
_PAINT: dict[Color, tuple[str, str]] = {
    "blue": ("#0072B2", "#FFFFFF"),
    "yellow": ("#F0E442", "#3D3A00"),
    "red": ("#D55E00", "#FFFFFF"),
    "green": ("#009E73", "#FFFFFF"),
}


def state_svg(state: State) -> str:
    """Draw the board of a state as SVG, with the last placement marked.

    This is ``to_svg`` of the states of both engines.
    """
    return svg(state.placements, _all_shapes())


@cache
def _all_shapes() -> Shapes:
    from . import pieces  # noqa: PLC0415 - the package is not complete while this is imported

    return {piece.name: piece.orientations for piece in pieces()}


def text(
    placements: Iterable[PlacedPiece], shapes: Shapes, *, rows: int = SIDE, cols: int = SIDE
) -> str:
    """Draw the board as lines of text with coordinates and one letter for each square.

    Column numbers from 10 on have two digits, one above the other.
    """
    grid = [["."] * cols for _ in range(rows)]
    for placed in placements:
        for row, col in _cells(placed, shapes):
            grid[row][col] = placed.color[0].upper()
    tens = "   " + "".join(str(col // 10) if col >= 10 else " " for col in range(cols))
    units = "   " + "".join(str(col % 10) for col in range(cols))
    lines = (f"{number:2} {''.join(line)}" for number, line in enumerate(grid))
    return "\n".join([*([tens] if tens.strip() else []), units, *lines, ""])


def svg(
    placements: Sequence[PlacedPiece],
    shapes: Shapes,
    *,
    rows: int = SIDE,
    cols: int = SIDE,
    mark_last: bool = True,
) -> str:
    """Draw the board as SVG; ``mark_last`` marks the last placement with dots."""
    width, height = _at(cols) + _MARGIN, _at(rows) + _MARGIN
    marked = placements[-1:] if mark_last else ()
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" role="img">'
        ),
        f"<title>{_title(placements, marked)}</title>",
        f'<rect width="{width}" height="{height}" fill="#FAFAF7"/>',
        _grid(rows, cols),
        _coordinates(rows, cols),
        *(_piece(placed, shapes) for placed in placements),
        *(_mark(placed, shapes) for placed in marked),
        "</svg>\n",
    ]
    return "\n".join(parts)


def _cells(placed: PlacedPiece, shapes: Shapes) -> list[tuple[int, int]]:
    shape = shapes[placed.piece][placed.orientation]
    return [(placed.row + row, placed.col + col) for row, col in shape]


def _at(number: int) -> int:
    return _MARGIN + number * _CELL


def _title(placements: Sequence[PlacedPiece], marked: Sequence[PlacedPiece]) -> str:
    if not placements:
        return "An empty Blokus board"
    last = "".join(f", the last one {placed.color} {placed.piece}" for placed in marked)
    count = f"{len(placements)} {'piece' if len(placements) == 1 else 'pieces'}"
    return f"A Blokus board with {count}{last}"


def _grid(rows: int, cols: int) -> str:
    down = [f"M{_at(col)} {_MARGIN}V{_at(rows)}" for col in range(cols + 1)]
    across = [f"M{_MARGIN} {_at(row)}H{_at(cols)}" for row in range(rows + 1)]
    return f'<path d="{_alternating(down, across)}" stroke="#CFCFC8" fill="none"/>'


def _coordinates(rows: int, cols: int) -> str:
    def label(x: int, y: int, number: int) -> str:
        return f'<text x="{x}" y="{y}">{number}</text>'

    half = _MARGIN // 2
    columns = [
        "".join(label(_at(col) + _CELL // 2, y, col) for y in (half, _at(rows) + half))
        for col in range(cols)
    ]
    lines = [
        "".join(label(x, _at(row) + _CELL // 2, row) for x in (half, _at(cols) + half))
        for row in range(rows)
    ]
    return (
        '<g font-family="sans-serif" font-size="10" fill="#6B6B63" text-anchor="middle" '
        f'dominant-baseline="central">{_alternating(columns, lines)}</g>'
    )


def _alternating(ones: Sequence[str], others: Sequence[str]) -> str:
    pairs = zip_longest(ones, others, fillvalue="")
    return "".join(part for pair in pairs for part in pair)


def _piece(placed: PlacedPiece, shapes: Shapes) -> str:
    cells = _cells(placed, shapes)
    fill, ink = _PAINT[placed.color]
    squares = "".join(f"M{_at(col)} {_at(row)}h{_CELL}v{_CELL}h-{_CELL}z" for row, col in cells)
    seams = "".join(
        f"M{_at(col)} {_at(row)}{step}"
        for row, col in cells
        for step, beyond in ((f"h{_CELL}", (row - 1, col)), (f"v{_CELL}", (row, col - 1)))
        if beyond in cells
    )
    row, col = cells[0]
    middle = _CELL // 2
    return (
        f"<g><title>{placed.color} {placed.piece}</title>"
        f'<path d="{squares}" fill="{fill}"/>'
        f'<path d="{seams}" stroke="#FFFFFF" stroke-opacity=".45" fill="none"/>'
        f'<path d="{_outline(cells)}" stroke="#1C1C1A" stroke-width="2" fill="none" '
        'stroke-linecap="round"/>'
        f'<text x="{_at(col) + middle}" y="{_at(row) + middle}" fill="{ink}" font-size="11" '
        'font-family="sans-serif" font-weight="bold" text-anchor="middle" '
        f'dominant-baseline="central">{placed.color[0].upper()}</text></g>'
    )


def _outline(cells: list[tuple[int, int]]) -> str:
    """Return the sides of the squares that are not shared by two of them."""
    sides = []
    for row, col in cells:
        x, y = _at(col), _at(row)
        if (row - 1, col) not in cells:
            sides.append(f"M{x} {y}h{_CELL}")
        if (row + 1, col) not in cells:
            sides.append(f"M{x} {y + _CELL}h{_CELL}")
        if (row, col - 1) not in cells:
            sides.append(f"M{x} {y}v{_CELL}")
        if (row, col + 1) not in cells:
            sides.append(f"M{x + _CELL} {y}v{_CELL}")
    return "".join(sides)


def _mark(placed: PlacedPiece, shapes: Shapes) -> str:
    """Mark the last placement: a ring around the letter and a dot on each other square."""
    _, ink = _PAINT[placed.color]
    middle = _CELL // 2
    first, *rest = _cells(placed, shapes)
    ring = (
        f'<circle cx="{_at(first[1]) + middle}" cy="{_at(first[0]) + middle}" r="9" '
        f'stroke="{ink}" stroke-width="1.5" fill="none"/>'
    )
    dots = "".join(
        f'<circle cx="{_at(col) + middle}" cy="{_at(row) + middle}" r="4"/>' for row, col in rest
    )
    return f'<g fill="{ink}">{ring}{dots}</g>'
