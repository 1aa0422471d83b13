"""Cancellations, which searches of this engine accept although there is nothing to end early."""

from __future__ import annotations

__all__ = ["Cancellation", "check_cancellation"]


class Cancellation:
    """Ends searches early; this engine has none, and finishes what it has begun."""

    __slots__ = ("_cancelled",)

    def __init__(self) -> None:
        self._cancelled = False

    def cancel(self) -> None:
        """Record that the answer is not needed any more."""
        self._cancelled = True

    @property
    def cancelled(self) -> bool:
        """Whether ``cancel`` was called."""
        return self._cancelled


def check_cancellation(given: object) -> None:
    """Raise TypeError unless this is None or a Cancellation of this engine."""
    if not isinstance(given, Cancellation | None):
        name = type(given).__name__
        raise TypeError(f"cancel must be a Cancellation of this engine, not {name}")
