"""Records of games: reading, writing and replaying them.

A record is a start and moves, with names, a date, comments and variations. There are three forms:
our JSON (:func:`from_dict`, :meth:`Record.to_dict`), which is complete for every variant, the SGF
files of Pentobi (:func:`read_blksgf`, :func:`write_blksgf`) for classic games, and plain text
(:func:`write_text`) for logs and bug reports. :func:`read` accepts all of them.

>>> from cornerwise import records
>>> record = records.read("(;GM[Blokus];1[a20,b20];2[t19,t20];3[s1,t1];4[a1,a2])")
>>> replayed = records.replay(record)
>>> replayed.valid, replayed.plies, replayed.state.color
(True, 4, 'blue')
"""

from __future__ import annotations

import json
from typing import Any, NoReturn

from .. import action_from_text, action_to_text
from ..errors import InvalidActionError, InvalidStateError, Problem
from ..pure.position_text import state_data
from .blksgf import read_blksgf, write_blksgf
from .data import from_dict
from .model import (
    ANNOTATIONS,
    MAX_MOVES,
    START,
    Annotation,
    InvalidRecordError,
    PiecePose,
    Record,
    RecordMove,
    RecordProperty,
    RecordSetup,
    RecordStart,
)
from .replaying import Failure, Replay, Step, replay, replay_data, start_state, walk
from .sgf import MAX_BYTES

__all__ = [
    "ANNOTATIONS",
    "MAX_BYTES",
    "MAX_MOVES",
    "START",
    "Annotation",
    "Failure",
    "InvalidRecordError",
    "PiecePose",
    "Record",
    "RecordMove",
    "RecordProperty",
    "RecordSetup",
    "RecordStart",
    "Replay",
    "Step",
    "from_dict",
    "read",
    "read_blksgf",
    "replay",
    "replay_data",
    "start_state",
    "walk",
    "write_blksgf",
    "write_json",
    "write_text",
]


def read(text: str | bytes) -> Record:
    r"""Return the record in a text: JSON, SGF, or plain text, detected by how it begins.

    Plain text is a position text, and after it the text of a move on each line.

    >>> len(read("cw1sAAABIwADBqfPl\nyellow I1/0 t20").moves)
    1
    """
    if len(text) > MAX_BYTES:
        _refuse(f"larger than the limit of {MAX_BYTES} bytes")
    if isinstance(text, bytes):
        if text.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"(":
            return read_blksgf(text)
        try:
            text = text.decode("utf-8")
        except UnicodeDecodeError as error:
            _refuse(f"byte {error.start} is not UTF-8")
    plain = text.removeprefix("\ufeff").strip()
    match plain[:1]:
        case "":
            _refuse("the text is empty: expected a record as JSON, SGF or plain text")
        case "(":
            return read_blksgf(text)
        case "{":
            return from_dict(_parse_json(plain))
    if not plain.startswith("cw"):
        _refuse("not a record: expected JSON, SGF or a position text")
    return _read_lines(plain.splitlines())


def _read_lines(lines: list[str]) -> Record:
    position, *others = lines
    moves = []
    for number, line in enumerate(others, start=2):
        try:
            moves.append(RecordMove(number - 3, action_from_text(line)))
        except InvalidActionError as error:
            _refuse(f"line {number}: {error}")
    try:
        state_data(position)
    except InvalidStateError as error:
        raise InvalidRecordError(error.problems) from None
    return Record(RecordStart(position=position), tuple(moves))


def write_text(record: Record) -> str:
    """Return the start and the main line of a record as plain text, one line each.

    Comments, variations and names are lost. Raises InvalidRecordError if the start is impossible or
    the board is set up in between.

    >>> print(write_text(read("(;GM[Blokus];1[a20,b20])")), end="")
    cw1sGAAAD8_1Cy
    blue I2/0 a20
    """
    lines = [start_state(record.start).to_text()]
    for index in record.main_line():
        move = record.moves[index]
        if move.setup is not None:
            message = "plain text has no form for a setup"
            raise InvalidRecordError([Problem("invalid_text", message, f"/moves/{index}/setup")])
        if move.action is not None:
            lines.append(action_to_text(move.action))
    return "\n".join([*lines, ""])


def write_json(record: Record, *, indent: int | None = None) -> str:
    """Return the JSON form of a record as text.

    >>> write_json(read("cw1sAAABIwADBqfPl"))
    '{"version":1,"start":{"position":"cw1sAAABIwADBqfPl"},"moves":[]}'
    """
    separators = (",", ":") if indent is None else None
    return json.dumps(record.to_dict(), ensure_ascii=False, separators=separators, indent=indent)


def _parse_json(text: str) -> object:
    try:
        return json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_members)
    except (ValueError, RecursionError) as error:
        if isinstance(error, InvalidRecordError):
            raise
        _refuse(f"invalid JSON: {error}")


def _refuse_constant(name: str) -> NoReturn:
    _refuse(f"invalid JSON: {name} is not a number")


def _members(members: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(members)
    if len(data) < len(members):
        _refuse("invalid JSON: duplicate key in an object")
    return data


def _refuse(message: str) -> NoReturn:
    raise InvalidRecordError([Problem("invalid_text", message)]) from None
