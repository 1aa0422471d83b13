"""Legal actions as JSON text, in the three forms that clients ask for."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ..types import MoveFormat
from .cells import BOARD_SIZE
from .data import Reader
from .placement import Placement
from .state import State
from .turn import as_place, mover_placements

__all__ = ["legal_actions_json"]


def legal_actions_json(
    state: State, form: MoveFormat = "objects", pieces: Iterable[str] | None = None
) -> tuple[int, bytes]:
    """Return how many legal actions there are, and them as compact JSON.

    ``objects`` is a list of actions, ``cells`` the same with the squares of each, ``compact`` a map
    from piece to orientation to a list of row * 20 + col. An unknown form is a ValueError.
    """
    reader = Reader()
    write = _WRITERS[reader.choice(form, "", tuple(_WRITERS))]
    if reader.problems:
        msg = f"form must be one of {', '.join(_WRITERS)}"
        raise ValueError(msg)
    placements = mover_placements(state, pieces)
    text = json.dumps(write(placements), separators=(",", ":"))
    return len(placements), text.encode()


def _objects(placements: Sequence[Placement]) -> list[dict[str, Any]]:
    return [as_place(placement).to_dict() for placement in placements]


def _with_cells(placements: Sequence[Placement]) -> list[dict[str, Any]]:
    return [{**as_place(placement).to_dict(), "cells": placement.cells} for placement in placements]


def _compact(placements: Sequence[Placement]) -> dict[str, dict[str, list[int]]]:
    by_piece: dict[str, dict[str, list[int]]] = {}
    for placement in placements:
        by_orientation = by_piece.setdefault(placement.piece, {})
        spots = by_orientation.setdefault(str(placement.orientation), [])
        spots.append(placement.row * BOARD_SIZE + placement.col)
    return by_piece


_WRITERS: dict[MoveFormat, Callable[[Sequence[Placement]], Any]] = {
    "objects": _objects,
    "cells": _with_cells,
    "compact": _compact,
}
