"""A state of the game: immutable and valid.

States from untrusted data come from :mod:`.load` only, which checks everything.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, cast

from ..render import state_svg
from ..types import COLORS, Color, Deck, Direction, Phase, PieceRef, PlacedPiece, Rules, Turn
from .action import read_color
from .board import Board
from .cells import Cell
from .piece import PIECE_BY_NAME, PIECE_NAMES, Pose, cells_at
from .position_text import state_text
from .ruleset import variant_of

__all__ = ["State", "board_of", "last_pieces", "placed_cells", "pose_of"]


@dataclass(frozen=True, slots=True)
class State:
    """A position of a game.

    ``placements`` are the pieces on the board, in the order in which they were placed; the board is
    derived from them. In classic ``direction`` is always clockwise and there are no decks.
    ``shared_turns`` counts the slots of the shared colour that are over (C8); without one
    it is 0. Two maps are stored as tuples, so that they are hashable and immutable: ``deck_items``
    has the names of the decks with each deck, ``last_pieces`` the last piece of each of
    :data:`COLORS`.
    """

    rules: Rules
    placements: tuple[PlacedPiece, ...]
    turn: Turn
    direction: Direction
    deck_items: tuple[tuple[str, Deck], ...]
    last_pieces: tuple[str | None, ...]
    shared_turns: int

    @property
    def color(self) -> Color | None:
        """The colour to move; None when the game is over."""
        return self.turn.color

    @property
    def phase(self) -> Phase:
        """The decision to be made."""
        return self.turn.phase

    @property
    def seat(self) -> int | None:
        """The seat that decides for the colour to move; None when the game is over."""
        return None if self.color is None else self.seat_of(self.color)

    @property
    def mover(self) -> Color:
        """The colour to move in a game that is not over."""
        return cast("Color", self.turn.color)

    @property
    def warp_target(self) -> PieceRef:
        """The colour and the piece to be warped, in the phase ``warp_to``."""
        return cast("PieceRef", self.turn.target)

    def seat_of(self, color: Color) -> int:
        """Return the seat that decides for a colour, if it were its turn now."""
        variant = variant_of(self.rules)
        if color == variant.shared_color:
            controllers = variant.controllers(self.rules.first_color)
            return controllers[self.shared_turns % len(controllers)]
        return variant.owner(color)

    def supply(self, color: Color) -> tuple[str, ...]:
        """Return the names of the pieces that a colour has not placed, in the order of G4."""
        color = read_color(color)
        used = {placed.piece for placed in self.placements if placed.color == color}
        return tuple(name for name in PIECE_NAMES if name not in used)

    def has_placed(self, color: Color, piece: str) -> bool:
        """Return whether a piece of a colour is on the board."""
        return any((each.color, each.piece) == (color, piece) for each in self.placements)

    def placed(self, color: Color, piece: str) -> PlacedPiece:
        """Return the piece of that colour and name; it must be on the board."""
        return next(each for each in self.placements if (each.color, each.piece) == (color, piece))

    @property
    def last_placed(self) -> dict[Color, str | None]:
        """The last piece that each colour placed (P7)."""
        return dict(zip(COLORS, self.last_pieces, strict=True))

    @property
    def decks(self) -> dict[str, Deck]:
        """The decks by their names; none in classic."""
        return dict(self.deck_items)

    def deck_of(self, color: Color) -> Deck:
        """Return the deck that is used on the turns of a colour; an empty one in classic."""
        return self.decks.get(variant_of(self.rules).deck_name(color), Deck((), (), ()))

    def with_deck(self, color: Color, deck: Deck) -> State:
        """Return the state with another deck for the turns of a colour."""
        decks = self.decks
        decks[variant_of(self.rules).deck_name(color)] = deck
        return replace(self, deck_items=tuple(decks.items()))

    def with_last_placed(self, color: Color, piece: str | None) -> State:
        """Return the state with another record of the last piece of a colour (P7)."""
        last = {**self.last_placed, color: piece}
        return replace(self, last_pieces=tuple(last.values()))

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, which ``load_state`` accepts."""
        is_shuffle = self.rules.game == "shuffle"
        return {
            "rules": self.rules.to_dict(),
            "placements": [placed.to_dict() for placed in self.placements],
            "turn": {
                "color": self.color,
                "phase": self.phase,
                **(_turn_details(self.turn) if is_shuffle else {}),
            },
            "direction": self.direction,
            "decks": {name: deck.to_dict() for name, deck in self.deck_items},
            "last_placed": self.last_placed,
            "shared_turns": self.shared_turns,
        }

    def to_json(self) -> bytes:
        """Return the JSON form as compact UTF-8."""
        return json.dumps(self.to_dict(), separators=(",", ":")).encode()

    def to_text(self) -> str:
        """Return the position text, which ``state_from_text`` reads."""
        return state_text(self.to_dict())

    def to_svg(self) -> str:
        """Draw the board as an SVG picture, with the last placement marked."""
        return state_svg(self)

    def _repr_svg_(self) -> str:
        """Return the picture that notebooks show."""
        return state_svg(self)

    def __str__(self) -> str:
        """Draw the board: 20 lines of 20 characters, ``.`` or B, Y, R, G."""
        return board_of(self.placements).draw()


def _turn_details(turn: Turn) -> dict[str, Any]:
    """Return the fields of a turn besides its colour and its phase."""
    match turn:
        case Turn(phase="choose_card", drawn=(one, other)):
            return {"drawn": [one, other]}
        case Turn(phase="choose_piece"):
            return {"card": turn.card}
        case Turn(phase="warp_to"):
            return {"target": _colored_piece(turn.target)}
        case Turn(phase="place"):
            settings = {
                "card": turn.card,
                "recycled": _colored_piece(turn.recycled),
                "as_color": turn.as_color,
                "first": turn.first,
            }
            return {name: value for name, value in settings.items() if value is not None}
    return {}


def _colored_piece(named: PieceRef | None) -> dict[str, str] | None:
    return None if named is None else dict(zip(("color", "piece"), named, strict=True))


def pose_of(placed: PlacedPiece) -> Pose:
    """Return the pose of a piece on the board."""
    return placed.orientation, placed.row, placed.col


def placed_cells(placed: PlacedPiece) -> tuple[Cell, ...]:
    """Return the squares that a piece on the board covers, sorted."""
    return cells_at(PIECE_BY_NAME[placed.piece], pose_of(placed))


def board_of(placements: Iterable[PlacedPiece]) -> Board:
    """Return the board with these pieces."""
    return Board.of((placed.color, placed_cells(placed)) for placed in placements)


def last_pieces(placements: Iterable[PlacedPiece]) -> dict[Color, str | None]:
    """Return the last piece of each colour in a list of placements."""
    last: dict[Color, str | None] = dict.fromkeys(COLORS)
    last.update((placed.color, placed.piece) for placed in placements)
    return last
