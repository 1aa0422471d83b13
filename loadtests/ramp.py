"""The number of users over time: it rises in steps and then stays at its maximum."""

from __future__ import annotations

from math import ceil

__all__ = ["RAMP", "users_at"]

STEPS = 4
"""A quarter of the users, a half, three quarters, all: each level is visible in the history."""

RAMP = 0.45
"""The share of the time after which all users are active, so that most of a run has full load."""


def users_at(elapsed: float, seconds: float, users: int, ramp: float = RAMP) -> int | None:
    """Return the number of users after some seconds; None when the run is over."""
    if elapsed >= seconds:
        return None
    rising = seconds * ramp
    if elapsed >= rising:
        return users
    step = int(elapsed / rising * (STEPS - 1)) + 1
    return ceil(users * step / STEPS)
