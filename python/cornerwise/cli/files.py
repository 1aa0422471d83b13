"""Reading states and layouts: strict JSON of a limited size, from a file or standard input."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, NoReturn

from .. import load_state
from ..engine import State
from .answer import Refusal, naming
from .messages import say

__all__ = ["STANDARD_INPUT", "name_of", "parse", "read_layout", "read_state"]

STANDARD_INPUT = "-"
_MOST_BYTES = 2**20  # a state with everything in it has about 30,000


def name_of(file: str) -> str:
    """Return how messages call a file."""
    return "standard input" if file == STANDARD_INPUT else file


def read_state(file: str) -> State:
    """Return the state in a file, bare or as part of an answer (``new``, POST /v1/turns)."""
    data = _read(file)
    if isinstance(data, dict) and "state" in data:
        data = data["state"]
    with naming(name_of(file)):
        return load_state(data)


def read_layout(file: str) -> dict[str, Any]:
    """Return what is said to be a layout, bare or as part of a request or of a solution.

    It is never None, which would stand for an empty board: who gives a file means what is in it.
    """
    layout = _read(file)
    if isinstance(layout, dict) and "layout" in layout:
        layout = layout["layout"]
    elif isinstance(layout, dict) and "outcome" in layout:
        if layout.get("placements") is None:
            raise Refusal([f"{name_of(file)}: this answer of a solver has no layout"])
        layout = {"placements": layout["placements"]}
    if not isinstance(layout, dict):
        raise Refusal([f"{name_of(file)}: must be an object"])
    return layout


def parse(text: bytes | str, name: str) -> object:
    """Return what JSON says: no NaN, no name twice in an object, no bottomless nesting."""
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        data: object = json.loads(
            text, parse_constant=_refuse_constant, object_pairs_hook=_without_repeats
        )
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise Refusal([f"{name}: not JSON: {error.msg} ({where})"]) from None
    except UnicodeDecodeError as error:
        raise Refusal([f"{name}: not JSON: byte {error.start} is not UTF-8"]) from None
    except RecursionError:
        raise Refusal([f"{name}: not JSON that can be read: nested too deeply"]) from None
    except _NotStrictError as error:
        raise Refusal([f"{name}: not JSON: {error}"]) from None
    except ValueError:  # what Python says of an integer with thousands of digits
        raise Refusal([f"{name}: not JSON that can be read: a number is too long"]) from None
    return data


class _NotStrictError(Exception):
    """What Python's reader would let through."""


def _refuse_constant(name: str) -> NoReturn:
    raise _NotStrictError(f"{name} is not a number of JSON")


def _without_repeats(members: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(members)
    if len(read) < len(members):
        raise _NotStrictError("a name stands twice in one object")
    return read


def _read(file: str) -> object:
    name = name_of(file)
    try:
        text = _read_standard_input() if file == STANDARD_INPUT else _read_file(file)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise Refusal([f"cannot read {name}: {reason or error}"]) from None
    if len(text) > _MOST_BYTES:
        raise Refusal([f"{name}: more than {_MOST_BYTES} bytes are not read"])
    if not text.strip():
        raise Refusal([f"{name}: there is nothing in it"])
    return parse(text, name)


def _read_file(file: str) -> bytes:
    with Path(file).open("rb") as opened:
        return opened.read(_MOST_BYTES + 1)


def _read_standard_input() -> bytes:
    if sys.stdin is None:
        raise OSError("it is closed")
    if sys.stdin.isatty():
        say(["reading JSON from the terminal; Ctrl-D ends it"])
    return sys.stdin.buffer.read(_MOST_BYTES + 1)
