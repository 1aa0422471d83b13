"""The four colours (G2): their order of play and their letters on a drawn board."""

from __future__ import annotations

from ..types import COLORS, Color

__all__ = ["letter", "turn_order"]


def turn_order(first_color: Color) -> tuple[Color, ...]:
    """Return the colours in the order they take their turns when ``first_color`` starts.

    The cycle blue, yellow, red, green is the same whoever starts.
    """
    start = COLORS.index(first_color)
    return COLORS[start:] + COLORS[:start]


def letter(color: Color) -> str:
    """Return the letter that stands for a colour on a drawn board: B, Y, R or G."""
    return color[0].upper()
