"""The names of colours, pieces, cards, phases and formats."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

__all__ = [
    "CARDS",
    "COLORS",
    "PHASES",
    "PIECE_NAMES",
    "CardName",
    "Color",
    "Direction",
    "MoveFormat",
    "Phase",
    "PieceName",
    "TeamName",
]

Color: TypeAlias = Literal["blue", "yellow", "red", "green"]
PieceName: TypeAlias = Literal[
    "I1",
    "I2",
    "I3",
    "V3",
    "I4",
    "L4",
    "T4",
    "O4",
    "Z4",
    "F5",
    "I5",
    "L5",
    "N5",
    "P5",
    "T5",
    "U5",
    "V5",
    "W5",
    "X5",
    "Y5",
    "Z5",
]
CardName: TypeAlias = Literal[
    "skip", "reverse", "draw_two", "wild", "edge_to_edge", "recycle", "warp", "double_play"
]
Phase: TypeAlias = Literal[
    "opening",
    "play_card",
    "choose_card",
    "choose_color",
    "choose_piece",
    "warp_to",
    "place",
    "over",
]
Direction: TypeAlias = Literal["clockwise", "counterclockwise"]
TeamName: TypeAlias = Literal["A", "B"]
MoveFormat: TypeAlias = Literal["objects", "cells", "groups"]

COLORS: tuple[Color, ...] = get_args(Color)
"""The four colours in turn order (G2)."""

PIECE_NAMES: tuple[PieceName, ...] = get_args(PieceName)
"""The names of the 21 pieces in the order of G4."""

PHASES: tuple[Phase, ...] = get_args(Phase)
"""The decisions of a turn, and the end of the game."""

CARDS: tuple[CardName, ...] = get_args(CardName)
"""The eight cards of Blokus Shuffle, in the order of an unshuffled deck (S32)."""
