"""How many users there are at what time: up by steps, then all of them until the end."""

from __future__ import annotations

from math import ceil

__all__ = ["RAMP", "users_at"]

STEPS = 4
"""A quarter of the users, a half, three quarters, all: each level can be read off the history."""

RAMP = 0.45
"""The share of the time after which all users are there: most of a run is at the full load."""


def users_at(elapsed: float, seconds: float, users: int, ramp: float = RAMP) -> int | None:
    """Return how many users there are after some seconds; None when the run is over."""
    if elapsed >= seconds:
        return None
    rising = seconds * ramp
    if elapsed >= rising:
        return users
    step = int(elapsed / rising * (STEPS - 1)) + 1
    return ceil(users * step / STEPS)
