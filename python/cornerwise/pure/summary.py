"""A summary of the legal placements: how many of each piece, and which squares they cover."""

from __future__ import annotations

from collections import Counter

from ..engine import View as AnyView
from ..types import PieceCount, PieceRef, Summary
from .cells import Cell
from .placement_rule import color_rule
from .placing import current_placements
from .state import State, board_of
from .view import state_of

__all__ = ["summary"]


def summary(where: State | AnyView) -> Summary:
    """Return the summary of a state or a view; it is empty unless a piece is to be placed."""
    state = state_of(where)
    if state.phase not in ("opening", "place"):
        return Summary((), (), ())
    counts: Counter[PieceRef] = Counter()
    coverable: set[Cell] = set()
    for color, placement in current_placements(state):
        counts[color, placement.piece] += 1
        coverable.update(placement.cells)
    rule = color_rule(state.rules, board_of(state.placements), state.mover)
    anchors = rule.anchors[0].cells - rule.closed()
    return Summary(
        pieces=tuple(PieceCount(*piece, count) for piece, count in counts.items()),
        coverable=tuple(sorted(coverable)),
        open_corners=tuple(sorted(anchors & coverable)),
    )
