"""Legal actions as JSON text, in the three forms that clients ask for."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from ..types import Action, MoveFormat, Pass, Place, WarpTo
from .cells import BOARD_SIZE
from .data import Reader
from .piece import PIECE_BY_NAME, cells_at
from .state import State
from .turn import legal_actions

__all__ = ["legal_actions_json"]

_Json: TypeAlias = list[dict[str, Any]] | dict[str, Any]


def legal_actions_json(
    state: State, form: MoveFormat = "objects", pieces: Iterable[str] | None = None
) -> tuple[int, bytes]:
    """Return how many legal actions there are, and them as compact JSON.

    ``objects`` is a list of actions, ``cells`` the same with the squares of each piece that is put
    down, ``compact`` a map from piece to orientation to a list of row * 20 + col; where no piece is
    put down it is a list of actions too. An unknown form is a ValueError.
    """
    reader = Reader()
    write = _WRITERS[reader.choice(form, "", tuple(_WRITERS))]
    if reader.problems:
        msg = f"form must be one of: {', '.join(_WRITERS)}"
        raise ValueError(msg)
    actions = legal_actions(state, pieces)
    text = json.dumps(write(state, actions), separators=(",", ":"))
    return len(actions), text.encode()


def _objects(_: State, actions: list[Action]) -> _Json:
    return [action.to_dict() for action in actions]


def _with_cells(state: State, actions: list[Action]) -> _Json:
    written = [action.to_dict() for action in actions]
    for action, fields in zip(actions, written, strict=True):
        if isinstance(action, Place | WarpTo):
            piece = PIECE_BY_NAME[_piece(state, action)]
            fields["cells"] = cells_at(piece, (action.orientation, action.row, action.col))
    return written


def _compact(state: State, actions: list[Action]) -> _Json:
    puts_down = state.phase in ("opening", "place", "warp_to", "over")
    if not puts_down or actions == [Pass()]:
        return _objects(state, actions)
    by_piece: dict[str, dict[str, list[int]]] = {}
    for action in actions:
        if isinstance(action, Place | WarpTo):
            by_orientation = by_piece.setdefault(_piece(state, action), {})
            spots = by_orientation.setdefault(str(action.orientation), [])
            spots.append(action.row * BOARD_SIZE + action.col)
    return by_piece


def _piece(state: State, action: Place | WarpTo) -> str:
    """Return the name of the piece that an action puts down."""
    if isinstance(action, Place):
        return action.piece
    _, piece = state.warp_target
    return piece


_WRITERS: dict[MoveFormat, Callable[[State, list[Action]], _Json]] = {
    "objects": _objects,
    "cells": _with_cells,
    "compact": _compact,
}
