"""The variants as a table: the colours of seats, teams, and the owners of decks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from ..types import COLORS, Color, Rules
from .color import turn_order

__all__ = [
    "DEFAULT_SHARED_COLOR",
    "SEATS_THAT_SHARE",
    "SEATS_WITH_ONE_DECK_EACH",
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

    def owner(self, color: Color) -> int:
        """Return the seat that a colour belongs to; the shared colour belongs to none."""
        return next(seat for seat, colors in enumerate(self.seat_colors, 1) if color in colors)

    def controllers(self, first_color: Color) -> tuple[int, ...]:
        """Return the seats in the order in which they play the shared colour (C8).

        It is the turn order from the first colour on: the seat that begins the game is the first.
        """
        order = turn_order(first_color)
        return tuple(self.owner(color) for color in order if color != self.shared_color)

    @property
    def deck_owners(self) -> dict[str, tuple[Color, ...]]:
        """The names of the decks in Blokus Shuffle, and the colours on whose turns each is used.

        With 2 seats a seat has one deck for both its colours, otherwise every colour, the shared
        one too, has its own (S3, S11).
        """
        if len(self.seat_colors) == SEATS_WITH_ONE_DECK_EACH:
            return {f"seat{seat}": colors for seat, colors in enumerate(self.seat_colors, start=1)}
        return {color: (color,) for color in COLORS}

    def deck_name(self, color: Color) -> str:
        """Return the name of the deck that is used on the turns of a colour."""
        return next(name for name, colors in self.deck_owners.items() if color in colors)

    def own_colors(self, color: Color) -> tuple[Color, ...]:
        """Return the colours of 'your own' pieces on the turn of a colour (S24, S25)."""
        return self.deck_owners[self.deck_name(color)]


SEATS_WITH_TEAMS = 4
"""The number of seats that teams require."""

SEATS_THAT_SHARE = 3
"""The number of seats with a shared colour (C8)."""

SEATS_WITH_ONE_DECK_EACH = 2
"""The number of seats with one deck for each seat instead of each colour (S3)."""

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
"""By the options that distinguish the variants: seats, teams, shared colour."""


def variant_of(rules: Rules) -> Variant:
    """Return the variant that the options of a game describe."""
    return _VARIANTS[rules.seats, rules.teams, rules.shared_color]
