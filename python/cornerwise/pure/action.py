"""Reading untrusted actions, and the other arguments that come with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Literal, NoReturn, TypeAlias, cast

from ..errors import InvalidActionError, Problem
from ..types import (
    CARDS,
    COLORS,
    Card,
    ChooseCard,
    ChooseColor,
    ChoosePiece,
    Color,
    Pass,
    Place,
    PlayCard,
    WarpTo,
)
from .data import MAX_PROBLEMS, Reader, is_a
from .piece import PIECE_NAMES
from .spot import PLACE_FIELDS, Spot, read_spot

__all__ = [
    "ActionSetup",
    "PutDown",
    "read_action",
    "read_actions",
    "read_color",
    "read_number",
    "read_piece_filter",
]


@dataclass(frozen=True, slots=True)
class PutDown:
    """A piece to be put down; ``warp_to`` does not name it.

    ``color`` is None if the action does not give it: then it is the colour whose turn it is.
    """

    type: Literal["place", "warp_to"]
    spot: Spot
    color: Color | None = None


ActionSetup: TypeAlias = PutDown | Pass | PlayCard | ChooseCard | ChooseColor | ChoosePiece
"""An action that is well formed; whether it is legal is another matter."""

_MAX_ACTIONS = 1000

_ACTIONS: tuple[type[Any], ...] = (
    Place,
    Pass,
    PlayCard,
    ChooseCard,
    ChooseColor,
    ChoosePiece,
    WarpTo,
)
_ACTION_TYPES: tuple[str, ...] = tuple(kind.type for kind in _ACTIONS)


def read_action(action: object) -> ActionSetup:
    """Read one action, or raise InvalidActionError with all that is wrong with it."""
    request, problems = _read_one(action)
    if problems:
        raise InvalidActionError(problems)
    return request


def read_actions(actions: object) -> list[ActionSetup]:
    """Read an iterable of actions, all of them before any is used; one action counts as a list."""
    if _is_action(actions):
        return [read_action(actions)]
    items = _take(actions, _MAX_ACTIONS + 1)
    if not 1 <= len(items) <= _MAX_ACTIONS:
        _refuse("out_of_range", f"must be 1 to {_MAX_ACTIONS} actions")
    requests: list[ActionSetup] = []
    problems: list[Problem] = []
    for index, item in enumerate(items):
        request, found = _read_one(item)
        requests.append(request)
        problems += [replace(problem, pointer=f"/{index}{problem.pointer}") for problem in found]
    if problems:
        raise InvalidActionError(problems[:MAX_PROBLEMS])
    return requests


def read_color(color: object) -> Color:
    """Read the name of a colour."""
    reader = Reader()
    read = reader.color(color, "")
    if reader.problems:
        raise InvalidActionError(reader.problems)
    return read


def read_piece_filter(pieces: object) -> frozenset[str]:
    """Read an iterable of at most 21 names of pieces; None stands for all of them."""
    if pieces is None:
        return frozenset(PIECE_NAMES)
    items = _take(pieces, len(PIECE_NAMES) + 1)
    if len(items) > len(PIECE_NAMES):
        _refuse("out_of_range", f"there are only {len(PIECE_NAMES)} pieces")
    reader = Reader()
    names = frozenset(reader.piece(item, f"/{index}") for index, item in enumerate(items))
    if reader.problems:
        raise InvalidActionError(reader.problems)
    return names


def read_number(number: object, least: int, most: int, pointer: str = "") -> int:
    """Read a whole number from ``least`` to ``most``."""
    reader = Reader()
    read = reader.integer(number, pointer, least, most)
    if reader.problems:
        raise InvalidActionError(reader.problems)
    return read


def _is_action(value: object) -> bool:
    return is_a(value, dict) or any(is_a(value, kind) for kind in _ACTIONS)


def _read_one(action: object) -> tuple[ActionSetup, list[Problem]]:
    reader = Reader()
    return _read_dict(reader, _as_data(action)), reader.problems


def _as_data(action: object) -> object:
    """Return an action object as the dict it stands for: its fields are not trusted either."""
    for kind in _ACTIONS:
        if is_a(action, kind):
            return kind.to_dict(action)
    return action


def _read_dict(reader: Reader, data: object) -> ActionSetup:  # noqa: PLR0911 - one for each type
    """Read an action; while its type is not known no other field is looked at."""
    if not is_a(data, dict):
        reader.wrong_type("an object", "")
        return Pass()
    match _read_type(reader, data):
        case "place":
            fields = reader.fields(data, "", ("type", "color", "piece", *PLACE_FIELDS))
            color = reader.optional(reader.color, fields.get("color"), "/color")
            spot = read_spot(reader, fields, "", _read_name(reader, fields))
            return PutDown("place", spot, color)
        case "play_card":
            return PlayCard(_read_card(reader, data))
        case "choose_card":
            return ChooseCard(_read_card(reader, data))
        case "choose_color":
            fields = reader.fields(data, "", ("type", "color"))
            return ChooseColor(_read_color(reader, fields))
        case "choose_piece":
            fields = reader.fields(data, "", ("type", "color", "piece"))
            return ChoosePiece(_read_color(reader, fields), _read_name(reader, fields))
        case "warp_to":
            fields = reader.fields(data, "", ("type", *PLACE_FIELDS))
            return PutDown("warp_to", read_spot(reader, fields, "", piece=""))
        case "pass":
            reader.fields(data, "", ("type",))
    return Pass()


def _read_card(reader: Reader, data: object) -> Card:
    fields = reader.fields(data, "", ("type", "card"))
    if reader.required(fields, "card", ""):
        return reader.card(fields["card"], "/card")
    return CARDS[0]


def _read_color(reader: Reader, fields: Mapping[str, object]) -> Color:
    if reader.required(fields, "color", ""):
        return reader.color(fields["color"], "/color")
    return COLORS[0]


def _read_name(reader: Reader, fields: Mapping[str, object]) -> str:
    """Read the name of a piece, which may be any text: an unknown one is illegal (G4)."""
    if reader.required(fields, "piece", ""):
        return reader.text(fields["piece"], "/piece")
    return ""


def _read_type(reader: Reader, data: dict[object, object]) -> str | None:
    """Read what kind of action it is; None if it cannot be told, which is then noted."""
    fields = Reader().fields(data, "", ("type",))
    if not reader.required(fields, "type", ""):
        return None
    kind = reader.choice(fields["type"], "/type", _ACTION_TYPES)
    return None if reader.problems else kind


def _take(values: object, most: int) -> list[object]:
    """Return the first items of an iterable, so that an endless one does no harm."""
    try:
        iterator = iter(cast("Iterable[object]", values))
    except TypeError:
        _refuse("wrong_type", "must be a list")
    return list(islice(iterator, most))


def _refuse(code: str, message: str) -> NoReturn:
    raise InvalidActionError([Problem(code, message)]) from None
