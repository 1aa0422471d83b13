"""The JSON formats of legal actions, as the tests expect them."""

from __future__ import annotations

import json
from typing import Any

from cornerwise.types import Place, WarpTo

from tests.helpers.drawing import BOARD_SIZE


def compact_json(data: object) -> bytes:
    """Return data as JSON without spaces."""
    return json.dumps(data, separators=(",", ":")).encode()


def groups(actions: list[Any], target: tuple[str, str] | None = None) -> list[dict[str, Any]]:
    """Return placements grouped by colour, piece and orientation, in the order of the actions.

    ``target`` is the colour and the piece that destinations of Warp are for.
    """
    found: list[dict[str, Any]] = []
    for action in actions:
        assert isinstance(action, Place | WarpTo)
        named = (action.color, action.piece) if isinstance(action, Place) else target
        assert named is not None
        color, piece = named
        key = {
            "type": action.type,
            "color": color,
            "piece": piece,
            "orientation": action.orientation,
        }
        position = action.row * BOARD_SIZE + action.col
        if found and {**found[-1], "positions": 0} == {**key, "positions": 0}:
            found[-1]["positions"].append(position)
        else:
            found.append({**key, "positions": [position]})
    return found
