"""Reading events from JSON data, as a client sends them back to be shown to a seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import fields
from typing import Any, TypeAlias, get_args

from .errors import CODES, CornerwiseError, Problem
from .types import CARDS, COLORS, PIECE_NAMES, CardsDrawn, Direction, Event

__all__ = ["InvalidEventError", "read_events"]


class InvalidEventError(CornerwiseError):
    """The data does not describe events."""


def read_events(data: Iterable[object], most_problems: int = 20) -> list[Event]:
    """Return events from their JSON form, or raise InvalidEventError with pointers into the list.

    At most ``most_problems`` problems are listed.

    >>> read_events([{"type": "card_played", "color": "red", "seat": 3, "card": "warp"}])
    [CardPlayed(color='red', seat=3, card='warp')]
    """
    events: list[Event] = []
    problems: list[Problem] = []
    for index, item in enumerate(data):
        try:
            events.append(_read_event(item))
        except InvalidEventError as error:
            problems += (_moved(problem, f"/{index}") for problem in error.problems)
            if len(problems) >= most_problems:
                break
    if problems:
        raise InvalidEventError(problems[:most_problems])
    return events


def _read_event(data: object) -> Event:
    if not isinstance(data, dict):
        raise _invalid("wrong_type", "must be an object")
    data = {name: value for name, value in data.items() if not _is_omitted(name, value)}
    if "type" not in data:
        raise _invalid("missing_field", "this field is required", "/type")
    kind = _read_at("type", _type, data)
    event_class, readers = _EVENTS[kind]
    if event_class is CardsDrawn:
        data.setdefault("cards", None)
    event: Event = event_class(*_read_members(data, readers, ignored="type"))
    return event


def _is_omitted(name: object, value: object) -> bool:
    """Return whether a field is the same as omitted: null, no cards at all, or the text."""
    if name == "text":  # written again from the other fields
        return value is None or isinstance(value, str)
    return value is None or (name == "cards" and isinstance(value, list) and not value)


def _read_members(
    data: dict[Any, object], readers: Mapping[str, Reader], ignored: str = ""
) -> list[Any]:
    """Return the values of an object with exactly these members, or raise all its problems."""
    if len(data) == len(readers) + bool(ignored):
        with suppress(InvalidEventError, KeyError):
            return [read(data[name]) for name, read in readers.items()]
    problems: list[Problem] = []
    for name, read in readers.items():
        try:
            _read_at(name, read, data)
        except InvalidEventError as error:
            problems += error.problems
    problems += _unknown_fields(data, [name for name in (ignored, *readers) if name])
    raise InvalidEventError(problems)


def _read_at(name: str, read: Reader, data: dict[Any, object]) -> Any:  # noqa: ANN401 - any value
    if name not in data:
        raise _invalid("missing_field", "this field is required", f"/{name}")
    try:
        return read(data[name])
    except InvalidEventError as error:
        raise InvalidEventError(_moved(one, f"/{name}") for one in error.problems) from None


def _unknown_fields(data: dict[Any, object], known: list[str]) -> Iterator[Problem]:
    message = f"unknown field; known fields: {', '.join(known)}"
    for name, value in data.items():
        if name not in known and value is not None:
            pointer = str(name)[:40].replace("~", "~0").replace("/", "~1")
            yield Problem("unknown_field", message, f"/{pointer}")


def _invalid(code: str, message: str, pointer: str = "") -> InvalidEventError:
    rule = "G4" if code == "unknown_piece" else None
    return InvalidEventError([Problem(code, message, pointer, rule)])


def _moved(problem: Problem, pointer: str) -> Problem:
    """Return a problem of a part of the data, with its pointer into the whole."""
    return Problem(problem.code, problem.message, pointer + problem.pointer, problem.rule)


# ---- A reader for each member: it returns the value, or raises InvalidEventError ----------------

Reader: TypeAlias = Callable[[object], Any]


def _choice(choices: Iterable[str], code: str = "unknown_value") -> Reader:
    known = frozenset(choices)
    message = f"must be one of: {', '.join(choices)}"

    def read(value: object) -> str:
        if not isinstance(value, str):
            raise _invalid("wrong_type", "must be a string")
        if value not in known:
            raise _invalid(code, message)
        return value

    return read


def _integer(minimum: int, maximum: int) -> Reader:
    def read(value: object) -> int:
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if type(value) is not int:
            raise _invalid("wrong_type", "must be an integer")
        if not minimum <= value <= maximum:
            raise _invalid("out_of_range", f"must be at least {minimum} and at most {maximum}")
        return value

    return read


def _string(value: object) -> str:
    if not isinstance(value, str):
        raise _invalid("wrong_type", "must be a string")
    return value


def _cards(value: object) -> tuple[str, ...] | None:
    if value is None:
        return None
    if not isinstance(value, list):
        raise _invalid("wrong_type", "must be a list")
    if not 1 <= len(value) <= 2:
        raise _invalid("out_of_range", "must have 1 to 2 items")
    items: dict[Any, object] = {str(index): card for index, card in enumerate(value)}
    return tuple(_read_members(items, dict.fromkeys(items, _card)))


def _location(value: object) -> tuple[int, ...]:
    if not isinstance(value, dict):
        raise _invalid("wrong_type", "must be an object")
    given = {name: item for name, item in value.items() if item is not None}
    return tuple(_read_members(given, _LOCATION))


_card = _choice(CARDS, "unknown_card")
_LOCATION: Mapping[str, Reader] = {
    "orientation": _integer(0, 7),
    "row": _integer(0, 19),
    "col": _integer(0, 19),
}
_READERS: Mapping[str, Reader] = {
    **_LOCATION,
    "color": _choice(COLORS, "unknown_color"),
    "seat": _integer(1, 4),
    "piece": _choice(PIECE_NAMES, "unknown_piece"),
    "card": _card,
    "reason": _choice(CODES),
    "rule": _string,
    "count": _integer(1, 2),
    "cards": _cards,
    "from": _location,
    "to": _location,
    "direction": _choice(get_args(Direction)),
}
_EVENTS: Mapping[str, tuple[Any, Mapping[str, Reader]]] = {
    event_class.type: (
        event_class,
        {
            key: _READERS[key]
            for key in (field.metadata.get("key") or field.name for field in fields(event_class))
        },
    )
    for event_class in get_args(Event)
}
"""For each type of event its class, and the readers of its members in the order of its fields."""

_type = _choice(_EVENTS)
