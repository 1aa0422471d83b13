"""The squares that each colour covers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from ..types import COLORS, Color
from .cells import BOARD_SIZE, Cell
from .color import letter

__all__ = ["Board"]


@dataclass(frozen=True, slots=True)
class Board:
    """The squares covered by each colour; all four colours have an entry."""

    cells: Mapping[Color, frozenset[Cell]]

    @classmethod
    def of(cls, pieces: Iterable[tuple[Color, Iterable[Cell]]]) -> Board:
        """Return the board with these pieces."""
        cells: dict[Color, set[Cell]] = {color: set() for color in COLORS}
        for color, piece_cells in pieces:
            cells[color].update(piece_cells)
        return cls({color: frozenset(cells[color]) for color in COLORS})

    def with_piece(self, color: Color, cells: Iterable[Cell]) -> Board:
        """Return the board after a piece of a colour was placed on these squares."""
        return Board({**self.cells, color: self.cells[color].union(cells)})

    def without(self, color: Color, cells: AbstractSet[Cell]) -> Board:
        """Return the board after these squares of a colour were cleared."""
        return Board({**self.cells, color: self.cells[color] - cells})

    def covered(self) -> frozenset[Cell]:
        """Return the squares covered by any colour."""
        return frozenset().union(*self.cells.values())

    def draw(self) -> str:
        """Draw the board: 20 lines of 20 characters, ``.`` or the letter of a colour."""
        lines = [["."] * BOARD_SIZE for _ in range(BOARD_SIZE)]
        for color, cells in self.cells.items():
            for row, col in cells:
                lines[row][col] = letter(color)
        return "\n".join("".join(line) for line in lines)
