"""Move text: actions and events as short lines for people, and squares as a1 to t20.

``docs/notation.md`` specifies the form of actions. Each action has one text, and
:func:`action_from_text` accepts nothing else. The text of an event is for display only.
"""

from __future__ import annotations

import re
from typing import Any, cast

from .errors import InvalidActionError, Problem
from .types import (
    CARDS,
    COLORS,
    PIECE_NAMES,
    Action,
    CardDiscarded,
    CardName,
    CardPlayed,
    CardsDrawn,
    ChooseCard,
    ChooseColor,
    ChoosePiece,
    Color,
    DirectionReversed,
    Event,
    GameOver,
    Pass,
    Passed,
    PieceName,
    PiecePlaced,
    PieceRecycled,
    PieceWarped,
    Place,
    PlayCard,
    TurnSkipped,
    WarpTo,
)

__all__ = ["action_from_text", "action_to_text", "event_to_text", "square_from_text", "square_text"]

_SIDE = 20
_COLUMNS = "abcdefghijklmnopqrst"
_MAX_ORIENTATION = 7

_SQUARE = r"(?P<square>[a-t](?:[1-9]|1[0-9]|20))"
_COLOR = rf"(?P<color>{'|'.join(COLORS)})"
_PIECE = rf"(?P<piece>{'|'.join(PIECE_NAMES)})"
_CARD = rf"(?P<card>{'|'.join(CARDS)})"
_TURNED = r"/(?P<orientation>[0-7])"

_PATTERNS = {
    kind: re.compile(pattern)
    for kind, pattern in {
        "place": rf"(?:{_COLOR} )?{_PIECE}{_TURNED} {_SQUARE}",
        "pass": "pass",
        "play_card": f"play {_CARD}",
        "choose_card": f"choose {_CARD}",
        "choose_color": f"choose {_COLOR}",
        "choose_piece": f"choose {_COLOR} {_PIECE}",
        "warp_to": f"warp {_TURNED} {_SQUARE}",
    }.items()
}
_MAX_LENGTH = 40


def square_text(row: int, col: int) -> str:
    """Return the name of a square: the letter of its column, and its row from the bottom.

    >>> square_text(0, 0), square_text(19, 0), square_text(19, 19)
    ('a20', 'a1', 't1')
    """
    if row not in range(_SIDE) or col not in range(_SIDE):
        raise _refusal("out_of_range", "the square is not on the board")
    return f"{_COLUMNS[col]}{_SIDE - row}"


def square_from_text(text: str) -> tuple[int, int]:
    """Return the row and the column of a square.

    >>> square_from_text("a20")
    (0, 0)
    """
    if not re.fullmatch(_SQUARE, text):
        raise _refusal("invalid_text", "must be a square from a1 to t20")
    return _SIDE - int(text[1:]), _COLUMNS.index(text[0])


def action_to_text(action: Action) -> str:
    """Return the text of an action.

    Raises InvalidActionError if the text has no form for a number or a name.

    >>> action_to_text(Place("V5", orientation=3, row=0, col=0, color="blue"))
    'blue V5/3 a20'
    >>> action_to_text(ChoosePiece("red", "I2"))
    'choose red I2'
    """
    text = _action_text(action)
    if not _PATTERNS[action.type].fullmatch(text):
        raise _refusal("unknown_value", "a colour, piece or card of this action does not exist")
    return text


def _action_text(action: Action) -> str:  # noqa: PLR0911 - one for each kind
    match action:
        case Place(piece, orientation, row, col, color):
            owner = "" if color is None else f"{color} "
            return f"{owner}{piece}{_pose_text(orientation, row, col)}"
        case WarpTo(orientation, row, col):
            return f"warp {_pose_text(orientation, row, col)}"
        case Pass():
            return "pass"
        case PlayCard(card):
            return f"play {card}"
        case ChooseCard(card):
            return f"choose {card}"
        case ChooseColor(color):
            return f"choose {color}"
        case ChoosePiece(color, piece):
            return f"choose {color} {piece}"


def action_from_text(text: str) -> Action:
    """Return the action that a text describes; raise InvalidActionError if it is not exact.

    >>> action_from_text("blue V5/3 a20")
    Place(piece='V5', orientation=3, row=0, col=0, color='blue')
    """
    if not isinstance(text, str):
        raise _refusal("wrong_type", "must be a string")
    for kind, pattern in _PATTERNS.items():
        if len(text) <= _MAX_LENGTH and (found := pattern.fullmatch(text)):
            return _make_action(kind, found.groupdict())
    raise _refusal(
        "invalid_text", "not a move text, such as 'blue V5/3 a20', 'play wild' or 'pass'"
    )


def _make_action(kind: str, parts: dict[str, Any]) -> Action:  # noqa: PLR0911 - likewise
    color = cast("Color", parts.get("color"))
    piece = cast("PieceName", parts.get("piece"))
    card = cast("CardName", parts.get("card"))
    match kind:
        case "place":
            return Place(piece, *_pose(parts), color=color)
        case "warp_to":
            return WarpTo(*_pose(parts))
        case "play_card":
            return PlayCard(card)
        case "choose_card":
            return ChooseCard(card)
        case "choose_color":
            return ChooseColor(color)
        case "choose_piece":
            return ChoosePiece(color, piece)
    return Pass()


def _pose(parts: dict[str, Any]) -> tuple[int, int, int]:
    return int(parts["orientation"]), *square_from_text(parts["square"])


def _pose_text(orientation: int, row: int, col: int) -> str:
    if orientation not in range(_MAX_ORIENTATION + 1):
        raise _refusal("out_of_range", f"an orientation is from 0 to {_MAX_ORIENTATION}")
    return f"/{orientation} {square_text(row, col)}"


def event_to_text(event: Event) -> str:  # noqa: C901, PLR0911 - one for each kind
    """Return an event as a line for people.

    >>> event_to_text(PiecePlaced("blue", 1, "V5", 3, 0, 0))
    'blue V5/3 a20'
    >>> event_to_text(CardsDrawn("red", 3, 1, None))
    'red draws 1 card'
    """
    match event:
        case PiecePlaced(color, _, piece, orientation, row, col):
            return f"{color} {piece}{_pose_text(orientation, row, col)}"
        case Passed(color):
            return f"{color} passes"
        case GameOver():
            return "the game is over"
        case CardPlayed(color, _, card):
            return f"{color} plays {card}"
        case CardDiscarded(color, _, card, reason):
            return f"{color} discards {card}: {reason}"
        case CardsDrawn(color, _, count, cards):
            names = "" if cards is None else f": {', '.join(cards)}"
            return f"{color} draws {count} {'card' if count == 1 else 'cards'}{names}"
        case PieceRecycled(color, _, piece, orientation, row, col):
            return f"{color} {piece}{_pose_text(orientation, row, col)} is recycled"
        case PieceWarped(color, _, piece, before, after):
            return f"{color} {piece}{_pose_text(*before)} is warped to {_pose_text(*after)}"
        case TurnSkipped(color):
            return f"{color} is skipped"
        case DirectionReversed(color, _, direction):
            return f"{color} reverses the direction: {direction}"


def _refusal(code: str, message: str) -> InvalidActionError:
    return InvalidActionError([Problem(code, message)])
