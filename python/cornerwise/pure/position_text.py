"""Position text: a state, or a seat's view of one, as one line of URL-safe characters.

``docs/notation.md`` specifies the form; this module is written from it. It converts between the
text and the JSON form without applying any rule: the engine validates the decoded state.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal, NoReturn, TypeAlias
from zlib import crc32

from ..errors import InvalidStateError, Problem
from ..types import (
    CARDS,
    COLORS,
    MAX_POSITION_LENGTH,
    PIECE_NAMES,
    CardName,
    Color,
    Phase,
    PieceName,
)
from .card import MAX_CARDS, STANDARD_DECK
from .piece import PIECES
from .reader import is_a
from .ruleset import SEATS_THAT_SHARE, SEATS_WITH_ONE_DECK_EACH

__all__ = ["position_kind", "state_data", "state_text", "view_data", "view_text"]

PREFIX: Final = "cw1"
"""The mark of the notation and its version."""

Kind: TypeAlias = Literal["s", "v"]

_STATE: Final[Kind] = "s"
_VIEW: Final[Kind] = "v"

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_VALUES = {character: value for value, character in enumerate(_ALPHABET)}
_BASE = len(_ALPHABET)
_CHECKSUM_LENGTH = 6

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
"""By their number in the text, which never changes."""

_VARIANTS = ((4, False), (3, False), (2, False), (4, True))
"""Seats and teams, by their number in the text."""

_BOARD_SIDE = 20
_SQUARES = _BOARD_SIDE**2
_MAX_PLACEMENTS = len(COLORS) * len(PIECE_NAMES)
_HAND_SIZE = 2
_MAX_SHARED_TURNS = 2**31 - 1

_ORIENTATIONS: tuple[tuple[PieceName, int], ...] = tuple(
    (piece.name, number) for piece in PIECES for number in range(len(piece.orientations))
)
"""The 91 orientations: piece by piece in the order of G4, then by number."""
_ORIENTATION_NUMBERS = {orientation: number for number, orientation in enumerate(_ORIENTATIONS)}


def state_text(state: Mapping[str, Any]) -> str:
    """Return the position text of a state in its complete JSON form."""
    return _with_checksum(f"{PREFIX}{_STATE}{_written(state, seat=None)}")


def view_text(view: Mapping[str, Any]) -> str:
    """Return the position text of a view in its complete JSON form."""
    return _with_checksum(f"{PREFIX}{_VIEW}{_written(view, seat=view['seat'])}")


def state_data(text: object) -> dict[str, Any]:
    """Return the JSON form of the state that a text describes, for ``load_state``.

    Raises InvalidStateError if the text is damaged, not canonical, or that of a view.
    """
    plain = _plain(text)
    kind, content = _opened(plain)
    if kind != _STATE:
        _refuse("this is the position text of a view, not of a state")
    data = _Decoder(content).state()
    if state_text(data) != plain:
        _refuse(_NOT_CANONICAL)
    return data


def view_data(text: object) -> dict[str, Any]:
    """Return the JSON form of the view that a text describes, for ``load_view``.

    Raises InvalidStateError if the text is damaged, not canonical, or that of a state.
    """
    plain = _plain(text)
    kind, content = _opened(plain)
    if kind != _VIEW:
        _refuse("this is the position text of a state, not of a view")
    data = _Decoder(content).view()
    if view_text(data) != plain:
        _refuse(_NOT_CANONICAL)
    return data


def position_kind(text: object) -> Literal["state", "view"]:
    """Return what an undamaged text describes; raise InvalidStateError if it is damaged."""
    return "state" if _opened(_plain(text))[0] == _STATE else "view"


_NOT_CANONICAL = "not a position text: the same position has another, canonical text"


def _refuse(message: str) -> NoReturn:
    raise InvalidStateError([Problem("invalid_text", message)]) from None


def _damaged() -> NoReturn:
    _refuse("not a position text: damaged or incomplete")


def _plain(text: object) -> str:
    """Return a plain str; a subclass could compare as it likes."""
    if not is_a(text, str):
        raise InvalidStateError([Problem("wrong_type", "must be a string")])
    return str.__str__(text)


def _opened(plain: str) -> tuple[Kind, str]:
    """Return the kind and the content of a text with a valid checksum."""
    if not plain.startswith("cw"):
        _refuse(f"not a position text: it must begin with {PREFIX}")
    if not plain.startswith(PREFIX):
        _refuse(f"not a position text of this version: it must begin with {PREFIX}")
    if len(plain) > MAX_POSITION_LENGTH or not _VALUES.keys() >= set(plain):
        _damaged()
    content = plain[:-_CHECKSUM_LENGTH]
    if len(content) <= len(PREFIX) or _with_checksum(content) != plain:
        _damaged()
    match content[len(PREFIX)]:
        case "s":
            return _STATE, content[len(PREFIX) + 1 :]
        case "v":
            return _VIEW, content[len(PREFIX) + 1 :]
    _damaged()


def _with_checksum(content: str) -> str:
    return content + _number(crc32(content.encode("ascii")), _CHECKSUM_LENGTH)


def _number(value: int, length: int = 1) -> str:
    """Return a number as characters, the most significant first."""
    digits = []
    for _ in range(length):
        value, digit = divmod(value, _BASE)
        digits.append(_ALPHABET[digit])
    return "".join(reversed(digits))


def _written(data: Mapping[str, Any], seat: int | None) -> str:
    rules = data["rules"]
    parts = ["" if seat is None else _number(seat), _rules_text(rules)]
    placements = data["placements"]
    parts.append(_number(len(placements), 2))
    parts.extend(map(_placement_text, placements))
    if rules["game"] == "shuffle":
        parts.append(_shuffle_text(data, is_view=seat is not None))
    return "".join(parts)


def _rules_text(rules: Mapping[str, Any]) -> str:
    variant = _VARIANTS.index((rules["seats"], rules["teams"]))
    deck = rules.get("deck")
    has_own_deck = deck is not None and dict(deck) != STANDARD_DECK
    one = (
        (rules["game"] == "shuffle") << 5
        | variant << 3
        | (rules["start_corners"] == "fixed") << 2
        | (rules["scoring"] == "advanced") << 1
        | (rules.get("monomino_bonus") == "with_all_placed")
    )
    shared = rules["shared_color"]
    other = (
        COLORS.index(rules["first_color"]) << 4
        | (0 if shared is None else COLORS.index(shared)) << 2
        | has_own_deck << 1
    )
    counts = "".join(_number(deck[card]) for card in CARDS) if deck and has_own_deck else ""
    return _number(one) + _number(other) + counts


def _placement_text(placed: Mapping[str, Any]) -> str:
    orientation = _ORIENTATION_NUMBERS[placed["piece"], placed["orientation"]]
    square = placed["row"] * _BOARD_SIDE + placed["col"]
    return _number(COLORS.index(placed["color"]) << 16 | orientation << 9 | square, 3)


def _shuffle_text(data: Mapping[str, Any], *, is_view: bool) -> str:
    rules, turn = data["rules"], data["turn"]
    color = turn["color"]
    first = (
        _PHASES.index(turn["phase"]) << 3
        | (0 if color is None else COLORS.index(color)) << 1
        | (data["direction"] == "counterclockwise")
    )
    on_board = {placed["color"] for placed in data["placements"]}
    cleared = sum(
        (color in on_board and data["last_placed"][color] is None) << (5 - index)
        for index, color in enumerate(COLORS)
    )
    parts = [_number(first), _turn_text(turn, is_view=is_view), _number(cleared)]
    if rules["seats"] == SEATS_THAT_SHARE:
        parts.append(_variable_number(data["shared_turns"]))
    decks = (data["decks"][name] for name in _deck_names(rules))
    parts.extend(_deck_text(deck, is_view=is_view) for deck in decks)
    return "".join(parts)


def _turn_text(turn: Mapping[str, Any], *, is_view: bool) -> str:
    """Return the fields of a turn that belong to its phase."""
    match turn["phase"]:
        case "choose_card":
            drawn = turn.get("drawn")
            shown = _number(drawn is not None) if is_view else ""
            return shown + _cards_text(drawn or ())
        case "choose_piece":
            return _number(CARDS.index(turn["card"]))
        case "warp_to":
            return _piece_ref_text(turn["target"])
        case "place":
            return _place_text(turn)
    return ""


def _place_text(turn: Mapping[str, Any]) -> str:
    card = turn.get("card")
    text = _number(0 if card is None else CARDS.index(card) + 1)
    match card:
        case "wild":
            return text + _number(COLORS.index(turn["as_color"]))
        case "recycle":
            return text + _piece_ref_text(turn.get("recycled"))
        case "double_play":
            first = turn.get("first")
            return text + _number(0 if first is None else PIECE_NAMES.index(first) + 1)
    return text


def _piece_ref_text(named: Mapping[str, Any] | None) -> str:
    if named is None:
        return _number(0, 2)
    color, piece = COLORS.index(named["color"]), PIECE_NAMES.index(named["piece"])
    return _number(color * len(PIECE_NAMES) + piece + 1, 2)


def _variable_number(value: int) -> str:
    """Return a number in groups of five bits; all but the last group have the sixth bit set."""
    text = _number(value & 31)
    while value := value >> 5:
        text = _number(32 | value & 31) + text
    return text


def _deck_text(deck: Mapping[str, Any], *, is_view: bool) -> str:
    hand, discard = deck["hand"], deck["discard"]
    if not is_view:
        return _number(len(hand) << 8 | len(discard), 2) + _cards_text(
            [*deck["draw"], *hand, *discard]
        )
    shown = 0 if hand is None else 1
    counts = shown << 10 | deck["hand_count"] << 8 | len(discard)
    return _number(counts, 2) + _cards_text([*(hand or ()), *discard])


def _cards_text(cards: Iterable[CardName]) -> str:
    """Return cards as characters of two cards each; the last may have only one."""
    numbers = [CARDS.index(card) for card in cards]
    if len(numbers) % 2:
        numbers.append(0)
    pairs = zip(numbers[::2], numbers[1::2], strict=True)
    return "".join(_number(one << 3 | other) for one, other in pairs)


def _deck_names(rules: Mapping[str, Any]) -> tuple[str, ...]:
    return ("seat1", "seat2") if rules["seats"] == SEATS_WITH_ONE_DECK_EACH else COLORS


class _Decoder:
    """Reads the characters of a content from left to right.

    Only what would fail here is checked. That the text is canonical is checked by encoding the
    result, and that the position is possible by the engine.
    """

    def __init__(self, content: str) -> None:
        self._values = [_VALUES[character] for character in content]
        self._at = 0

    def state(self) -> dict[str, Any]:
        data = self._data(is_view=False)
        self._end()
        return data

    def view(self) -> dict[str, Any]:
        seat = self._number()
        data = self._data(is_view=True)
        self._end()
        if not 1 <= seat <= data["rules"]["seats"]:
            _refuse("not a position text: it has no such seat")
        return {"seat": seat, **data}

    def _end(self) -> None:
        if self._at != len(self._values):
            _damaged()

    def _number(self, length: int = 1, below: int | None = None) -> int:
        """Read a number of some characters; it must be smaller than ``below``."""
        digits = self._values[self._at : self._at + length]
        if len(digits) < length:
            _damaged()
        self._at += length
        number = 0
        for digit in digits:
            number = number * _BASE + digit
        if below is not None and number >= below:
            _damaged()
        return number

    def _data(self, *, is_view: bool) -> dict[str, Any]:
        rules = self._rules()
        count = self._number(2, _MAX_PLACEMENTS + 1)
        placements = [self._placement() for _ in range(count)]
        data = {"rules": rules, "placements": placements}
        if rules["game"] == "shuffle":
            data |= self._shuffle(rules, placements, is_view=is_view)
        return data

    def _rules(self) -> dict[str, Any]:
        one, other = self._number(), self._number()
        seats, teams = _VARIANTS[one >> 3 & 3]
        is_shuffle = bool(one >> 5)
        has_own_deck = bool(other >> 1 & 1)
        counts = {card: self._number() for card in CARDS} if has_own_deck else None
        if counts is not None and not 1 <= sum(counts.values()) <= MAX_CARDS:
            _damaged()
        bonus = "with_all_placed" if one & 1 else "independent"
        return {
            "game": "shuffle" if is_shuffle else "classic",
            "seats": seats,
            "teams": teams,
            "shared_color": COLORS[other >> 2 & 3] if seats == SEATS_THAT_SHARE else None,
            "first_color": COLORS[other >> 4],
            "start_corners": "fixed" if one >> 2 & 1 else "any",
            "scoring": "advanced" if one >> 1 & 1 else "basic",
            **(
                {"monomino_bonus": bonus, "deck": counts or dict(STANDARD_DECK)}
                if is_shuffle
                else {}
            ),
        }

    def _placement(self) -> dict[str, Any]:
        bits = self._number(3)
        color, orientation, square = COLORS[bits >> 16], bits >> 9 & 127, bits & 511
        if orientation >= len(_ORIENTATIONS) or square >= _SQUARES:
            _damaged()
        piece, number = _ORIENTATIONS[orientation]
        row, col = divmod(square, _BOARD_SIDE)
        return {"color": color, "piece": piece, "orientation": number, "row": row, "col": col}

    def _shuffle(
        self, rules: dict[str, Any], placements: list[dict[str, Any]], *, is_view: bool
    ) -> dict[str, Any]:
        first = self._number()
        phase = _PHASES[first >> 3]
        color = None if phase == "over" else COLORS[first >> 1 & 3]
        turn = {"color": color, "phase": phase, **self._turn(phase, is_view=is_view)}
        cleared = self._number()
        last: dict[Color, PieceName | None] = dict.fromkeys(COLORS)
        last.update((placed["color"], placed["piece"]) for placed in placements)
        for index, owner in enumerate(COLORS):
            if cleared >> (5 - index) & 1:
                last[owner] = None
        shared_turns = self._variable_number() if rules["seats"] == SEATS_THAT_SHARE else 0
        return {
            "turn": turn,
            "direction": "counterclockwise" if first & 1 else "clockwise",
            "decks": {
                name: self._deck(self._deck_size(rules, name, turn), is_view=is_view)
                for name in _deck_names(rules)
            },
            "last_placed": last,
            "shared_turns": shared_turns,
        }

    def _turn(self, phase: Phase, *, is_view: bool) -> dict[str, Any]:
        match phase:
            case "choose_card":
                is_shown = not is_view or self._number(below=2) == 1
                drawn = {"drawn": self._cards(_HAND_SIZE)} if is_shown else {}
                return {**drawn, **({"drawn_count": _HAND_SIZE} if is_view else {})}
            case "choose_piece":
                return {"card": CARDS[self._number(below=len(CARDS))]}
            case "warp_to":
                return {"target": self._piece_ref()}
            case "place":
                return self._place()
        return {}

    def _place(self) -> dict[str, Any]:
        number = self._number(below=len(CARDS) + 1)
        card = None if number == 0 else CARDS[number - 1]
        match card:
            case "wild":
                return {"card": card, "as_color": COLORS[self._number(below=len(COLORS))]}
            case "recycle":
                recycled = self._piece_ref()
                return {"card": card, **({} if recycled is None else {"recycled": recycled})}
            case "double_play":
                first = self._number(below=len(PIECE_NAMES) + 1)
                return {"card": card, **({} if first == 0 else {"first": PIECE_NAMES[first - 1]})}
        return {} if card is None else {"card": card}

    def _piece_ref(self) -> dict[str, str] | None:
        number = self._number(2, _MAX_PLACEMENTS + 1)
        if number == 0:
            return None
        color, piece = divmod(number - 1, len(PIECE_NAMES))
        return {"color": COLORS[color], "piece": PIECE_NAMES[piece]}

    def _variable_number(self) -> int:
        number = 0
        while True:
            group = self._number()
            number = number << 5 | group & 31
            if number > _MAX_SHARED_TURNS:
                _damaged()
            if group < 32:
                return number

    @staticmethod
    def _deck_size(rules: Mapping[str, Any], name: str, turn: Mapping[str, Any]) -> int:
        """Return the number of cards of a deck without those drawn by Draw 2."""
        size: int = sum(rules["deck"].values()) * (1 if name in COLORS else 2)
        if turn["phase"] != "choose_card":
            return size
        seat = COLORS.index(turn["color"]) % 2 + 1
        return size - (_HAND_SIZE if name in (turn["color"], f"seat{seat}") else 0)

    def _deck(self, size: int, *, is_view: bool) -> dict[str, Any]:
        counts = self._number(2)
        shown, hand_count, discard_count = counts >> 10, counts >> 8 & 3, counts & 255
        draw_count = size - hand_count - discard_count
        if hand_count > _HAND_SIZE or draw_count < 0:
            _damaged()
        if not is_view:
            cards = self._cards(size)
            return {
                "draw": cards[:draw_count],
                "hand": cards[draw_count : draw_count + hand_count],
                "discard": cards[draw_count + hand_count :],
            }
        cards = self._cards((hand_count if shown else 0) + discard_count)
        return {
            "draw_count": draw_count,
            "hand_count": hand_count,
            "hand": cards[:hand_count] if shown else None,
            "discard": cards[hand_count:] if shown else cards,
        }

    def _cards(self, count: int) -> list[CardName]:
        pairs = [self._number() for _ in range((count + 1) // 2)]
        cards = [CARDS[number] for pair in pairs for number in (pair >> 3, pair & 7)]
        return cards[:count]
