"""What one seat may see of a state."""

from __future__ import annotations

from typing import Any

from .action import read_number
from .state import State

__all__ = ["view"]


def view(state: State, seat: int) -> dict[str, Any]:
    """Return the state as a seat may see it. In classic nothing is hidden."""
    read_number(seat, 1, state.rules.seats)
    return state.to_dict()
