"""Parsing the turn of untrusted data: its colour, its phase, and the fields of the phase."""

from __future__ import annotations

from dataclasses import dataclass

from ..types import CARDS, PHASES, CardName, Color, Phase, PieceName, PieceRef
from .reader import INT_MAX, INT_MIN, Reader, is_a

__all__ = ["SetupTurn", "read_turn", "report_classic_turn", "report_shuffle_turn", "turn_fields"]

_CLASSIC_PHASES: tuple[Phase, ...] = ("place", "over")

_SHUFFLE_FIELDS = ("card", "drawn", "drawn_count", "as_color", "target", "recycled", "first")
"""The fields of a turn that only Blokus Shuffle has, in the order in which they are parsed.

Only a view has ``drawn_count``.
"""

_CARD_FIELDS = ("card", "drawn", "drawn_count")
_DRAWN = 2

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
    "drawn_count": ("choose_card",),
    "as_color": ("place",),
    "target": ("warp_to",),
    "recycled": ("place",),
    "first": ("place",),
}
"""The phases that a field is allowed in."""


@dataclass(frozen=True, slots=True)
class SetupTurn:
    """A turn as given. Omitted fields are None; ``given`` is false if there was no turn at all."""

    given: bool = False
    color: Color | None = None
    phase: Phase | None = None
    card: CardName | None = None
    drawn: tuple[CardName, CardName] | None = None
    drawn_count: int | None = None
    as_color: Color | None = None
    target: PieceRef | None = None
    recycled: PieceRef | None = None
    first: PieceName | None = None


def turn_fields(*, is_view: bool) -> tuple[str, ...]:
    """Return the names of the fields of a turn, in a state or in a view."""
    fields = (field for field in _SHUFFLE_FIELDS if is_view or field != "drawn_count")
    return ("color", "phase", *fields)


def read_turn(reader: Reader, value: object, pointer: str, known: tuple[str, ...]) -> SetupTurn:
    """Parse a turn with these fields; None means that it was omitted."""
    if value is None:
        return SetupTurn()
    fields = reader.fields(value, pointer, known)
    # Problems are reported in the order in which the arguments are evaluated.
    return SetupTurn(
        given=True,
        color=reader.optional(reader.color, fields.get("color"), f"{pointer}/color"),
        phase=(
            reader.choice(fields["phase"], f"{pointer}/phase", PHASES)
            if "phase" in fields
            else None
        ),
        card=reader.optional(reader.card, fields.get("card"), f"{pointer}/card"),
        drawn=_read_drawn(reader, fields.get("drawn"), f"{pointer}/drawn"),
        drawn_count=_read_drawn_count(reader, fields.get("drawn_count"), f"{pointer}/drawn_count"),
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
        case []:
            return None
        case [one, other]:
            return reader.card(one, f"{pointer}/0"), reader.card(other, f"{pointer}/1")
    reader.report("out_of_range", "must be two cards", pointer)
    return None


def _read_drawn_count(reader: Reader, value: object, pointer: str) -> int | None:
    if value is None:
        return None
    problems_before = len(reader.problems)
    count = reader.integer(value, pointer, INT_MIN, INT_MAX)
    if len(reader.problems) == problems_before and count != _DRAWN:
        reader.report("out_of_range", f"must be {_DRAWN}", pointer)
    return count


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
            is_card = field in _CARD_FIELDS
            message = "classic has no cards" if is_card else "only Blokus Shuffle has this field"
            reader.report("options_conflict", message, f"/turn/{field}")


def report_shuffle_turn(reader: Reader, turn: SetupTurn, *, is_view: bool) -> None:
    """Report missing fields of a turn of Blokus Shuffle, and fields of other phases.

    In a view the cards of a Draw 2 may be hidden.
    """
    if not turn.given:
        reader.missing("turn", "")
        return
    if turn.color is None and turn.phase != "over":
        reader.missing("color", "/turn")
    if turn.phase is None:
        reader.missing("phase", "/turn")
        return
    for field in _SHUFFLE_FIELDS:
        if getattr(turn, field) is None:
            is_hidden = is_view and field == "drawn"
            if field in _required(turn.phase, turn.card) and not is_hidden:
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
