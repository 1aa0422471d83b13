"""Parsing the turn of untrusted data: its colour, its phase, and the fields of the phase."""

from __future__ import annotations

from dataclasses import dataclass

from ..types import CARDS, CardName, Color, Phase, PieceName, PieceRef
from .reader import Reader, is_a

__all__ = ["SetupTurn", "read_turn", "report_classic_turn", "report_shuffle_turn"]

_PHASES: tuple[Phase, ...] = (
    "opening",
    "play_card",
    "choose_card",
    "choose_color",
    "choose_piece",
    "warp_to",
    "place",
    "over",
)
_CLASSIC_PHASES: tuple[Phase, ...] = ("place", "over")

_SHUFFLE_FIELDS = ("card", "drawn", "as_color", "target", "recycled", "first")
"""The fields of a turn that only Blokus Shuffle has, in the order in which they are parsed."""

_CARDS_BEFORE: dict[Phase, tuple[CardName, ...]] = {
    "choose_card": ("draw_two",),
    "choose_color": ("wild",),
    "choose_piece": ("recycle", "warp"),
    "warp_to": ("warp",),
    "place": tuple(card for card in CARDS if card != "draw_two"),
}
"""The cards that can lead to a phase."""

_PHASES_OF_FIELD: dict[str, tuple[Phase, ...]] = {
    "card": tuple(_CARDS_BEFORE),
    "drawn": ("choose_card",),
    "as_color": ("place",),
    "target": ("warp_to",),
    "recycled": ("place",),
    "first": ("place",),
}
"""The phases that a field is allowed in."""


@dataclass(frozen=True, slots=True)
class SetupTurn:
    """A turn as given. Omitted fields are None.

    A colour of None means that no colour is to move, unless ``color_given`` is false: then it was
    omitted. ``given`` is false if there was no turn at all.
    """

    given: bool = False
    color: Color | None = None
    color_given: bool = False
    phase: Phase | None = None
    card: CardName | None = None
    drawn: tuple[CardName, CardName] | None = None
    as_color: Color | None = None
    target: PieceRef | None = None
    recycled: PieceRef | None = None
    first: PieceName | None = None


def read_turn(reader: Reader, value: object, pointer: str) -> SetupTurn:
    """Parse a turn; None means that it was omitted."""
    if value is None:
        return SetupTurn()
    fields = reader.fields(value, pointer, ("color", "phase", *_SHUFFLE_FIELDS))
    # Problems are reported in the order in which the arguments are evaluated.
    return SetupTurn(
        given=True,
        color=reader.optional(reader.color, fields.get("color"), f"{pointer}/color"),
        color_given="color" in fields,
        phase=(
            reader.choice(fields["phase"], f"{pointer}/phase", _PHASES)
            if "phase" in fields
            else None
        ),
        card=reader.optional(reader.card, fields.get("card"), f"{pointer}/card"),
        drawn=_read_drawn(reader, fields.get("drawn"), f"{pointer}/drawn"),
        as_color=reader.optional(reader.color, fields.get("as_color"), f"{pointer}/as_color"),
        target=_read_colored_piece(reader, fields.get("target"), f"{pointer}/target"),
        recycled=_read_colored_piece(reader, fields.get("recycled"), f"{pointer}/recycled"),
        first=reader.optional(reader.piece, fields.get("first"), f"{pointer}/first"),
    )


def _read_drawn(reader: Reader, value: object, pointer: str) -> tuple[CardName, CardName] | None:
    if value is None:
        return None
    problems_before = len(reader.problems)
    items = reader.items(value, pointer)
    if len(reader.problems) > problems_before:
        return None
    match items:
        case [one, other]:
            return reader.card(one, f"{pointer}/0"), reader.card(other, f"{pointer}/1")
    reader.report("out_of_range", "must be two cards", pointer)
    return None


def _read_colored_piece(reader: Reader, value: object, pointer: str) -> PieceRef | None:
    if value is None:
        return None
    if not is_a(value, dict):
        reader.wrong_type("an object", pointer)
        return None
    fields = reader.fields(value, pointer, ("color", "piece"))
    return reader.colored_piece(fields, pointer)


def report_classic_turn(reader: Reader, turn: SetupTurn) -> None:
    """Report everything that a classic turn cannot have."""
    if turn.phase not in (None, *_CLASSIC_PHASES):
        reader.report("wrong_phase", "classic has only the phases place and over", "/turn/phase")
    for field in _SHUFFLE_FIELDS:
        if getattr(turn, field) is not None:
            reader.report(
                "options_conflict", "only Blokus Shuffle has this field", f"/turn/{field}"
            )


def report_shuffle_turn(reader: Reader, turn: SetupTurn) -> None:
    """Report missing fields of a turn of Blokus Shuffle, and fields of other phases."""
    if not turn.given:
        reader.missing("turn", "")
        return
    if not turn.color_given and turn.phase != "over":
        reader.missing("color", "/turn")
    if turn.phase is None:
        reader.missing("phase", "/turn")
        return
    for field in _SHUFFLE_FIELDS:
        if getattr(turn, field) is None:
            if field in _required(turn.phase, turn.card):
                reader.missing(field, "/turn")
        elif message := _conflict(turn.phase, field, turn.card):
            reader.report("wrong_phase", message, f"/turn/{field}")


def _required(phase: Phase, card: CardName | None) -> tuple[str, ...]:
    """Return the required fields of a phase."""
    match phase, card:
        case "choose_card", _:
            return ("drawn",)
        case "choose_piece", _:
            return ("card",)
        case "warp_to", _:
            return ("target",)
        case "place", "wild":
            return ("as_color",)
    return ()


def _conflict(phase: Phase, field: str, card: CardName | None) -> str | None:
    """Return why a given field conflicts with the phase and its card; None if it does not."""
    if phase not in _PHASES_OF_FIELD[field]:
        return f"this field is not allowed in the phase {phase}"
    if field == "card" and card not in _CARDS_BEFORE[phase]:
        return f"{card} does not lead to the phase {phase}"
    if field == "as_color" and card != "wild":
        return "only Wild declares a colour"
    if field == "recycled" and card != "recycle":
        return "only Recycle takes a piece off the board"
    if field == "first" and card != "double_play":
        return "only Double Play has a second piece"
    return None
