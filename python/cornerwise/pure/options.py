"""Parsing the options of a game: types, defaults, and conflicts between options."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from ..errors import Problem
from ..types import CARDS, CardName, Color, Rules
from .card import MAX_CARDS, STANDARD_DECK
from .reader import Reader, raise_if_any
from .ruleset import DEFAULT_SHARED_COLOR, SEATS_THAT_SHARE, SEATS_WITH_TEAMS

__all__ = ["OPTION_FIELDS", "option_conflicts", "read_options", "read_rules"]

_Game: TypeAlias = Literal["classic", "shuffle"]
_Bonus: TypeAlias = Literal["independent", "with_all_placed"]

_GAMES: tuple[_Game, ...] = ("classic", "shuffle")
_START_CORNERS: tuple[Literal["any", "fixed"], ...] = ("any", "fixed")
_SCORINGS: tuple[Literal["basic", "advanced"], ...] = ("basic", "advanced")
_BONUSES: tuple[_Bonus, ...] = ("independent", "with_all_placed")

OPTION_FIELDS = (
    "game",
    "seats",
    "teams",
    "shared_color",
    "first_color",
    "start_corners",
    "scoring",
    "monomino_bonus",
    "deck",
)


def read_rules(data: object) -> Rules:
    """Parse the options of a new game, or raise InvalidStateError."""
    reader = Reader()
    rules = read_options(reader, data, "")
    raise_if_any(reader.problems)
    raise_if_any(option_conflicts(rules, ""))
    return rules


def read_options(reader: Reader, value: object, pointer: str) -> Rules:
    """Parse the options of the object at ``pointer``; omitted ones have their defaults."""
    fields = reader.fields(value, pointer, OPTION_FIELDS)
    defaults = Rules()
    # Problems are reported in the order in which the options are parsed.
    game = reader.choice(fields.get("game", defaults.game), f"{pointer}/game", _GAMES)
    seats = reader.integer(fields.get("seats", defaults.seats), f"{pointer}/seats", 2, 4)
    return Rules(
        game=game,
        seats=seats,
        teams=reader.boolean(fields.get("teams", defaults.teams), f"{pointer}/teams"),
        shared_color=_read_shared_color(
            reader, fields.get("shared_color"), f"{pointer}/shared_color", seats
        ),
        first_color=reader.color(
            fields.get("first_color", defaults.first_color), f"{pointer}/first_color"
        ),
        start_corners=reader.choice(
            fields.get("start_corners", defaults.start_corners),
            f"{pointer}/start_corners",
            _START_CORNERS,
        ),
        scoring=reader.choice(
            fields.get("scoring", defaults.scoring), f"{pointer}/scoring", _SCORINGS
        ),
        monomino_bonus=_read_bonus(
            reader, fields.get("monomino_bonus"), f"{pointer}/monomino_bonus", game
        ),
        deck=_read_deck(reader, fields.get("deck"), f"{pointer}/deck", game),
    )


def option_conflicts(rules: Rules, pointer: str) -> Iterator[Problem]:
    """Yield a problem for every option that conflicts with the others."""
    if rules.teams and rules.game == "shuffle":
        message = "Blokus Shuffle is not played in teams"
        yield Problem("options_conflict", message, f"{pointer}/teams")
    elif rules.teams and rules.seats != SEATS_WITH_TEAMS:
        yield Problem("options_conflict", "teams need 4 seats", f"{pointer}/teams")
    if rules.shared_color is not None and rules.seats != SEATS_THAT_SHARE:
        message = "a shared colour needs 3 seats"
        yield Problem("options_conflict", message, f"{pointer}/shared_color")
    if rules.game == "classic":
        message = "only Blokus Shuffle has this option"
        if rules.monomino_bonus is not None:
            yield Problem("options_conflict", message, f"{pointer}/monomino_bonus")
        if rules.deck is not None:
            yield Problem("options_conflict", message, f"{pointer}/deck")


def _read_shared_color(reader: Reader, value: object, pointer: str, seats: int) -> Color | None:
    if value is None:
        return DEFAULT_SHARED_COLOR if seats == SEATS_THAT_SHARE else None
    return reader.color(value, pointer)


def _read_bonus(reader: Reader, value: object, pointer: str, game: _Game) -> _Bonus | None:
    if value is None:
        return "independent" if game == "shuffle" else None
    return reader.choice(value, pointer, _BONUSES)


def _read_deck(
    reader: Reader, value: object, pointer: str, game: _Game
) -> dict[CardName, int] | None:
    """Parse how many cards of each kind a colour has; omitted kinds have none (S1)."""
    if value is None:
        return dict(STANDARD_DECK) if game == "shuffle" else None
    problems_before = len(reader.problems)
    fields = reader.fields(value, pointer, CARDS)
    deck = {
        card: reader.integer(fields.get(card, 0), f"{pointer}/{card}", 0, MAX_CARDS)
        for card in CARDS
    }
    is_valid = len(reader.problems) == problems_before
    if is_valid and not 1 <= sum(deck.values()) <= MAX_CARDS:
        reader.report("out_of_range", f"must be 1 to {MAX_CARDS} cards in all", pointer)
    return deck
