"""Parsing untrusted data to a Setup: types, names, options, and fields of the right game.

A view is parsed like a state, but has numbers of cards where cards can be hidden. These are the
first checks; :mod:`.layout`, :mod:`.turn_order` and :mod:`.shuffle_state` check whether the
position is possible.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ..types import COLORS, CardName, Color, Direction, Rules
from .deck import HAND_SIZE
from .location import PLACE_FIELDS, Location, read_location
from .options import OPTION_FIELDS, option_conflicts, read_options
from .reader import INT_MAX, Reader, is_a, raise_if_any
from .ruleset import SEATS_THAT_SHARE, variant_of
from .setup_turn import (
    SetupTurn,
    read_turn,
    report_classic_turn,
    report_shuffle_turn,
    turn_fields,
)

__all__ = ["Setup", "SetupDeck", "SetupPlacement", "read_placements", "read_setup"]

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
_DECK_VIEW_FIELDS = ("draw_count", "hand_count", "hand", "discard")
_COUNT_FIELDS = ("draw_count", "hand_count")
_MAX_SEATS = 4


class SetupPlacement(NamedTuple):
    """A piece on the board, as given."""

    color: Color
    location: Location


class SetupDeck(NamedTuple):
    """A deck as given. In a view the draw pile is a number, and the hand too if it is hidden.

    ``draw`` and ``hand`` are None where they are hidden, and a number is None if it was omitted.
    """

    draw: tuple[CardName, ...] | None
    draw_count: int | None
    hand: tuple[CardName, ...] | None
    hand_count: int | None
    discard: tuple[CardName, ...]


@dataclass(frozen=True, slots=True)
class Setup:
    """A state or a view as given. Omitted values are None, or have no key.

    ``seat`` is the seat of a view; None for a state. ``last_placed`` is None if it was omitted,
    otherwise it has all colours.
    """

    seat: int | None
    rules: Rules
    placements: tuple[SetupPlacement, ...]
    turn: SetupTurn
    direction: Direction | None
    decks: Mapping[str, SetupDeck] | None
    last_placed: Mapping[Color, str | None] | None
    shared_turns: int | None


def _homes(*, is_view: bool) -> dict[str, str]:
    """Return where each field of a state or a view belongs, as messages say it."""
    sections = {
        "in rules": OPTION_FIELDS,
        "in turn": turn_fields(is_view=is_view)[1:],
        "in placements": ("piece", *PLACE_FIELDS),
        "in decks": _DECK_VIEW_FIELDS if is_view else _DECK_FIELDS,
        "at the top level": _root_fields(is_view=is_view),
    }
    return {field: home for home, fields in sections.items() for field in fields}


def _root_fields(*, is_view: bool) -> tuple[str, ...]:
    return ("seat", *_ROOT_FIELDS) if is_view else _ROOT_FIELDS


def read_setup(data: object, *, is_view: bool = False) -> Setup:
    """Parse a state or a view, or raise InvalidStateError."""
    reader = Reader(_homes(is_view=is_view))
    fields = reader.fields(data, "", _root_fields(is_view=is_view))
    # Problems are reported in the order in which the arguments are evaluated.
    setup = Setup(
        seat=_read_seat(reader, fields) if is_view else None,
        rules=read_options(reader, fields.get("rules", {}), "/rules"),
        placements=read_placements(reader, fields.get("placements", []), "/placements"),
        turn=read_turn(reader, fields.get("turn"), "/turn", turn_fields(is_view=is_view)),
        direction=_read_direction(reader, fields.get("direction"), "/direction"),
        decks=_read_decks(reader, fields.get("decks"), "/decks", is_view=is_view),
        last_placed=_read_last_placed(reader, fields.get("last_placed"), "/last_placed"),
        shared_turns=(
            reader.integer(fields["shared_turns"], "/shared_turns", 0, INT_MAX)
            if "shared_turns" in fields
            else None
        ),
    )
    raise_if_any(reader.problems)
    raise_if_any(option_conflicts(setup.rules, "/rules"))
    if setup.seat is not None:
        reader.integer(setup.seat, "/seat", 1, setup.rules.seats)
    report_fields = (
        _report_classic_fields if setup.rules.game == "classic" else _report_shuffle_fields
    )
    report_fields(reader, setup)
    raise_if_any(reader.problems)
    return setup


def _report_classic_fields(reader: Reader, setup: Setup) -> None:
    """Report what only Blokus Shuffle has."""
    report_classic_turn(reader, setup.turn)
    if setup.direction == "counterclockwise":
        reader.report("options_conflict", "classic is always played clockwise", "/direction")
    if setup.decks:
        reader.report("options_conflict", "classic has no cards", "/decks")


def _report_shuffle_fields(reader: Reader, setup: Setup) -> None:
    """Report missing fields that cannot be derived from the board, and unknown decks."""
    report_shuffle_turn(reader, setup.turn, is_view=setup.seat is not None)
    if setup.shared_turns is None and setup.rules.seats == SEATS_THAT_SHARE:
        reader.missing("shared_turns", "")
    if setup.decks is None:
        reader.missing("decks", "")
        return
    names = tuple(variant_of(setup.rules).deck_owners)
    for name in names:
        if reader.required(setup.decks, name, "/decks"):
            counts = {field: getattr(setup.decks[name], field) for field in _COUNT_FIELDS}
            for field in _COUNT_FIELDS:
                reader.required(counts, field, f"/decks/{name}")
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


def _read_seat(reader: Reader, fields: Mapping[str, object]) -> int:
    if reader.required(fields, "seat", ""):
        return reader.integer(fields["seat"], "/seat", 1, _MAX_SEATS)
    return 1


def _read_decks(
    reader: Reader, value: object, pointer: str, *, is_view: bool
) -> dict[str, SetupDeck] | None:
    """Parse the given decks, in the order of their names."""
    if value is None:
        return None
    fields = reader.fields(value, pointer, _DECK_NAMES)
    read = _read_deck_view if is_view else _read_deck
    return {
        name: read(reader, fields[name], f"{pointer}/{name}")
        for name in _DECK_NAMES
        if name in fields
    }


def _read_deck(reader: Reader, value: object, pointer: str) -> SetupDeck:
    fields = reader.fields(value, pointer, _DECK_FIELDS)
    draw, hand, discard = (
        _read_cards(reader, fields.get(field, []), f"{pointer}/{field}") for field in _DECK_FIELDS
    )
    return SetupDeck(draw, len(draw), hand, len(hand), discard)


def _read_deck_view(reader: Reader, value: object, pointer: str) -> SetupDeck:
    """Parse a deck of a view. The hand is hidden if it is omitted, or empty but not its number."""
    fields = reader.fields(value, pointer, _DECK_VIEW_FIELDS)
    draw_count = _read_count(reader, fields.get("draw_count"), f"{pointer}/draw_count", _MAX_CARDS)
    problems_before = len(reader.problems)
    hand_count = _read_count(reader, fields.get("hand_count"), f"{pointer}/hand_count", HAND_SIZE)
    hand = None
    if "hand" in fields:
        hand = _read_cards(reader, fields["hand"], f"{pointer}/hand")
        is_valid = len(reader.problems) == problems_before
        if hand and is_valid and hand_count not in (None, len(hand)):
            message = f"must be {len(hand)}, the number of cards in hand"
            reader.report("wrong_hand", message, f"{pointer}/hand_count", "S2")
    discard = _read_cards(reader, fields.get("discard", []), f"{pointer}/discard")
    if hand or (hand is not None and not hand_count):
        return SetupDeck(None, draw_count, hand, len(hand), discard)
    return SetupDeck(None, draw_count, None, hand_count, discard)


def _read_count(reader: Reader, value: object, pointer: str, most: int) -> int | None:
    return None if value is None else reader.integer(value, pointer, 0, most)


def _read_cards(reader: Reader, value: object, pointer: str) -> tuple[CardName, ...]:
    items = reader.items(value, pointer)
    if len(items) > _MAX_CARDS:
        reader.report("out_of_range", f"a deck has at most {_MAX_CARDS} cards", pointer)
        return ()
    return tuple(reader.card(item, f"{pointer}/{index}") for index, item in enumerate(items))


def _read_last_placed(
    reader: Reader, value: object, pointer: str
) -> dict[Color, str | None] | None:
    """Parse the last pieces: a colour that is not named has none."""
    if value is None:
        return None
    fields = reader.fields(value, pointer, COLORS)
    return {
        color: reader.optional(reader.piece, fields.get(color), f"{pointer}/{color}")
        for color in COLORS
    }
