"""The four colours (G2): their order of play and their letters on a drawn board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from ..types import COLORS, Color, Direction

__all__ = ["colors_after", "letter", "turn_order"]


def turn_order(first_color: Color) -> tuple[Color, ...]:
    """Return the colours in the order they take their turns when ``first_color`` starts.

    The cycle blue, yellow, red, green does not depend on the first colour.
    """
    start = COLORS.index(first_color)
    return COLORS[start:] + COLORS[:start]


def colors_after(color: Color, direction: Direction) -> Iterator[Color]:
    """Yield the endless sequence of colours whose turns follow that of ``color``.

    Clockwise is blue, yellow, red, green.
    """
    step = -1 if direction == "counterclockwise" else 1
    for position in count(COLORS.index(color) + step, step):
        yield COLORS[position % len(COLORS)]


def letter(color: Color) -> str:
    """Return the letter that stands for a colour on a drawn board: B, Y, R or G."""
    return color[0].upper()
