"""POST /v1/replays."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, TypeAlias

import orjson
from cornerwise import Problem, records
from cornerwise.engine import State
from cornerwise.records import Failure, InvalidRecordError, Record, RecordMove, Replay

from .errors import OperationError, prefix_pointers
from .operation import Answer, Context, Request, decision_json, event_data

__all__ = ["replay_game"]

_Json: TypeAlias = dict[str, Any]


def replay_game(context: Context, request: Request) -> Answer:
    """Replay the main line of a record and verify every move.

    The first wrong move is an `illegal_action`: `index` is its index in the record, and the detail
    has its ply, its text and the first reason.
    """
    given = [name for name in ("record", "sgf") if name in request]
    if len(given) != 1:
        code = "options_conflict" if given else "missing_field"
        problem = Problem(code, "exactly one of record and sgf is required")
        raise OperationError.from_problems("invalid_request", [problem])
    (source,) = given
    include = request.get("include", ())
    ply = request.get("ply")
    wanted: dict[str, Any] = {
        "positions": "positions" in include or ply is not None,
        "events": "events" in include,
        "engine": context.engine,
    }
    record: Record | None = None
    try:
        if source == "record" and {"record", "sgf"}.isdisjoint(include):
            replayed = records.replay_data(request["record"], **wanted)
        else:
            record = _read(source, request)
            replayed = records.replay(record, **wanted)
    except InvalidRecordError as error:
        raise _invalid(error.problems, source) from None
    if replayed.failure is not None:
        raise _illegal(replayed.failure, source, request)
    _check_ply(ply, replayed)
    return Answer(_answer_json(replayed, include, ply, record, _result(source, request, record)))


def _plain(value: Any) -> Any:  # noqa: ANN401 - JSON, or a handle of the engine
    return value.to_python() if hasattr(value, "to_python") else value


def _read(source: str, request: Request) -> Record:
    if source == "sgf":
        return records.read_blksgf(request["sgf"])
    return records.from_dict(_plain(request["record"]))


def _result(source: str, request: Request, record: Record | None) -> str | None:
    """Return the result that the record states."""
    if record is not None:
        return record.result or None
    value = request[source]
    fields = value.to_python(["moves"]) if hasattr(value, "to_python") else value
    stated: str | None = fields.get("result")
    return stated or None


def _invalid(problems: Iterable[Problem], source: str) -> OperationError:
    """Return the error for a record that cannot be read; a text has no parts to point to."""
    if source == "sgf":
        problems = [replace(problem, pointer="") for problem in problems]
    return OperationError.from_problems("invalid_record", problems, f"/{source}")


def _illegal(failure: Failure, source: str, request: Request) -> OperationError:
    index, pointer = failure.move, "/sgf"
    if source == "record":
        index = _original_index(_plain(request["record"]), failure.move)
        part = "setup" if failure.action is None else "action"
        pointer = f"/record/moves/{index}/{part}"
    errors = prefix_pointers(pointer, failure.problems)
    detail = f"Ply {failure.ply}, {failure.text}: {errors[0].message}."
    return OperationError("illegal_action", detail, errors, index=index)


def _original_index(data: _Json, index: int) -> int:
    """Return the index in the request of a move whose index in the ordered record is given."""
    moves = [
        RecordMove(number - 1 if (parent := move.get("parent")) is None else int(parent))
        for number, move in enumerate(data["moves"])
    ]
    numbered = (replace(move, comment=str(number)) for number, move in enumerate(moves))
    ordered = Record(records.RecordStart(), tuple(numbered))
    return int(ordered.moves[index].comment)


def _check_ply(ply: int | None, replayed: Replay) -> None:
    if ply is not None and ply > replayed.plies:
        problem = Problem("out_of_range", f"the record has {replayed.plies} plies", "/ply")
        raise OperationError.from_problems("invalid_request", [problem])


def _answer_json(
    replayed: Replay,
    include: Iterable[str],
    ply: int | None,
    record: Record | None,
    result: str | None,
) -> bytes:
    states = replayed.positions or ()
    positions = [state.to_text() for state in states] if "positions" in include else None
    events = None
    if replayed.events is not None:
        events = [
            {"ply": number, "events": [event_data(event) for event in happened]}
            for number, happened in enumerate(replayed.events, start=1)
        ]
    rest = {
        "plies": replayed.plies,
        "result": result,
        "score": replayed.score.to_dict(),
        "position": replayed.state.to_text(),
        "positions": positions,
        "events": events,
        "record": None if record is None or "record" not in include else _record_data(record),
        "sgf": None if record is None or "sgf" not in include else _sgf(record),
    }
    return b'{"state":%b,"next":%b,"at":%b,%b' % (
        replayed.state.to_json(),
        decision_json(replayed.state),
        b"null" if ply is None else _at_json(ply, states[ply]),
        orjson.dumps(rest)[1:],
    )


def _at_json(ply: int, state: State) -> bytes:
    return b'{"ply":%d,"state":%b,"position":%b,"next":%b}' % (
        ply,
        state.to_json(),
        orjson.dumps(state.to_text()),
        decision_json(state),
    )


def _sgf(record: Record) -> str | None:
    """Return a record as a file of Pentobi, or None if Pentobi does not have the game."""
    try:
        return records.write_blksgf(record)
    except InvalidRecordError:
        return None


def _record_data(record: Record) -> _Json:
    """Return the JSON form of a record; rules that do not apply are omitted, not null."""
    data = record.to_dict()
    start = data["start"]
    if "rules" in start:
        given = {name: value for name, value in start["rules"].items() if value is not None}
        data["start"] = {**start, "rules": given}
    return data
