"""Reading states, layouts and records of limited size, from a file or standard input."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any, NoReturn

from .. import load_state, load_view
from ..engine import State, View
from ..records import Record, RecordStart, read
from .result import CommandError, engine_errors
from .stderr import print_messages

__all__ = [
    "STANDARD_INPUT",
    "display_name",
    "parse_json",
    "read_layout",
    "read_position",
    "read_record",
    "read_state",
]

STANDARD_INPUT = "-"
_BLANK = b" \t\r\n\xef\xbb\xbf"  # white space and the byte order mark
_MAX_BYTES = 2**20  # the largest states have about 30,000


def display_name(file: str) -> str:
    """Return the name of a file in messages."""
    return "standard input" if file == STANDARD_INPUT else file


def read_state(file: str) -> State:
    """Return the state in a file: JSON, bare or in a field of an object, or a position text."""
    pointer, data = _read_game(file, "state", "position")
    with engine_errors(display_name(file), pointer):
        return load_state(data)


def read_position(file: str) -> State | View:
    """Return the state in a file, or the view, bare, in the field ``view``, or as a text."""
    pointer, data = _read_game(file, "view", "state", "position")
    with engine_errors(display_name(file), pointer):
        if pointer == "/view" or (pointer != "/state" and _is_view(data)):
            return load_view(data)
        return load_state(data)


def _is_view(data: object) -> bool:
    if isinstance(data, str):
        return data[3:4] == "v"
    return isinstance(data, dict) and "seat" in data


def _read_game(file: str, *fields: str) -> tuple[str, Any]:
    """Return the JSON or the position text in a file, as :func:`_take_field` does."""
    text, name = _read_text(file), display_name(file)
    plain = _position_text(text)
    is_sgf = text.lstrip(_BLANK).startswith(b"(")
    given = None if is_sgf else plain or parse_json(text, name)
    if is_sgf or (plain and "\n" in plain) or (isinstance(given, dict) and "start" in given):
        shown = "FILE" if file == STANDARD_INPUT else shlex.quote(file)
        use = f"cornerwise show {shown} | cornerwise COMMAND"
        raise CommandError([f"{name}: a record, not a position; use: {use}"])
    pointer, data = _take_field(given, *fields)
    if pointer == "/position" and not isinstance(data, str):
        raise CommandError([f"{name}: {pointer}: must be a string"])
    return pointer, data


def _take_field(data: object, *fields: str) -> tuple[str, Any]:
    """Return the first of the fields that an object has, with its JSON pointer.

    Data without any of them is returned itself, with an empty pointer.
    """
    for field in fields:
        if isinstance(data, dict) and field in data:
            return f"/{field}", data[field]
    return "", data


def read_record(file: str) -> Record:
    """Return the record in a file; a state in any form is a record without moves."""
    text = _read_text(file, "a record")
    name = display_name(file)
    if text.lstrip(_BLANK)[:1] == b"{":
        data = parse_json(text, name)
        if isinstance(data, dict) and "start" not in data:
            pointer, data = _take_field(data, "state", "position")
            with engine_errors(name, pointer):
                state = load_state(data)
            return Record(RecordStart(position=state.to_text()))
    with engine_errors(name):
        return read(text)


def _position_text(text: bytes) -> str | None:
    """Return a text that can only be meant as a position text; None otherwise."""
    plain = text.strip(_BLANK)
    return plain.decode("utf-8", "replace") if plain.startswith(b"cw") else None


def read_layout(file: str) -> dict[str, Any]:
    """Return the unchecked layout in a file: bare, in the field ``layout``, or a solution.

    Never None, which would mean an empty board.
    """
    layout = _read_json(file)
    if isinstance(layout, dict) and "layout" in layout:
        layout = layout["layout"]
    elif isinstance(layout, dict) and "outcome" in layout:
        if layout.get("placements") is None:
            raise CommandError([f"{display_name(file)}: this result of solve has no layout"])
        layout = {"placements": layout["placements"]}
    if not isinstance(layout, dict):
        raise CommandError([f"{display_name(file)}: must be an object"])
    return layout


def parse_json(text: bytes | str, source: str) -> object:
    """Parse strict JSON: no NaN, no duplicate keys, limited nesting; ``source`` is for messages."""
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        data: object = json.loads(
            text, parse_constant=_reject_constant, object_pairs_hook=_reject_duplicates
        )
    except json.JSONDecodeError as error:
        position = f"line {error.lineno}, column {error.colno}"
        raise CommandError([f"{source}: invalid JSON: {error.msg} ({position})"]) from None
    except UnicodeDecodeError as error:
        raise CommandError([f"{source}: invalid JSON: byte {error.start} is not UTF-8"]) from None
    except RecursionError:
        raise CommandError([f"{source}: JSON is nested too deeply"]) from None
    except _NotStrictError as error:
        raise CommandError([f"{source}: invalid JSON: {error}"]) from None
    except ValueError:  # raised by Python for an integer with thousands of digits
        raise CommandError([f"{source}: a number in the JSON is too long"]) from None
    return data


class _NotStrictError(Exception):
    """Python's parser accepts something that is not JSON."""


def _reject_constant(name: str) -> NoReturn:
    raise _NotStrictError(f"{name} is not a JSON number")


def _reject_duplicates(members: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(members)
    if len(data) < len(members):
        raise _NotStrictError("duplicate key in an object")
    return data


def _read_json(file: str) -> object:
    return parse_json(_read_text(file), display_name(file))


def _read_text(file: str, expected: str = "JSON") -> bytes:
    """Return the content of a file of limited size that is not blank."""
    name = display_name(file)
    try:
        text = _read_standard_input(expected) if file == STANDARD_INPUT else _read_file(file)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise CommandError([f"cannot read {name}: {reason or error}"]) from None
    if len(text) > _MAX_BYTES:
        raise CommandError([f"{name}: larger than the limit of {_MAX_BYTES} bytes"])
    if not text.strip():
        raise CommandError([f"{name}: empty, expected {expected}"])
    return text


def _read_file(file: str) -> bytes:
    with Path(file).open("rb") as opened:
        return opened.read(_MAX_BYTES + 1)


def _read_standard_input(expected: str) -> bytes:
    if sys.stdin is None:
        raise OSError("it is closed")
    if sys.stdin.isatty():
        print_messages([f"reading {expected} from the terminal, end with Ctrl-D"])
    return sys.stdin.buffer.read(_MAX_BYTES + 1)
