"""Pictures of a board: SVG for pages and READMEs, text for terminals.

The four colours are told apart by people who see colours differently (they are taken from the
palette of Okabe and Ito), and every piece has an outline and its colour's letter besides.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .types import Color, PlacedPiece

__all__ = ["Shapes", "svg", "text"]

Shapes = dict[str, tuple[tuple[tuple[int, int], ...], ...]]
"""For each piece the squares of its orientations, as the pieces of an engine tell them."""

SIDE = 20
_CELL = 24
_MARGIN = 26
_SIZE = SIDE * _CELL + 2 * _MARGIN

# Fill, and the colour of the letter on it.
_PAINT: dict[Color, tuple[str, str]] = {
    "blue": ("#0072B2", "#FFFFFF"),
    "yellow": ("#F0E442", "#3D3A00"),
    "red": ("#D55E00", "#FFFFFF"),
    "green": ("#009E73", "#FFFFFF"),
}


def text(placements: Iterable[PlacedPiece], shapes: Shapes) -> str:
    """Draw the board as twenty lines with coordinates, a letter for each square."""
    grid = [["."] * SIDE for _ in range(SIDE)]
    for placed in placements:
        for row, col in _cells(placed, shapes):
            grid[row][col] = placed.color[0].upper()
    tens = "   " + "".join(str(col // 10) if col >= 10 else " " for col in range(SIDE))
    units = "   " + "".join(str(col % 10) for col in range(SIDE))
    rows = (f"{number:2} {''.join(row)}" for number, row in enumerate(grid))
    return "\n".join([tens.rstrip(), units, *rows, ""])


def svg(placements: Sequence[PlacedPiece], shapes: Shapes) -> str:
    """Draw the board as a picture; the last placement is marked with dots."""
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_SIZE} {_SIZE}" '
            f'width="{_SIZE}" height="{_SIZE}" role="img">'
        ),
        f"<title>{_title(placements)}</title>",
        f'<rect width="{_SIZE}" height="{_SIZE}" fill="#FAFAF7"/>',
        _grid(),
        _coordinates(),
        *(_piece(placed, shapes) for placed in placements),
        *(_mark(placed, shapes) for placed in placements[-1:]),
        "</svg>\n",
    ]
    return "\n".join(parts)


def _cells(placed: PlacedPiece, shapes: Shapes) -> list[tuple[int, int]]:
    shape = shapes[placed.piece][placed.orientation]
    return [(placed.row + row, placed.col + col) for row, col in shape]


def _at(number: int) -> int:
    return _MARGIN + number * _CELL


def _title(placements: Sequence[PlacedPiece]) -> str:
    if not placements:
        return "An empty Blokus board"
    last = placements[-1]
    return f"A Blokus board with {len(placements)} pieces, the last one {last.color} {last.piece}"


def _grid() -> str:
    end = _at(SIDE)
    lines = "".join(
        f"M{_at(number)} {_MARGIN}V{end}M{_MARGIN} {_at(number)}H{end}"
        for number in range(SIDE + 1)
    )
    return f'<path d="{lines}" stroke="#CFCFC8" fill="none"/>'


def _coordinates() -> str:
    labels = []
    for number in range(SIDE):
        middle = _at(number) + _CELL // 2
        for x, y in ((middle, _MARGIN // 2), (middle, _SIZE - _MARGIN // 2)):
            labels.append(f'<text x="{x}" y="{y}">{number}</text>')
        for x, y in ((_MARGIN // 2, middle), (_SIZE - _MARGIN // 2, middle)):
            labels.append(f'<text x="{x}" y="{y}">{number}</text>')
    return (
        '<g font-family="sans-serif" font-size="10" fill="#6B6B63" text-anchor="middle" '
        f'dominant-baseline="central">{"".join(labels)}</g>'
    )


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
    """Return the sides of squares that no other square of the piece shares."""
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
    """Mark the last move: a dot on each square but the one with the letter, which gets a ring."""
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
