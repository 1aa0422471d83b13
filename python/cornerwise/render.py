"""Drawings of a board of any size: SVG for web pages and notebooks, text for terminals.

The four colours are distinguishable with every kind of colour vision (they are taken from the
palette of Okabe and Ito); every piece also has an outline and the letter of its colour.

A drawing is put together from parts that do not change and are made once: the empty board, and the
picture of each piece in each orientation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from typing import Literal, TypeAlias

from .engine import State
from .squares import COLUMNS
from .types import COLORS, Color, PlacedPiece

__all__ = ["Cells", "Labels", "Shapes", "Theme", "state_svg", "svg", "text"]

Cells: TypeAlias = tuple[tuple[int, int], ...]

Shapes: TypeAlias = dict[str, tuple[Cells, ...]]
"""For each piece the squares of its orientations, see :class:`cornerwise.types.Piece`."""

Theme: TypeAlias = Literal["light", "dark"]

Labels: TypeAlias = Literal["numbers", "squares"]
"""What coordinates show: row and column from 0, or the names of squares (docs/notation.md)."""

SIDE = 20
_CELL = 24
_MARGIN = 26
_NARROW = 2  # the margin of a board without coordinates

# Fill, and the colour of the letter on it.
_PAINT: dict[Color, tuple[str, str]] = {
    "blue": ("#0072B2", "#FFFFFF"),
    "yellow": ("#F0E442", "#3D3A00"),
    "red": ("#D55E00", "#FFFFFF"),
    "green": ("#009E73", "#FFFFFF"),
}


@dataclass(frozen=True, slots=True)
class _Colors:
    """The colours of a theme."""

    background: str
    grid: str
    labels: str
    outline: str


_THEMES: dict[Theme, _Colors] = {
    "light": _Colors("#FAFAF7", "#CFCFC8", "#6B6B63", "#1C1C1A"),
    "dark": _Colors("#1E1E1C", "#4A4A45", "#A8A89E", "#F2F2EC"),
}

_HIGHLIGHT = "#CC79A7"


def state_svg(state: State) -> str:
    """Draw the board of a state as SVG, with the last placement marked.

    This is ``to_svg`` of the states of both engines.
    """
    return svg(state.placements, _all_shapes())


@cache
def _all_shapes() -> Shapes:
    from . import pieces  # noqa: PLC0415 - the package is not complete while this is imported

    return {piece.name: piece.orientations for piece in pieces()}


def text(  # noqa: PLR0913 - options of a drawing
    placements: Iterable[PlacedPiece],
    shapes: Shapes,
    *,
    rows: int = SIDE,
    cols: int = SIDE,
    bottom: Color | None = None,
    coordinates: bool = True,
    labels: Labels = "numbers",
) -> str:
    """Draw the board as lines of text with coordinates and one letter for each square.

    Numbers from 10 on at the top have two digits, one above the other. With ``bottom`` the board is
    turned so that the corner where that colour starts is at the bottom left.
    """
    view = _Turned(rows, cols, _turns(bottom))
    grid = [["."] * view.cols for _ in range(view.rows)]
    for placed in placements:
        for cell in shapes[placed.piece][placed.orientation]:
            row, col = view.turn((placed.row + cell[0], placed.col + cell[1]))
            grid[row][col] = placed.color[0].upper()
    lines = ["".join(line) for line in grid]
    if coordinates:
        across, down = view.labels(labels)
        tens, units = ("   " + "".join(f"{label:>2}"[at] for label in across) for at in (0, 1))
        lines = [f"{label:>2} {line}" for label, line in zip(down, lines, strict=True)]
        lines = [*([tens] if tens.strip() else []), units, *lines]
    return "\n".join([*lines, ""])


def svg(  # noqa: PLR0913 - options of a drawing
    placements: Sequence[PlacedPiece],
    shapes: Shapes,
    *,
    rows: int = SIDE,
    cols: int = SIDE,
    mark_last: bool = True,
    size: int | None = None,
    bottom: Color | None = None,
    coordinates: bool = True,
    labels: Labels = "numbers",
    highlights: Iterable[tuple[int, int]] = (),
    ghost: PlacedPiece | None = None,
    theme: Theme = "light",
) -> str:
    """Draw the board as SVG.

    ``mark_last`` marks the last placement with dots, ``highlights`` are squares to emphasize, and
    ``ghost`` is a piece that is not placed yet. ``size`` is the width in pixels. With ``bottom``
    the board is turned so that the corner where that colour starts is at the bottom left.
    """
    view = _Turned(rows, cols, _turns(bottom))
    margin = _MARGIN if coordinates else _NARROW
    width, height = (2 * margin + number * _CELL for number in (view.cols, view.rows))
    shown = (width, height) if size is None else (size, round(size * height / width))
    marked = placements[-1:] if mark_last else ()
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{shown[0]}" height="{shown[1]}" role="img">'
        ),
        f"<title>{_title(placements, marked, rows)}</title>",
        _board(view, margin, labels if coordinates else None, theme),
    ]
    for placed in placements:
        x, y, cells = view.locate(placed, shapes)
        drawn = _piece(placed.color, placed.piece, cells, _THEMES[theme].outline)
        parts.append(f'<g transform="translate({margin + x} {margin + y})">{drawn}</g>')
    for placed in marked:
        x, y, cells = view.locate(placed, shapes)
        drawn = _mark(placed.color, cells)
        parts.append(f'<g transform="translate({margin + x} {margin + y})">{drawn}</g>')
    if ghost is not None:
        x, y, cells = view.locate(ghost, shapes)
        drawn = _piece(ghost.color, ghost.piece, cells, _THEMES[theme].outline)
        parts.append(
            f'<g transform="translate({margin + x} {margin + y})" opacity=".5" '
            f'stroke-dasharray="3 3">{drawn}</g>'
        )
    squares = "".join(_square(*view.turn(cell), margin) for cell in highlights)
    if squares:
        parts.append(
            f'<path d="{squares}" fill="{_HIGHLIGHT}" fill-opacity=".4" stroke="{_HIGHLIGHT}" '
            'stroke-width="2"/>'
        )
    parts.append("</svg>\n")
    return "\n".join(parts)


def _turns(bottom: Color | None) -> int:
    """Return the quarter turns, clockwise, that bring a colour's corner to the bottom left.

    The corners of blue, yellow, red and green follow each other clockwise from the top left.
    """
    return 0 if bottom is None else (COLORS.index("green") - COLORS.index(bottom)) % len(COLORS)


class _Turned:
    """A board that is turned clockwise by some quarter turns."""

    def __init__(self, rows: int, cols: int, turns: int) -> None:
        self.turns = turns
        self.rows, self.cols = (cols, rows) if turns % 2 else (rows, cols)
        self.sides = (rows, cols)

    def turn(self, cell: tuple[int, int]) -> tuple[int, int]:
        """Return where a square of the board is drawn."""
        row, col = cell
        rows, cols = self.sides
        match self.turns:
            case 0:
                return row, col
            case 1:
                return col, rows - 1 - row
            case 2:
                return rows - 1 - row, cols - 1 - col
        return cols - 1 - col, row

    def labels(self, labels: Labels) -> tuple[list[str], list[str]]:
        """Return the labels along the top and along the side, as the board is turned."""
        rows, cols = ([str(number) for number in range(side)] for side in self.sides)
        if labels == "squares":
            rows = [str(number) for number in range(self.sides[0], 0, -1)]
            cols = list(COLUMNS[: self.sides[1]])
        across, down = (rows, cols) if self.turns % 2 else (cols, rows)
        if self.turns in {1, 2}:
            across = across[::-1]
        if self.turns in {2, 3}:
            down = down[::-1]
        return across, down

    def locate(self, placed: PlacedPiece, shapes: Shapes) -> tuple[int, int, Cells]:
        """Return the offset of a piece in pixels, and its squares from its top-left corner."""
        shape = shapes[placed.piece][placed.orientation]
        if not self.turns:
            return placed.col * _CELL, placed.row * _CELL, shape
        cells = [self.turn((placed.row + row, placed.col + col)) for row, col in shape]
        top, left = min(row for row, _ in cells), min(col for _, col in cells)
        turned = tuple((row - top, col - left) for row, col in cells)
        return left * _CELL, top * _CELL, turned


def _title(placements: Sequence[PlacedPiece], marked: Sequence[PlacedPiece], rows: int) -> str:
    if not placements:
        return "An empty Blokus board"
    last = "".join(f", the last one {_move_text(placed, rows)}" for placed in marked)
    count = f"{len(placements)} {'piece' if len(placements) == 1 else 'pieces'}"
    return f"A Blokus board with {count}{last}"


def _move_text(placed: PlacedPiece, rows: int) -> str:
    """Return the move text of a placement (docs/notation.md)."""
    square = f"{COLUMNS[placed.col]}{rows - placed.row}"
    return f"{placed.color} {placed.piece}/{placed.orientation} {square}"


def _square(row: int, col: int, margin: int = 0) -> str:
    return f"M{margin + col * _CELL} {margin + row * _CELL}h{_CELL}v{_CELL}h-{_CELL}z"


_BOARDS: dict[tuple[int, int, int, Labels | None, Theme], str] = {}


def _board(view: _Turned, margin: int, labels: Labels | None, theme: Theme) -> str:
    """Return the empty board; there are few different ones."""
    key = (*view.sides, view.turns, labels, theme)
    if key not in _BOARDS:
        colors = _THEMES[theme]
        width, height = view.cols * _CELL, view.rows * _CELL
        drawn = (
            f'<rect width="{width + 2 * margin}" height="{height + 2 * margin}" '
            f'fill="{colors.background}"/>\n'
            f'<g transform="translate({margin} {margin})">{_grid(view, colors.grid)}</g>'
        )
        _BOARDS[key] = drawn + (_coordinates(view, margin, labels, colors) if labels else "")
    return _BOARDS[key]


def _grid(view: _Turned, color: str) -> str:
    down = [f"M{col * _CELL} 0V{view.rows * _CELL}" for col in range(view.cols + 1)]
    across = [f"M0 {row * _CELL}H{view.cols * _CELL}" for row in range(view.rows + 1)]
    return f'<path d="{_alternating(down, across)}" stroke="{color}" fill="none"/>'


def _coordinates(view: _Turned, margin: int, labels: Labels, colors: _Colors) -> str:
    def label(x: int, y: int, name: str) -> str:
        return f'<text x="{x}" y="{y}">{name}</text>'

    half, middle = margin // 2, margin + _CELL // 2
    right, below = (margin + number * _CELL + half for number in (view.cols, view.rows))
    across, down = view.labels(labels)
    columns = [
        "".join(label(middle + index * _CELL, y, name) for y in (half, below))
        for index, name in enumerate(across)
    ]
    lines = [
        "".join(label(x, middle + index * _CELL, name) for x in (half, right))
        for index, name in enumerate(down)
    ]
    return (
        '\n<g font-family="sans-serif" font-size="10" '
        f'fill="{colors.labels}" text-anchor="middle" '
        f'dominant-baseline="central">{_alternating(columns, lines)}</g>'
    )


def _alternating(ones: Sequence[str], others: Sequence[str]) -> str:
    pairs = zip_longest(ones, others, fillvalue="")
    return "".join(part for pair in pairs for part in pair)


@cache
def _piece(color: Color, name: str, cells: Cells, outline: str) -> str:
    """Return the picture of a piece at the origin: at most 728 of them exist for a theme."""
    fill, ink = _PAINT[color]
    squares = "".join(_square(row, col) for row, col in cells)
    seams = "".join(
        f"M{col * _CELL} {row * _CELL}{step}"
        for row, col in cells
        for step, beyond in ((f"h{_CELL}", (row - 1, col)), (f"v{_CELL}", (row, col - 1)))
        if beyond in cells
    )
    row, col = cells[0]
    middle = _CELL // 2
    return (
        f"<title>{color} {name}</title>"
        f'<path d="{squares}" fill="{fill}"/>'
        f'<path d="{seams}" stroke="#FFFFFF" stroke-opacity=".45" fill="none"/>'
        f'<path d="{_outline(cells)}" stroke="{outline}" stroke-width="2" fill="none" '
        'stroke-linecap="round"/>'
        f'<text x="{col * _CELL + middle}" y="{row * _CELL + middle}" fill="{ink}" font-size="11" '
        'font-family="sans-serif" font-weight="bold" text-anchor="middle" '
        f'dominant-baseline="central">{color[0].upper()}</text>'
    )


def _outline(cells: Cells) -> str:
    """Return the sides of the squares that are not shared by two of them."""
    sides = []
    for row, col in cells:
        x, y = col * _CELL, row * _CELL
        if (row - 1, col) not in cells:
            sides.append(f"M{x} {y}h{_CELL}")
        if (row + 1, col) not in cells:
            sides.append(f"M{x} {y + _CELL}h{_CELL}")
        if (row, col - 1) not in cells:
            sides.append(f"M{x} {y}v{_CELL}")
        if (row, col + 1) not in cells:
            sides.append(f"M{x + _CELL} {y}v{_CELL}")
    return "".join(sides)


@cache
def _mark(color: Color, cells: Cells) -> str:
    """Mark the last placement: a ring around the letter and a dot on each other square."""
    _, ink = _PAINT[color]
    middle = _CELL // 2
    first, *rest = ((row * _CELL + middle, col * _CELL + middle) for row, col in cells)
    ring = (
        f'<circle cx="{first[1]}" cy="{first[0]}" r="9" stroke="{ink}" stroke-width="1.5" '
        'fill="none"/>'
    )
    dots = "".join(f'<circle cx="{x}" cy="{y}" r="4"/>' for y, x in rest)
    return f'<g fill="{ink}">{ring}{dots}</g>'
