"""Move text: actions and events as short lines for people.

``docs/notation.md`` specifies the form of actions; this module is written from it. Each action has
one text, and :func:`action_from_text` accepts nothing else. The text of an event is for display
only.
"""

from __future__ import annotations

import re
from typing import Any, cast

from ..errors import CODES, InvalidActionError, Problem
from ..squares import square_from_text, square_text
from ..types import (
    CARDS,
    COLORS,
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
from .action import PlaceRequest, read_action
from .cells import on_board
from .location import Location
from .piece import PIECE_BY_NAME, PIECE_NAMES, Pose, cells_at, find_pose, has_orientation
from .reader import is_a

__all__ = ["action_from_text", "action_to_text", "event_to_text"]

_MAX_ORIENTATION = 7
_DIRECTIONS = ("clockwise", "counterclockwise")

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


def action_to_text(  # noqa: PLR0911 - one for each kind
    action: Action | dict[str, Any],
) -> str:
    """Return the text of an action.

    Raises InvalidActionError if it is malformed, or if the text has no form for a number or a name.
    """
    match read_action(action):
        case PlaceRequest("warp_to", location):
            return f"warp {_location_text(location)}"
        case PlaceRequest(_, location, color):
            _check_piece(location.piece)
            owner = "" if color is None else f"{color} "
            return f"{owner}{location.piece}{_location_text(location)}"
        case PlayCard(card):
            return f"play {card}"
        case ChooseCard(card):
            return f"choose {card}"
        case ChooseColor(color):
            return f"choose {color}"
        case ChoosePiece(color, piece):
            _check_piece(piece)
            return f"choose {color} {piece}"
    return "pass"


def _check_piece(name: str) -> None:
    if name not in PIECE_BY_NAME:
        message = f"must be one of: {', '.join(PIECE_NAMES)}"
        raise InvalidActionError([Problem("unknown_piece", message, "/piece", "G4")])


def _location_text(location: Location) -> str:
    """Return the text of a pose, or of the pose that covers the squares if only these are given.

    A Warp does not name its piece; squares can be those of any.
    """
    if location.pose is not None:
        return _pose_text(*location.pose)
    cells = location.cells or ()
    names = (location.piece,) if location.piece else PIECE_NAMES
    poses = (find_pose(PIECE_BY_NAME[name], cells) for name in names)
    pose = next((pose for pose in poses if pose is not None), None)
    if pose is None:
        message = f"these squares do not form {location.piece or 'a piece'}"
        raise InvalidActionError([Problem("wrong_shape", message, rule="G3")])
    if not all(map(on_board, cells)):
        raise _refusal("out_of_range", "the square is not on the board")
    return _pose_text(*pose)


def action_from_text(text: object) -> Action:
    """Return the action that a text describes; raise InvalidActionError if it is not exact."""
    if not is_a(text, str):
        raise _refusal("wrong_type", "must be a string")
    plain = str.__str__(text)
    for kind, pattern in _PATTERNS.items():
        if len(plain) <= _MAX_LENGTH and (found := pattern.fullmatch(plain)):
            return _make_action(kind, found.groupdict())
    raise _refusal(
        "invalid_text", "not a move text, such as 'blue V5/3 a20', 'play wild' or 'pass'"
    )


def _make_action(kind: str, parts: dict[str, Any]) -> Action:  # noqa: PLR0911 - one for each kind
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


def _pose(parts: dict[str, Any]) -> Pose:
    return int(parts["orientation"]), *square_from_text(parts["square"])


def _pose_text(orientation: int, row: int, col: int) -> str:
    if orientation not in range(_MAX_ORIENTATION + 1):
        raise _refusal("out_of_range", f"an orientation is from 0 to {_MAX_ORIENTATION}")
    return f"/{orientation} {square_text(row, col)}"


def event_to_text(event: Event) -> str:  # noqa: C901, PLR0911 - one for each kind
    """Return an event as a line for people; raise InvalidActionError if it is impossible."""
    match event:
        case GameOver():
            return "the game is over"
        case PiecePlaced(color, _, piece, orientation, row, col):
            return f"{_color(color)} {_placed(piece, (orientation, row, col))}"
        case Passed(color):
            return f"{_color(color)} passes"
        case CardPlayed(color, _, card):
            return f"{_color(color)} plays {_card(card)}"
        case CardDiscarded(color, _, card, reason):
            return f"{_color(color)} discards {_card(card)}: {_one_of(reason, tuple(CODES))}"
        case CardsDrawn(color, _, count, cards):
            names = ", ".join(map(_card, cards or ()))
            noun = "card" if count == 1 else "cards"
            return f"{_color(color)} draws {count} {noun}{': ' if names else ''}{names}"
        case PieceRecycled(color, _, piece, orientation, row, col):
            return f"{_color(color)} {_placed(piece, (orientation, row, col))} is recycled"
        case PieceWarped(color, _, piece, before, after):
            _placed(piece, after)
            target = _pose_text(*after)
            return f"{_color(color)} {_placed(piece, before)} is warped to {target}"
        case TurnSkipped(color):
            return f"{_color(color)} is skipped"
        case DirectionReversed(color, _, direction):
            return f"{_color(color)} reverses the direction: {_one_of(direction, _DIRECTIONS)}"
    raise _refusal("wrong_type", "must be an event")


def _color(color: object) -> str:
    return _one_of(color, COLORS)


def _card(card: object) -> str:
    return _one_of(card, CARDS)


def _one_of(name: object, names: tuple[str, ...]) -> str:
    if not is_a(name, str):
        raise _refusal("wrong_type", "must be a string")
    if name not in names:
        raise _refusal("unknown_value", f"must be one of: {', '.join(names)}")
    return str(name)


def _placed(name: object, pose: Pose) -> str:
    """Return the text of a piece that lies on the board."""
    piece = PIECE_BY_NAME[cast("PieceName", _one_of(name, PIECE_NAMES))]
    if not has_orientation(piece, pose[0]) or not all(map(on_board, cells_at(piece, pose))):
        raise _refusal("out_of_range", "the piece is not on the board")
    return f"{piece.name}{_pose_text(*pose)}"


def _refusal(code: str, message: str) -> InvalidActionError:
    return InvalidActionError([Problem(code, message)])
