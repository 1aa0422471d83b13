"""Legal actions as JSON text, in the three formats that clients can ask for."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from ..engine import View as AnyView
from ..types import Action, Color, MoveFormat, PieceRef, Place, WarpTo
from .cells import BOARD_SIZE
from .piece import PIECE_BY_NAME, cells_at
from .reader import Reader
from .state import State
from .turn import legal_actions
from .view import state_of

__all__ = ["legal_actions_json"]

_Json: TypeAlias = list[dict[str, Any]]


def legal_actions_json(
    state: State | AnyView,
    format: MoveFormat = "objects",  # noqa: A002 - the protocol's name
    pieces: Iterable[str] | None = None,
    covering: Iterable[int] | None = None,
) -> tuple[int, bytes]:
    """Return the number of legal actions, and the actions as JSON without spaces.

    ``objects`` is a list of actions, ``cells`` the same with the squares of each piece that is put
    down, ``groups`` a list with one entry for each colour, piece and orientation, whose positions
    are row * 20 + col; where no piece is put down it is a list of actions too. An unknown format is
    a ValueError.
    """
    reader = Reader()
    write = _WRITERS[reader.choice(format, "", tuple(_WRITERS))]
    if reader.problems:
        msg = f"format must be one of: {', '.join(_WRITERS)}"
        raise ValueError(msg)
    actions = legal_actions(state, pieces, covering)
    text = json.dumps(write(state_of(state), actions), separators=(",", ":"))
    return len(actions), text.encode()


def _objects(_: State, actions: list[Action]) -> _Json:
    return [action.to_dict() for action in actions]


def _with_cells(state: State, actions: list[Action]) -> _Json:
    written = [action.to_dict() for action in actions]
    for action, fields in zip(actions, written, strict=True):
        if isinstance(action, Place | WarpTo):
            _, name = _colored_piece(state, action)
            piece = PIECE_BY_NAME[name]
            fields["cells"] = cells_at(piece, (action.orientation, action.row, action.col))
    return written


def _groups(state: State, actions: list[Action]) -> _Json:
    groups: dict[tuple[Color, str, int], list[int]] = {}
    for action in actions:
        if not isinstance(action, Place | WarpTo):
            return _objects(state, actions)
        key = (*_colored_piece(state, action), action.orientation)
        groups.setdefault(key, []).append(action.row * BOARD_SIZE + action.col)
    return [
        {
            "type": actions[0].type,
            "color": color,
            "piece": piece,
            "orientation": orientation,
            "positions": positions,
        }
        for (color, piece, orientation), positions in groups.items()
    ]


def _colored_piece(state: State, action: Place | WarpTo) -> PieceRef:
    """Return the colour and the name of the piece that an action puts down."""
    if isinstance(action, Place):
        return action.color or state.mover, action.piece
    return state.warp_target


_WRITERS: dict[MoveFormat, Callable[[State, list[Action]], _Json]] = {
    "objects": _objects,
    "cells": _with_cells,
    "groups": _groups,
}
