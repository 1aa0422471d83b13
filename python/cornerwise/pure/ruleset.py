"""The variants of classic Blokus as a table: who plays which colour, and who plays together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from ..types import COLORS, Color, Rules

__all__ = [
    "DEFAULT_SHARED_COLOR",
    "SEATS_THAT_SHARE",
    "SEATS_WITH_TEAMS",
    "Team",
    "Variant",
    "variant_of",
]

Team: TypeAlias = tuple[Literal["A", "B"], tuple[int, ...]]
"""The name of a team and its seats."""


@dataclass(frozen=True, slots=True)
class Variant:
    """One variant. ``seat_colors[n]`` are the colours that seat ``n + 1`` is scored for.

    Every colour belongs to one seat, except the shared one, which the seats play in turn (C8).
    """

    seat_colors: tuple[tuple[Color, ...], ...]
    shared_color: Color | None = None
    teams: tuple[Team, ...] = ()

    def seat_of(self, color: Color, shared_turns: int) -> int:
        """Return the seat that decides for a colour.

        ``shared_turns`` is the number of the shared colour's slots that are over (C8).
        """
        if color == self.shared_color:
            return shared_turns % len(self.seat_colors) + 1
        owner = next(colors for colors in self.seat_colors if color in colors)
        return self.seat_colors.index(owner) + 1


SEATS_WITH_TEAMS = 4
"""Only this number of seats may play in teams."""

SEATS_THAT_SHARE = 3
"""With this number of seats, and no other, there is a shared colour (C8)."""

DEFAULT_SHARED_COLOR: Color = "green"

_ONE_EACH: tuple[tuple[Color, ...], ...] = (("blue",), ("yellow",), ("red",), ("green",))
_TWO_EACH: tuple[tuple[Color, ...], ...] = (("blue", "red"), ("yellow", "green"))


def _three_seats(shared: Color) -> Variant:
    return Variant(tuple((color,) for color in COLORS if color != shared), shared_color=shared)


_VARIANTS: dict[tuple[int, bool, Color | None], Variant] = {
    (4, False, None): Variant(_ONE_EACH),
    (SEATS_WITH_TEAMS, True, None): Variant(_ONE_EACH, teams=(("A", (1, 3)), ("B", (2, 4)))),
    **{(SEATS_THAT_SHARE, False, shared): _three_seats(shared) for shared in COLORS},
    (2, False, None): Variant(_TWO_EACH),
}
"""Keyed by the options that tell the variants apart: seats, teams, shared colour."""


def variant_of(rules: Rules) -> Variant:
    """Return the variant that the options of a game describe."""
    return _VARIANTS[rules.seats, rules.teams, rules.shared_color]
