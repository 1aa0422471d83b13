"""What untrusted data says about the turn: its colour, its phase, and what belongs to the phase."""

from __future__ import annotations

from dataclasses import dataclass

from ..types import CARDS, Card, Color, Phase
from .data import Reader, is_a

__all__ = ["SetupTurn", "note_classic_turn", "note_shuffle_turn", "read_turn"]

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

_DETAILS = ("card", "drawn", "as_color", "target", "recycled", "first")
"""The fields of a turn that only Blokus Shuffle has, in the order in which they are looked at."""

_CARDS_OF: dict[Phase, tuple[Card, ...]] = {
    "choose_card": ("draw_two",),
    "choose_color": ("wild",),
    "choose_piece": ("recycle", "warp"),
    "warp_to": ("warp",),
    "place": tuple(card for card in CARDS if card != "draw_two"),
}
"""The cards that lead to a phase."""

_BELONGS_TO: dict[str, tuple[Phase, ...]] = {
    "card": tuple(_CARDS_OF),
    "drawn": ("choose_card",),
    "as_color": ("place",),
    "target": ("warp_to",),
    "recycled": ("place",),
    "first": ("place",),
}
"""The phases in which a field may be given."""


@dataclass(frozen=True, slots=True)
class SetupTurn:
    """Whose turn it is said to be, and what is said about it. What was not given is None.

    A colour of None says that nobody is to move, unless ``color_given`` is false: then nothing was
    said. ``given`` is false if there was no turn at all.
    """

    given: bool = False
    color: Color | None = None
    color_given: bool = False
    phase: Phase | None = None
    card: Card | None = None
    drawn: tuple[Card, Card] | None = None
    as_color: Color | None = None
    target: tuple[Color, str] | None = None
    recycled: tuple[Color, str] | None = None
    first: str | None = None


def read_turn(reader: Reader, value: object, pointer: str) -> SetupTurn:
    """Read what is said about the turn; None says nothing."""
    if value is None:
        return SetupTurn()
    fields = reader.fields(value, pointer, ("color", "phase", *_DETAILS))
    # The arguments are evaluated in this order, and problems are reported in it.
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


def _read_drawn(reader: Reader, value: object, pointer: str) -> tuple[Card, Card] | None:
    if value is None:
        return None
    problems_before = len(reader.problems)
    items = reader.items(value, pointer)
    if len(reader.problems) > problems_before:
        return None
    match items:
        case [one, other]:
            return reader.card(one, f"{pointer}/0"), reader.card(other, f"{pointer}/1")
    reader.note("out_of_range", "must be two cards", pointer)
    return None


def _read_colored_piece(reader: Reader, value: object, pointer: str) -> tuple[Color, str] | None:
    if value is None:
        return None
    if not is_a(value, dict):
        reader.wrong_type("an object", pointer)
        return None
    fields = reader.fields(value, pointer, ("color", "piece"))
    return reader.colored_piece(fields, pointer)


def note_classic_turn(reader: Reader, turn: SetupTurn) -> None:
    """Note all that a classic turn cannot have."""
    if turn.phase not in (None, *_CLASSIC_PHASES):
        reader.note("wrong_phase", "classic has no such phase", "/turn/phase")
    for field in _DETAILS:
        if getattr(turn, field) is not None:
            reader.note("options_conflict", "only Blokus Shuffle has this", f"/turn/{field}")


def note_shuffle_turn(reader: Reader, turn: SetupTurn) -> None:
    """Note what a turn of Blokus Shuffle lacks, and what does not belong to its phase."""
    if not turn.given:
        reader.missing("turn", "")
        return
    if not turn.color_given and turn.phase != "over":
        reader.missing("color", "/turn")
    if turn.phase is None:
        reader.missing("phase", "/turn")
        return
    for field in _DETAILS:
        if getattr(turn, field) is None:
            if field in _required(turn.phase, turn.card):
                reader.missing(field, "/turn")
        elif message := _misfit(turn.phase, field, turn.card):
            reader.note("wrong_phase", message, f"/turn/{field}")


def _required(phase: Phase, card: Card | None) -> tuple[str, ...]:
    """Return the fields that a phase cannot do without."""
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


def _misfit(phase: Phase, field: str, card: Card | None) -> str | None:
    """Return why a field that was given does not fit the phase and its card; None if it does."""
    if phase not in _BELONGS_TO[field]:
        return f"this does not belong to the phase {phase}"
    if field == "card" and card not in _CARDS_OF[phase]:
        return f"{card} does not lead to the phase {phase}"
    if field == "as_color" and card != "wild":
        return "only Wild declares a colour"
    if field == "recycled" and card != "recycle":
        return "only Recycle takes a piece back"
    if field == "first" and card != "double_play":
        return "only Double Play has a second piece"
    return None
