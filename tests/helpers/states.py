"""States in their JSON form: loading drawn boards, and changing single values."""

from __future__ import annotations

import copy
from typing import Any

from cornerwise.engine import Engine, State

from tests.helpers.drawing import Cell, Drawing, place


def load_board(
    engine: Engine[Any], drawing: Drawing | list[dict[str, Any]], **rules: object
) -> State:
    """Return the state of a drawn board, or of a list of placements."""
    placements = drawing.placements if isinstance(drawing, Drawing) else drawing
    state: State = engine.load_state({"rules": rules, "placements": placements})
    return state


def placement(color: str, piece: str, *cells: Cell) -> dict[str, Any]:
    """Return a placement given by its squares."""
    return {"color": color, "piece": piece, "cells": [list(cell) for cell in cells]}


def without_pieces(
    placements: list[dict[str, Any]], *removed: tuple[str, str]
) -> list[dict[str, Any]]:
    """Return placements without some pieces, each named by colour and piece."""
    kept = [placed for placed in placements if (placed["color"], placed["piece"]) not in removed]
    assert len(kept) == len(placements) - len(removed)
    return kept


def placed_last(placements: list[dict[str, Any]], *last: tuple[str, str]) -> list[dict[str, Any]]:
    """Return placements with some pieces, named by colour and piece, moved to the end in order."""

    def position(placed: dict[str, Any]) -> int:
        name = placed["color"], placed["piece"]
        return last.index(name) if name in last else -1

    return sorted(placements, key=position)


def action_for(placements: list[dict[str, Any]], color: str, piece: str) -> dict[str, Any]:
    """Return the action that places one of these pieces where it is."""
    (found,) = (one for one in placements if (one["color"], one["piece"]) == (color, piece))
    return place(piece, found["cells"])


def with_value(data: dict[str, Any], pointer: str, value: object) -> dict[str, Any]:
    """Return a copy of a state with the value at a JSON pointer, such as /turn/card, replaced."""
    result = copy.deepcopy(data)
    *path, name = pointer.split("/")[1:]
    target: Any = result
    for step in path:
        target = target[int(step)] if isinstance(target, list) else target.setdefault(step, {})
    if isinstance(target, list):
        target[int(name)] = value
    else:
        target[name] = value
    return result


def without_fields(data: dict[str, Any], *pointers: str) -> dict[str, Any]:
    """Return a copy of a state without the values at some JSON pointers."""
    result = copy.deepcopy(data)
    for pointer in pointers:
        *path, name = pointer.split("/")[1:]
        target: Any = result
        for step in path:
            target = target[step]
        del target[name]
    return result
