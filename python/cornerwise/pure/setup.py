"""Parsing untrusted data to a Setup: types, names, options, and fields of the right game.

These are the first checks of a state. :mod:`.layout`, :mod:`.turn_order` and :mod:`.shuffle_state`
check whether the position is possible.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ..types import COLORS, CardName, Color, Deck, Direction, Rules
from .location import PLACE_FIELDS, Location, read_location
from .options import option_conflicts, read_options
from .reader import INT_MAX, Reader, is_a, raise_if_any
from .ruleset import SEATS_THAT_SHARE, variant_of
from .setup_turn import SetupTurn, read_turn, report_classic_turn, report_shuffle_turn

__all__ = ["Setup", "SetupPlacement", "read_placements", "read_setup"]

_MAX_PLACEMENTS = 84
_MAX_CARDS = 120

_DIRECTIONS: tuple[Direction, ...] = ("clockwise", "counterclockwise")

_ROOT_FIELDS = (
    "rules",
    "placements",
    "turn",
    "direction",
    "decks",
    "last_placed",
    "shared_turns",
)
_DECK_NAMES = (*COLORS, "seat1", "seat2")
_DECK_FIELDS = ("draw", "hand", "discard")


class SetupPlacement(NamedTuple):
    """A piece on the board, as given."""

    color: Color
    location: Location


@dataclass(frozen=True, slots=True)
class Setup:
    """A state as given. Omitted values are None, or have no key."""

    rules: Rules
    placements: tuple[SetupPlacement, ...]
    turn: SetupTurn
    direction: Direction | None
    decks: Mapping[str, Deck] | None
    last_placed: Mapping[Color, str | None]
    shared_turns: int | None


def read_setup(data: object) -> Setup:
    """Parse a state, or raise InvalidStateError."""
    reader = Reader()
    fields = reader.fields(data, "", _ROOT_FIELDS)
    # Problems are reported in the order in which the arguments are evaluated.
    setup = Setup(
        rules=read_options(reader, fields.get("rules", {}), "/rules"),
        placements=read_placements(reader, fields.get("placements", []), "/placements"),
        turn=read_turn(reader, fields.get("turn"), "/turn"),
        direction=_read_direction(reader, fields.get("direction"), "/direction"),
        decks=_read_decks(reader, fields.get("decks"), "/decks"),
        last_placed=_read_last_placed(reader, fields.get("last_placed", {}), "/last_placed"),
        shared_turns=(
            reader.integer(fields["shared_turns"], "/shared_turns", 0, INT_MAX)
            if "shared_turns" in fields
            else None
        ),
    )
    raise_if_any(reader.problems)
    raise_if_any(option_conflicts(setup.rules, "/rules"))
    report_fields = (
        _report_classic_fields if setup.rules.game == "classic" else _report_shuffle_fields
    )
    report_fields(reader, setup)
    raise_if_any(reader.problems)
    return setup


def _report_classic_fields(reader: Reader, setup: Setup) -> None:
    """Report fields that only Blokus Shuffle has."""
    report_classic_turn(reader, setup.turn)
    for field, value in (("direction", setup.direction), ("decks", setup.decks)):
        if value is not None:
            reader.report("options_conflict", "only Blokus Shuffle has this field", f"/{field}")


def _report_shuffle_fields(reader: Reader, setup: Setup) -> None:
    """Report missing fields that cannot be derived from the board, and unknown decks."""
    report_shuffle_turn(reader, setup.turn)
    if setup.shared_turns is None and setup.rules.seats == SEATS_THAT_SHARE:
        reader.missing("shared_turns", "")
    if setup.decks is None:
        reader.missing("decks", "")
        return
    names = tuple(variant_of(setup.rules).deck_owners)
    for name in names:
        reader.required(setup.decks, name, "/decks")
    for name in setup.decks:
        if name not in names:
            message = f"this game has the decks: {', '.join(names)}"
            reader.report("unknown_field", message, f"/decks/{name}")


def read_placements(reader: Reader, value: object, pointer: str) -> tuple[SetupPlacement, ...]:
    """Parse the list of placements."""
    items = reader.items(value, pointer)
    if len(items) > _MAX_PLACEMENTS:
        reader.report("too_many_placements", "there are only 84 pieces", pointer)
        return ()
    return tuple(
        _read_placement(reader, item, f"{pointer}/{index}") for index, item in enumerate(items)
    )


def _read_placement(reader: Reader, value: object, pointer: str) -> SetupPlacement:
    if not is_a(value, dict):
        reader.wrong_type("an object", pointer)
        return SetupPlacement(COLORS[0], Location("", None, None))
    fields = reader.fields(value, pointer, ("color", "piece", *PLACE_FIELDS))
    color, piece = reader.colored_piece(fields, pointer)
    return SetupPlacement(color, read_location(reader, fields, pointer, piece))


def _read_direction(reader: Reader, value: object, pointer: str) -> Direction | None:
    return None if value is None else reader.choice(value, pointer, _DIRECTIONS)


def _read_decks(reader: Reader, value: object, pointer: str) -> dict[str, Deck] | None:
    """Parse the given decks, in the order of their names."""
    if value is None:
        return None
    fields = reader.fields(value, pointer, _DECK_NAMES)
    return {
        name: _read_deck(reader, fields[name], f"{pointer}/{name}")
        for name in _DECK_NAMES
        if name in fields
    }


def _read_deck(reader: Reader, value: object, pointer: str) -> Deck:
    fields = reader.fields(value, pointer, _DECK_FIELDS)
    draw, hand, discard = (
        _read_cards(reader, fields.get(field, []), f"{pointer}/{field}") for field in _DECK_FIELDS
    )
    return Deck(draw, hand, discard)


def _read_cards(reader: Reader, value: object, pointer: str) -> tuple[CardName, ...]:
    items = reader.items(value, pointer)
    if len(items) > _MAX_CARDS:
        reader.report("out_of_range", f"a deck has at most {_MAX_CARDS} cards", pointer)
        return ()
    return tuple(reader.card(item, f"{pointer}/{index}") for index, item in enumerate(items))


def _read_last_placed(reader: Reader, value: object, pointer: str) -> dict[Color, str | None]:
    fields = reader.fields(value, pointer, COLORS)
    return {
        color: reader.optional(reader.piece, fields[color], f"{pointer}/{color}")
        for color in COLORS
        if color in fields
    }
