"""A state of the game: checked, immutable, and made at one door only.

:func:`load_state` and :func:`new_game` are the only ways in; what they return can be trusted by
every other module.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from ..errors import InvalidStateError
from ..types import COLORS, Color, Phase, PlacedPiece, Rules
from .action import read_color
from .board import Board
from .layout import check_layout, placed_cells
from .movegen import has_placement
from .piece import PIECE_NAMES
from .placement_rule import color_rule
from .ruleset import variant_of
from .setup import Setup, read_rules, read_setup
from .turn_order import count_problems, standing_of, turn_problems

__all__ = ["State", "board_of", "can_place", "load_state", "new_game", "supply_of"]


@dataclass(frozen=True, slots=True)
class State:
    """A position of a classic game.

    ``placements`` are in the order in which they were made, and are the whole truth about the
    board. ``color`` is None when the game is over. ``shared_turns`` counts the slots of the shared
    colour that are over (C8); without one it is 0.
    """

    rules: Rules
    placements: tuple[PlacedPiece, ...]
    color: Color | None
    shared_turns: int

    @property
    def phase(self) -> Phase:
        """The decision that is asked for."""
        return "over" if self.color is None else "place"

    @property
    def seat(self) -> int | None:
        """The seat that decides for the colour to move; None when the game is over."""
        if self.color is None:
            return None
        return variant_of(self.rules).seat_of(self.color, self.shared_turns)

    def supply(self, color: Color) -> tuple[str, ...]:
        """Return the names of the pieces that a colour has not placed, in the order of G4."""
        return supply_of(self.placements, read_color(color))

    @property
    def last_placed(self) -> dict[Color, str | None]:
        """The last piece that each colour placed (P7)."""
        last: dict[Color, str | None] = dict.fromkeys(COLORS)
        last.update((placed.color, placed.piece) for placed in self.placements)
        return last

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form; ``load_state`` takes it back."""
        return {
            "rules": self.rules.to_dict(),
            "placements": [placed.to_dict() for placed in self.placements],
            "turn": {"color": self.color, "phase": self.phase},
            "last_placed": self.last_placed,
            "shared_turns": self.shared_turns,
        }

    def to_json(self) -> bytes:
        """Return the JSON form as compact UTF-8."""
        return json.dumps(self.to_dict(), separators=(",", ":")).encode()

    def __str__(self) -> str:
        """Draw the board: 20 lines of 20 characters, ``.`` or B, Y, R, G."""
        return board_of(self.placements).draw()


def new_game(rules: object) -> State:
    """Start a game with the options given as a dict, or raise InvalidStateError."""
    checked = read_rules(rules)
    return State(checked, (), color=checked.first_color, shared_turns=0)


def load_state(data: object) -> State:
    """Check untrusted data and make a state of it, or raise InvalidStateError.

    Passes that are due are settled: the colour of the state is one that can place (C6).
    """
    setup = read_setup(data)
    return _settled(setup, check_layout(setup))


def board_of(placements: tuple[PlacedPiece, ...]) -> Board:
    """Return the board on which these pieces lie."""
    return Board.of((placed.color, placed_cells(placed)) for placed in placements)


def supply_of(placements: tuple[PlacedPiece, ...], color: Color) -> tuple[str, ...]:
    """Return the names of the pieces that a colour has not placed, in the order of G4."""
    used = {placed.piece for placed in placements if placed.color == color}
    return tuple(name for name in PIECE_NAMES if name not in used)


def can_place(
    rules: Rules, placements: tuple[PlacedPiece, ...], board: Board, color: Color
) -> bool:
    """Return whether a colour has a legal placement (C6, C7)."""
    return has_placement(color_rule(rules, board, color), supply_of(placements, color))


def _settled(setup: Setup, placements: tuple[PlacedPiece, ...]) -> State:
    """Return the state that pieces which are possible together lead to, if the turn fits them."""
    rules, board = setup.rules, board_of(placements)
    # While a colour has nothing on the board no other can have blocked it: its slot in the first
    # round is still to come, and first pieces reach no second corner.
    able = frozenset(
        color
        for color in COLORS
        if not board.cells[color] or can_place(rules, placements, board, color)
    )
    counts = {color: len(PIECE_NAMES) - len(supply_of(placements, color)) for color in COLORS}
    standing = standing_of(rules, counts, able)
    problems = count_problems(standing) or turn_problems(setup, standing)
    if problems:
        raise InvalidStateError(problems)
    return State(rules, placements, standing.mover, standing.shared_turns())
