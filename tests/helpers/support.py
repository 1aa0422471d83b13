"""The former names of the helpers, for tests that still import them from here."""

from __future__ import annotations

from .drawing import BOARD_SIZE as SIZE
from .drawing import (
    COLOR_BY_LETTER,
    CORNERS,
    NAME_BY_SHAPE,
    ORIENTATIONS,
    OTHER_COLORS,
    PIECES,
    TAKEN,
    Cell,
    Drawing,
    Shape,
    blue_to_move,
    cells_of,
    draw,
    grid,
    neighbors,
    normalized,
    orientations,
    place,
    shape_of,
)
from .drawing import render_board as write
from .games import middle_game, random_game
from .games import seeded_rng as seeded
from .problems import Reason, is_legal, reasons, refusal
from .problems import argument_problems as misread
from .problems import problem_fields as facts
from .problems import problem_locations as where
from .problems import state_problems as problems_of
from .states import action_for as the
from .states import load_board as load
from .states import placed_last as played_last
from .states import placement as laid
from .states import with_value as changed
from .states import without_fields as left_out
from .states import without_pieces as without

__all__ = [
    "COLOR_BY_LETTER",
    "CORNERS",
    "NAME_BY_SHAPE",
    "ORIENTATIONS",
    "OTHER_COLORS",
    "PIECES",
    "SIZE",
    "TAKEN",
    "Cell",
    "Drawing",
    "Reason",
    "Shape",
    "blue_to_move",
    "cells_of",
    "changed",
    "draw",
    "facts",
    "grid",
    "is_legal",
    "laid",
    "left_out",
    "load",
    "middle_game",
    "misread",
    "neighbors",
    "normalized",
    "orientations",
    "place",
    "played_last",
    "problems_of",
    "random_game",
    "reasons",
    "refusal",
    "seeded",
    "shape_of",
    "the",
    "where",
    "without",
    "write",
]
