"""Parsing untrusted actions and the other arguments of engine functions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Literal, NoReturn, TypeAlias, cast

from ..errors import InvalidActionError, Problem
from ..types import (
    CARDS,
    COLORS,
    CardName,
    ChooseCard,
    ChooseColor,
    ChoosePiece,
    Color,
    Pass,
    PieceName,
    Place,
    PlayCard,
    WarpTo,
)
from .cells import BOARD_SIZE, Cell
from .location import PLACE_FIELDS, Location, read_location
from .piece import PIECE_NAMES
from .reader import MAX_PROBLEMS, Reader, is_a

__all__ = [
    "ActionSetup",
    "PlaceRequest",
    "read_action",
    "read_actions",
    "read_color",
    "read_covering",
    "read_number",
    "read_piece_filter",
    "take",
]


@dataclass(frozen=True, slots=True)
class PlaceRequest:
    """A piece to be put down; ``warp_to`` does not name it.

    ``color`` is None if the action does not give it: then it is the colour whose turn it is.
    """

    type: Literal["place", "warp_to"]
    location: Location
    color: Color | None = None


ActionSetup: TypeAlias = PlaceRequest | Pass | PlayCard | ChooseCard | ChooseColor | ChoosePiece
"""A well-formed action, legal or not."""

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
    """Parse one action, or raise InvalidActionError with all its problems."""
    request, problems = _read_one(action)
    if problems:
        raise InvalidActionError(problems)
    return request


def read_actions(actions: object) -> list[ActionSetup]:
    """Parse an iterable of actions completely before any is used; accept a single action too."""
    if _is_action(actions):
        return [read_action(actions)]
    items = take(actions, _MAX_ACTIONS + 1)
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
    """Parse the name of a colour."""
    reader = Reader()
    read = reader.color(color, "")
    if reader.problems:
        raise InvalidActionError(reader.problems)
    return read


def read_piece_filter(pieces: object) -> frozenset[str]:
    """Parse an iterable of at most 21 piece names; None and an empty one mean all pieces."""
    items = PIECE_NAMES if pieces is None else take(pieces, len(PIECE_NAMES) + 1) or PIECE_NAMES
    if len(items) > len(PIECE_NAMES):
        _refuse("out_of_range", f"there are only {len(PIECE_NAMES)} pieces")
    reader = Reader()
    names = frozenset(reader.piece(item, f"/{index}") for index, item in enumerate(items))
    if reader.problems:
        raise InvalidActionError(reader.problems)
    return names


def read_covering(cell: object) -> Cell | None:
    """Parse the square that placements must cover; None and an empty list mean any."""
    if cell is None or (type(cell) in (list, tuple) and not cell):
        return None
    reader = Reader()
    row, col = reader.cell(cell, "")
    if not reader.problems:
        reader.integer(row, "/0", 0, BOARD_SIZE - 1)
        reader.integer(col, "/1", 0, BOARD_SIZE - 1)
    if reader.problems:
        raise InvalidActionError(reader.problems)
    return row, col


def read_number(number: object, least: int, most: int, pointer: str = "") -> int:
    """Parse an integer from ``least`` to ``most``."""
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
    """Return an action object as a dict: its fields are not trusted either."""
    for kind in _ACTIONS:
        if is_a(action, kind):
            return kind.to_dict(action)
    return action


def _read_dict(reader: Reader, data: object) -> ActionSetup:  # noqa: PLR0911 - one for each type
    """Parse an action. If its type is unknown, no other field is examined."""
    if not is_a(data, dict):
        reader.wrong_type("an object", "")
        return Pass()
    kind = _read_type(reader, data)
    if kind not in ("place", "warp_to"):
        data = _without_empty_cells(data)
    match kind:
        case "place":
            fields = reader.fields(data, "", ("type", "color", "piece", *PLACE_FIELDS))
            color = reader.optional(reader.color, fields.get("color"), "/color")
            location = read_location(reader, fields, "", _read_name(reader, fields))
            return PlaceRequest("place", location, color)
        case "play_card":
            return PlayCard(_read_card(reader, data))
        case "choose_card":
            return ChooseCard(_read_card(reader, data))
        case "choose_color":
            fields = reader.fields(data, "", ("type", "color"))
            return ChooseColor(_read_color(reader, fields))
        case "choose_piece":
            fields = reader.fields(data, "", ("type", "color", "piece"))
            # An unknown name is kept: it makes the action illegal, not invalid (G4).
            color, piece = _read_color(reader, fields), _read_name(reader, fields)
            return ChoosePiece(color, cast("PieceName", piece))
        case "warp_to":
            fields = reader.fields(data, "", ("type", *PLACE_FIELDS))
            return PlaceRequest("warp_to", read_location(reader, fields, "", piece=""))
        case "pass":
            reader.fields(data, "", ("type",))
    return Pass()


def _without_empty_cells(data: dict[object, object]) -> dict[object, object]:
    """Return an action without an empty list of cells, which generated clients send."""
    return {
        key: item
        for key, item in dict.items(data)
        if not (is_a(key, str) and key == "cells" and is_a(item, list) and not item)
    }


def _read_card(reader: Reader, data: object) -> CardName:
    fields = reader.fields(data, "", ("type", "card"))
    if reader.required(fields, "card", ""):
        return reader.card(fields["card"], "/card")
    return CARDS[0]


def _read_color(reader: Reader, fields: Mapping[str, object]) -> Color:
    if reader.required(fields, "color", ""):
        return reader.color(fields["color"], "/color")
    return COLORS[0]


def _read_name(reader: Reader, fields: Mapping[str, object]) -> str:
    """Parse the name of a piece; any string is well formed, an unknown name is illegal (G4)."""
    if reader.required(fields, "piece", ""):
        return reader.text(fields["piece"], "/piece")
    return ""


def _read_type(reader: Reader, data: dict[object, object]) -> str | None:
    """Parse the type of an action; report a problem and return None if it has none."""
    fields = Reader().fields(data, "", ("type",))
    if not reader.required(fields, "type", ""):
        return None
    kind = reader.choice(fields["type"], "/type", _ACTION_TYPES)
    return None if reader.problems else kind


def take(values: object, most: int) -> list[object]:
    """Return the first items of an iterable, so that an infinite one cannot hang."""
    try:
        iterator = iter(cast("Iterable[object]", values))
    except TypeError:
        _refuse("wrong_type", "must be a list")
    return list(islice(iterator, most))


def _refuse(code: str, message: str) -> NoReturn:
    raise InvalidActionError([Problem(code, message)]) from None
